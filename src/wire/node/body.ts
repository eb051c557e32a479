import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { BodyBytes, type BodyReading } from "../body.js";
import type { Outgoing } from "../exchange.js";
import { LibraryError } from "../library-error.js";
import { guardedBy } from "./guarded.js";

/** Decompresses a response. The request asks for no compression, but a proxy may compress all the same. */
export function unpacked(response: IncomingMessage, encoding = "identity"): Readable {
  if (encoding.toLowerCase() === "identity") return response;
  const { createGunzip, createInflate, createBrotliDecompress } = process.getBuiltinModule("node:zlib");
  const decoders = { gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const decoder = new Map(Object.entries(decoders)).get(encoding.toLowerCase())?.();
  if (decoder === undefined) return response;
  // Errors of both streams appear on the decoder, which is read.
  return process.getBuiltinModule("node:stream").pipeline(response, decoder, () => undefined);
}

/**
 * Reads until the deadline, and then reports the body as broken. A response that is given up ends early and would look
 * complete.
 */
export function readBody(
  response: Readable,
  charset: string | undefined,
  { maxResponseBytes, deadline }: Outgoing,
): Promise<BodyReading> {
  const bytes = new BodyBytes(charset);
  return new Promise((resolve) => {
    const broken = (error: Error) => resolve(bytes.broken({ error }));
    const takeBack = deadline.onEnd(() => broken(new Error("the call is over")));
    const guarded = guardedBy(broken);
    const onData = guarded((chunk: unknown) => {
      if (bytes.add(bytesOf(chunk, response.readableEncoding), maxResponseBytes)) return;
      resolve(bytes.broken("too_large"));
      response.destroy(); // a small response may decompress to gigabytes
    });
    const onClose = guarded(() => {
      takeBack();
      if (!response.readableEnded) broken(new Error("the connection was closed"));
    });
    const onEnd = guarded(() => resolve(bytes.whole(maxResponseBytes)));
    response.on("data", onData).on("error", broken).once("end", onEnd).once("close", onClose);
  });
}

/** Returns the bytes of a chunk. It is text if other code in the process has called setEncoding. */
function bytesOf(chunk: unknown, encoding: BufferEncoding | null): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  const isWhole = typeof chunk === "string" && encoding !== "ascii"; // "ascii" drops a bit of each byte
  if (isWhole) return Buffer.from(chunk, encoding ?? "utf8");
  throw new LibraryError("other code in this process changed the response");
}
