import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { speaksTls } from "./send-witness.js";

/** One request, whole, as it came over the wire. */
export interface RawRequest {
  /** Request line and headers. */
  readonly head: string;
  readonly body: string;
}

/** What the server does with a request once the whole of it has come. */
export type Fault = (socket: Socket, request: RawRequest) => void;

export interface FaultServer {
  /** For a client's `baseUrl`. */
  readonly origin: string;
  /** The requests that came whole. */
  readonly requests: readonly RawRequest[];
  /** All bytes of requests, also of one that did not come whole. What sets up TLS is none. */
  readonly bytesReceived: number;
  /** How many connections came to be, whether or not TLS could be set up on them. */
  readonly connections: number;
  /** Resolves as soon as no client holds a connection any more. */
  hungUp(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface FaultServerOptions {
  /** Acts on the first bytes of a connection instead of waiting for its request. */
  readonly onBytes?: (socket: Socket) => void;
  /** Speaks TLS, with a certificate that nobody trusts. */
  readonly selfSigned?: boolean | TlsOptions;
  /** A free one by default. */
  readonly port?: number;
}

const TLS_HANDSHAKE = 0x16; // the type of the record that a TLS client begins with

let allBytesReceived = 0;

/** The bytes of requests that came to any of the servers so far. */
export function requestBytesReceived(): number {
  return allBytesReceived;
}

/** A server of raw bytes on a real loopback socket, which can do what an HTTP server never would. */
export async function startFaultServer(fault: Fault, options: FaultServerOptions = {}): Promise<FaultServer> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  let bytesReceived = 0;
  let connections = 0;
  const serve = (socket: Socket) => {
    let text = "";
    let isHandshake: boolean | undefined;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {}); // clients hang up in the middle: that is what the tests are about
    socket.on("data", (bytes) => {
      isHandshake ??= bytes[0] === TLS_HANDSHAKE;
      if (!isHandshake) {
        bytesReceived += bytes.byteLength;
        allBytesReceived += bytes.byteLength;
      }
      text += bytes.toString("latin1");
      if (options.onBytes !== undefined) return options.onBytes(socket);
      const request = wholeRequest(text);
      if (request === undefined) return;
      text = "";
      requests.push(request);
      fault(socket, request);
    });
  };
  const server = options.selfSigned
    ? createTlsServer({ key: certificate(), cert: certificate(), ...Object(options.selfSigned) }, serve)
    : createServer(serve);
  server.on("connection", () => {
    connections += 1;
  });
  const port = await listen(server, options.port);
  if (options.selfSigned) speaksTls(port);
  return {
    origin: `${options.selfSigned ? "https" : "http"}://127.0.0.1:${port}`,
    requests,
    get bytesReceived() {
      return bytesReceived;
    },
    get connections() {
      return connections;
    },
    async hungUp() {
      await Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Bytes of an HTTP response, its length included: of JSON, or of a page if it looks like one. */
export function response(status: number, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) {
  const bytes = Buffer.from(body);
  const type = bytes.toString("latin1").startsWith("<") ? "text/html" : "application/json";
  const fields = { "content-type": type, "content-length": String(bytes.byteLength), ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join("")}\r\n`), bytes]);
}

/** Responses every request in the same way. */
export function responding(
  status: number,
  body: string | Uint8Array,
  headers?: Readonly<Record<string, string>>,
): Fault {
  return (socket) => socket.write(response(status, body, headers));
}

/** Takes the request and says nothing. */
export const silence: Fault = () => {};

/** An address where nothing listens: a port that was free a moment ago. */
export async function closedOrigin(): Promise<string> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}

function wholeRequest(text: string): RawRequest | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const head = text.slice(0, end);
  const body = text.slice(end + 4);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? "0");
  return body.length < length ? undefined : { head, body: Buffer.from(body, "latin1").toString() };
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** For 127.0.0.1 and localhost, with its key. */
export function certificate(): string {
  return readFileSync(new URL("certificates/self-signed.pem", import.meta.url), "utf8");
}
