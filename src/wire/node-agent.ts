import type { Agent } from "node:http";
import type { Socket } from "node:net";
import type { Deadline } from "./deadline.js";

/** As long as fetch keeps an idle connection: the longer, the likelier it is used just as the server closes it. */
const IDLE_MS = 4_000;

type Connect = (
  options: { deadline?: Deadline },
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
    const takeBack = options.deadline?.onEnd(() => socket?.destroy(new Error("the call ended while connecting")));
    delete options.deadline; // the agent keeps its options with the socket, long after this call
    const handOver = (error: Error | null) => {
      takeBack?.();
      socket?.off("error", handOver).off(ready, onReady);
      done(error, socket);
    };
    const onReady = () => handOver(null);
    socket?.once("error", handOver).once(ready, onReady);
    return undefined;
  };
  return agent;
}
