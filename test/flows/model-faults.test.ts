import fc from "fast-check";
import { settle } from "merchant-payments";
import { type Fault, fault } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { fetchDoor } from "../support/service-doors.js";

/** `FAULTS_SEED=-123 npx vitest run test/flows/model-faults.test.ts` repeats a run. */
const { FAULTS_SEED } = process.env;
const seed = FAULTS_SEED === undefined ? {} : { seed: Number(FAULTS_SEED) };

const committed = fc.boolean().map((value) => ({ committed: value }));

const anyFault = fc.oneof<fc.MaybeWeightedArbitrary<Fault | undefined>[]>(
  { weight: 20, arbitrary: fc.constantFrom(fault.refuse, fault.drop, fault.loseReply, fault.truncate) },
  {
    weight: 10,
    arbitrary: fc.constantFrom(fault.duplicate, fault.delay(0), fault.trickle(0), fault.incomplete, undefined),
  },
  { weight: 1, arbitrary: fc.constantFrom(fault.stallBody, fault.delay(60_000), fault.trickle(60_000)) },
  { weight: 1, arbitrary: committed.map(fault.stallHeaders) },
  { weight: 5, arbitrary: committed.map(fault.html) },
  { weight: 5, arbitrary: committed.map(fault.empty) },
  { weight: 5, arbitrary: committed.map(fault.wrongEnvelope) },
  // A hop or a service that says no with a 4xx has not done it.
  { weight: 5, arbitrary: fc.constantFrom(400, 401, 403, 404, 409, 421, 429).map((status) => fault.status(status)) },
  {
    weight: 10,
    arbitrary: fc
      .tuple(fc.constantFrom(302, 408, 500, 502, 503, 504), fc.boolean(), fc.boolean())
      .map(([status, done, envelope]) => fault.status(status, { committed: done, envelope })),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom("MERCHANT_ACCT_READ_ONLY", "PAYMENT_COMPLETED").map((key) => fault.error(key)),
  },
  { weight: 5, arbitrary: committed.map((timing) => fault.error("INTERNAL_ERROR", timing)) },
  { weight: 5, arbitrary: committed.map((timing) => fault.answer({ body: '{"status":null}', ...timing })) },
);

const amount = fc.constantFrom("10.00", "40.00", "125.00", "125.01");

test("whatever goes wrong, the outcome is true: what the books say never contradicts it", async () => {
  const property = fc.asyncProperty(
    fc.constantFrom("card" as const, "other" as const),
    fc.array(fc.record({ armed: anyFault, totalAmount: amount }), { minLength: 1, maxLength: 4 }),
    async (paymentMethod, calls) => {
      await using door = await fetchDoor.open();
      const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
      const { orderId } = await door.payments.createOrder(order);
      const { transactionId } = door.service.authorize(orderId, { paymentMethod });

      for (const { armed, totalAmount } of calls) {
        const before = door.service.finalizations.length;
        if (armed) door.service.faults.next("finalize", armed);
        const options = { timeoutMs: 50, maxRetries: 0 };
        const settled = await settle(door.payments.finalize({ transactionId, totalAmount }, options));

        const booked = door.service.finalizations.length - before;
        const outcome = settled.ok ? "succeeded" : settled.error.outcome;
        expect(possible[outcome]).toContain(armed?.kind === "duplicate" ? Math.min(booked, 1) : booked);
        if (settled.ok) expect(settled.value.transactionId).toBe(door.service.finalizations[before]?.transactionId);
        door.service.faults.clear();
      }
    },
  );

  await fc.assert(property, { numRuns: 500, ...seed });
}, 60_000);

/** How many finalizations a call with this outcome may have booked. */
const possible = { not_sent: [0], rejected: [0], succeeded: [1], unknown: [0, 1] };
