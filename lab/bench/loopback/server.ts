// A server that answers at once with fixed text, in a process of its own, and counts its connections.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "../run/worker.ts";
import { answerTo } from "./answers.ts";

const answers = new Map<string, Buffer>();
let connections = 0;

const server = createServer((request, response) => {
  const path = request.url ?? "/";
  const body = answers.get(path) ?? Buffer.from(answerTo(path));
  answers.set(path, body);
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": body.byteLength });
    response.end(body);
  });
});
server.keepAliveTimeout = 600_000; // clients wait for their turn: they must find their connections again
server.on("connection", () => {
  connections += 1;
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

serve({
  port: () => (server.address() as AddressInfo).port,
  connections: () => connections,
});
