import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { BodyBytes, type BodyReading } from "../body.js";
import type { Outgoing } from "../exchange.js";

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
export function readBody(response: Readable, { maxResponseBytes, deadline }: Outgoing): Promise<BodyReading> {
  const bytes = new BodyBytes();
  return new Promise((resolve) => {
    const broken = (error: Error) => resolve(bytes.broken({ error }));
    const takeBack = deadline.onEnd(() => broken(new Error("the call is over")));
    response
      .on("data", (chunk: Uint8Array) => {
        if (bytes.add(chunk, maxResponseBytes)) return;
        resolve(bytes.broken("too_large"));
        response.destroy();
      })
      .on("error", broken)
      .once("end", () => resolve(bytes.whole(maxResponseBytes)))
      .once("close", () => {
        takeBack();
        if (!response.readableEnded) broken(new Error("the connection was closed"));
      });
  });
}
