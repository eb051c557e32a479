import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { nobodyAt, type StartPeer } from "./peer.js";
import { HOST } from "./servers.js";

/** A port where nobody listens. A connection that goes out from it holds it meanwhile, so that nobody else gets it. */
export function closedPort(host = HOST): StartPeer {
  return async () => {
    const server = createServer().listen(0, host);
    await once(server, "listening");
    const { port: elsewhere } = server.address() as AddressInfo;
    const accepted = once(server, "connection");
    const holder = connect({ port: elsewhere, host, localAddress: host });
    const [socket] = await accepted;
    return {
      ...nobodyAt(`http://${host}:${socket.remotePort}`),
      async close() {
        holder.destroy();
        socket.destroy();
        server.close();
        await once(server, "close");
      },
    };
  };
}
