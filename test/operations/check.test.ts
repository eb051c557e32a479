import { expect, test } from "vitest";
import { inShort } from "../support/checked-input.js";
import { clientResponding, created, finalization, order } from "../support/client.js";

const twoFaults = { ...order, orderNumber: "A-1", totalAmount: "125,00" };
const invoice = { paymentMethod: "invoice" };
const notAllowed = "options.paymentMethod not_allowed";
const authorization = { paymentMethod: "card", authorizedAmount: "80.00" };

test.each<[what: string, call: unknown[], issues: string[]]>([
  ["a valid order", ["createOrder", order], []],
  ["a valid finalization", ["finalize", finalization], []],
  ["two faults", ["createOrder", twoFaults], ["orderNumber too_short", "totalAmount bad_format"]],
  ["an order that its payment method does not allow", ["createOrder", order, invoice], [notAllowed]],
  ["more than was authorized", ["finalize", finalization, { authorization }], ["totalAmount amount_mismatch"]],
  ["an empty form", ["finalize", {}], ["transactionId required", "totalAmount required"]],
  ["no input", ["createOrder", null], [" required"]],
])("check returns the issues of %s, and sends nothing", (_what, call, issues) => {
  const { payments, fetch } = clientResponding(created, 201);
  const [operation, input, options] = call as Parameters<typeof payments.check<"finalize">>;
  const found = payments.check(operation, input, options);
  expect(found.map(inShort)).toEqual(issues);
  expect(fetch).not.toHaveBeenCalled();
});

test("check ignores the assumptions that the client waives", () => {
  const { payments } = clientResponding(created, 201, { waive: ["positiveTotal"] });
  expect(payments.check("createOrder", { ...order, totalAmount: "0.00" })).toEqual([]);
});
