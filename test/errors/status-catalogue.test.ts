import { isKnownStatusKey, statusCatalogue } from "merchant-payments";
import { describe, expect, test } from "vitest";

test("every key with its error number", () => {
  const numbers = Object.entries(statusCatalogue).map(([key, { errorNumber }]) => [key, errorNumber]);
  expect(Object.fromEntries(numbers)).toEqual({
    SUCCESS: 0,
    PENDING: 0,
    INTERNAL_ERROR: -1,
    VALIDATION_ERROR: -2,
    MERCHANT_ACCT_READ_ONLY: 1000,
    CUST_ACCT_NOT_ELIGIBLE: 1001,
    CUST_PROF_NOT_FOUND: 2000,
    CUST_CARD_NOT_FOUND: 2001,
    ORDER_NOT_FOUND: 3000,
    LINE_ITEMS_NOT_ALLOWED: 3001,
    FINALIZE_AMT_EXCEEDED: 3002,
    LINE_ITEMS_REQUIRED: 3003,
    PAYMENT_COMPLETED: 3007,
    PAYMENT_ANNULLED: 3016,
  });
});

test("one entry whole", () => {
  expect(statusCatalogue.ORDER_NOT_FOUND).toEqual({
    errorNumber: 3000,
    meaning: "no such order, or no such transaction on it",
    advice: "Check orderId and transactionId, and that both belong to this merchant account and environment.",
  });
});

test.each(Object.entries(statusCatalogue))("%s says what it means and what to do", (_key, { meaning, advice }) => {
  expect(meaning).toMatch(/^[a-z].+[^.]$/);
  expect(advice).toMatch(/^[A-Z].+\.$/);
});

test("cannot be changed", () => {
  expect(Object.isFrozen(statusCatalogue)).toBe(true);
  expect(Object.isFrozen(statusCatalogue.SUCCESS)).toBe(true);
});

describe("isKnownStatusKey", () => {
  test.each(["SUCCESS", "PENDING", "PAYMENT_COMPLETED"])("%s is known", (key) => {
    expect(isKnownStatusKey(key)).toBe(true);
  });

  test.each(["HTTP_401", "success", "", "toString", "__proto__", undefined])("%s is not", (key) => {
    expect(isKnownStatusKey(key)).toBe(false);
  });
});
