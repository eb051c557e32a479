// A service in its own process. It responds to every order at once, after a while, or in chunks of one byte.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { serve } from "../../worker.ts";

const RESPONSE_BYTES = 2 ** 20; // the default of maxResponseBytes
const RESPONSE_AFTER_MS = 200;

const status = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" };
const registered = JSON.stringify({ status, orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3" });
const chunks = [...registered.padEnd(RESPONSE_BYTES)].map((character) => `1\r\n${character}\r\n`).join("");
const head = "HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
const inBytes = Buffer.from(`${head}${chunks}0\r\n\r\n`);

let open = 0;
let most = 0;

const server = createServer({ keepAliveTimeout: 600_000 }, async (request, response) => {
  if (request.url?.startsWith("/bytes/")) return void request.socket.write(inBytes);
  if (request.url?.startsWith("/slow/")) await setTimeout(RESPONSE_AFTER_MS);
  response.writeHead(201, { "content-type": "application/json" }).end(registered);
});
server.on("connection", (socket) => {
  open += 1;
  most = Math.max(most, open);
  socket.once("close", () => {
    open -= 1;
  });
});
await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, resolve));

serve({
  address: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  mostConnections: () => most,
});
