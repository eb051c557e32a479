import fc from "fast-check";
import { toResult } from "merchant-payments";
import { type FakeFault, type FakePaymentService, fault } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { order as simple } from "../support/client.js";
import { fetchAdapter, type OpenAdapter } from "../support/service-adapters.js";

/** `BOOKS_SEED=-123 npx vitest run test/testing/books.slow.test.ts` repeats a run. */
const { BOOKS_SEED } = process.env;
const seed = BOOKS_SEED === undefined ? {} : { seed: Number(BOOKS_SEED) };

const someOf = (weight: number, ...faults: (FakeFault | undefined)[]) => ({
  weight,
  arbitrary: fc.constantFrom(...faults),
});
const maybeDone = (weight: number, faultOf: (timing: { committed: boolean }) => FakeFault) => {
  return someOf(weight, faultOf({ committed: true }), faultOf({ committed: false }));
};

const anyFault = fc.oneof(
  someOf(30, undefined),
  someOf(20, fault.refuse(), fault.drop(), fault.loseResponse(), fault.truncate()),
  someOf(10, fault.duplicate(), fault.delay(0), fault.trickle(0), fault.incomplete()),
  someOf(1, fault.stallBody(), fault.delay(60_000), fault.trickle(60_000), fault.stallHeaders()),
  // A rejection under a 4xx, by an intermediary or the service, means that it was not done.
  someOf(5, ...[400, 401, 403, 404, 409, 421, 429].map((status) => fault.status(status))),
  someOf(5, fault.error("MERCHANT_ACCT_READ_ONLY"), fault.error("PAYMENT_COMPLETED")),
  ...[302, 408, 500, 502, 503, 504].flatMap((status) => [
    maybeDone(1, (timing) => fault.status(status, timing)),
    maybeDone(1, (timing) => fault.status(status, { envelope: true, ...timing })),
  ]),
  maybeDone(1, fault.stallHeaders),
  maybeDone(5, fault.html),
  maybeDone(5, fault.empty),
  maybeDone(5, fault.wrongEnvelope),
  maybeDone(5, (timing) => fault.error("INTERNAL_ERROR", timing)),
  maybeDone(5, (timing) => fault.response({ body: '{"status":null}', ...timing })),
);

const anyStep = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ armed: anyFault, totalAmount: fc.constantFrom("10.00", "40.00", "125.00", "125.01") }),
  },
  { weight: 1, arbitrary: fc.constantFrom("annul" as const, "completePending" as const) },
);

/** How many finalizations a call with this outcome may have made. */
const possible = { not_sent: [0], rejected: [0], succeeded: [1], unknown: [0, 1] };

test("the outcome of a finalization is true and the books balance, whatever goes wrong", async () => {
  const payment = fc.record({
    paymentMethod: fc.constantFrom("card" as const, "other" as const),
    pending: fc.boolean(),
  });
  const steps = fc.array(anyStep, { minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(payment, steps, async (paid, day) => {
    await using adapter = await fetchAdapter.open();
    const { orderId } = await adapter.payments.createOrder(simple);
    const { transactionId } = adapter.service.authorize(orderId, paid);
    for (const step of day) {
      if (typeof step === "string") tryTo(() => adapter.service[step](transactionId));
      else await finalize(adapter, transactionId, step);
      expectBalance(adapter.service);
    }
  });
  await fc.assert(property, { numRuns: 500, ...seed });
});

async function finalize(
  adapter: OpenAdapter,
  transactionId: string,
  { armed, totalAmount }: { armed: FakeFault | undefined; totalAmount: string },
) {
  const { service } = adapter;
  const before = service.finalizations.length;
  if (armed) service.faults.next("finalize", armed);
  const options = { timeoutMs: 20, maxRetries: 0 };
  const result = await toResult(adapter.payments.finalize({ transactionId, totalAmount }, options));
  service.faults.clear();
  const booked = service.finalizations.length - before;
  const outcome = result.ok ? "succeeded" : result.error.outcome;
  expect(possible[outcome]).toContain(armed?.kind === "duplicate" ? Math.min(booked, 1) : booked);
  if (!result.ok || armed?.kind === "duplicate") return;
  const [authorization] = service.authorizations;
  expect(result.value.transactionId).toBe(service.finalizations.at(-1)?.transactionId);
  expect(result.value.pending).toBe(authorization?.finalizesPending);
  expect(result.value.canFinalizeAgain).toBe(authorization?.canFinalizeAgain);
  expect(result.value.amountRemainingForFinalize.toFixed(2)).toBe(authorization?.amountRemainingForFinalize);
}

/** Finalized, pending and remaining amounts never exceed the authorized amount, to the öre. */
function expectBalance({ authorizations, finalizations }: FakePaymentService): void {
  const öre = (amount: string | undefined) => BigInt((amount ?? "").replace(".", ""));
  for (const authorization of authorizations) {
    const own = finalizations.filter(({ authorizationId }) => authorizationId === authorization.transactionId);
    const sum = (parts: typeof own) => parts.reduce((total, { totalAmount }) => total + öre(totalAmount), 0n);
    const left = öre(authorization.amountRemainingForFinalize);
    expect(öre(authorization.totalAmountFinalized)).toBe(sum(own.filter(({ pending }) => !pending)));
    expect(öre(authorization.totalAmountPendingFinalization)).toBe(sum(own.filter(({ pending }) => pending)));
    const isClosed = authorization.annulled || (authorization.paymentMethod === "card" && own.length > 0);
    expect(left).toBe(isClosed ? 0n : 12_500n - sum(own));
    expect(left >= 0n && sum(own) <= 12_500n).toBe(true);
    expect(authorization.canFinalizeAgain).toBe(left > 0n);
    if (authorization.paymentMethod === "card") expect(own.length).toBeLessThanOrEqual(1);
  }
}

/** Annulling and completing throw if nothing is left to annul, or nothing is pending. */
function tryTo(act: () => void): void {
  try {
    act();
  } catch (error) {
    expect(String(error)).toMatch(/^Error: Nothing is (left to annul|pending) on /);
  }
}
