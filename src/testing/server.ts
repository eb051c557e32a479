/** A door to the fake over a real socket. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { FakePaymentService } from "./fake-payment-service.js";
import { handleRequest } from "./http.js";

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
  readonly service: FakePaymentService;
  /** Stops listening and breaks the connections that are still open. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Serves the fake over HTTP, on this machine only unless `host` says otherwise.
 *
 * @example
 * const { baseUrl, service, close } = await startPaymentServer();
 *
 * @throws Error when the port cannot be had, or a fault is armed that a server cannot play.
 */
export async function startPaymentServer(options: PaymentServerOptions = {}): Promise<PaymentServer> {
  const { service = new FakePaymentService(), port = 0, host = "127.0.0.1", basePath = "" } = options;
  const leave = service.openDoor("server");
  const server = createServer((incoming, outgoing) => {
    // A caller that breaks off midway, or a request that the web's Request cannot express, gets no answer.
    answer(service, basePath, incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  const close = () => {
    leave();
    return closeServer(server);
  };
  const origin = await listen(server, port, host).catch((error: unknown) => {
    leave();
    throw error;
  });
  return { baseUrl: origin + basePath, service, close, [Symbol.asyncDispose]: close };
}

async function answer(
  service: FakePaymentService,
  basePath: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const caller = new AbortController();
  outgoing.once("close", () => caller.abort());
  const request = await webRequest(incoming, caller.signal);
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

/** Piece by piece, as the body comes; a body that breaks off breaks the connection. */
async function write(response: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  const reader = response.body?.getReader();
  signal.addEventListener("abort", () => void reader?.cancel().catch(() => undefined));
  const headers = Object.fromEntries(response.headers);
  if (reader === undefined) {
    outgoing.writeHead(response.status, { ...headers, "content-length": 0 }).end();
    return;
  }
  outgoing.writeHead(response.status, headers);
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) outgoing.write(piece.value);
  outgoing.end();
}

function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const bound = server.address() as AddressInfo;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${bound.port}`);
    });
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // Closing a second time is no mistake, so the error that Node has for it is left alone.
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
