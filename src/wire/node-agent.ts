import type { Agent } from "node:http";
import type { Socket } from "node:net";
import type { SecureContextOptions } from "node:tls";
import type { Deadline } from "./deadline.js";
import { withoutPrototype } from "./json.js";
import { OwnError } from "./own-error.js";
import { canTunnel, environmentsProxy } from "./proxy.js";

/** As long as fetch keeps an idle connection: the longer, the likelier it is used just as the server closes it. */
const IDLE_MS = 4_000;

/** Certificates and a key as PEM, in text or bytes. */
export interface TlsOptions {
  /** The authorities to trust, instead of Node's own list of them. */
  ca?: string | Uint8Array | readonly (string | Uint8Array)[] | null | undefined;
  /** The client's certificate, with those between it and its authority behind it. */
  cert?: string | Uint8Array | null | undefined;
  /** The private key of `cert`. */
  key?: string | Uint8Array | null | undefined;
  /** Of the key, if it is encrypted. */
  passphrase?: string | null | undefined;
}

/** How the connections of a client are made. */
export interface ConnectionOptions {
  readonly tls?: SecureContextOptions | undefined;
  /** The address of a proxy, its credentials in it. */
  readonly proxy?: string | undefined;
}

/** The call for which a connection is made. TLS keeps the options that it is given as long as the connection lives. */
export interface Connecting {
  deadline: Deadline | undefined;
}

type Done = (error: Error | null, socket?: Socket) => void;
type Connect = (options: { readonly connecting?: Connecting }, done: Done) => Socket | undefined;

/** Keeps connections alive, hands over a socket only when it is ready, and gives up connecting when the call is over. */
export function createAgent(base: URL, { tls, proxy = environmentsProxy(base) }: ConnectionOptions): Agent {
  const isHttps = base.protocol === "https:";
  const { Agent } = process.getBuiltinModule(isHttps ? "node:https" : "node:http");
  if (proxy !== undefined && !canTunnel()) throw new OwnError("proxy needs Node 22.21, 24.5 or later: upgrade Node");
  const secureContext = tls && process.getBuiltinModule("node:tls").createSecureContext(withoutPrototype(tls));
  const proxyEnv = proxy === undefined ? undefined : { HTTPS_PROXY: proxy };
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, proxyEnv, ...(secureContext && { secureContext }) });
  const own = agent as unknown as { createConnection: Connect };
  const connect = own.createConnection.bind(agent);

  own.createConnection = (options, callback) => {
    let done: Done | undefined = callback; // TLS keeps this scope, which holds the call only until it has its connection
    let takeBack: (() => void) | undefined;
    const handOver: Done = (error, ready) => {
      takeBack?.();
      if (error !== null) socket?.destroy(); // a proxy may refuse and stay connected
      if (options.connecting !== undefined) options.connecting.deadline = undefined;
      done?.(error && inOurWords(error), ready);
      done = takeBack = undefined;
    };
    // The timeout is the idle time, which would limit the making of a tunnel.
    const withoutLimit = withoutPrototype({ ...options, timeout: undefined });
    // The end of a tunnel comes by the callback. The socket returned leads to the proxy, which must not see the request.
    const socket = connect(withoutLimit, proxy === undefined ? () => undefined : handOver);
    if (proxy === undefined) whenReady(socket, isHttps ? "secureConnect" : "connect", handOver);
    const giveUp = () => handOver(new OwnError("the call ended while connecting"));
    takeBack = options.connecting?.deadline?.onEnd(giveUp);
    return undefined;
  };
  return agent;
}

/** Node's words for a failed tunnel hold the proxy's address, and in some versions its password. */
function inOurWords(error: Error & { code?: string; statusCode?: number }): Error {
  if (error.code !== "ERR_PROXY_TUNNEL") return error;
  const { statusCode } = error;
  return new OwnError(statusCode === undefined ? "the proxy made no tunnel" : `the proxy refused: HTTP ${statusCode}`);
}

function whenReady(socket: Socket | undefined, event: "connect" | "secureConnect", done: Done): void {
  const onReady = () => end(null);
  const end = (error: Error | null) => {
    socket?.off("error", end).off(event, onReady);
    done(error, socket);
  };
  socket?.once("error", end).once(event, onReady);
}

/** Ends the connections that wait for a next request, and those under way once their answer is there. */
export function endIdle(agent: Agent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
