import { isPaymentMethod, paymentMethods } from "merchant-payments";
import { expect, test } from "vitest";

test("a column of a database holds a payment method, or does not", () => {
  expect(paymentMethods.every(isPaymentMethod)).toBe(true);
  expect(["visa", "Card", "", null, 0].filter(isPaymentMethod)).toEqual([]);
});
