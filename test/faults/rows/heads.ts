import { captured } from "../answers.js";
import { done, lost, type Row, strange, whole } from "../row.js";
import { plain } from "../servers.js";
import { readAll, stall, write } from "../steps.js";

const length = `content-length: ${captured.length}\r\n`;
const ok = "HTTP/1.1 200 OK\r\n";

/** A server that answers with this, and leaves the connection open. */
const saying = (bytes: string | Uint8Array) => plain([readAll, write(bytes), stall]);

const broken = { ...lost, ...whole };

/** Answers that are hardly HTTP, or not at all. All of them hold a success: none may pass for one by its looks. */
export const headRows: readonly Row[] = [
  { name: "garbage", server: saying(`\x16\x03 no HTTP at all\r\n\r\n${captured}`), both: broken },
  { name: "a body without a head", server: saying(`${captured}\r\n\r\n`), both: broken },
  { name: "the greeting of a mail server", server: saying("220 mail.example ESMTP\r\n"), both: broken },
  {
    name: "a frame of HTTP/2",
    server: saying(Buffer.from("000012040000000000000300000080000400010000000500ffffff", "hex")),
    both: broken,
  },
  { name: "a record of TLS", server: saying(Buffer.from("15030300020228", "hex")), both: broken },
  { name: "a status that is no number", server: saying(`HTTP/1.1 OK fine\r\n${length}\r\n${captured}`), both: broken },
  { name: "a status of two digits", server: saying(`HTTP/1.1 20 OK\r\n${length}\r\n${captured}`), both: broken },
  { name: "a status of four digits", server: saying(`HTTP/1.1 2000 OK\r\n${length}\r\n${captured}`), both: broken },
  { name: "a negative status", server: saying(`HTTP/1.1 -200 OK\r\n${length}\r\n${captured}`), both: broken },
  {
    name: "HTTP 099",
    server: saying(`HTTP/1.1 099 Odd\r\n${length}\r\n${captured}`),
    both: [broken, { ...strange, ...whole }],
  },
  {
    name: "HTTP 600",
    server: saying(`HTTP/1.1 600 Odd\r\n${length}\r\n${captured}`),
    both: { ...strange, httpStatus: 600, ...whole },
  },
  {
    name: "HTTP 999",
    server: saying(`HTTP/1.1 999 Odd\r\n${length}\r\n${captured}`),
    both: { ...strange, httpStatus: 999, ...whole },
  },
  { name: "HTTP/9.9", server: saying(`HTTP/9.9 200 OK\r\n${length}\r\n${captured}`), both: broken },
  { name: "HTTP in lower case", server: saying(`http/1.1 200 OK\r\n${length}\r\n${captured}`), both: broken },
  {
    name: "line ends without CR",
    server: saying(`HTTP/1.1 200 OK\n${length.replace("\r", "")}\n${captured}`),
    both: broken,
  },
  {
    name: "20 KB of headers",
    server: saying(`${ok}x: ${"x".repeat(20_000)}\r\n${length}\r\n${captured}`),
    both: broken,
  },
  {
    name: "20 KB in the status line",
    server: saying(`HTTP/1.1 200 ${"x".repeat(20_000)}\r\n${length}\r\n${captured}`),
    node: broken,
    fetch: done,
  },
  { name: "NUL in a header", server: saying(`${ok}x: a\0b\r\n${length}\r\n${captured}`), both: broken },
  { name: "a header without a colon", server: saying(`${ok}nonsense\r\n${length}\r\n${captured}`), both: broken },
  {
    name: "a blank before a colon",
    server: saying(`${ok}x : y\r\n${length}\r\n${captured}`),
    node: broken,
    fetch: [broken, done],
  },
  {
    name: "two lengths that differ",
    server: saying(`${ok}content-length: 1\r\n${length}\r\n${captured}`),
    both: broken,
  },
  {
    name: "a length and chunks",
    server: saying(`${ok}${length}transfer-encoding: chunked\r\n\r\n${captured}`),
    both: broken,
  },
  { name: "a negative length", server: saying(`${ok}content-length: -1\r\n\r\n${captured}`), both: broken },
  { name: "a length that is no number", server: saying(`${ok}content-length: all\r\n\r\n${captured}`), both: broken },
  {
    name: "a length that no machine can hold",
    server: saying(`${ok}content-length: ${"9".repeat(30)}\r\n\r\n${captured}`),
    both: broken,
  },
  { name: "a length in hexadecimal", server: saying(`${ok}content-length: 0x10\r\n\r\n${captured}`), both: broken },
];
