/** One request over node:http: written once its connection is ready, and its response read to the end. */
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { BodyBytes, type BodyReading } from "../body.js";
import type { Incoming, Outgoing } from "../exchange.js";
import { charsetOf, joined } from "../headers.js";
import { FinalError, LibraryError } from "../library-error.js";
import { calmPoll, nextPoll } from "./next-poll.js";

/**
 * A kept connection ended before the request was written, or a busy process cannot tell whether it delivers a response to
 * no request.
 */
export class StaleConnection extends LibraryError {}

/** The bytes that each kept connection had delivered when its last response ended. */
const bytesRead = new WeakMap<Socket, number>();

/** Counts the bytes that a kept connection has delivered since its last response. A mock's socket may count nothing. */
const bytesSince = (socket: Socket) => (socket.bytesRead ?? 0) - (bytesRead.get(socket) ?? 0);

/**
 * A server that sends first on a new connection is broken or hostile: another attempt would race with its next
 * response.
 */
function unsentError({ socket, reusedSocket }: ClientRequest, error: Error): Error {
  if (reusedSocket) return new StaleConnection("a kept connection ended", { cause: error });
  return socket !== null && socket.bytesRead > 0 ? new FinalError("nobody's response") : error;
}

/** The connections under TLS sockets. A TLS socket itself cannot be reset. */
export const underTls = new WeakMap<Socket, Socket>();

/**
 * Makes listeners that never throw. Other code in the process may change a request, a response or a socket, and an
 * exception in a listener would end the process.
 */
export const guardedBy =
  (failed: (error: Error) => void) =>
  <Event extends readonly unknown[]>(react: (...event: Event) => unknown) =>
  (...event: Event): void => {
    try {
      react(...event);
    } catch (error) {
      failed(error as Error);
    }
  };

const quietly = guardedBy(() => undefined);

/**
 * Resets a connection, so that the kernel delivers no more of what was written. After a close, it would deliver
 * megabytes more. A mock's connection cannot be reset, nor one inside the TLS of a proxy.
 */
const reset = quietly((socket: Socket | null) => socket && (underTls.get(socket) ?? socket).resetAndDestroy());

/** @throws StaleConnection if the request needs another connection; nothing was sent. */
export async function exchange(request: ClientRequest, outgoing: Outgoing): Promise<Incoming> {
  const { headers, body, deadline, maxResponseBytes, onSending } = outgoing;
  let isSent = false;
  let takeBack: (() => void) | undefined;
  const write = async (socket: Socket) => {
    let isStale = false;
    if (request.reusedSocket) isStale = !(await calmPoll());
    else await nextPoll();
    // Bytes that have arrived by now respond to no request. What follows them would pass for the response to this one.
    if (bytesSince(socket) !== 0) request.destroy(new LibraryError("nobody's response"));
    else if (isStale) request.destroy(new LibraryError("the process was busy"));
    if (request.destroyed || !deadline.maySend()) return;
    isSent = true;
    onSending();
    // Given text, Node writes it and the headers together, which saves 2 to 4 % of a call. Both are then in UTF-8, so it is
    // given as bytes if a header has Latin-1 letters.
    const isAscii = !/[\x80-\xff]/.test(Object.values(headers).join());
    if (isAscii) request.end(body, "utf8");
    else request.end(Buffer.from(body));
  };
  try {
    return await new Promise<Incoming>((resolve, reject) => {
      let response: IncomingMessage | undefined;
      let fail = reject; // once a response began: ends its body
      const closed = () => reject(new LibraryError("the connection was closed")); // an upgrade emits no error
      const guarded = guardedBy(reject);
      const onInformation = guarded(() => {
        const isEndless = bytesSince(request.socket as Socket) > maxResponseBytes;
        if (isEndless) request.destroy(new LibraryError("interim responses without end"));
      });
      const onResponse = guarded((begun: IncomingMessage) => {
        if (!isSent) request.destroy(new LibraryError("nobody's response"));
        else if (begun.statusCode === 101) request.destroy(new LibraryError("the server switched protocols"));
        else {
          request.off("close", closed);
          response = begun;
          fail = read(begun, request.socket as Socket, maxResponseBytes, resolve);
        }
      });
      const onError = guarded((error: Error) => {
        if (response === undefined) reject(isSent ? error : unsentError(request, error));
        else if (!response.complete) response.destroy(error); // says why it broke off; its own error says only "aborted"
      });
      request
        .once("socket", (socket) => void write(socket).catch(reject))
        .on("information", onInformation)
        .once("response", onResponse)
        .on("error", onError)
        .once("close", closed);
      takeBack = deadline.onEnd(() => {
        // First, because what follows may throw on a mock, and would let a response pass for a complete one.
        fail(new LibraryError("the call is over"));
        reset(request.socket);
        request.destroy();
      });
    });
  } finally {
    takeBack?.();
    if (isSent && !request.writableFinished && !request.destroyed) await nextPoll(); // TLS reports a write a turn late
    // The rest of the response is not wanted, or it came early, and the server may never read the rest of the request.
    // This does nothing to the connection of a complete exchange, which Node has already taken back.
    request.destroy();
  }
}

/** Reads a response to its end. Returns what to call if the rest of its body is not to be read. */
function read(response: IncomingMessage, socket: Socket, max: number, done: (incoming: Incoming) => void) {
  // A connection whose bytes are not recorded is not used again.
  const onResponseEnd = quietly(() => bytesRead.set(socket, socket.bytesRead));
  response.once("end", onResponseEnd);
  const httpStatus = response.statusCode as number;
  const headers = joined(response.rawHeaders); // Node's own header objects cost more, and fail on some names
  const bytes = new BodyBytes(charsetOf(headers));
  const body = unpacked(response, headers["content-encoding"]);
  const end = (reading: BodyReading) => done({ httpStatus, headers, body: reading });
  const broken = (error: Error) => end(bytes.broken({ error }));
  const guarded = guardedBy(broken);
  const onData = guarded((chunk: unknown) => {
    if (bytes.add(bytesOf(chunk, body.readableEncoding), max)) return;
    end(bytes.broken("too_large"));
    body.destroy(); // a small response may decompress to gigabytes
  });
  const onEnd = guarded(() => end(bytes.whole(max)));
  const onClose = guarded(() => body.readableEnded || broken(new LibraryError("the connection was closed")));
  body.on("data", onData).on("error", broken).once("end", onEnd).once("close", onClose);
  return broken;
}

/** Decompresses a response. The request asks for no compression, but a proxy may compress all the same. */
function unpacked(response: IncomingMessage, encoding: string | undefined): Readable {
  if (encoding === undefined) return response;
  const { createGunzip, createInflate, createBrotliDecompress } = process.getBuiltinModule("node:zlib");
  const decoders = { gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const decoder = new Map(Object.entries(decoders)).get(encoding.toLowerCase())?.();
  if (decoder === undefined) return response;
  // Errors of both streams appear on the decoder, which is read.
  return process.getBuiltinModule("node:stream").pipeline(response, decoder, () => undefined);
}

/** Returns the bytes of a chunk. It is text if other code in the process has called setEncoding. */
function bytesOf(chunk: unknown, encoding: BufferEncoding | null): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  const isWhole = typeof chunk === "string" && encoding !== "ascii"; // "ascii" drops a bit of each byte
  if (isWhole) return Buffer.from(chunk, encoding ?? "utf8");
  throw new LibraryError("other code in this process changed the response");
}
