import { gzipSync } from "node:zlib";
import { captured, page, refused } from "../responses.js";
import { done, lost, type Row, rejection, row, strange, timedOut, turnedAway, unsent, whole } from "../row.js";
import { plain } from "../servers.js";
import { drip, fin, flood, give, readAll, rst, stall, write } from "../steps.js";

const interim = (status: number) => write(`HTTP/1.1 ${status} Interim\r\n\r\n`);
const ok = give(200, captured);
const responding = (status: number, body: string | Uint8Array, headers?: Readonly<Record<string, string>>) =>
  plain([readAll, give(status, body, headers), stall]);

const switching = "HTTP/1.1 101 Switching Protocols\r\n";
const upgrading = `${switching}connection: upgrade\r\nupgrade: x\r\n\r\n${captured}`;
const hint = "HTTP/1.1 103 Interim\r\n\r\n";
const manyHints = hint.repeat(2_000);

const interimRows: readonly Row[] = [
  row("HTTP 100, which nobody asked for, and then the response", plain([readAll, interim(100), ok, stall]), {
    node: done,
    fetch: lost(), // takes offence
  }),
  row("HTTP 102, and then the response", plain([readAll, interim(102), ok, stall]), done),
  row("HTTP 104, and then the response", plain([readAll, interim(104), ok, stall]), done),
  row("HTTP 103, and then the response", plain([readAll, interim(103), ok, stall]), done),
  row("HTTP 103 a hundred times, and then the response", plain([readAll, write(hint.repeat(100)), ok, stall]), done),
  row("HTTP 103 and FIN", plain([readAll, interim(103), fin]), lost()),
  row("HTTP 103 and RST", plain([readAll, interim(103), rst]), lost()),
  row("HTTP 102 and a stall", plain([readAll, interim(102), stall]), timedOut(), { call: { timeoutMs: 1_500 } }),
  row("HTTP 103 that drips", plain([readAll, drip(hint)]), timedOut(), { call: { timeoutMs: 1_500 } }),
  // fetch reads them until the deadline, and has written by the time it sees any.
  row("HTTP 103 without end", plain([readAll, flood(manyHints)]), { node: lost() }),
  row("HTTP 103 without end, before the request", plain([flood(manyHints)]), { node: unsent() }),
  row("HTTP 100 and FIN", plain([readAll, interim(100), fin]), lost()),
  row("HTTP 101", plain([readAll, write(`${switching}upgrade: x\r\n\r\n`), stall]), [lost(), timedOut()], {
    call: { timeoutMs: 1_500 },
  }),
  row("HTTP 101 with the rest of an upgrade", plain([readAll, write(upgrading), stall]), lost()),
];

const oddSuccesses = [300, 304, 400, 401, 404, 408, 409, 418, 421, 425, 429, 499, 500, 502, 503, 504];
const anyRetryAfter = { "retry-after": "0" };

const html = { "content-type": "text/html" };
const forbidden = `HTTP/1.1 403 Status\r\ncontent-length: ${refused.length - 10}\r\n\r\n`;

/** What a rejection without the service's envelope proves, and what one that was not read whole does not. */
const refusalRows: readonly Row[] = [
  row("JSON without an envelope under HTTP 403", responding(403, '{"message":"Forbidden"}'), turnedAway(403)),
  row("nothing under HTTP 403", responding(403, ""), turnedAway(403)),
  row("a page in Latin-1 under HTTP 403", responding(403, Buffer.from("<html>Nä</html>", "latin1")), turnedAway(403)),
  row(
    "a page in an encoding that nobody knows under HTTP 403",
    responding(403, page, { "content-encoding": "x" }),
    turnedAway(403),
  ),
  row("the service's own no, cut", responding(403, refused.slice(0, -10)), strange(403)),
  row(
    "the service's own no, cut and without a type",
    plain([readAll, write(forbidden + refused.slice(0, -10)), stall]),
    strange(403),
  ),
  row("the service's own no, cut and called a page", responding(403, refused.slice(0, -10), html), strange(403)),
  row(
    "the service's own no in Latin-1",
    responding(403, Buffer.from(refused.replace("Read only", "Åsa"), "latin1")),
    strange(403),
  ),
  row("the service's own no in UTF-16", responding(403, Buffer.from(refused, "utf16le")), strange(403)),
  row(
    "the service's own no in an encoding that nobody knows",
    responding(403, gzipSync(refused), { "content-encoding": "x" }),
    strange(403),
  ),
  row(
    "the service's own no in cut gzip",
    responding(403, gzipSync(refused).subarray(0, -10), { "content-encoding": "gzip" }),
    { node: lost(), fetch: [lost(), strange(403)] },
  ),
];

export const statusRows: readonly Row[] = [
  ...interimRows,
  ...refusalRows,
  row("a success under HTTP 201", responding(201, captured), done),
  row("a success under HTTP 299", responding(299, captured), done),
  row("a success under another content type", responding(200, captured, { "content-type": "text/plain" }), done),
  ...oddSuccesses.map((status) => row(`a success under HTTP ${status}`, responding(status, captured), strange(status))),
  // fetch says nothing of a response under HTTP 407.
  row("a success under HTTP 407", responding(407, captured), { node: strange(407), fetch: lost() }),
  row("a page under HTTP 407", plain([readAll, give(407, page), fin]), { node: strange(407), fetch: lost() }),
  row("a page under HTTP 200", responding(200, page), strange(200, whole, { kept: page })),
  row("nothing under HTTP 200", responding(200, ""), strange(200, whole, { kept: "" })),
  row("nothing under HTTP 204", plain([readAll, write("HTTP/1.1 204 No Content\r\n\r\n"), stall]), strange(204)),
  row("nothing under HTTP 205", responding(205, ""), strange(205)),
  ...[400, 401, 403, 404, 413, 429].map((status) =>
    row(
      `a page under HTTP ${status}`,
      responding(status, page, anyRetryAfter),
      turnedAway(status, whole, { kept: page }),
    ),
  ),
  ...[402, 408, 409, 421, 425, 500, 502, 503, 504, 511].map((status) =>
    row(`a page under HTTP ${status}`, responding(status, page, anyRetryAfter), strange(status, whole, { kept: page })),
  ),
  row("HTTP 408 and FIN", plain([readAll, give(408, "", { connection: "close" }), fin]), strange(408)),
  row("HTTP 421 and FIN", plain([readAll, give(421, "", { connection: "close" }), fin]), strange(421)),
  row("HTTP 421 to a request without a body", responding(421, ""), strange(421), { call: { size: "empty" } }),
  row("the service's own no under HTTP 200", responding(200, refused), rejection(200)),
  row("the service's own no under HTTP 422", responding(422, refused), rejection(422)),
  row("the service's own no under HTTP 503", responding(503, refused), rejection(503, "unknown")),
];
