// A service in its own process. It responds to every order at once, or in chunks of one byte.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "../../worker.ts";

const RESPONSE_BYTES = 2 ** 20; // the default of maxResponseBytes

const status = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" };
const registered = JSON.stringify({ status, orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3" });
const chunks = [...registered.padEnd(RESPONSE_BYTES)].map((character) => `1\r\n${character}\r\n`).join("");
const head = "HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
const inBytes = Buffer.from(`${head}${chunks}0\r\n\r\n`);

const server = createServer((request, response) => {
  if (request.url?.startsWith("/bytes/")) request.socket.write(inBytes);
  else response.writeHead(201, { "content-type": "application/json" }).end(registered);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

serve({ address: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
