import { captured, page } from "../responses.js";
import { done, givenUp, lost, type Row, row, strange, timedOut, turnedAway, whole } from "../row.js";
import { plain } from "../servers.js";
import { afterwards, drip, fin, flood, give, giveUp, readAll, rst, stall, write } from "../steps.js";

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const long = `${head}content-length: 1000\r\n\r\n`;
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;
const untilClosed = `${head}connection: close\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const half = captured.slice(0, 60);
const unauthorized = "HTTP/1.1 401 Unauthorized\r\ncontent-length: 1000\r\n\r\n";
const closing = `${head}connection: close\r\ncontent-length: 1000\r\n\r\n`;

/** What of the response comes before the connection ends or nothing more comes, and what of its body is kept. */
const beginnings: readonly [where: string, begin: string, kept?: string][] = [
  ["inside the status line", "HTTP/1.1 2"],
  ["after the status line", "HTTP/1.1 200 OK\r\n"],
  ["inside the headers", head],
  ["before the body", long, ""],
  ["inside the body", `${long}${half}`, half],
  ["inside a chunk", `${chunked}ff\r\n${half}`, half],
  ["between two chunks", `${chunked}${chunk(half)}`, half],
  ["after all of the body, but before its end", `${chunked}${chunk(captured)}`, captured],
  ["inside the body of a rejection", `${unauthorized}${page}`, page],
  ["inside the body, on a connection that was to be closed", `${closing}${half}`, half],
];

const keeping = (kept: string | undefined) => (kept === undefined ? {} : { kept });
const call = { timeoutMs: 1_500 };

/** A server that gives this body, whole, under HTTP 200. */
const giving = (body: string | Uint8Array) => plain([readAll, give(200, body), stall]);
const writing = (bytes: string) => plain([readAll, write(bytes), stall]);
const largest = 1_048_576;

export const responseRows: readonly Row[] = [
  ...beginnings.flatMap(([where, begin, kept]) => [
    row(`FIN ${where}`, plain([readAll, write(begin), fin]), lost(whole, keeping(kept))),
    row(`RST ${where}`, plain([readAll, write(begin), rst]), lost()),
    row(`a stall ${where}`, writing(begin), timedOut(whole, keeping(kept)), { call }),
  ]),
  row("a stall before the response", plain([stall]), timedOut(), { call }),
  row("a stall inside a body that only the connection's end ends", writing(`${untilClosed}${captured}`), timedOut(), {
    call,
  }),
  row("a response after the deadline", plain([readAll, afterwards, give(401, page), stall]), timedOut(), { call }),
  row("headers that drip", plain([readAll, write(head), drip("x: y\r\n")]), timedOut(), { call }),
  row("a body that drips", plain([readAll, write(long), drip(" ")]), timedOut(), { call }),
  row("chunks that drip", plain([readAll, write(chunked), drip(chunk(" "))]), timedOut(), { call }),
  row("given up before the response", plain([readAll, giveUp, stall]), givenUp()),
  row("given up inside the headers", plain([readAll, write(head), giveUp, stall]), givenUp()),
  row("given up inside the body", plain([readAll, write(`${long}${half}`), giveUp, stall]), givenUp()),
  row("a body that only FIN ends, whole", plain([readAll, write(`${untilClosed}${captured}`), fin]), done),
  row("a body that only FIN ends, cut", plain([readAll, write(`${untilClosed}${half}`), fin]), strange(200)),
  row("a body that only the connection's end ends, cut by RST", plain([readAll, write(untilClosed + half), rst]), [
    lost(),
    strange(200),
  ]),
  row(
    "a chunk size that is no number",
    writing(`${chunked}${chunk(half)}xyz\r\n${captured}`),
    lost(whole, { kept: half }),
  ),
  row("a chunk size that is no number, right away", writing(`${chunked}xyz\r\n`), lost()),
  row("a chunk size that no machine can hold", writing(`${chunked}${"f".repeat(20)}\r\n${captured}`), lost()),
  row("a chunk that is longer than it says", writing(`${chunked}5\r\n${captured}\r\n0\r\n\r\n`), lost()),
  row("a body that is longer than it says", writing(`${head}content-length: 60\r\n\r\n${captured}`), strange(200)),
  row(
    "a response followed by garbage",
    writing(`${head}content-length: ${captured.length}\r\n\r\n${captured}garbage`),
    done,
  ),
  row("a body without end", plain([readAll, write(chunked), flood(chunk(" ".repeat(65_536)))]), strange(200)),
  row("a body as large as it may be", giving(captured.padEnd(largest)), done),
  row("a body larger than it may be", giving(captured.padEnd(largest + 1)), strange(200)),
  row("a rejection larger than it may be", plain([readAll, give(401, page.padEnd(largest + 1)), stall]), strange(401)),
  row("a rejection as large as it may be", plain([readAll, give(401, page.padEnd(largest)), stall]), turnedAway(401)),
  row("text behind a byte order mark", giving(`\uFEFF${captured}`), done),
  row("text amid blanks", giving(`\r\n\t ${captured}\n`), done),
  row(
    "text in Latin-1",
    giving(Buffer.from(captured.replace("successful", "lyckades, Åsa"), "latin1")),
    strange(200, whole, { kept: captured.replace("successful", "lyckades, \uFFFDsa") }),
  ),
  row("text in UTF-16", giving(Buffer.from(captured, "utf16le")), strange(200)),
  row("lists in lists, a hundred thousand times", giving("[".repeat(100_000) + "]".repeat(100_000)), strange(200)),
];
