import { expect, test } from "vitest";
import { fuzzAnswers } from "./answer-run.js";
import { fuzzInputs } from "./input-run.js";
import { fuzzSockets } from "./socket-run.js";

// A share of `npm run lab -- fuzz`, the same cases each time.

test("mutated answers", { timeout: 60_000 }, async () => {
  const { tally, failure } = await fuzzAnswers({ cases: 2_000, seed: 20260304 });

  expect(failure).toBeUndefined();
  expect(tally.total).toBe(2_000);
  expect(tally.of("result")).toBeGreaterThan(50);
  expect(tally.of("PaymentServiceError, rejected")).toBeGreaterThan(50);
  expect(tally.of("PaymentResponseError, succeeded")).toBeGreaterThan(20);
});

test("mutated answers on a socket", { timeout: 60_000 }, async () => {
  const { tally, failure } = await fuzzSockets({ cases: 500, seed: 20260304 });

  expect(failure).toBeUndefined();
  expect(tally.total).toBe(500);
  expect(tally.of("result")).toBeGreaterThan(20);
});

test("hostile inputs", { timeout: 60_000 }, async () => {
  const { tally, failure } = await fuzzInputs({ cases: 2_000, seed: 20260304 });

  expect(failure).toBeUndefined();
  expect(tally.total).toBe(2_000);
  expect(tally.of("sent")).toBeGreaterThan(400);
  expect(tally.of("PaymentValidationError, not_sent")).toBeGreaterThan(400);
});
