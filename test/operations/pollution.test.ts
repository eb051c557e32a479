/** Code that adds properties to every object: an enumerable one breaks zod, and any other is no field. */
import { PaymentValidationError } from "merchant-payments";
import { expect, test } from "vitest";
import { clientResponding, finalization, order, orderId } from "../support/client.js";

const prototype = Object.prototype as Record<string, unknown>;

test.each([
  ["get", "salesLocation"],
  ["set", "uniqueLineIds"],
  ["value", "lineTotals"],
] as const)("a call while Object.prototype has %s is invalid, and names it", (name, assumption) => {
  // Its own set of waivers, because schemas are made with the first call and then kept.
  const { payments } = clientResponding("", 200, { waive: ["emailAddress", "countryCode", assumption] });
  let thrown: unknown;
  try {
    prototype[name] = "polluted";
    payments.preview("createOrder", order);
  } catch (error) {
    thrown = error;
  } finally {
    delete prototype[name];
  }
  expect(thrown).toBeInstanceOf(PaymentValidationError);
  expect((thrown as Error).message).toContain(`cannot be checked while Object.prototype has ${name}`);
});

test("a property that is not enumerable, and stands on every object, is no field of an input", () => {
  const { payments } = clientResponding("");
  let url = "";
  try {
    Object.defineProperty(prototype, "orderId", { value: orderId, configurable: true });
    url = payments.preview("finalize", finalization).url;
  } finally {
    delete prototype["orderId"];
  }
  expect(url).toBe("https://pay.example/api/transactions/201409251527280673/finalize/125.00");
});
