import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { captured } from "../responses.js";
import { done, lost, type Row, row, timedOut, unexpected } from "../row.js";
import { giving, plain } from "../servers.js";
import { fin, readAll, stall, write } from "../steps.js";

/** A server whose response names this encoding. */
const encoded = (encoding: string, body: Uint8Array) => giving(200, body, { "content-encoding": encoding });

const head = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n";
const packings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
const largest = captured.padEnd(1_048_576);
const sixTimes = "gzip, gzip, gzip, gzip, gzip, gzip";
const blanks = Buffer.alloc(8 * 1_048_576, " ");
const announced = write(`${head}content-length: 500\r\n\r\n`);
const gzipped = gzipSync(captured);
const cut = write(gzipped.subarray(0, 80));
const wrongSum = Buffer.from(gzipped).fill(0, gzipped.length - 8, gzipped.length - 4);

const noGzip = { ...lost(), cause: "Z_DATA_ERROR" };

/** fetch does not report a missing end of the body: what it returns is no JSON. */
const endLost = { node: lost(), fetch: [lost(), unexpected(200)] };

export const compressedRows: readonly Row[] = [
  ...Object.entries(packings).flatMap(([name, pack]) => [
    row(`${name} that was not requested`, encoded(name, pack(captured)), done),
    row(`cut ${name} of the length that it declares`, encoded(name, pack(captured).subarray(0, -10)), endLost),
    row(`${name} of the largest body`, encoded(name, pack(largest)), done),
    row(`${name} of a body that is a byte too large`, encoded(name, pack(`${largest} `)), unexpected(200)),
    row(`8 MB in a small ${name}`, encoded(name, pack(blanks)), unexpected(200)),
  ]),
  row("gzip that is cut by FIN", plain([readAll, announced, cut, fin]), lost()),
  row("cut gzip that only FIN ends", plain([readAll, write(`${head}connection: close\r\n\r\n`), cut, fin]), endLost),
  row("gzip that stalls", plain([readAll, announced, cut, stall]), timedOut(), { call: { timeoutMs: 1_500 } }),
  row("gzip with a wrong checksum", encoded("gzip", wrongSum), lost()),
  row("plain text called gzip", encoded("gzip", Buffer.from(captured)), { node: noGzip, fetch: lost() }),
  row("an empty body called gzip", encoded("gzip", Buffer.alloc(0)), [lost(), unexpected(200)]),
  row("deflate without its header", encoded("deflate", deflateRawSync(captured)), { node: lost(), fetch: done }),
  row("gzip inside gzip", encoded("gzip, gzip", gzipSync(gzipped)), { node: unexpected(200), fetch: done }),
  row("six encodings inside each other", encoded(sixTimes, gzipped), [lost(), unexpected(200)]),
];
