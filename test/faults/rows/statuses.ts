import { gzipSync } from "node:zlib";
import { captured, page, rejected } from "../responses.js";
import { done, lost, type Row, rejectedByStatus, rejection, row, timedOut, unexpected, unsent, whole } from "../row.js";
import { giving, plain } from "../servers.js";
import { fin, flood, give, readAll, rst, stall, write } from "../steps.js";

const interim = (status: number) => write(`HTTP/1.1 ${status} Interim\r\n\r\n`);
const ok = give(200, captured);
const switching = "HTTP/1.1 101 Switching Protocols\r\n";
const upgrading = `${switching}connection: upgrade\r\nupgrade: x\r\n\r\n${captured}`;
const hint = "HTTP/1.1 103 Interim\r\n\r\n";
const manyHints = hint.repeat(2_000);
const tooMany = lost(whole, { detail: "interim responses without end" });
const upgraded = { node: lost(whole, { detail: "the connection was closed" }), fetch: lost() };
const switched = { node: unexpected(101), fetch: [lost(), timedOut()] };
const [call, talksFirst] = [{ timeoutMs: 1_500 }, { serverTalksFirst: true }];

const interimRows: readonly Row[] = [
  // fetch treats an HTTP 100 that it did not request as an error.
  row("HTTP 100 before the response", plain([readAll, interim(100), ok, stall]), { node: done, fetch: lost() }),
  row("HTTP 103 a hundred times before the response", plain([readAll, write(hint.repeat(100)), ok, stall]), done),
  row("HTTP 103 and RST", plain([readAll, interim(103), rst]), lost()),
  row("HTTP 102 and a stall", plain([readAll, interim(102), stall]), timedOut(), { call }),
  // fetch reads these responses until the deadline, and writes the request before it sees any.
  row("HTTP 103 without end", plain([readAll, flood(manyHints)]), { node: tooMany }),
  row("HTTP 103 without end, before the request", plain([flood(manyHints)]), { node: unsent() }, talksFirst),
  row("HTTP 100 and FIN", plain([readAll, interim(100), fin]), lost()),
  row("HTTP 101", plain([readAll, write(`${switching}upgrade: x\r\n\r\n`), stall]), switched, { call }),
  row("HTTP 101 with the rest of an upgrade", plain([readAll, write(upgrading), stall]), upgraded),
];

const unclear = [400, 402, 403, 404, 405, 408, 409, 410, 421, 422, 425, 500, 502, 503, 504, 511];
const oddSuccesses = [300, 304, 400, 401, 404, 408, 409, 418, 421, 425, 429, 499, 500, 502, 503, 504];
const pageUnder = (status: number, verdict: typeof unexpected) => {
  const server = giving(status, page, { "retry-after": "0" });
  return row(`a page under HTTP ${status}`, server, verdict(status, whole, { kept: page }));
};

const unknownEncoding = { "content-encoding": "x" };
const cut = rejected.slice(0, -10);
const latin1 = Buffer.from(rejected.replace("Read only", "Åsa"), "latin1");
const [utf16, named] = [Buffer.from(rejected, "utf16le"), 'application/json;CHARSET="utf-16"'];
const gzipped = gzipSync(rejected);
const cutGzip = gzipped.subarray(0, -10);
const cutDue = { node: lost(), fetch: [lost(), unexpected(403)] };
const forbidden = `HTTP/1.1 403 Status\r\ncontent-length: ${cut.length}\r\n\r\n`;

/** A rejection without the service's envelope counts. A rejection that was not read whole proves nothing. */
const rejectionRows: readonly Row[] = [
  row("JSON without an envelope under HTTP 401", giving(401, '{"message":"Forbidden"}'), rejectedByStatus(401)),
  row("a page in an unknown encoding under HTTP 401", giving(401, page, unknownEncoding), rejectedByStatus(401)),
  row("a cut rejection", giving(403, cut), unexpected(403)),
  row("a cut rejection without a type", plain([readAll, write(forbidden + cut), stall]), unexpected(403)),
  row("a rejection in Latin-1", giving(403, latin1), unexpected(403)),
  row("a rejection in UTF-16 that says so", giving(403, utf16, { "content-type": named }), rejection(403)),
  row("a rejection in UTF-16", giving(403, utf16), unexpected(403)),
  row("a rejection in an unknown encoding", giving(403, gzipped, unknownEncoding), unexpected(403)),
  row("a rejection in cut gzip", giving(403, cutGzip, { "content-encoding": "gzip" }), cutDue),
];

export const statusRows: readonly Row[] = [
  ...interimRows,
  ...rejectionRows,
  row("a success under HTTP 201", giving(201, captured), done),
  row("a success under another content type", giving(200, captured, { "content-type": "text/plain" }), done),
  ...oddSuccesses.map((each) => row(`a success under HTTP ${each}`, giving(each, captured), unexpected(each))),
  // fetch does not return a response under HTTP 407.
  row("a success under HTTP 407", giving(407, captured), { node: unexpected(407), fetch: lost() }),
  row("a page under HTTP 407", plain([readAll, give(407, page), fin]), { node: unexpected(407), fetch: lost() }),
  row("a page under HTTP 200", giving(200, page), unexpected(200, whole, { kept: page })),
  row("an empty body under HTTP 200", giving(200, ""), unexpected(200, whole, { kept: "" })),
  row("an empty body under HTTP 204", plain([readAll, write("HTTP/1.1 204 No\r\n\r\n"), stall]), unexpected(204)),
  ...[401, 411, 413, 414, 415, 429, 431].map((status) => pageUnder(status, rejectedByStatus)),
  ...unclear.map((status) => pageUnder(status, unexpected)),
  row("HTTP 421 and FIN", plain([readAll, give(421, "", { connection: "close" }), fin]), unexpected(421)),
  row("HTTP 421 to a request with an empty object", giving(421, ""), unexpected(421), { call: { size: "empty" } }),
  row("a rejection under HTTP 200", giving(200, rejected), rejection(200)),
  row("a rejection under HTTP 503", giving(503, rejected), rejection(503, "unknown")),
];
