/** Which finalizations the service cannot accept a second time, and which `resolveFinalization` takes. */
import { expect, test } from "vitest";
import { isSafeToSendAgain, resolvableAs, type SecondFinalization } from "../../src/evidence/balance-proof.js";

const listed = ["card", "invoice"] as const;
const half = { amount: "50.00", authorizedAmount: "100.00", finalizedBefore: "0" };
const rest = { amount: "50.00", authorizedAmount: "100.00", finalizedBefore: "50.00" };
const smallRest = { amount: "15.00", authorizedAmount: "100.00", finalizedBefore: "85.00" };

test.each<[isSafe: boolean, what: string, SecondFinalization]>([
  [true, "the first part of a card", { paymentMethod: "card", ...half }],
  [false, "a card of which something was finalized before", { paymentMethod: "card", ...rest }],
  [false, "a part of an invoice", { paymentMethod: "invoice", ...half }],
  [true, "the rest of an invoice", { paymentMethod: "invoice", ...rest }],
  [false, "a rest that fits twice into the 115 % that some services take", { paymentMethod: "invoice", ...smallRest }],
  [false, "a method that is not listed", { paymentMethod: "paypal", ...rest }],
])("%s: %s", (isSafe, _what, second) => {
  expect(isSafeToSendAgain(second, listed)).toBe(isSafe);
});

const none = { paymentMethod: undefined, authorizedAmount: undefined, finalizedBefore: undefined };

/** What is known of a finalization of 50. */
type Known = Partial<SecondFinalization>;

test.each<[resolvable: string, what: string, Known]>([
  ["with_facts", "one of which nothing is known", {}],
  ["never", "one of nothing", { amount: "0.00" }],
  ["never", "a method that is not listed", { paymentMethod: "paypal", ...rest }],
  ["with_facts", "a card without its authorized amount", { paymentMethod: "card" }],
  ["now", "a card", { paymentMethod: "card", authorizedAmount: "100.00" }],
  ["with_facts", "an invoice, nothing told of before", { paymentMethod: "invoice", authorizedAmount: "50.00" }],
  ["with_facts", "an invoice without its authorized amount", { paymentMethod: "invoice", finalizedBefore: "50.00" }],
  ["never", "a part of an invoice", { paymentMethod: "invoice", ...half }],
  ["now", "the rest of an invoice", { paymentMethod: "invoice", ...rest }],
])("by sending again, resolveFinalization takes %s: %s", (resolvable, _what, known) => {
  const terms = { sendAgain: listed, canLookUp: false };
  expect(resolvableAs({ ...none, amount: "50.00", ...known }, terms)).toBe(resolvable);
});

test.each<[resolvable: string, what: string, Known]>([
  ["with_facts", "one of which nothing is known", {}],
  ["never", "one of nothing", { amount: "0.00" }],
  ["now", "a card", { paymentMethod: "card" }],
  ["with_facts", "another method without what was finalized before", { paymentMethod: "paypal" }],
  ["now", "a part by another method", { paymentMethod: "paypal", finalizedBefore: "0" }],
])("by looking up, resolveFinalization takes %s: %s", (resolvable, _what, known) => {
  const terms = { sendAgain: [], canLookUp: true };
  expect(resolvableAs({ ...none, amount: "50.00", ...known }, terms)).toBe(resolvable);
});

test("without a way to find out, resolveFinalization takes nothing", () => {
  const terms = { sendAgain: [], canLookUp: false };
  expect(resolvableAs({ ...none, paymentMethod: "card", ...half }, terms)).toBe("never");
});
