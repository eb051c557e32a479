import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { type CallHandle, Connection, type RawRequest, type Script, type Seen } from "./connection.js";
import { listen } from "./listen.js";
import { ignoreBytesTo } from "./witness.js";

/** The server of a call: it fails as a test says, and counts what really arrived. */
export interface Peer {
  /** For a client's `baseUrl`. */
  readonly origin: string;
  readonly seen: Seen;
  readonly connections: readonly Pick<Connection, "socket" | "raw">[];
  /** How many connections clients still hold. */
  readonly open: number;
  close(): Promise<void>;
}

export interface FaultServer extends Peer {
  /** The requests that came whole, for a server whose fault is a function. */
  readonly requests: readonly RawRequest[];
  /** Resolves as soon as no client holds a connection any more. */
  hungUp(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What the server does with a request after all of it has arrived. */
export type ServerFault = (socket: Socket, request: RawRequest) => void;

export interface FaultServerOptions {
  /** Speaks TLS. */
  readonly tls?: TlsOptions | undefined;
  /** What the client takes the server for. */
  readonly scheme?: "https" | "http";
  readonly host?: string;
  /** A free one by default. */
  readonly port?: number;
  /** Makes the script's socket from that of a connection without TLS. */
  readonly over?: (raw: Socket) => Socket;
  readonly call?: CallHandle;
}

/**
 * A server of raw bytes on a real loopback socket, which can do what no HTTP server would. Its fault is a function for
 * each request, or a list of scripts: one for each connection, the last one for all further connections.
 */
export async function startFaultServer(
  fault: ServerFault | readonly Script[],
  { tls, scheme = tls === undefined ? "http" : "https", over, call, ...where }: FaultServerOptions = {},
): Promise<FaultServer> {
  const seen = { bytes: 0, requests: 0 };
  const requests: RawRequest[] = [];
  const connections: Connection[] = [];
  const scripts = typeof fault === "function" ? [serving(fault, requests)] : fault;
  const serve = (socket: Socket, raw: Socket) => {
    const connection = new Connection(socket, raw, seen, call);
    const script = scripts[connections.length] ?? scripts.at(-1) ?? [];
    connections.push(connection);
    void connection.play(script);
  };
  const rawOf = ({ remotePort }: Socket) => [...sockets].find((socket) => socket.remotePort === remotePort);
  const server = tls
    ? createTlsServer(tls, (socket) => serve(socket, rawOf(socket) ?? socket))
    : createServer((raw) => serve(over?.(raw) ?? raw, raw));
  const { address, sockets, close } = await listen(server, where);
  const origin = `${scheme}://${address}`;
  if (tls !== undefined) ignoreBytesTo(origin);
  return {
    origin,
    seen,
    requests,
    connections,
    get open() {
      return sockets.size;
    },
    async hungUp() {
      await Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const serving = (fault: ServerFault, requests: RawRequest[]): Script => [
  async (connection) => {
    for (let next = await connection.readRequest(); next !== undefined; next = await connection.readRequest()) {
      requests.push(next);
      fault(connection.socket, next);
    }
  },
];

/** Bytes of an HTTP response, its length included: of JSON, or of a page if it looks like one. */
export function response(status: number, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) {
  const bytes = Buffer.from(body);
  const type = bytes.toString("latin1").startsWith("<") ? "text/html" : "application/json";
  const fields = { "content-type": type, "content-length": String(bytes.byteLength), ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Status\r\n${lines.join("")}\r\n`), bytes]);
}

/** Gives every request the same response. */
export function responding(...[status, body, headers]: Parameters<typeof response>): ServerFault {
  return (socket) => socket.write(response(status, body, headers));
}

/** Reads the request and never responds. */
export const silence: ServerFault = () => {};

/** An origin where nothing listens: its port was free a moment ago. */
export async function closedOrigin(): Promise<string> {
  const { address, close } = await listen(createServer());
  await close();
  return `http://${address}`;
}
