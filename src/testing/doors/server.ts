/// <reference lib="esnext.disposable" preserve="true" />
/** A door to the fake over a real socket. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { hostInUrl } from "../console/caller-check.js";
import { Control, controlPath } from "../console/console.js";
import { FakePaymentService } from "../service/fake-payment-service.js";
import { handleRequest } from "../service/http/handle-request.js";

// Kept from before a test's fake timers: this is no time that a test plays with.
const { setImmediate: nextTurn } = globalThis;

/** Where the server listens, and for whom. */
export interface PaymentServerOptions {
  /** @defaultValue a new `FakePaymentService()` */
  readonly service?: FakePaymentService;
  /** @defaultValue 0, a free port */
  readonly port?: number;
  /** @defaultValue "127.0.0.1", reached from this machine only */
  readonly host?: string;
  /**
   * The path under which the service's own paths stand, for instance `/api`.
   * @defaultValue ""
   */
  readonly basePath?: string;
}

/** A server that is listening. */
export interface PaymentServer {
  /** For a client's `baseUrl`. */
  readonly baseUrl: string;
  /** For a browser: a page that shows orders, authorizations, finalizations and requests live, and arms faults. */
  readonly pageUrl: string;
  readonly port: number;
  readonly service: FakePaymentService;
  /** Stops listening and breaks the connections that are still open. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves the fake over HTTP, on this machine only unless `host` says otherwise. Beside the service's own paths it has a
 * page at `/` for a browser, and under `/_fake/` what programs in other languages need to set up and read the state.
 *
 * @example
 * const { baseUrl, service, close } = await startPaymentServer();
 *
 * @throws Error when the port cannot be had, the base path is not the service's to have, or a fault is armed that a
 * server cannot play.
 */
export async function startPaymentServer(options: PaymentServerOptions = {}): Promise<PaymentServer> {
  const { service = new FakePaymentService(), port = 0, host = "127.0.0.1", basePath = "" } = options;
  if (`${basePath}/`.startsWith(`${controlPath}/`)) throw new Error(`The base path ${controlPath} is the fake's own.`);
  const leave = service.openDoor("server");
  const control = new Control(service, { host, basePath });
  const server = createServer((incoming, outgoing) => {
    // A caller that breaks off midway, or a request that the web's Request cannot express, gets no answer.
    answer({ service, control, basePath }, incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  const close = () => {
    leave();
    return closeServer(server);
  };
  const boundPort = await listen(server, port, host).catch((error: unknown) => {
    leave();
    throw error;
  });
  const origin = `http://${hostInUrl(host)}:${boundPort}`;
  const baseUrl = origin + basePath;
  return { baseUrl, pageUrl: `${origin}/`, port: boundPort, service, close, [Symbol.asyncDispose]: close };
}

interface Answering {
  readonly service: FakePaymentService;
  readonly control: Control;
  readonly basePath: string;
}

async function answer(
  { service, control, basePath }: Answering,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const caller = new AbortController();
  outgoing.once("close", () => caller.abort());
  const request = await webRequest(incoming, caller.signal);
  const own = await control.answer(request);
  if (own !== undefined) return write(own, outgoing, caller.signal);
  const reply = await handleRequest(service, request, { door: "server", basePath });
  if (reply.kind === "response") await write(reply.response, outgoing, caller.signal);
  // A stalled answer keeps its socket until the caller or close() ends it.
  else if (reply.kind !== "stalled") incoming.socket.destroy();
}

async function webRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = "GET", url = "/", headers } = incoming;
  const body = await buffer(incoming);
  const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(`http://fake${url}`, { method, headers: fields, body: body.byteLength > 0 ? body : null, signal });
}

/** Piece by piece, as the body comes and the caller takes it; a body that breaks off breaks the connection. */
async function write(response: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  const reader = response.body?.getReader();
  const cancel = () => void reader?.cancel().catch(() => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    await sent(piece.value, outgoing);
  }
  outgoing.end();
}

/** Resolves once the system has taken the bytes: a connection that breaks right after still delivers them. */
const sent = promisify((bytes: Uint8Array, outgoing: ServerResponse, done: (error?: Error | null) => void) => {
  outgoing.write(bytes, done);
});

/** Gives the port. */
function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Closing a second time is no mistake, so the error that Node has for it is left alone.
    // In the next turn, clients in this process hear that their idle connections ended; in the one after, these are
    // gone from their pools. A call before that would go into a dead connection instead of being refused.
    server.close(() => nextTurn(() => nextTurn(resolve)));
    server.closeAllConnections();
  });
}
