import { isPaymentMethod, paymentMethods } from "merchant-payments";
import { expect, test } from "vitest";

test("isPaymentMethod is true for the payment methods and nothing else", () => {
  expect(paymentMethods.every(isPaymentMethod)).toBe(true);
  expect(["visa", "Card", "", null, 0].filter(isPaymentMethod)).toEqual([]);
});
