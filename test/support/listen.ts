import { once } from "node:events";
import type { AddressInfo, Server, Socket } from "node:net";

/** A server that listens on a loopback address, and the connections that clients hold to it. */
export async function listen(server: Server, { host = "127.0.0.1", port = 0 } = {}) {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true); // otherwise the kernel delays written bytes by some 40 ms, until the client acknowledges
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    address: `${host}:${(server.address() as AddressInfo).port}`,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
