import { once } from "node:events";
import { createSecureServer, type Http2Session, type SecureServerOptions, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import type { StartPeer } from "./peer.js";
import { HOST, pem } from "./servers.js";

/** What an HTTP/2 server does with a request once it has come whole. */
type StreamFault = (stream: ServerHttp2Stream, session: Http2Session) => void;

interface Http2Options extends SecureServerOptions {
  readonly onSession?: (session: Http2Session) => void;
}

const UNKNOWN_PROTOCOL_MS = 100; // how long it keeps a client that speaks something else

/** A server that speaks HTTP/2 and nothing else. */
export function http2(onRequest: StreamFault, { onSession, ...options }: Http2Options = {}): StartPeer {
  return async () => {
    const seen = { bytes: 0, requests: 0 };
    const sessions = new Set<Http2Session>();
    const identity = { key: pem("good"), cert: pem("good"), unknownProtocolTimeout: UNKNOWN_PROTOCOL_MS };
    const server = createSecureServer({ ...identity, ...options });
    server.on("session", (session) => {
      sessions.add(session);
      session.on("error", () => {}).once("close", () => sessions.delete(session));
      onSession?.(session);
    });
    server.on("stream", (stream, headers) => {
      seen.bytes += String(headers[":path"]).length;
      stream
        .on("error", () => {})
        .on("data", (bytes: Buffer) => {
          seen.bytes += bytes.byteLength;
        });
      stream.once("end", () => {
        seen.requests += 1;
        if (stream.session !== undefined) onRequest(stream, stream.session);
      });
    });
    server.listen(0, HOST);
    await once(server, "listening");
    return {
      origin: `https://${HOST}:${(server.address() as AddressInfo).port}`,
      seen,
      connections: [],
      get open() {
        return sessions.size;
      },
      async close() {
        for (const session of sessions) session.destroy();
        server.close();
        await once(server, "close");
      },
    };
  };
}
