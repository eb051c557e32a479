import { statusCatalogue } from "merchant-payments";
import { expect, test } from "vitest";

test("the catalogue has every status key with its error number", () => {
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

test("each entry of the catalogue says what it means and what to do, and cannot be changed", () => {
  expect(Object.isFrozen(statusCatalogue)).toBe(true);
  for (const entry of Object.values(statusCatalogue)) {
    expect(entry.description).toMatch(/^[a-z].+[^.]$/);
    expect(entry.advice).toMatch(/^[A-Z].+\.$/);
    expect(Object.isFrozen(entry)).toBe(true);
  }
});
