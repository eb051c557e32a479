import type { Finalization, Order, PaymentClient } from "merchant-payments";
import { expect, test } from "vitest";
import { clientResponding, created } from "../support/client.js";

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };

test.each<
  [what: string, check: (payments: PaymentClient) => readonly { path: string; code: string }[], found: string[]]
>([
  ["an order that is fine", (payments) => payments.check("createOrder", order), []],
  ["a finalization that is fine", (payments) => payments.check("finalize", finalization), []],
  [
    "an order with two faults",
    (payments) => payments.check("createOrder", { ...order, orderNumber: "A-1", totalAmount: "125,00" }),
    ["orderNumber too_short", "totalAmount bad_format"],
  ],
  [
    "an order that its payment method does not allow",
    (payments) => payments.check("createOrder", order, { paymentMethod: "invoice" }),
    ["options.paymentMethod not_allowed"],
  ],
  [
    "a finalization of more than was authorized",
    (payments) =>
      payments.check("finalize", finalization, { authorization: { paymentMethod: "card", authorizedAmount: "80.00" } }),
    ["totalAmount amount_mismatch"],
  ],
  [
    "a form that is still empty",
    (payments) => payments.check("finalize", {} as Finalization),
    ["transactionId required", "totalAmount required"],
  ],
  ["no input at all", (payments) => payments.check("createOrder", null as unknown as Order), [" required"]],
])("check tells what is wrong with %s, and sends nothing", (_what, check, found) => {
  const { payments, fetch } = clientResponding(created, 201);
  expect(check(payments).map(({ path, code }) => `${path} ${code}`)).toEqual(found);
  expect(fetch).not.toHaveBeenCalled();
});

test("check goes by what the client waives", () => {
  const { payments } = clientResponding(created, 201, { waive: ["positiveTotal"] });
  expect(payments.check("createOrder", { ...order, totalAmount: "0.00" })).toEqual([]);
});
