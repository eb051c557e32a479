import { captured, page, refused } from "../answers.js";
import { done, lost, part, type Row, refusal, strange, timedOut, turnedAway, whole } from "../row.js";
import { plain } from "../servers.js";
import { deaf, drop, fin, give, read, readAll, readHead, rst, stall } from "../steps.js";

const call = { isBig: true };
const tooLarge = give(413, page);

/** A connection that ends inside the request or right after it, and answers that do not wait for its end. */
export const requestRows: readonly Row[] = [
  { name: "RST after the request's first bytes", server: plain([read(1), rst]), call, both: { ...lost, ...part } },
  { name: "RST after its head", server: plain([readHead, rst]), call, both: { ...lost, ...part } },
  { name: "RST inside its body", server: plain([read(300_000), rst]), call, both: { ...lost, ...part } },
  { name: "dropped after its first bytes", server: plain([read(1), drop]), call, both: { ...lost, ...part } },
  { name: "dropped after its head", server: plain([readHead, drop]), call, both: { ...lost, ...part } },
  { name: "dropped inside its body", server: plain([read(300_000), drop]), call, both: { ...lost, ...part } },
  {
    name: "FIN after its first bytes, and read to the end",
    server: plain([read(1), fin]),
    call,
    both: [
      { ...lost, ...part },
      { ...lost, ...whole },
    ],
  },
  {
    name: "FIN after its head, and read to the end",
    server: plain([readHead, fin]),
    call,
    both: [
      { ...lost, ...part },
      { ...lost, ...whole },
    ],
  },
  { name: "FIN after the whole request", server: plain([readAll, fin]), both: { ...lost, ...whole } },
  {
    name: "RST after the whole request",
    server: plain([readAll, rst]),
    both: { ...lost, ...whole, cause: "ECONNRESET" },
  },
  { name: "dropped after the whole request", server: plain([readAll, drop]), both: { ...lost, ...whole } },
  {
    name: "a big request that is not read before the deadline",
    server: plain([deaf]),
    call: { ...call, timeoutMs: 800 },
    both: [
      { ...timedOut, ...part },
      { ...timedOut, ...whole },
    ],
  },
  {
    name: "HTTP 413 before the body is read, and FIN",
    server: plain([readHead, tooLarge, fin]),
    call,
    both: [
      { ...turnedAway, httpStatus: 413, ...part },
      { ...turnedAway, httpStatus: 413, ...whole },
    ],
  },
  {
    name: "HTTP 413 before the body is read, which never is",
    server: plain([readHead, tooLarge, deaf]),
    call,
    both: [
      { ...turnedAway, httpStatus: 413, ...part },
      { ...turnedAway, httpStatus: 413, ...whole },
    ],
  },
  {
    name: "HTTP 413 before the body is read, and RST",
    server: plain([readHead, tooLarge, rst]),
    call,
    both: [
      { ...turnedAway, httpStatus: 413, ...part },
      { ...lost, ...part },
    ],
  },
  {
    name: "HTTP 401 at the first bytes, and the rest is read",
    server: plain([read(1), give(401, page), stall]),
    call,
    both: [
      { ...turnedAway, httpStatus: 401, ...part },
      { ...turnedAway, httpStatus: 401, ...whole },
    ],
  },
  {
    name: "the service's own no before the body is read",
    server: plain([readHead, give(200, refused), stall]),
    call,
    both: [
      { ...refusal, ...part },
      { ...refusal, ...whole },
    ],
  },
  {
    name: "a success before the body is read", // the service says it is done: nobody knows better
    server: plain([readHead, give(200, captured), stall]),
    call,
    both: [{ ...done, ...part }, done],
  },
  {
    name: "HTTP 500 before the body is read, and FIN",
    server: plain([readHead, give(500, page), fin]),
    call,
    both: [
      { ...strange, httpStatus: 500, ...part },
      { ...strange, httpStatus: 500, ...whole },
    ],
  },
];
