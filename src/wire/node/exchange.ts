import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Exchange, Incoming, Outgoing } from "../exchange.js";
import { charsetOf, joined } from "../headers.js";
import { withoutPrototype } from "../json.js";
import { FinalError, LibraryError } from "../library-error.js";
import { type ConnectionOptions, closeIdle, createAgent, endIdle, reset } from "./agent.js";
import { readBody, unpacked } from "./body.js";
import { gate } from "./gate.js";
import { guardedBy } from "./guarded.js";
import { calmPoll, nextPoll } from "./next-poll.js";
import { isNode } from "./runtime.js";

/** A kept connection is given up, because a busy process cannot tell whether it delivers a response to no request. */
class StaleConnection extends LibraryError {}

/** The bytes that each kept connection had delivered when its last response ended. */
const bytesRead = new WeakMap<Socket, number>();

/** The bytes that it has delivered since. A mock's socket may count nothing. */
const bytesSince = (socket: Socket) => (socket.bytesRead ?? 0) - (bytesRead.get(socket) ?? 0);

/**
 * A server that sends first on a new connection is broken or hostile: another attempt would race with its next
 * response.
 */
const unsentError = (socket: Socket | null, error: Error) =>
  socket !== null && socket.bytesRead > 0 && !bytesRead.has(socket) ? new FinalError("nobody's response") : error;

/**
 * Makes a transport over node:http(s) with a keep-alive agent. It never repeats a request by itself, and writes one
 * only to a socket that is connected and whose certificate is accepted. Whatever ends a call before that, even its
 * deadline, is proof that nothing was sent.
 *
 * Returns undefined without Node, and in runtimes that only imitate it. `getBuiltinModule` costs a tenth of an import,
 * and bundlers for other runtimes need not know the modules.
 */
export function nodeExchange(baseUrl: string, options: ConnectionOptions): Exchange | undefined {
  if (!isNode()) return undefined;
  const base = new URL(baseUrl);
  const target = { hostname: base.hostname.replace(/^\[|\]$/g, ""), port: base.port };
  let agent: Agent | undefined;
  let isClosed = false;
  // Shows at once whether the certificates can be read. Without them, Node's modules are loaded with the first call.
  if (options.tls !== undefined || options.proxy !== undefined) agent = createAgent(base, options);

  return {
    enter: gate(options.maxConnections),
    isClosed: () => isClosed,
    close() {
      isClosed = true;
      if (agent !== undefined) endIdle(agent);
    },
    send(outgoing) {
      agent ??= createAgent(base, options);
      const own = agent;
      if (isClosed) endIdle(own); // closed while this call waited for its credentials
      const bytes = Buffer.from(outgoing.body);
      const { method, url, deadline } = outgoing;
      const path = url.slice(base.origin.length);
      const sized = method === "GET" ? {} : { "content-length": String(bytes.length) };
      // An object, because patches of node:http (OpenTelemetry, Sentry 9, nock 13) would read the indexes of a list as
      // names.
      const headers = { host: base.host, ...sized, ...outgoing.headers, "accept-encoding": "identity" };
      const made = { ...target, method, agent: own, path, headers };
      const { request } = process.getBuiltinModule(base.protocol === "https:" ? "node:https" : "node:http");
      const open = () => request(withoutPrototype({ ...made, connecting: { deadline } }));
      return exchange(open(), bytes, outgoing).catch((error) => {
        if (!(error instanceof StaleConnection)) throw error;
        closeIdle(own);
        return exchange(open(), bytes, outgoing);
      });
    },
  };
}

async function exchange(request: ClientRequest, bytes: Uint8Array, outgoing: Outgoing): Promise<Incoming> {
  const { deadline, maxResponseBytes, onSending } = outgoing;
  let isSent = false;
  let isComplete = false;
  let takeBack: (() => void) | undefined;
  const write = async (socket: Socket) => {
    let isStale = false;
    if (request.reusedSocket) isStale = !(await calmPoll());
    else await nextPoll();
    // Bytes that have arrived by now respond to no request. What follows them would pass for the response to this one.
    if (bytesSince(socket) !== 0) request.destroy(new LibraryError("nobody's response"));
    else if (isStale) request.destroy(new StaleConnection());
    if (request.destroyed || !deadline.maySend()) return;
    isSent = true;
    onSending();
    // Given text, Node writes it and the headers with one system call, which saves 4 % of a call. "latin1" keeps the headers
    // in Latin-1. Early versions of MSW 3 read all text as UTF-8, so a body that is not ASCII is given as bytes.
    const isAscii = bytes.length === outgoing.body.length;
    if (isAscii) request.end(outgoing.body, "latin1");
    else request.end(bytes);
  };
  try {
    const incoming = await new Promise<Incoming>((resolve, reject) => {
      const closed = () => reject(new LibraryError("the connection was closed")); // an upgrade emits no error
      const guarded = guardedBy(reject);
      request
        .once("socket", (socket) => void write(socket).catch(reject))
        .on(
          "information",
          guarded(() => {
            const isEndless = bytesSince(request.socket as Socket) > maxResponseBytes;
            if (isEndless) request.destroy(new LibraryError("interim responses without end"));
          }),
        )
        .once(
          "response",
          guarded((response: IncomingMessage) => {
            if (!isSent) request.destroy(new LibraryError("nobody's response"));
            else if (response.statusCode === 101) request.destroy(new LibraryError("the server switched protocols"));
            else resolve(incomingOf(request.off("close", closed), response, outgoing));
          }),
        )
        .on(
          "error",
          guarded((error: Error) => reject(isSent ? error : unsentError(request.socket, error))),
        )
        .once("close", closed);
      takeBack = deadline.onEnd(() => {
        reject(new LibraryError("the call is over")); // first, because what follows may throw on a mock
        reset(request.socket);
        request.destroy();
      });
    });
    isComplete = incoming.body.end === "complete";
    return incoming;
  } finally {
    takeBack?.();
    if (isSent && !request.writableFinished && !request.destroyed) await nextPoll(); // TLS reports a write a turn late
    // The rest of the response is not wanted, or it came early, and the server may never read the rest of the request.
    if (!isComplete || !request.writableFinished) request.destroy();
  }
}

/** Adds its listeners before the first await, because a response may break off as it begins. */
async function incomingOf(request: ClientRequest, response: IncomingMessage, outgoing: Outgoing): Promise<Incoming> {
  const socket = request.socket as Socket;
  const quietly = guardedBy(() => undefined); // a connection whose bytes are not recorded is not used again
  response.once(
    "end",
    quietly(() => bytesRead.set(socket, socket.bytesRead)),
  );
  // The request's error says why the response broke off; the response's own says only "aborted".
  request.on(
    "error",
    quietly((error: Error) => response.complete || response.destroy(error)),
  );
  const headers = joined(response.rawHeaders); // Node's own header objects cost more, and fail on some names
  const body = await readBody(unpacked(response, headers["content-encoding"]), charsetOf(headers), outgoing);
  return { httpStatus: response.statusCode as number, headers, body };
}
