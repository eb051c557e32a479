import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** A server on a free loopback port, until it is disposed of. */
export async function startPlainServer(server: Server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}
