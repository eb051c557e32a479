import { captured, page } from "../answers.js";
import { done, givenUp, lost, type Row, strange, timedOut, whole } from "../row.js";
import { plain } from "../servers.js";
import { drip, fin, flood, giveUp, readAll, rst, stall, write } from "../steps.js";

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const long = `${head}content-length: 1000\r\n\r\n`;
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;
const untilClosed = `${head}connection: close\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const half = captured.slice(0, 60);
const unauthorized = "HTTP/1.1 401 Unauthorized\r\ncontent-length: 1000\r\n\r\n";

/** What of the answer comes before the connection ends or nothing more comes. */
const beginnings = {
  "inside the status line": "HTTP/1.1 2",
  "after the status line": "HTTP/1.1 200 OK\r\n",
  "inside the headers": head,
  "before the body": long,
  "inside the body": `${long}${half}`,
  "inside a chunk": `${chunked}ff\r\n${half}`,
  "between two chunks": `${chunked}${chunk(half)}`,
  "after all of the body, but before its end": `${chunked}${chunk(captured)}`,
  "inside the body of a refusal": `${unauthorized}${page}`,
  "inside the body, on a connection that was to be closed": `${head}connection: close\r\ncontent-length: 1000\r\n\r\n${half}`,
};

const call = { timeoutMs: 1_000 };
const named = Object.entries(beginnings);

export const answerRows: readonly Row[] = [
  ...named.map(([where, begin]) => ({
    name: `FIN ${where}`,
    server: plain([readAll, write(begin), fin]),
    both: { ...lost, ...whole },
  })),
  ...named.map(([where, begin]) => ({
    name: `RST ${where}`,
    server: plain([readAll, write(begin), rst]),
    both: { ...lost, ...whole },
  })),
  ...named.map(([where, begin]) => ({
    name: `a stall ${where}`,
    server: plain([readAll, write(begin), stall]),
    call,
    both: { ...timedOut, ...whole },
  })),
  { name: "a stall before the answer", server: plain([stall]), call, both: { ...timedOut, ...whole } },
  {
    name: "a stall inside a body that only the connection's end ends",
    server: plain([readAll, write(`${untilClosed}${captured}`), stall]),
    call,
    both: { ...timedOut, ...whole },
  },
  {
    name: "headers that drip",
    server: plain([readAll, write(head), drip("x: y\r\n")]),
    call,
    both: { ...timedOut, ...whole },
  },
  {
    name: "a body that drips",
    server: plain([readAll, write(long), drip(" ")]),
    call,
    both: { ...timedOut, ...whole },
  },
  {
    name: "chunks that drip",
    server: plain([readAll, write(chunked), drip(chunk(" "))]),
    call,
    both: { ...timedOut, ...whole },
  },
  { name: "given up before the answer", server: plain([readAll, giveUp, stall]), both: { ...givenUp, ...whole } },
  {
    name: "given up inside the headers",
    server: plain([readAll, write(head), giveUp, stall]),
    both: { ...givenUp, ...whole },
  },
  {
    name: "given up inside the body",
    server: plain([readAll, write(`${long}${half}`), giveUp, stall]),
    both: { ...givenUp, ...whole },
  },
  {
    name: "a body that only FIN ends, whole",
    server: plain([readAll, write(`${untilClosed}${captured}`), fin]),
    both: done,
  },
  {
    name: "a body that only FIN ends, cut",
    server: plain([readAll, write(`${untilClosed}${half}`), fin]),
    both: { ...strange, httpStatus: 200, ...whole },
  },
  {
    name: "a body that only the connection's end ends, cut by RST",
    server: plain([readAll, write(`${untilClosed}${half}`), rst]),
    both: [
      { ...lost, ...whole },
      { ...strange, httpStatus: 200, ...whole },
    ],
  },
  {
    name: "a chunk size that is no number",
    server: plain([readAll, write(`${chunked}${chunk(half)}xyz\r\n`), stall]),
    both: { ...lost, ...whole },
  },
  {
    name: "a chunk size that is no number, right away",
    server: plain([readAll, write(`${chunked}xyz\r\n`), stall]),
    both: { ...lost, ...whole },
  },
  {
    name: "a chunk size that no machine can hold",
    server: plain([readAll, write(`${chunked}${"f".repeat(20)}\r\n${captured}`), stall]),
    both: { ...lost, ...whole },
  },
  {
    name: "a chunk that is longer than it says",
    server: plain([readAll, write(`${chunked}5\r\n${captured}\r\n0\r\n\r\n`), stall]),
    both: { ...lost, ...whole },
  },
  {
    name: "a body that is longer than it says",
    server: plain([readAll, write(`${head}content-length: 60\r\n\r\n${captured}`), stall]),
    both: { ...strange, httpStatus: 200, ...whole },
  },
  {
    name: "an answer followed by garbage",
    server: plain([readAll, write(`${head}content-length: ${captured.length}\r\n\r\n${captured}garbage`), stall]),
    both: done,
  },
  {
    name: "a body without end",
    server: plain([readAll, write(chunked), flood(chunk(" ".repeat(65_536)))]),
    both: { ...strange, httpStatus: 200, ...whole },
  },
  {
    name: "a body larger than it may be",
    server: plain([readAll, write(`${head}content-length: 1048577\r\n\r\n${captured.padEnd(1_048_577)}`), stall]),
    both: { ...strange, httpStatus: 200, ...whole },
  },
  {
    name: "a refusal larger than it may be",
    server: plain([
      readAll,
      write(`HTTP/1.1 401 No\r\ncontent-length: 1048577\r\n\r\n${page.padEnd(1_048_577)}`),
      stall,
    ]),
    both: { ...strange, httpStatus: 401, ...whole },
  },
];
