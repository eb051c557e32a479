/** The stack of an error names the function that made the call, so that a log leads to it. */
import { defineOperation, type PaymentClient, toResult } from "merchant-payments";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { clientOf, clientResponding, finalization, order, rejected } from "../support/client.js";
import { closedOrigin, startFaultServer } from "../support/fault-server.js";
import { passTime, stopTime } from "../support/time.js";

const annul = defineOperation({
  name: "annul",
  path: "/transactions/{transactionId}/annul",
  effect: "money",
  input: z.object({ transactionId: z.string() }),
  response: z.object({}),
});

const authorization = { paymentMethod: "card", authorizedAmount: "125.00" } as const;

/** Calls that end in an error; `resolveFinalization` returns it. */
const calls: readonly [string, (payments: PaymentClient, input?: object) => Promise<unknown>][] = [
  ["createOrder", (payments, input = order) => payments.createOrder(input as typeof order)],
  ["finalize", (payments, input = finalization) => payments.finalize(input as typeof finalization)],
  ["resolveFinalization", async (payments, input) => throwing(await resolving(payments, input))],
  ["call", (payments, input = { transactionId: "1" }) => payments.call(annul, input as { transactionId: string })],
  ["createOrder through toResult", async (payments) => throwing(await toResult(payments.createOrder(order)))],
];

const resolving = (payments: PaymentClient, input: object = finalization) =>
  payments.resolveFinalization(input as typeof finalization, { authorization });

function throwing({ error }: { readonly error?: unknown }): never {
  throw error;
}

/** The function that the stack has to name. */
async function shipOrder(call: () => Promise<unknown>): Promise<unknown> {
  return await call();
}

const stackOf = (call: () => Promise<unknown>) => shipOrder(call).catch((error: Error) => error.stack);

/** The steps of a call would leave no room for the merchant's own functions: V8 keeps ten. */
const ofSteps = /src\/(call\/(send|interpret)|wire)/;

function expectCaller(stack: unknown, error: string) {
  expect(stack).toMatch(new RegExp(`^${error}: [\\s\\S]*at (async )?shipOrder`));
  expect(stack).not.toMatch(ofSteps);
}

describe.each(calls)("the stack of an error of %s names the caller if", (_name, call) => {
  test("the connection fails", async () => {
    const payments = clientOf(await closedOrigin(), { maxRetries: 0 });
    expectCaller(await stackOf(() => call(payments)), "PaymentConnectionError");
  });

  test("the service rejects", async () => {
    const { payments } = clientResponding(rejected);
    expectCaller(await stackOf(() => call(payments)), "PaymentServiceError");
  });

  test("the time is over", async () => {
    stopTime();
    await using server = await startFaultServer(() => void passTime(60_000));
    const payments = clientOf(server.origin);
    expectCaller(await stackOf(() => call(payments)), "PaymentTimeoutError");
  });
});

test.each(calls.slice(0, 4))("the stack of an error of %s names the caller if the input is invalid", async (...row) => {
  const [, call] = row;
  expectCaller(await stackOf(() => call(clientResponding("").payments, {})), "PaymentValidationError");
});
