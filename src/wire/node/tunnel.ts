import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { CERTIFICATE_CODES } from "../../errors/certificate-codes.js";
import { LibraryError } from "../library-error.js";
import { withoutBrackets } from "../url.js";
import type { guardedBy } from "./request.js";

type Failed = (error: Error) => void;
type Then = (socket: Socket) => void;

/** Makes a socket, and goes on when it is ready. */
export type Open = (make: () => unknown, event: "connect" | "secureConnect", then: Then, onError?: Failed) => void;

/**
 * Makes tunnels with a CONNECT of our own. Node's agents read a proxy's response without a limit and add listeners with
 * each piece of it. They also check an https proxy's certificate for the service's host. Some resume the TLS session of
 * such a proxy inside the tunnel, where no name is checked: the proxy could then pass for the service.
 */
export function tunnelThrough(proxy: string, target: string) {
  const { protocol, username, password, hostname, port } = new URL(proxy);
  const isHttps = protocol === "https:";
  const { request } = process.getBuiltinModule("node:http");
  const net = process.getBuiltinModule("node:net");
  const tls = process.getBuiltinModule("node:tls");
  const host = withoutBrackets(hostname);
  const address = { host, port: Number(port || (isHttps ? 443 : 80)) };
  const names = { servername: net.isIP(host) === 0 ? host : "", ALPNProtocols: ["http/1.1"] };
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64");
  const headers = { host: target, ...(username && { "proxy-authorization": `Basic ${credentials}` }) };
  const connect = { method: "CONNECT", path: target, headers } as const;

  return (open: Open, guarded: ReturnType<typeof guardedBy>, failed: Failed, made: Then) => {
    const onError = guarded((error: NodeJS.ErrnoException) => {
      const isTelling = error.syscall !== undefined || CERTIFICATE_CODES.has(error.code); // not just a hang-up
      failed(isTelling ? error : new LibraryError("the proxy made no tunnel"));
    });
    const ask = (proxy: Socket) => {
      const onConnect = guarded(({ statusCode }: IncomingMessage, connection: Socket, early: Buffer) => {
        if (statusCode === 200 && early.length === 0) return made(connection);
        const hint = statusCode === 407 ? ": check its user and password, percent-encoded in the URL" : "";
        const rejected = `the proxy rejected the tunnel: HTTP ${statusCode}${hint}`;
        failed(new LibraryError(statusCode === 200 ? "the proxy made no tunnel" : rejected));
      });
      request({ ...connect, createConnection: () => proxy })
        .once("connect", onConnect)
        .on("error", onError)
        .end();
    };
    const secure = (socket: Socket) =>
      open(() => tls.connect({ ...address, ...names, socket }), "secureConnect", ask, onError);
    open(() => net.connect(address), "connect", isHttps ? secure : ask, onError);
  };
}

/** Decodes a user or a password, which may hold a plain percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
