import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { captured } from "../answers.js";
import { done, lost, type Row, strange, timedOut, whole } from "../row.js";
import { plain } from "../servers.js";
import { fin, give, readAll, rst, stall, write } from "../steps.js";

/** A server whose answer says that it is encoded so. */
const encoded = (encoding: string, body: Uint8Array) =>
  plain([readAll, give(200, body, { "content-encoding": encoding }), stall]);

const broken = { ...strange, httpStatus: 200, ...whole };
const packings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
const blanks = Buffer.alloc(8 * 1_048_576, " ");
const gzipped = gzipSync(captured);
const wrongSum = Buffer.from(gzipped).fill(0, gzipped.length - 8, gzipped.length - 4);

export const compressedRows: readonly Row[] = Object.entries(packings)
  .flatMap(([name, pack]): Row[] => [
    { name: `${name}, though nobody asked for it`, server: encoded(name, pack(captured)), both: done },
    {
      name: `${name} that is cut, under the length of what there is`,
      server: encoded(name, pack(captured).subarray(0, -10)),
      node: { ...lost, ...whole },
      fetch: [{ ...lost, ...whole }, broken],
    },
    { name: `8 MB in a little ${name}`, server: encoded(name, pack(blanks)), both: broken },
  ])
  .concat([
    {
      name: "gzip that is cut by FIN",
      server: plain([
        readAll,
        write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 500\r\n\r\n`),
        write(gzipped.subarray(0, 80)),
        fin,
      ]),
      both: { ...lost, ...whole },
    },
    {
      name: "gzip that is cut by RST",
      server: plain([
        readAll,
        write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 500\r\n\r\n`),
        write(gzipped.subarray(0, 80)),
        rst,
      ]),
      both: { ...lost, ...whole },
    },
    {
      name: "gzip that only FIN ends, cut",
      server: plain([
        readAll,
        write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n`),
        write(gzipped.subarray(0, 80)),
        fin,
      ]),
      node: { ...lost, ...whole },
      fetch: [{ ...lost, ...whole }, broken],
    },
    {
      name: "gzip that stalls",
      server: plain([
        readAll,
        write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 500\r\n\r\n`),
        write(gzipped.subarray(0, 80)),
        stall,
      ]),
      call: { timeoutMs: 800 },
      both: { ...timedOut, ...whole },
    },
    { name: "gzip whose checksum is wrong", server: encoded("gzip", wrongSum), both: { ...lost, ...whole } },
    { name: "gzip that is none", server: encoded("gzip", Buffer.from(captured)), both: { ...lost, ...whole } },
    { name: "gzip of nothing at all", server: encoded("gzip", Buffer.alloc(0)), both: [{ ...lost, ...whole }, broken] },
    {
      name: "deflate without its header",
      server: encoded("deflate", deflateRawSync(captured)),
      node: { ...lost, ...whole },
      fetch: done,
    },
    { name: "an encoding that nobody knows", server: encoded("brotl", gzipped), both: broken },
    { name: "gzip twice over", server: encoded("gzip, gzip", gzipSync(gzipped)), node: broken, fetch: done },
    {
      name: "six encodings, one over the other",
      server: encoded("gzip, gzip, gzip, gzip, gzip, gzip", gzipped),
      both: [{ ...lost, ...whole }, broken],
    },
  ]);
