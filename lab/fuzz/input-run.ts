import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { PaymentClient, type PaymentEvent, settle } from "merchant-payments";
import { type FuzzOptions, type FuzzResult, fuzzedClient } from "./answer-run.ts";
import { type BuiltInput, buildInput } from "./built-input.ts";
import { faultsOfRefusal, faultsOfRequests, type SeenRequest } from "./input-check.ts";
import { inputPlan } from "./inputs.ts";
import type { OperationName } from "./oracle.ts";
import { startPlainServer } from "./plain-server.ts";
import { strays, watchRejections } from "./stray-signs.ts";
import { Tally } from "./tally.ts";

const done = JSON.stringify({
  status: { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" },
  orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
  transactionId: "202603040000000002",
  canFinalizeAgain: false,
  amountRemainingForFinalize: "0.00",
  totalAmountFinalized: "125.00",
  totalAmountPendingFinalization: "0.00",
});

/** Hostile inputs to a client of a real loopback server. */
export async function fuzzInputs({ cases, seed }: FuzzOptions): Promise<FuzzResult> {
  const tally = new Tally();
  const requests: SeenRequest[] = [];
  const events: PaymentEvent[] = [];
  await using server = await startPlainServer(
    // A busy machine must not look like a server that closes idle connections.
    createServer({ keepAliveTimeout: 0 }, async (request, response) => {
      requests.push({ method: request.method ?? "", path: request.url ?? "", body: await text(request) });
      response.setHeader("content-type", "application/json").end(done);
    }),
  );
  const payments = new PaymentClient({
    ...fuzzedClient,
    baseUrl: `http://127.0.0.1:${server.port}/api`,
    onEvent: (event) => events.push(event),
  });
  const stop = watchRejections();
  const property = fc.asyncProperty(inputPlan, async (plan) => {
    const built = buildInput(plan);
    const ended = await settle(call(payments, plan.operation, built));
    const [seen, told] = [requests.splice(0), events.splice(0)];
    const faults = ended.ok
      ? faultsOfRequests(plan.operation, built, seen)
      : faultsOfRefusal(ended.error, built, seen, told);
    const all = [...faults, ...strays()];
    if (all.length > 0) throw new Error(all.join("; "));
    tally.count(ended.ok ? "sent" : `${ended.error.name}, ${ended.error.outcome}`);
  });
  const details = await fc.check(property, { numRuns: cases, seed });
  stop();
  return { tally, failure: await fc.asyncDefaultReportMessage(details) };
}

function call(payments: PaymentClient, operation: OperationName, { input, options }: BuiltInput): Promise<unknown> {
  return payments[operation](input as never, options as never);
}
