import type { Agent } from "node:http";
import type { Socket } from "node:net";
import type { Deadline } from "./deadline.js";
import { OwnError } from "./own-error.js";

/** As long as fetch keeps an idle connection: the longer, the likelier it is used just as the server closes it. */
const IDLE_MS = 4_000;

/** The call for which a connection is made. TLS keeps the options that it is given as long as the connection lives. */
export interface Connecting {
  deadline: Deadline | undefined;
}

type Connect = (
  options: { readonly connecting?: Connecting },
  done: (error: Error | null, socket?: Socket) => void,
) => Socket | undefined;

/** Keeps connections alive, hands over a socket only when it is ready, and gives up connecting when the call is over. */
export function createAgent(http: { readonly Agent: typeof Agent }, protocol: string): Agent {
  const agent = new http.Agent({ keepAlive: true, timeout: IDLE_MS });
  const own = agent as unknown as { createConnection: Connect };
  const connect = own.createConnection.bind(agent);
  const ready = protocol === "https:" ? "secureConnect" : "connect";
  own.createConnection = (options, done) => {
    const socket = connect(options, () => undefined);
    const { connecting } = options;
    const takeBack = connecting?.deadline?.onEnd(() =>
      socket?.destroy(new OwnError("the call ended while connecting")),
    );
    const handOver = (error: Error | null) => {
      takeBack?.();
      if (connecting !== undefined) connecting.deadline = undefined;
      socket?.off("error", handOver).off(ready, onReady);
      done(error, socket);
    };
    const onReady = () => handOver(null);
    socket?.once("error", handOver).once(ready, onReady);
    return undefined;
  };
  return agent;
}

/** Ends the connections that wait for a next request, and those under way once their answer is there. */
export function endIdle(agent: Agent): void {
  agent.maxFreeSockets = 0;
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
