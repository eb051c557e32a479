import type { Agent, ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { BodyBytes, type BodyReading } from "./body.js";
import type { Deadline } from "./deadline.js";
import type { Exchange, Incoming, Outgoing } from "./exchange.js";
import { joined } from "./headers.js";

interface RunTime {
  readonly process?: NodeJS.Process;
  readonly Bun?: unknown;
  readonly Deno?: unknown;
  readonly navigator?: { readonly userAgent?: string };
}

// Not the global one, and kept from before a test's fake timers: the process polls whatever a test does with its time.
const nextTurn = (globalThis as RunTime).process?.getBuiltinModule?.("node:timers")?.setImmediate;

/**
 * Over node:http(s) with a keep-alive agent: no request is ever sent again by itself, and none is given to a socket
 * before that is connected and its certificate accepted. Whatever ends a call until then, its deadline among it, is
 * proof that nothing was sent.
 *
 * Undefined where there is no Node, and in run times that only imitate it. Getting the modules this way costs a tenth
 * of importing them, and bundlers for other run times need not know of them.
 */
export function nodeExchange(baseUrl: string): Exchange | undefined {
  const { process, Bun, Deno, navigator } = globalThis as RunTime;
  if (process?.versions?.node === undefined || Bun !== undefined || Deno !== undefined) return undefined;
  if (navigator?.userAgent === "Cloudflare-Workers") return undefined; // its node:http never gives a request a socket
  const isSecure = new URL(baseUrl).protocol === "https:";
  const http = process.getBuiltinModule(isSecure ? "node:https" : "node:http");
  const kept = new http.Agent({ keepAlive: true, timeout: IDLE_MS });
  const agent = handingOver(kept, isSecure ? "secureConnect" : "connect");

  return (outgoing) => {
    const { url, headers, deadline } = outgoing;
    const request = http.request(url, {
      method: "POST",
      headers: { ...headers, "accept-encoding": "identity" },
      agent,
      ...{ deadline },
    });
    return exchange(request, outgoing, (response, encoding) => unpacked(response, encoding, process));
  };
}

/** As long as fetch keeps an idle connection: the longer, the likelier it is used just as the server closes it. */
const IDLE_MS = 4_000;

type Connect = (
  options: { deadline?: Deadline },
  done: (error: Error | null, socket?: Socket) => void,
) => Socket | undefined;

/** Makes the agent hand over a socket only when it is ready, and give up connecting when the call is over. */
function handingOver<T extends Agent>(agent: T, ready: "connect" | "secureConnect"): T {
  const own = agent as unknown as { createConnection: Connect };
  const connect = own.createConnection.bind(agent);
  own.createConnection = (options, done) => {
    const socket = connect(options, () => undefined);
    const stop = options.deadline?.onEnd(() => socket?.destroy(new Error("the call ended while connecting")));
    delete options.deadline; // the agent keeps its options with the socket, long after this call
    const settle = (error: Error | null) => {
      stop?.();
      socket?.off("error", settle).off(ready, onReady);
      done(error, socket);
    };
    const onReady = () => settle(null);
    socket?.once("error", settle).once(ready, onReady);
    return undefined;
  };
  return agent;
}

/**
 * A kept connection may hold its end, or an answer that nobody asked for, which the process was too busy to read. Once
 * what has arrived is read, the one is proof that nothing was sent, and the other cannot pass for this call's answer.
 */
function afterNextPoll(write: () => void): void {
  nextTurn?.(() => nextTurn(write)); // the first may still run before the process polls
}

type Unpack = (response: IncomingMessage, encoding: string | undefined) => Readable;

async function exchange(request: ClientRequest, outgoing: Outgoing, unpack: Unpack): Promise<Incoming> {
  const { promise, resolve, reject } = Promise.withResolvers<Incoming>();
  const stop = outgoing.deadline.onEnd(() => {
    request.destroy();
    reject(new Error("the call is over"));
  });
  const unanswered = () => reject(new Error("the connection was closed")); // no error tells of an upgrade
  let isSent = false;
  const write = () => {
    if (request.destroyed || outgoing.deadline.ended !== undefined) return;
    isSent = true;
    outgoing.onSending();
    request.end(outgoing.bytes);
  };
  request
    .once("socket", () => (request.reusedSocket ? afterNextPoll(write) : write()))
    .once("response", (response) => {
      if (!isSent) return request.destroy(new Error("the connection held an answer that nobody had asked for"));
      request.off("close", unanswered);
      return resolve(answerOf(request, response, outgoing, unpack));
    })
    .on("error", reject)
    .once("close", unanswered);
  try {
    return await promise;
  } finally {
    stop();
    if (!request.writableFinished) request.destroy(); // answered early: nobody may ever read the rest
  }
}

/** Listens before it first waits: an answer may break off in the moment in which it begins. */
async function answerOf(
  request: ClientRequest,
  response: IncomingMessage,
  { maxResponseBytes, deadline }: Outgoing,
  unpack: Unpack,
): Promise<Incoming> {
  if (response.statusCode === 101) {
    request.destroy();
    throw new Error("the server switched protocols");
  }
  // Says why the answer broke off; the answer's own error says "aborted" whatever it was.
  request.on("error", (error) => response.complete || response.destroy(error));
  const headers = joined(pairsOf(response.rawHeaders)); // Node's own records cost more, and trip over some names
  const body = await readBody(unpack(response, headers["content-encoding"]), maxResponseBytes, deadline);
  return { httpStatus: response.statusCode as number, headers, body };
}

/** Nothing compressed is asked for, but a proxy may compress all the same. */
function unpacked(response: IncomingMessage, encoding: string | undefined, process: NodeJS.Process): Readable {
  if (encoding === undefined || encoding.toLowerCase() === "identity") return response;
  const zlib = process.getBuiltinModule("node:zlib");
  const decoders = new Map<string, () => NodeJS.ReadWriteStream & Readable>([
    ["gzip", zlib.createGunzip],
    ["x-gzip", zlib.createGunzip],
    ["deflate", zlib.createInflate],
    ["br", zlib.createBrotliDecompress],
  ]);
  const decoder = decoders.get(encoding.toLowerCase())?.();
  if (decoder === undefined) return response;
  // Errors of either show in the decoder, which is what is read.
  return process.getBuiltinModule("node:stream").pipeline(response, decoder, () => undefined);
}

/** Until the deadline, whatever comes after it: an answer that is given up ends early and looks whole. */
function readBody(response: Readable, maxBytes: number, deadline: Deadline): Promise<BodyReading> {
  const bytes = new BodyBytes(maxBytes);
  const { promise, resolve } = Promise.withResolvers<BodyReading>();
  const broken = (error: Error) => resolve(bytes.broken({ error }));
  const stop = deadline.onEnd(() => broken(new Error("the call is over")));
  response.on("data", (chunk: Uint8Array) => {
    if (bytes.add(chunk)) return;
    resolve(bytes.broken("too_large"));
    response.destroy();
  });
  const closed = () => broken(new Error("the connection was closed"));
  response
    .on("error", broken)
    .once("close", closed)
    .once("end", () => {
      response.off("close", closed);
      resolve(bytes.whole());
    });
  return promise.finally(stop);
}

function* pairsOf(rawHeaders: readonly string[]): Iterable<readonly [string, string]> {
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) yield [rawHeaders[at] as string, rawHeaders[at + 1] as string];
}
