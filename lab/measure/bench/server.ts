// The service that all clients call, in a process of its own. It reads each request and responds with fixed text.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "../../worker.ts";

const status =
  '"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS","statusMessage":"","errors":null,"exceptionDetails":null}';
const ordered = `{${status},"orderId":"a08ff49b-6f77-4632-a16c-43069c43a8c3"}`;
const finalized = `{${status},"transactionId":"202603040000000002","batchId":"20260304-01","acquirerId":"1010",
"canFinalizeAgain":true,"amountRemainingForFinalize":250.00,"totalAmountFinalized":250.00,
"totalAmountPendingFinalization":0.00,"riskAssessment":{"mode":"active","result":"accepted"}}`;

const connections = new Map<string, { open: number; most: number }>();

/** Opens a port, so that the connections of each client can be counted. It responds after so many milliseconds. */
async function open(afterMs: number): Promise<string> {
  const count = { open: 0, most: 0 };
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    const text = request.url?.includes("/finalize") ? finalized : ordered;
    const headers = { "content-type": "application/json; charset=utf-8", "content-length": text.length };
    const respond = () => response.writeHead(200, headers).end(text);
    request.resume().on("end", () => (afterMs === 0 ? respond() : setTimeout(respond, afterMs)));
  }).on("connection", (socket) => {
    count.open += 1;
    count.most = Math.max(count.most, count.open);
    socket.once("close", () => {
      count.open -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 4_096 }, resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  connections.set(baseUrl, count);
  return baseUrl;
}

serve({ open, mostSockets: (baseUrl: string) => connections.get(baseUrl)?.most });
