import { expect, test } from "vitest";
import { fuzzInputs } from "./input-run.js";
import { fuzzResponses } from "./response-run.js";

// A part of `npm run lab -- fuzz`, with the same cases each time. Each kind of end must occur.
test.each([
  [
    "changed responses",
    fuzzResponses,
    { result: 50, "PaymentServiceError, rejected": 50, "PaymentResponseError, succeeded": 20 },
  ],
  ["hostile inputs", fuzzInputs, { sent: 400, "PaymentValidationError, not_sent": 400 }],
])("%s", async (_what, fuzz, atLeast) => {
  const { tally, failure } = await fuzz({ cases: 2_000, seed: 20260304 });
  expect(failure).toBeUndefined();
  for (const [kind, count] of Object.entries(atLeast))
    expect([kind, tally[kind]]).toEqual([kind, expect.toSatisfy((seen) => seen > count)]);
});
