// The server that all clients call, in a process of its own. It reads each request and responses at once with fixed text.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "../../worker.ts";

const status = {
  isSuccess: true,
  errorNumber: 0,
  statusKey: "SUCCESS",
  statusMessage: "The operation was successful.",
  errors: null,
  exceptionDetails: null,
};

const ordered = JSON.stringify({ status, orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3" });

const finalized = JSON.stringify({
  status,
  transactionId: "202603040000000002",
  batchId: "20260304-01",
  acquirerId: "1010",
  canFinalizeAgain: true,
  amountRemainingForFinalize: "amount",
  totalAmountFinalized: "amount",
  totalAmountPendingFinalization: "amount",
  riskAssessment: { mode: "active", result: "accepted" },
}).replaceAll('"amount"', "250.00"); // with the service's scale, which a JavaScript number loses

const server = createServer((request, response) => {
  const payload = request.url?.includes("/finalize") ? finalized : ordered;
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": payload.length });
    response.end(payload);
  });
});
server.keepAliveTimeout = 600_000; // clients wait for their turn, and must find their connections again
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

serve({ baseUrl: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` });
