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
type Connect = (options: Options & { readonly socket?: Socket }) => unknown;

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
    if (given.agent !== agent && tunnel === undefined) return socketFrom(() => connect(given));
    const options = withoutPrototype({ ...given, timeout: undefined }); // the idle time would limit connecting
    let done: Done | undefined = callback; // TLS keeps this scope, so `done` is cleared later: it holds the call
    let takeBack: (() => void) | undefined;
    let begun: Socket | undefined;
    const end: Done = (error, socket) => {
      takeBack?.();
      options.connecting.deadline = undefined;
      done?.(error, socket);
      done = takeBack = undefined;
    };
    const failed = (error: Error) => {
      begun?.destroy();
      end(error);
    };
    const guarded = guardedBy((error) => {
      // A turn later, because TLS that began over it, and that nobody was given, ends without an error only if it reads.
      process.nextTick(() => begun?.destroy());
      end(openingError(error));
    });
    const open: Open = (make, event, then, onError = failed) => {
      const socket = socketFrom(make);
      begun = socket;
      const onReady = guarded(() => {
        socket.off("error", onError);
        then(socket);
      });
      socket.once("error", onError).once(event, onReady);
    };
    const ready = (socket: Socket) => {
      end(null, socket);
      if (socket.listenerCount("free") === 0) socket.destroy(); // whoever asked for it no longer waits
    };
    const secure = (connection: Socket) => {
      const make = () => connect({ ...options, socket: connection });
      open(make, "secureConnect", (socket) => {
        underTls.set(socket, connection);
        ready(socket);
      });
    };
    guarded(() => {
      if (tunnel !== undefined) tunnel(open, guarded, failed, secure);
      else open(() => net.connect(options), "connect", isHttps ? secure : ready);
    })();
    takeBack = options.connecting.deadline?.onEnd(() => failed(new LibraryError("the call ended while connecting")));
    return undefined;
  };
  return agent;
}

/**
 * Takes the socket that was made, and listens to its errors from then on: one that nobody listens to ends the process.
 * A tracer may have wrapped what makes it. What is made in vain is closed, also if a promise brings it later.
 *
 * @throws what `make` throws, and an OpeningError if it returns no socket.
 */
function socketFrom(make: () => unknown): Socket {
  const { Socket } = process.getBuiltinModule("node:net");
  const { subscribe, unsubscribe } = process.getBuiltinModule("node:diagnostics_channel");
  const close = (made: unknown) => made instanceof Socket && made.on("error", ignore).destroy();
  const made: unknown[] = [];
  const onSocket = (message: unknown) => made.push(Object(message).socket);
  subscribe("net.client.socket", onSocket);
  try {
    const socket = make();
    if (socket instanceof Socket) return socket.on("error", ignore);
    Promise.resolve(socket).then(close).catch(ignore);
    throw new OpeningError("no socket was made: find what wraps Node's connect or createConnection, such as a tracer");
  } catch (error) {
    made.forEach(close);
    throw error;
  } finally {
    unsubscribe("net.client.socket", onSocket);
  }
}

const ignore = () => undefined;

function openingError(error: unknown): OpeningError {
  if (error instanceof OpeningError) return error;
  const { code, name } = scrub(error);
  return new OpeningError(`opening the connection threw ${code ?? `${name}: see causeOf(error)`}`, { cause: error });
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
