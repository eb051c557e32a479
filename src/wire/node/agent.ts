import type { Agent } from "node:http";
import type { NetConnectOpts, Socket } from "node:net";
import type { SecureContextOptions } from "node:tls";
import type { Deadline } from "../deadline.js";
import { withoutPrototype } from "../json.js";
import { LibraryError, OpeningError } from "../library-error.js";
import { scrub } from "../scrub.js";
import { environmentsProxy } from "./proxy.js";
import { guardedBy, underTls } from "./request.js";
import { type Open, tunnelThrough } from "./tunnel.js";

/**
 * As long as fetch keeps an idle connection. After a longer time, it is likelier to be used just as the server closes
 * it.
 */
const IDLE_MS = 4_000;

/** How many connections a client has at once, and how they are made. */
export interface ConnectionOptions {
  readonly maxConnections: number;
  readonly tls?: SecureContextOptions | undefined;
  /** The URL of a proxy, with its credentials. */
  readonly proxy?: string | undefined;
}

type Done = (error: Error | null, socket?: Socket) => void;
/** Options with the call that needs the connection. TLS keeps them as long as the connection lives. */
type Options = NetConnectOpts & { readonly agent?: unknown; readonly connecting: { deadline: Deadline | undefined } };
type Connect = (options: Options & { readonly socket?: Socket }) => Socket;

/**
 * Makes an agent that keeps connections alive. It hands over a socket only when it is ready, and gives up connecting
 * when the call is over.
 */
export function createAgent(base: URL, { tls, proxy = environmentsProxy(base) }: ConnectionOptions): Agent {
  const isHttps = base.protocol === "https:";
  const net = process.getBuiltinModule("node:net");
  const { Agent } = process.getBuiltinModule(isHttps ? "node:https" : "node:http");
  const secureContext = tls && process.getBuiltinModule("node:tls").createSecureContext(withoutPrototype(tls));
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, ...(secureContext && { secureContext }) });
  const own = agent as unknown as { createConnection: (options: Options, done: Done) => Socket | undefined };
  const connect = own.createConnection.bind(agent) as unknown as Connect;
  const tunnel = proxy === undefined ? undefined : tunnelThrough(proxy, `${base.hostname}:${base.port || 443}`);

  own.createConnection = (given: Options, callback: Done) => {
    // MSW 2 and nock 14 replace our agent with their own, and take the socket that is returned here.
    if (given.agent !== agent && tunnel === undefined) return connect(given);
    const options = withoutPrototype({ ...given, timeout: undefined }); // the idle time would limit connecting
    let done: Done | undefined = callback; // TLS keeps this scope, so `done` is cleared later: it holds the call
    let takeBack: (() => void) | undefined;
    let step: { destroy(): unknown } | undefined;
    const handOver: Done = (error, socket) => {
      takeBack?.();
      if (error !== null) step?.destroy();
      options.connecting.deadline = undefined;
      done?.(error, socket);
      done = takeBack = undefined;
    };
    const guarded = guardedBy((error) => handOver(openingError(error)));
    const secured = (connection: Socket) => {
      step = connection;
      const socket = connect({ ...options, socket: connection });
      underTls.set(socket, connection);
      step = socket;
      whenReady(socket, "secureConnect", ready, handOver);
    };
    const ready = guarded((socket: Socket) => handOver(null, socket));
    const directly: Open = (...then) => whenReady(net.connect(options), "connect", ...then);
    guarded(() => {
      step = (tunnel ?? directly)(isHttps ? guarded(secured) : ready, handOver);
    })();
    takeBack = options.connecting.deadline?.onEnd(() => handOver(new LibraryError("the call ended while connecting")));
    return undefined;
  };
  return agent;
}

function openingError(error: unknown): OpeningError {
  const { code, name } = scrub(error);
  return new OpeningError(`opening the connection threw ${code ?? `${name}: see causeOf(error)`}`, { cause: error });
}

function whenReady(socket: Socket, event: string, ready: (socket: Socket) => void, failed: (error: Error) => void) {
  const onReady = () => {
    socket.off("error", failed);
    ready(socket);
  };
  return socket.once("error", failed).once(event, onReady);
}

/** Ends idle connections now, and those in flight once their response has ended. */
export function endIdle(agent: Agent): void {
  agent.maxFreeSockets = 0;
  closeIdle(agent);
}

/** Ends idle connections, so that the next request gets a new one. */
export function closeIdle(agent: Agent): void {
  for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
}
