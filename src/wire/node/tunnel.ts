import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { CERTIFICATE_CODES } from "../../errors/certificate-codes.js";
import { LibraryError } from "../library-error.js";
import { withoutBrackets } from "../url.js";
import { guardedBy } from "./request.js";

/** Opens a connection. To give up, destroy what it returns. */
export type Open = (ready: (connection: Socket) => void, failed: (error: Error) => void) => Socket | ClientRequest;

/**
 * Makes tunnels with a CONNECT of our own. Node's agents read a proxy's response without a limit and add listeners with
 * each piece of it. Some also resume the TLS session of an https proxy inside the tunnel, where no name is checked: the
 * proxy could then pass for the service.
 */
export function tunnelThrough(proxy: string, target: string): Open {
  const { protocol, username, password, hostname: host, port } = new URL(proxy);
  const { request } = process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
  const hostname = withoutBrackets(host);
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64");
  const headers = { host: target, ...(username && { "proxy-authorization": `Basic ${credentials}` }) };
  const connect = { method: "CONNECT", agent: false, hostname, port, path: target, headers } as const;

  return (ready, failed) => {
    const guarded = guardedBy(failed);
    const onConnect = guarded(({ statusCode }: IncomingMessage, connection: Socket, early: Buffer) => {
      if (statusCode === 200 && early.length === 0) return ready(connection);
      connection.destroy();
      const hint = statusCode === 407 ? ": check its user and password, percent-encoded in the URL" : "";
      const rejected = `the proxy rejected the tunnel: HTTP ${statusCode}${hint}`;
      failed(new LibraryError(statusCode === 200 ? "the proxy made no tunnel" : rejected));
    });
    const onError = guarded((error: NodeJS.ErrnoException) => {
      const isTelling = error.syscall !== undefined || CERTIFICATE_CODES.has(error.code); // not just a hang-up
      failed(isTelling ? error : new LibraryError("the proxy made no tunnel"));
    });
    return request(connect).once("connect", onConnect).on("error", onError).end();
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
