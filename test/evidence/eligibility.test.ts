/** Which finalizations the service cannot accept a second time, where it treats the listed methods as declared. */
import { expect, test } from "vitest";
import { isSafeToSendAgain, type SecondFinalization } from "../../src/evidence/eligibility.js";

const listed = ["card", "invoice"] as const;
const half = { amount: "50.00", authorizedAmount: "100.00", finalizedBefore: "0" };
const rest = { amount: "50.00", authorizedAmount: "100.00", finalizedBefore: "50.00" };

test.each<[isSafe: boolean, what: string, SecondFinalization]>([
  [true, "the first part of a card", { paymentMethod: "card", ...half }],
  [false, "a card of which something was finalized before", { paymentMethod: "card", ...rest }],
  [false, "a part of an invoice", { paymentMethod: "invoice", ...half }],
  [true, "the rest of an invoice", { paymentMethod: "invoice", ...rest }],
  [
    false,
    "a rest that fits twice into the 115 % that some services accept",
    { paymentMethod: "invoice", amount: "15.00", authorizedAmount: "100.00", finalizedBefore: "85.00" },
  ],
  [false, "a method that is not listed", { paymentMethod: "paypal", ...rest }],
])("%s: %s", (isSafe, _what, second) => {
  expect(isSafeToSendAgain(second, listed)).toBe(isSafe);
});
