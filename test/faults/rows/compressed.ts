import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { captured } from "../responses.js";
import { done, lost, type Row, row, strange, timedOut } from "../row.js";
import { plain } from "../servers.js";
import { fin, give, readAll, rst, stall, write } from "../steps.js";

/** A server whose response says that it is encoded so. */
const encoded = (encoding: string, body: Uint8Array, more: Readonly<Record<string, string>> = {}) =>
  plain([readAll, give(200, body, { "content-encoding": encoding, ...more }), stall]);

const head = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n";
const packings = [
  ["gzip", gzipSync],
  ["x-gzip", gzipSync],
  ["GZIP", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
] as const;
const largest = captured.padEnd(1_048_576);
const blanks = Buffer.alloc(8 * 1_048_576, " ");
const gzipped = gzipSync(captured);
const cut = write(gzipped.subarray(0, 80));
const wrongSum = Buffer.from(gzipped).fill(0, gzipped.length - 8, gzipped.length - 4);

/** fetch says nothing of a lost end: what it gives is no JSON. */
const endLost = { node: lost(), fetch: [lost(), strange(200)] };

export const compressedRows: readonly Row[] = [
  ...packings.flatMap(([name, pack]) => [
    row(`${name}, though nobody asked for it`, encoded(name, pack(captured)), done),
    row(
      `${name} that is cut, under the length of what there is`,
      encoded(name, pack(captured).subarray(0, -10)),
      endLost,
    ),
    row(`${name} of as much as there may be`, encoded(name, pack(largest)), done),
    row(`${name} of a byte more`, encoded(name, pack(`${largest} `)), strange(200)),
    row(`8 MB in a little ${name}`, encoded(name, pack(blanks)), strange(200)),
  ]),
  row(
    "8 MB in the beginning of gzip",
    encoded("gzip", gzipSync(blanks), { "content-length": "1000000" }),
    strange(200),
  ),
  row("gzip that is cut by FIN", plain([readAll, write(`${head}content-length: 500\r\n\r\n`), cut, fin]), lost()),
  row("gzip that is cut by RST", plain([readAll, write(`${head}content-length: 500\r\n\r\n`), cut, rst]), lost()),
  row("gzip that only FIN ends, cut", plain([readAll, write(`${head}connection: close\r\n\r\n`), cut, fin]), endLost),
  row("gzip that stalls", plain([readAll, write(`${head}content-length: 500\r\n\r\n`), cut, stall]), timedOut(), {
    call: { timeoutMs: 1_500 },
  }),
  row("gzip whose checksum is wrong", encoded("gzip", wrongSum), lost()),
  row("gzip that is none", encoded("gzip", Buffer.from(captured)), {
    node: { ...lost(), cause: "Z_DATA_ERROR" },
    fetch: lost(),
  }),
  row("gzip of nothing at all", encoded("gzip", Buffer.alloc(0)), [lost(), strange(200)]),
  row("deflate without its header", encoded("deflate", deflateRawSync(captured)), { node: lost(), fetch: done }),
  row("an encoding that nobody knows", encoded("brotl", gzipped), strange(200)),
  row("gzip twice over", encoded("gzip, gzip", gzipSync(gzipped)), { node: strange(200), fetch: done }),
  row("six encodings, one over the other", encoded("gzip, gzip, gzip, gzip, gzip, gzip", gzipped), [
    lost(),
    strange(200),
  ]),
];
