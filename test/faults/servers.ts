import { once } from "node:events";
import { createSecureServer, type Http2Session, type ServerHttp2Stream } from "node:http2";
import { connect, createServer } from "node:net";
import { duplexPair } from "node:stream";
import { TLSSocket, type TlsOptions } from "node:tls";
import { type CertificateName, identity } from "../support/certificates.js";
import type { Script } from "../support/connection.js";
import { type FaultServerOptions, startFaultServer } from "../support/fault-server.js";
import { listen } from "../support/listen.js";
import { nobodyAt, type StartPeer } from "./peer.js";
import { give, readAll, stall } from "./steps.js";

/**
 * An address of its own, if the machine has more than one loopback address. At 127.0.0.1, another process's client may
 * still call a port that its own server had.
 */
export const HOST = process.platform === "linux" ? "127.18.40.9" : "127.0.0.1";

const serverOf =
  (scripts: readonly Script[], options: FaultServerOptions = {}): StartPeer =>
  (call) =>
    startFaultServer(scripts, { host: HOST, call, ...options });

/** A server without TLS. */
export const plain = (...scripts: readonly Script[]) => serverOf(scripts);

/** A server that gives every request this response. */
export const giving = (...response: Parameters<typeof give>) => plain([readAll, give(...response), stall]);

/** A server without TLS at another address. */
export const plainAt = (host: string, ...scripts: readonly Script[]) => serverOf(scripts, { host });

/** A server without TLS that the client takes for one with TLS. */
export const plainForTls = (...scripts: readonly Script[]) => serverOf(scripts, { scheme: "https" });

export interface SecureOptions extends TlsOptions {
  readonly certificate?: CertificateName;
  /** What the client takes it for. */
  readonly scheme?: "https" | "http";
}

/** A server with TLS. Its scripts begin after the handshake. */
export function secure(options: SecureOptions, ...scripts: readonly Script[]): StartPeer {
  const { certificate = "good", scheme = "https", ...tls } = options;
  return serverOf(scripts, { tls: { ...identity(certificate), ...tls }, scheme });
}

/** A server with TLS, and somebody who writes unencrypted bytes to the client as soon as the request has arrived. */
export function tamperedWith(injected: Uint8Array): StartPeer {
  const script: Script = [(connection) => connection.readRequest(), ({ raw }) => raw.write(injected)];
  return serverOf([script], {
    scheme: "https",
    over(raw) {
      const [outside, inside] = duplexPair();
      raw.pipe(outside).pipe(raw);
      const socket = new TLSSocket(inside, { isServer: true, ...identity("good") });
      raw.once("close", () => socket.destroy());
      return socket;
    },
  });
}

/** A port where nobody listens. An outgoing connection holds it, so that no other process gets it. */
export function closedPort(host = HOST): StartPeer {
  return async () => {
    const server = createServer();
    const { address, close } = await listen(server, { host });
    const accepted = once(server, "connection");
    const holder = connect({ port: Number.parseInt(address.replace(/.*:/, ""), 10), host, localAddress: host });
    const [{ remotePort }] = await accepted;
    return {
      ...nobodyAt(`http://${host}:${remotePort}`),
      async close() {
        holder.destroy();
        await close();
      },
    };
  };
}

/** What an HTTP/2 server does with a request once it has come whole. */
type StreamFault = (stream: ServerHttp2Stream, session: Http2Session) => void;

const UNKNOWN_PROTOCOL_MS = 100; // how long it keeps a client that speaks something else

/** A server that speaks HTTP/2 and nothing else. */
export function http2(onRequest: StreamFault): StartPeer {
  return async () => {
    const seen = { bytes: 0, requests: 0 };
    const server = createSecureServer({ ...identity("good"), unknownProtocolTimeout: UNKNOWN_PROTOCOL_MS });
    server.on("session", (session) => session.on("error", () => {}));
    server.on("stream", (stream, headers) => {
      seen.bytes += String(headers[":path"]).length;
      const count = (bytes: Buffer) => {
        seen.bytes += bytes.byteLength;
      };
      stream.on("error", () => {}).on("data", count);
      stream.once("end", () => {
        seen.requests += 1;
        if (stream.session !== undefined) onRequest(stream, stream.session);
      });
    });
    const { address, sockets, close } = await listen(server, { host: HOST });
    return {
      ...nobodyAt(`https://${address}`),
      seen,
      get open() {
        return sockets.size;
      },
      close,
    };
  };
}
