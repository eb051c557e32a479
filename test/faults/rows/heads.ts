import { captured } from "../responses.js";
import { done, lost, type Row, row, unexpected, whole } from "../row.js";
import { plain } from "../servers.js";
import { readAll, stall, write } from "../steps.js";

/** A server that writes these bytes, and leaves the connection open. */
const saying = (bytes: string | Uint8Array) => plain([readAll, write(bytes), stall]);

const length = `content-length: ${captured.length}\r\n`;

/** A success under a first line and headers of this kind. */
const first = (line: string) => saying(`${line}\r\n${length}\r\n${captured}`);
const header = (fields: string) => saying(`HTTP/1.1 200 OK\r\n${fields}\r\n${length}\r\n${captured}`);
const only = (fields: string) => saying(`HTTP/1.1 200 OK\r\n${fields}\r\n\r\n${captured}`);

const overflown = (cause: string) => lost(whole, { cause });
const overflow = { node: overflown("HPE_HEADER_OVERFLOW"), fetch: overflown("UND_ERR_HEADERS_OVERFLOW") };
const frame = Buffer.from("000012040000000000000300000080000400010000000500ffffff", "hex");

/** Responses that are not valid HTTP. Each holds a success, and none may pass for one. */
export const headRows: readonly Row[] = [
  row("garbage", saying(`\x16\x03 no HTTP at all\r\n\r\n${captured}`), lost()),
  row("the greeting of a mail server", saying("220 mail.example ESMTP\r\n"), lost()),
  row("a frame of HTTP/2", saying(frame), lost()),
  row("a status of two digits", first("HTTP/1.1 20 OK"), lost()),
  row("HTTP 099", first("HTTP/1.1 099 Odd"), [lost(), unexpected(99)]),
  row("HTTP 999", first("HTTP/1.1 999 Odd"), unexpected(999)),
  row("HTTP/9.9", first("HTTP/9.9 200 OK"), lost()),
  row("line ends without CR", saying(`HTTP/1.1 200 OK\n${length.replace("\r", "")}\n${captured}`), lost()),
  row("20 KB of headers", header(`x: ${"x".repeat(20_000)}`), overflow),
  row("20 KB in the status line", first(`HTTP/1.1 200 ${"x".repeat(20_000)}`), { node: lost(), fetch: done }),
  row("NUL in a header", header("x: a\0b"), lost()),
  row("a header without a colon", header("nonsense"), lost()),
  row("a blank before a colon", header("x : y"), { node: lost(), fetch: [lost(), done] }),
  row("two lengths that differ", header("content-length: 1"), lost()),
  row("a length and chunks", header("transfer-encoding: chunked"), lost()),
  row("a negative length", only("content-length: -1"), lost()),
  row("a length that no machine can hold", only(`content-length: ${"9".repeat(30)}`), lost()),
];
