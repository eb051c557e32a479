/** An adapter to the fake over a real socket. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import * as z from "zod/mini";
import { hostInUrl } from "../console/caller-check.js";
import { createConsole } from "../console/console.js";
import { controlPath, isControlPath } from "../console/control-path.js";
import { FakePaymentService } from "../service/fake-payment-service.js";
import { handleRequest } from "../service/http/handle-request.js";
import { notEmpty, numberThat, object, partialOf, readOptions, textLike, that } from "../service/input.js";

// Read when the module loads, so that fake timers of a test do not block close().
const { setImmediate: nextTurn } = globalThis;

/** Options of {@link startPaymentServer}. */
export interface PaymentServerOptions {
  /** @defaultValue a new `FakePaymentService()` */
  readonly service?: FakePaymentService;
  /** @defaultValue 0, a free port */
  readonly port?: number;
  /** @defaultValue "127.0.0.1", which only this machine can reach */
  readonly host?: string;
  /**
   * Other names by which the page and the control API may be called, for example `payments` if the caller runs in another
   * container. Any other name is rejected, because a web site could have pointed it at this machine.
   * @defaultValue none
   */
  readonly allowedHosts?: readonly string[];
  /**
   * The path before the service's own paths, for example `/api`.
   * @defaultValue ""
   */
  readonly basePath?: string;
}

const isBasePath = (path: string) =>
  /^(\/[\w.~-]+)*$/.test(path) && !/\/\.{1,2}(\/|$)/.test(path) && !isControlPath(path);
const basePath = z.pipe(
  z.transform((path: unknown) => String(path).replace(/\/$/, "")), // a slash at the end makes no difference
  that<string>(`a path like /api or /payments/v1, and not under ${controlPath}`, (path) => isBasePath(String(path))),
);

export const serverShape = {
  port: numberThat("a whole number, 0 to 65535", (port) => Number.isInteger(port) && port >= 0 && port <= 65_535),
  host: notEmpty,
  allowedHosts: z.array(textLike(/^[\w.-]+$/, "a name without a port")),
  basePath,
};

const serverSchema = partialOf({ service: object<FakePaymentService>(), ...serverShape });

/** A server that is listening. */
export interface PaymentServer {
  /** For a client's `baseUrl`. */
  readonly baseUrl: string;
  /** For a browser: a page that shows orders, authorizations, finalizations and requests live, and arms faults. */
  readonly pageUrl: string;
  readonly port: number;
  readonly service: FakePaymentService;
  /** Stops listening and breaks the connections that are still open. */
  readonly close: () => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves the fake over HTTP, on this machine only unless you set `host`. It has the service's own paths, a page at `/` for
 * a browser, and the control API under `/_fake/`, through which any program can set up and read the state.
 *
 * @example
 * const { baseUrl, service, close } = await startPaymentServer();
 *
 * @throws Error if the port is not available, if an option is invalid, or if a fault is armed that a server cannot play.
 */
export async function startPaymentServer(options: PaymentServerOptions = {}): Promise<PaymentServer> {
  const read = readOptions("startPaymentServer", serverSchema, options);
  const { service = new FakePaymentService(), port = 0, host = "127.0.0.1", allowedHosts = [], basePath = "" } = read;
  const closeAdapter = service.faults.openAdapter("server");
  const respondByConsole = createConsole(service, { host, allowedHosts }, basePath);
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const caller = new AbortController();
    outgoing.once("close", () => caller.abort());
    const request = await webRequest(incoming, caller.signal);
    const own = await respondByConsole(request);
    if (own !== undefined) return sendResponse(own, outgoing, caller.signal);
    const delivery = await handleRequest(service, request, "server", basePath);
    if (delivery.kind === "response") return sendResponse(delivery.response, outgoing, caller.signal);
    // A stalled response keeps its socket until the caller or close() ends it.
    if (delivery.kind !== "stalled") incoming.socket.destroy();
  };
  // No timeouts: on a busy machine, one would break a connection that a test is about to use.
  const timeouts = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 };
  const server = createServer(timeouts, (incoming, outgoing) => {
    // A caller that breaks off, or a request that a web Request cannot express, gets no response.
    handle(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  const close = () => {
    closeAdapter();
    return closeServer(server);
  };
  const boundPort = await listen(server, port, host).catch((error: unknown) => {
    closeAdapter();
    throw error;
  });
  const origin = `http://${hostInUrl(host)}:${boundPort}`;
  const baseUrl = origin + basePath;
  return { baseUrl, pageUrl: `${origin}/`, port: boundPort, service, close, [Symbol.asyncDispose]: close };
}

async function webRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = "GET", url = "/", headers } = incoming;
  const body = await buffer(incoming);
  const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(`http://fake${url}`, { method, headers: fields, body: body.byteLength > 0 ? body : null, signal });
}

/** Sends the body piece by piece, as fast as the caller reads it. Rejects if the body breaks off. */
async function sendResponse(response: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  const reader = response.body?.getReader();
  const cancel = () => void reader?.cancel().catch(() => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    const { value } = piece;
    // Once the system has the bytes, they arrive even if the connection breaks right after.
    await new Promise((resolve) => outgoing.write(value, resolve));
  }
  outgoing.end();
}

/** Resolves to the port. */
const listen = (server: Server, port: number, host: string) =>
  new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // The callback's error can only say that the server was closed before, so it is ignored.
    // A client in this process learns one turn later that its idle connection has ended, and drops it in the next turn.
    // An earlier call would use the dead connection instead of being refused.
    server.close(() => nextTurn(() => nextTurn(resolve)));
    server.closeAllConnections();
  });
}
