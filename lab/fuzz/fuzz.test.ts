import { expect, test } from "vitest";
import { fuzzAnswers, fuzzSockets } from "./answer-run.js";
import { fuzzInputs } from "./input-run.js";

// A share of `npm run lab -- fuzz`, the same cases each time. Each kind of end must be among them.
test.each([
  [
    "mutated answers",
    fuzzAnswers,
    800,
    { result: 20, "PaymentServiceError, rejected": 20, "PaymentResponseError, succeeded": 8 },
  ],
  ["mutated answers on a socket", fuzzSockets, 200, { result: 8 }],
  ["hostile inputs", fuzzInputs, 500, { sent: 100, "PaymentValidationError, not_sent": 100 }],
])("%s", { timeout: 60_000 }, async (_what, fuzz, cases, atLeast) => {
  const { tally, total, failure } = await fuzz({ cases, seed: 20260304 });
  expect(failure).toBeUndefined();
  expect(total).toBe(cases);
  for (const [kind, count] of Object.entries(atLeast))
    expect([kind, tally[kind]]).toEqual([kind, expect.toSatisfy((seen) => seen > count)]);
});
