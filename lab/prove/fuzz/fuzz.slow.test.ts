import { expect, test } from "vitest";
import { fuzzInputs } from "./input-run.js";
import { fuzzResponses, fuzzSockets } from "./response-run.js";

// A part of `npm run lab -- fuzz`, with the same cases each time. Each kind of end must occur.
test.each([
  [
    "mutated responses",
    fuzzResponses,
    2_000,
    { result: 50, "PaymentServiceError, rejected": 50, "PaymentResponseError, succeeded": 20 },
  ],
  ["mutated responses on a socket", fuzzSockets, 500, { result: 20 }],
  ["hostile inputs", fuzzInputs, 2_000, { sent: 400, "PaymentValidationError, not_sent": 400 }],
])("%s", async (_what, fuzz, cases, atLeast) => {
  const { tally, total, failure } = await fuzz({ cases, seed: 20260304 });
  expect(failure).toBeUndefined();
  expect(total).toBe(cases);
  for (const [kind, count] of Object.entries(atLeast))
    expect([kind, tally[kind]]).toEqual([kind, expect.toSatisfy((seen) => seen > count)]);
});
