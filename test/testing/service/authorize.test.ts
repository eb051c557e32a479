import { Decimal } from "decimal.js";
import { expect, test } from "vitest";
import { FakePaymentService } from "../../../src/testing/index.js";

const now = () => new Date("2026-03-04T12:00:00Z");
const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const lineless = { ...simple, lineitems: [], billTo: {} };
const detailed = { ...simple, lineitems: [{ totalLineAmount: "125.00" }], billTo: {} };
const customer = { customerId: "7" };

test("covers the order's total unless another amount is given", () => {
  const service = new FakePaymentService({ now });
  const { orderId = "" } = service.createOrder(simple);

  expect(service.authorize(orderId, { paymentMethod: "other" })).toEqual({ transactionId: "202603040000000001" });
  expect(service.authorize(orderId, { paymentMethod: "card", amount: "25.50" })).toEqual({
    transactionId: "202603040000000002",
  });
  expect(service.authorizations).toEqual([
    {
      transactionId: "202603040000000001",
      orderId,
      paymentMethod: "other",
      authorizedAmount: "125.00",
      finalizesPending: false,
      annulled: false,
      canFinalizeAgain: true,
      amountRemainingForFinalize: "125.00",
      totalAmountFinalized: "0.00",
      totalAmountPendingFinalization: "0.00",
    },
    {
      transactionId: "202603040000000002",
      orderId,
      paymentMethod: "card",
      authorizedAmount: "25.50",
      finalizesPending: false,
      annulled: false,
      canFinalizeAgain: true,
      amountRemainingForFinalize: "25.50",
      totalAmountFinalized: "0.00",
      totalAmountPendingFinalization: "0.00",
    },
  ]);
});

test("takes a Decimal", () => {
  const service = new FakePaymentService();
  const { orderId = "" } = service.createOrder(simple);
  service.authorize(orderId, { paymentMethod: "card", amount: new Decimal("99.9") });
  expect(service.authorizations).toMatchObject([{ authorizedAmount: "99.9", amountRemainingForFinalize: "99.90" }]);
});

test("takes an order id in capitals", () => {
  const service = new FakePaymentService();
  const { orderId = "" } = service.createOrder(simple);
  expect(service.authorize(orderId.toUpperCase(), { paymentMethod: "card" }).transactionId).toHaveLength(18);
});

test("needs an order", () => {
  const service = new FakePaymentService();
  expect(() => service.authorize("a08ff49b-6f77-4632-a16c-43069c43a8c3", { paymentMethod: "card" })).toThrow(
    "Cannot authorize: there is no order a08ff49b-6f77-4632-a16c-43069c43a8c3.",
  );
});

test("needs an amount above zero", () => {
  const service = new FakePaymentService();
  const { orderId = "" } = service.createOrder(simple);
  expect(() => service.authorize(orderId, { paymentMethod: "card", amount: "0.00" })).toThrow(
    "The amount to authorize is more than 0, not 0.00.",
  );
  expect(() => service.authorize(orderId, { paymentMethod: "card", amount: "12,50" })).toThrow(
    "The amount to authorize is decimal text or a Decimal, never a number.",
  );
});

test.each([
  ["card", simple],
  ["card", lineless],
  ["card", { ...lineless, salesLocationId: "LUND" }],
  ["swish", simple],
  ["swish", lineless],
  ["paypal", { ...detailed, orderDescription: "Shoes" }],
  ["invoice", { ...detailed, customer }],
  ["installments", { ...detailed, customer }],
  ["internet_bank", simple],
  ["internet_bank", detailed],
  ["other", simple],
  ["other", detailed],
] as const)("%s can pay an order that keeps its rules", (paymentMethod, order) => {
  const service = new FakePaymentService();
  const { orderId = "" } = service.createOrder(order);
  expect(service.authorize(orderId, { paymentMethod }).transactionId).toHaveLength(18);
});

test.each([
  ["card", detailed, "card and swish transactions support no line items"],
  ["swish", detailed, "card and swish transactions support no line items"],
  ["swish", { ...lineless, salesLocationId: "LUND" }, "salesLocationId is for card payments only"],
  ["other", { ...lineless, salesLocationId: "LUND" }, "salesLocationId is for card payments only"],
  ["paypal", simple, "PayPal needs the order's orderDescription"],
  ["paypal", detailed, "PayPal needs the order's orderDescription"],
  ["invoice", simple, "a credit product needs the order's customer"],
  ["invoice", detailed, "a credit product needs the order's customer"],
  ["installments", detailed, "a credit product needs the order's customer"],
  ["invoice", { ...lineless, customer }, "a credit product needs full line item information"],
  ["installments", { ...lineless, customer }, "a credit product needs full line item information"],
] as const)("%s cannot pay an order that breaks its rules", (paymentMethod, order, rule) => {
  const service = new FakePaymentService();
  const { orderId = "" } = service.createOrder(order);
  expect(() => service.authorize(orderId, { paymentMethod })).toThrow(
    `Cannot authorize order ORDER-1001 with ${paymentMethod}: ${rule}.`,
  );
  expect(service.authorizations).toEqual([]);
});

test.each(["invoice", "installments"] as const)("%s needs an order number of its own", (paymentMethod) => {
  const service = new FakePaymentService();
  service.createOrder(simple);
  const { orderId = "" } = service.createOrder({ ...detailed, customer });
  expect(() => service.authorize(orderId, { paymentMethod })).toThrow(
    `Cannot authorize order ORDER-1001 with ${paymentMethod}: a credit product needs an orderNumber that no other order has.`,
  );
});

test.each(["invoice", "installments"] as const)("%s covers the full order only", (paymentMethod) => {
  const service = new FakePaymentService();
  const { orderId = "" } = service.createOrder({ ...detailed, customer });
  expect(() => service.authorize(orderId, { paymentMethod, amount: "100.00" })).toThrow(
    `Cannot authorize 100.00 with ${paymentMethod}: a credit product covers the full order.`,
  );
  service.authorize(orderId, { paymentMethod, amount: "125" });
});

test("an internet bank payment is finalized at once", () => {
  const service = new FakePaymentService();
  const { orderId = "" } = service.createOrder(simple);
  service.authorize(orderId, { paymentMethod: "internet_bank" });
  expect(service.authorizations).toMatchObject([
    { canFinalizeAgain: false, amountRemainingForFinalize: "0.00", totalAmountFinalized: "125.00" },
  ]);
});
