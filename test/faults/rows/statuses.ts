import { captured, page, refused } from "../answers.js";
import { done, lost, type Row, refusal, strange, timedOut, turnedAway, whole } from "../row.js";
import { plain } from "../servers.js";
import { fin, give, readAll, rst, stall, write } from "../steps.js";

const interim = (status: number) => write(`HTTP/1.1 ${status} Interim\r\n\r\n`);
const ok = give(200, captured);
const answering = (status: number, body: string, headers?: Readonly<Record<string, string>>) =>
  plain([readAll, give(status, body, headers), stall]);

const interimRows: readonly Row[] = [
  {
    name: "HTTP 100, which nobody asked for, and then the answer",
    server: plain([readAll, interim(100), ok, stall]),
    node: done,
    fetch: { ...lost, ...whole }, // takes offence
  },
  { name: "HTTP 102, and then the answer", server: plain([readAll, interim(102), ok, stall]), both: done },
  { name: "HTTP 104, and then the answer", server: plain([readAll, interim(104), ok, stall]), both: done },
  { name: "HTTP 103, and then the answer", server: plain([readAll, interim(103), ok, stall]), both: done },
  {
    name: "HTTP 103 a hundred times, and then the answer",
    server: plain([readAll, ...Array(100).fill(interim(103)), ok, stall]),
    both: done,
  },
  { name: "HTTP 103 and FIN", server: plain([readAll, interim(103), fin]), both: { ...lost, ...whole } },
  { name: "HTTP 103 and RST", server: plain([readAll, interim(103), rst]), both: { ...lost, ...whole } },
  {
    name: "HTTP 102 and a stall",
    server: plain([readAll, interim(102), stall]),
    call: { timeoutMs: 800 },
    both: { ...timedOut, ...whole },
  },
  { name: "HTTP 100 and FIN", server: plain([readAll, interim(100), fin]), both: { ...lost, ...whole } },
  {
    name: "HTTP 101",
    server: plain([readAll, write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n"), stall]),
    call: { timeoutMs: 1_000 },
    both: [
      { ...lost, ...whole },
      { ...timedOut, ...whole },
    ],
  },
  {
    name: "HTTP 101 with the rest of an upgrade",
    server: plain([
      readAll,
      write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n${captured}`),
      stall,
    ]),
    both: { ...lost, ...whole },
  },
];

const oddSuccesses = [300, 304, 400, 401, 404, 408, 409, 418, 421, 425, 429, 499, 500, 502, 503, 504];

export const statusRows: readonly Row[] = [
  ...interimRows,
  { name: "a success under HTTP 201", server: answering(201, captured), both: done },
  { name: "a success under HTTP 299", server: answering(299, captured), both: done },
  ...oddSuccesses.map((status) => ({
    name: `a success under HTTP ${status}`,
    server: answering(status, captured),
    both: { ...strange, httpStatus: status, ...whole },
  })),
  {
    name: "a success under HTTP 407", // of which fetch says nothing
    server: answering(407, captured),
    node: { ...strange, httpStatus: 407, ...whole },
    fetch: { ...lost, ...whole },
  },
  {
    name: "a page under HTTP 407",
    server: plain([readAll, give(407, page), fin]),
    node: { ...strange, httpStatus: 407, ...whole },
    fetch: { ...lost, ...whole },
  },
  { name: "a page under HTTP 200", server: answering(200, page), both: { ...strange, httpStatus: 200, ...whole } },
  { name: "nothing under HTTP 200", server: answering(200, ""), both: { ...strange, httpStatus: 200, ...whole } },
  {
    name: "nothing under HTTP 204",
    server: plain([readAll, write("HTTP/1.1 204 No Content\r\n\r\n"), stall]),
    both: { ...strange, httpStatus: 204, ...whole },
  },
  { name: "nothing under HTTP 205", server: answering(205, ""), both: { ...strange, httpStatus: 205, ...whole } },
  ...[400, 401, 403, 404, 413, 429].map((status) => ({
    name: `a page under HTTP ${status}`,
    server: answering(status, page, { "retry-after": "0" }),
    both: { ...turnedAway, httpStatus: status, ...whole },
  })),
  ...[402, 408, 409, 421, 425, 500, 502, 503, 504, 511].map((status) => ({
    name: `a page under HTTP ${status}`,
    server: answering(status, page, { "retry-after": "0" }),
    both: { ...strange, httpStatus: status, ...whole },
  })),
  {
    name: "HTTP 408 and FIN",
    server: plain([readAll, give(408, "", { connection: "close" }), fin]),
    both: { ...strange, httpStatus: 408, ...whole },
  },
  {
    name: "HTTP 421 and FIN",
    server: plain([readAll, give(421, "", { connection: "close" }), fin]),
    both: { ...strange, httpStatus: 421, ...whole },
  },
  {
    name: "the service's own no under HTTP 200",
    server: answering(200, refused),
    both: { ...refusal, httpStatus: 200, ...whole },
  },
  {
    name: "the service's own no under HTTP 422",
    server: answering(422, refused),
    both: { ...refusal, httpStatus: 422, ...whole },
  },
  {
    name: "the service's own no under HTTP 503",
    server: answering(503, refused),
    both: { ...refusal, outcome: "unknown", httpStatus: 503, ...whole },
  },
];
