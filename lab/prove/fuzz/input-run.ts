import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { PaymentClient, type PaymentEvent, toResult } from "merchant-payments";
import { type FuzzOptions, type FuzzResult, fuzz, fuzzedClient, startPlainServer } from "./harness.ts";
import { faultsOfInvalid, faultsOfRequests, type SeenRequest } from "./input-check.ts";
import { buildInput, extraFields, inputPlan } from "./inputs.ts";

const done = (amount: string) => ({
  status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" },
  orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
  transactionId: "202603040000000002",
  canFinalizeAgain: false,
  amountRemainingForFinalize: "0.00",
  totalAmountFinalized: amount,
  totalAmountPendingFinalization: "0.00",
});

/** Gives hostile inputs to a client of a real loopback server. */
export async function fuzzInputs(options: FuzzOptions): Promise<FuzzResult> {
  const requests: SeenRequest[] = [];
  const events: PaymentEvent[] = [];
  await using server = await startPlainServer(
    // No idle connection is closed, because a slow machine would lose requests.
    createServer({ keepAliveTimeout: 0 }, async (request, response) => {
      requests.push({ method: request.method ?? "", path: request.url ?? "", body: await text(request) });
      const amount = request.url?.split("/").at(-1) ?? ""; // a finalization captures the requested amount
      response.setHeader("content-type", "application/json").end(JSON.stringify(done(amount)));
    }),
  );
  const onEvent = (event: PaymentEvent) => void events.push(event);
  const payments = new PaymentClient({ ...fuzzedClient, baseUrl: server.baseUrl, onEvent, extraFields });
  return await fuzz(options, inputPlan, async (plan) => {
    const built = buildInput(plan);
    const ended = await toResult<unknown>(payments[plan.operation](built.input as never, built.options as never));
    const [seen, ownEvents] = [requests.splice(0), events.splice(0)];
    if (ended.ok) return { ended: "sent", faults: faultsOfRequests(plan.operation, built, seen) };
    const { name, outcome } = ended.error;
    return { ended: `${name}, ${outcome}`, faults: faultsOfInvalid(ended.error, built, seen, ownEvents) };
  });
}
