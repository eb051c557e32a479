import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { SecureContextOptions } from "node:tls";
import { closeIdle, createAgent, madeByNode } from "./agent.js";
import { readBody } from "./body.js";
import { type Deadline, nextPoll, nextTurn } from "./deadline.js";
import type { Exchange, Incoming, Outgoing } from "./exchange.js";
import { FinalError, LibraryError } from "./failures.js";
import { charsetOf, joined } from "./headers.js";
import { tunnelThrough } from "./proxy.js";
import { withoutBrackets } from "./url.js";

const IDLE_MS = 4_000; // as fetch; later, a server is likelier to close a connection just as it is used

export interface ConnectionOptions {
  readonly maxConnections: number;
  readonly tls?: SecureContextOptions | undefined;
  readonly proxy?: string | undefined;
}

/** Makes a transport over node:http(s). Whatever ends a call before its request is written proves that nothing was sent. */
export function nodeExchange(base: URL, options: ConnectionOptions): Exchange {
  const http = process.getBuiltinModule(base.protocol === "https:" ? "node:https" : "node:http");
  const secureContext = options.tls && process.getBuiltinModule("node:tls").createSecureContext(options.tls);
  const agent = createAgent(base.protocol, {
    keepAlive: true,
    timeout: IDLE_MS,
    ...(secureContext && { secureContext }),
  });
  const tunnel = options.proxy === undefined ? undefined : tunnelThrough(options.proxy, base);
  const target = { agent, hostname: withoutBrackets(base.hostname), port: base.port };
  const attempt = (outgoing: Outgoing) => {
    const { method, url, body, deadline } = outgoing;
    const sized = method === "GET" ? {} : { "content-length": String(Buffer.byteLength(body)) };
    // Not a list, whose indexes OpenTelemetry would read as names.
    const headers = { host: base.host, ...sized, ...outgoing.headers, "accept-encoding": "identity" };
    agent.tunnel = tunnel && (() => tunnel(deadline.signal));
    return exchange(http.request({ ...target, method, path: url.slice(base.origin.length), headers }), outgoing);
  };
  const transport = {
    isClosed: false,
    enter: placesFor(options.maxConnections),
    close() {
      transport.isClosed = true;
      agent.maxFreeSockets = 0;
      closeIdle(agent);
    },
    async send(outgoing: Outgoing) {
      try {
        return await attempt(outgoing);
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error;
        closeIdle(agent); // they may have ended too
        return attempt(outgoing);
      }
    },
  };
  return transport;
}

/** A kept connection ended before the request was written. */
class StaleConnection extends LibraryError {}

/** The bytes that each kept connection had delivered when its last response ended. */
const bytesRead = new WeakMap<Socket, number>();

/** A mock's socket may count none. */
const bytesSince = (socket: Socket) => (socket.bytesRead ?? 0) - (bytesRead.get(socket) ?? 0);

async function exchange(request: ClientRequest, outgoing: Outgoing): Promise<Incoming> {
  const { body, deadline, onSending } = outgoing;
  const { connected, responded, takeBack } = follow(request, outgoing);
  let isSent = false;
  try {
    const socket = await connected;
    await Promise.race([nextPoll(), responded]); // fails if a kept connection has closed
    // What follows bytes that respond to no request would pass for the response to this one.
    if (bytesSince(socket) !== 0) throw new LibraryError("nobody's response");
    if (!deadline.maySend()) throw new LibraryError("the call is over");
    isSent = true;
    onSending();
    // Node writes text and the headers together, in UTF-8, which saves 2 to 4 % of a call. Latin-1 headers need bytes.
    request.end(/[\x80-\xff]/.test(Object.values(outgoing.headers).join()) ? Buffer.from(body) : body);
    const response = await responded;
    response.once("end", () => bytesRead.set(socket, socket.bytesRead));
    const headers = joined(response.rawHeaders); // Node's own header objects fail on some names
    const encoding = headers["content-encoding"]?.toLowerCase();
    const chunks = encoding === undefined ? response : unpacked(response, encoding);
    const read = await readBody(chunks, charsetOf(headers), outgoing);
    return { httpStatus: response.statusCode as number, headers, body: read };
  } catch (error) {
    if (isSent || deadline.ended !== undefined) throw error;
    if (request.reusedSocket) throw new StaleConnection("a kept connection ended", { cause: error });
    // A server that sends first on a new connection: another attempt would race with its next response.
    throw request.socket?.bytesRead ? new FinalError("nobody's response") : error;
  } finally {
    takeBack();
    if (isSent && !request.writableFinished && !request.destroyed) await nextTurn(); // TLS reports a write a turn late
    request.destroy(); // does nothing to a connection that Node has taken back
  }
}

/** Follows a request until its call ends. The listeners only settle promises: one that throws would end the process. */
function follow(request: ClientRequest, { deadline, maxResponseBytes }: Outgoing) {
  const { promise: connected, resolve: ready, reject } = Promise.withResolvers<Socket>();
  const { promise: responded, resolve, reject: fail } = Promise.withResolvers<IncomingMessage>();
  responded.catch(reject);
  connected.catch(() => undefined);
  let response: IncomingMessage | undefined;
  request
    .once("socket", (socket: Socket & { readonly secureConnecting?: boolean }) => {
      const isReady = !socket.connecting && !socket.secureConnecting;
      if (isReady || !madeByNode.has(socket)) ready(socket);
      else socket.once(socket.secureConnecting ? "secureConnect" : "connect", () => ready(socket));
    })
    .on("information", () => {
      const isEndless = request.socket !== null && bytesSince(request.socket) > maxResponseBytes;
      if (isEndless) request.destroy(new LibraryError("interim responses without end"));
    })
    .once("response", (begun) => {
      response = begun;
      resolve(begun);
    })
    .on("error", (error) => {
      fail(error);
      if (response?.complete === false) response.destroy(error); // its own error would say only "aborted"
    })
    .once("close", () => {
      if (response === undefined) fail(new LibraryError("the connection was closed")); // an upgrade emits no error
    });
  const takeBack = deadline.onEnd(() => {
    fail(new LibraryError("the call is over"));
    request.destroy();
  });
  return { connected, responded, takeBack };
}

/** Decompresses a response. The request asks for no compression, but a proxy may compress all the same. */
function unpacked(response: IncomingMessage, encoding: string): Readable {
  const { createGunzip, createInflate, createBrotliDecompress } = process.getBuiltinModule("node:zlib");
  const decoders = { gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const decoder = new Map(Object.entries(decoders)).get(encoding)?.();
  if (decoder === undefined) return response;
  return process.getBuiltinModule("node:stream").pipeline(response, decoder, () => undefined);
}

/** Gives calls a connection in turn. Node's own `maxSockets` does not count tunnels that are being made. */
function placesFor(count: number): Exchange["enter"] {
  const waiting: { readonly deadline: Deadline; readonly enter: () => void }[] = [];
  let free = count;
  const leave = () => {
    let next = waiting.shift();
    while (next !== undefined && !next.deadline.mayBegin()) next = waiting.shift();
    if (next === undefined) free += 1;
    else next.enter();
  };
  return async (deadline) => {
    if (free > 0) free -= 1;
    else await deadline.race(new Promise<void>((enter) => waiting.push({ deadline, enter })));
    return leave;
  };
}
