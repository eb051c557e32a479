import type { Agent, AgentOptions, ClientRequestArgs } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { LibraryError, scrub } from "./failures.js";

type Opened = (error: Error | null, socket: Duplex) => void;

/** Makes one of Node's own agents. What goes wrong while it opens a connection becomes an error of the request. */
export function createAgent(protocol: string, options: AgentOptions & { readonly secureContext?: object }) {
  const http = process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
  return new (class extends (http.Agent as typeof Agent) {
    tunnel: (() => Promise<Socket>) | undefined;

    override createConnection(options: ClientRequestArgs, opened?: Opened): Duplex | undefined {
      const connect = (socket?: Socket) => socketFrom(() => super.createConnection(Object.assign(options, { socket })));
      if (this.tunnel === undefined) return connect();
      const secure = (socket: Socket) => {
        socket.on("error", ignore);
        try {
          opened?.(null, connect(socket));
        } catch (error) {
          socket.destroy();
          throw error;
        }
      };
      this.tunnel()
        .then(secure)
        .catch((error) => opened?.(error, undefined as never));
      return undefined;
    }
  })(options);
}

/** Takes the socket that Node made, and listens to its errors: one that nobody listens to would end the process. */
function socketFrom(make: () => unknown): Socket {
  const { Socket } = process.getBuiltinModule("node:net");
  const close = (made: unknown) => made instanceof Socket && made.on("error", ignore).destroy();
  try {
    const made = make();
    if (made instanceof Socket) {
      madeByNode.add(made);
      return made.on("error", ignore);
    }
    Promise.resolve(made).then(close).catch(ignore);
  } catch (error) {
    const { code, name } = scrub(error);
    const words = `opening the connection threw ${code ?? `${name}: see causeOf(error)`}`;
    throw new LibraryError(words, { cause: error, fault: "program" });
  }
  const words = "no socket was made: find what wraps Node's connect or createConnection, such as a tracer";
  throw new LibraryError(words, { fault: "program" });
}

const ignore = () => undefined;

/** The sockets of our agents. A mock's socket is not among them, and connects only once it is written to. */
export const madeByNode = new WeakSet<Socket>();

export function closeIdle(agent: Agent): void {
  for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
}
