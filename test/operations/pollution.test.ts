/** Code that adds an enumerable property to every object, which breaks zod. */
import { PaymentValidationError } from "merchant-payments";
import { expect, test } from "vitest";
import { clientResponding, order } from "../support/client.js";

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
