import { captured, page } from "../responses.js";
import { done, givenUp, lost, type Row, rejectedByStatus, row, timedOut, unexpected, whole } from "../row.js";
import { giving, plain } from "../servers.js";
import { afterwards, drip, fin, flood, give, giveUp, readAll, rst, stall, write } from "../steps.js";

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const long = `${head}content-length: 1000\r\n\r\n`;
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;
const untilClosed = `${head}connection: close\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const half = captured.slice(0, 60);
const unauthorized = "HTTP/1.1 401 Unauthorized\r\ncontent-length: 1000\r\n\r\n";

/** How much of the response comes before the connection ends or stalls, and how much of its body is kept. */
const beginnings: readonly [where: string, begin: string, kept?: string][] = [
  ["inside the status line", "HTTP/1.1 2"],
  ["inside the headers", head],
  ["before the body", long, ""],
  ["inside the body", `${long}${half}`, half],
  ["inside a chunk", `${chunked}ff\r\n${half}`, half],
  ["after all of the body, but before its end", `${chunked}${chunk(captured)}`, captured],
  ["inside the body of a rejection", `${unauthorized}${page}`, page],
];

const keeping = (kept: string | undefined) => (kept === undefined ? {} : { kept });
const call = { timeoutMs: 1_500 };

const writing = (bytes: string) => plain([readAll, write(bytes), stall]);
const largest = 1_048_576;
/** Node 22 does not say in which system call. */
const inReading = process.versions.node.startsWith("22.") ? {} : { detail: "read ECONNRESET" };
const brokenOff = lost(whole, { cause: "ECONNRESET", ...inReading });
const cutByRst = [lost(), unexpected(200)];
const latin1 = captured.replace("successful", "lyckades, Åsa");
const latin1Read = { kept: captured.replace("successful", "lyckades, \uFFFDsa") };

export const responseRows: readonly Row[] = [
  ...beginnings.flatMap(([where, begin, kept]) => [
    row(`FIN ${where}`, plain([readAll, write(begin), fin]), lost(whole, keeping(kept))),
    row(`RST ${where}`, plain([readAll, write(begin), rst]), { node: brokenOff, fetch: lost() }),
    row(`a stall ${where}`, writing(begin), timedOut(whole, keeping(kept)), { call }),
  ]),
  row("a stall before the response", plain([stall]), timedOut(), { call }),
  row("a stall inside a body that only a close ends", writing(`${untilClosed}${captured}`), timedOut(), { call }),
  row("a response after the deadline", plain([readAll, afterwards, give(401, page), stall]), timedOut(), { call }),
  row("headers that drip", plain([readAll, write(head), drip("x: y\r\n")]), timedOut(), { call }),
  row("a body that drips", plain([readAll, write(long), drip(" ")]), timedOut(), { call }),
  row("an abort before the response", plain([readAll, giveUp, stall]), givenUp()),
  row("an abort inside the body", plain([readAll, write(`${long}${half}`), giveUp, stall]), givenUp()),
  row("a whole body that only FIN ends", plain([readAll, write(`${untilClosed}${captured}`), fin]), done),
  row("a cut body that only FIN ends", plain([readAll, write(`${untilClosed}${half}`), fin]), unexpected(200)),
  row("RST inside a body that only a close ends", plain([readAll, write(untilClosed + half), rst]), cutByRst),
  row("a second chunk without a size", writing(`${chunked}${chunk(half)}xyz\r\n${captured}`), lost()),
  row("a chunk size that no machine can hold", writing(`${chunked}${"f".repeat(20)}\r\n${captured}`), lost()),
  row("a chunk longer than its size", writing(`${chunked}5\r\n${captured}\r\n0\r\n\r\n`), lost()),
  row("a body longer than its length", writing(`${head}content-length: 60\r\n\r\n${captured}`), unexpected(200)),
  row("a body without end", plain([readAll, write(chunked), flood(chunk(" ".repeat(65_536)))]), unexpected(200)),
  row("the largest body", giving(200, captured.padEnd(largest)), done),
  row("a body that is a byte too large", giving(200, captured.padEnd(largest + 1)), unexpected(200)),
  row("a rejection that is a byte too large", giving(401, page.padEnd(largest + 1)), unexpected(401)),
  row("the largest rejection", giving(401, page.padEnd(largest)), rejectedByStatus(401)),
  row("text behind a byte order mark", giving(200, `\uFEFF${captured}`), done),
  row("text in Latin-1", giving(200, Buffer.from(latin1, "latin1")), unexpected(200, whole, latin1Read)),
  row("text in UTF-16", giving(200, Buffer.from(captured, "utf16le")), unexpected(200)),
  row("a hundred thousand lists in lists", giving(200, "[".repeat(100_000) + "]".repeat(100_000)), unexpected(200)),
];
