import { Decimal } from "decimal.js";
import type { FakePaymentMethod } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { order as simple } from "../../support/client.js";
import { newService } from "../../support/service-adapters.js";

const lineless = { ...simple, lineitems: [], billTo: {} };
const detailed = { ...simple, lineitems: [{ totalLineAmount: "125.00" }], billTo: {} };
const customer = { customerId: "7" };
const unused = {
  finalizesPending: false,
  annulled: false,
  canFinalizeAgain: true,
  totalAmountFinalized: "0.00",
  totalAmountPendingFinalization: "0.00",
};

test("an authorization covers the order's total unless another amount is given, as text or a Decimal", () => {
  const service = newService();
  const { orderId = "" } = service.createOrder(simple);
  const transactionIds = [
    service.authorize(orderId, { paymentMethod: "card", authorizedAmount: "25.50" }),
    service.authorize(orderId.toUpperCase(), { paymentMethod: "card", authorizedAmount: new Decimal("99.4") }),
    service.authorize(orderId, { paymentMethod: "other" }),
  ].map(({ transactionId }) => transactionId);
  expect(transactionIds).toEqual(["202603040000000001", "202603040000000002", "202603040000000003"]);
  const [first, second, third] = transactionIds.map((transactionId) => ({ transactionId, orderId, ...unused }));
  expect(service.authorizations).toEqual([
    { ...first, paymentMethod: "card", authorizedAmount: "25.50", amountRemainingForFinalize: "25.50" },
    { ...second, paymentMethod: "card", authorizedAmount: "99.4", amountRemainingForFinalize: "99.40" },
    { ...third, paymentMethod: "other", authorizedAmount: "125.00", amountRemainingForFinalize: "125.00" },
  ]);
});

test("an authorization needs an order, and an amount above zero", () => {
  const service = newService();
  const { orderId = "" } = service.createOrder(simple);
  const card = (authorizedAmount: string) => () =>
    service.authorize(orderId, { paymentMethod: "card", authorizedAmount });
  expect(() => service.authorize("00000000-0000-4000-8000-000000000000", { paymentMethod: "card" })).toThrow(
    "Cannot authorize: there is no order 00000000-0000-4000-8000-000000000000.",
  );
  expect(card("0.00")).toThrow("authorize: authorizedAmount must be more than 0, not 0.00.");
  expect(card("12,50")).toThrow('authorize: authorizedAmount must be decimal text like "125.00" or a Decimal');
});

// Each step authorizes an amount by a method, and then finalizes ("captures") some of it or annuls it.
describe("an order that was authorized before", () => {
  const again = "Cannot authorize order ORDER-1001 again: 125.00 of its 125.00 is authorized already.";

  test.each<[what: string, steps: readonly [FakePaymentMethod, amount: string, captures?: string][], annuls: number[]]>(
    [
      ["in part", [["card", "100.00"]], []],
      [
        "in two parts that are less",
        [
          ["card", "100.00"],
          ["other", "24.99"],
        ],
        [],
      ],
      ["in full, and annulled", [["card", "125.00"]], [0]],
      ["in full, and captured for less", [["card", "125.00", "100.00"]], []],
      ["in full, with the rest of it annulled", [["other", "125.00", "100.00"]], [0]],
    ],
  )("%s is authorized again", (_what, steps, annuls) => {
    const { service, orderId } = authorizedBefore(steps, annuls);
    expect(service.authorize(orderId, { paymentMethod: "other", authorizedAmount: "0.01" }).transactionId).toHaveLength(
      18,
    );
  });

  test.each<[what: string, steps: readonly [FakePaymentMethod, amount: string, captures?: string][], annuls: number[]]>(
    [
      ["in full", [["card", "125.00"]], []],
      [
        "in parts that add up",
        [
          ["card", "100.00"],
          ["other", "25.00"],
        ],
        [],
      ],
      ["in full, and captured", [["card", "125.00", "125.00"]], []],
      ["in full, and finalized in part", [["other", "125.00", "25.00"]], []],
      ["in full by internet bank", [["internet_bank", "125.00"]], []],
      [
        "in full after it was annulled",
        [
          ["card", "125.00"],
          ["card", "125.00"],
        ],
        [0],
      ],
    ],
  )("%s is not authorized again", (_what, steps, annuls) => {
    const { service, orderId } = authorizedBefore(steps, annuls);
    expect(() => service.authorize(orderId, { paymentMethod: "other", authorizedAmount: "0.01" })).toThrow(
      new Error(again),
    );
    expect(service.authorizations).toHaveLength(steps.length);
  });

  function authorizedBefore(steps: readonly [FakePaymentMethod, string, string?][], annuls: readonly number[]) {
    const service = newService();
    const { orderId = "" } = service.createOrder(simple);
    for (const [step, [paymentMethod, amount, captured]] of steps.entries()) {
      const { transactionId } = service.authorize(orderId, { paymentMethod, authorizedAmount: amount });
      if (captured !== undefined) service.finalize({ transactionId, totalAmount: captured });
      if (annuls.includes(step)) service.annul(transactionId);
    }
    return { service, orderId };
  }
});

test.each([
  ["card", simple],
  ["card", lineless],
  ["card", { ...lineless, salesLocationId: "LUND" }],
  ["other", { ...lineless, salesLocationId: "LUND" }],
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
  const service = newService();
  const { orderId = "" } = service.createOrder(order);
  expect(service.authorize(orderId, { paymentMethod }).transactionId).toHaveLength(18);
});

test.each([
  ["card", detailed, "card and swish transactions support no line items"],
  ["swish", detailed, "card and swish transactions support no line items"],
  ["swish", { ...lineless, salesLocationId: "LUND" }, "salesLocationId is for card payments only"],
  ["internet_bank", { ...lineless, salesLocationId: "LUND" }, "salesLocationId is for card payments only"],
  ["paypal", simple, "PayPal needs the order's orderDescription"],
  ["paypal", detailed, "PayPal needs the order's orderDescription"],
  ["invoice", simple, "a credit product needs the order's customer"],
  ["invoice", detailed, "a credit product needs the order's customer"],
  ["installments", detailed, "a credit product needs the order's customer"],
  ["invoice", { ...lineless, customer }, "a credit product needs full line item information"],
  ["installments", { ...lineless, customer }, "a credit product needs full line item information"],
] as const)("%s cannot pay an order that breaks its rules", (paymentMethod, order, rule) => {
  const service = newService();
  const { orderId = "" } = service.createOrder(order);
  const message = `Cannot authorize order ORDER-1001 with ${paymentMethod}: ${rule}.`;
  expect(() => service.authorize(orderId, { paymentMethod })).toThrow(message);
  expect(service.authorizations).toEqual([]);
});

test.each(["invoice", "installments"] as const)("%s covers the full order only", (paymentMethod) => {
  const service = newService();
  const { orderId = "" } = service.createOrder({ ...detailed, customer });
  expect(() => service.authorize(orderId, { paymentMethod, authorizedAmount: "100.00" })).toThrow(
    `Cannot authorize 100.00 with ${paymentMethod}: a credit product covers the full order.`,
  );
  service.authorize(orderId, { paymentMethod, authorizedAmount: "125" });
});

test.each(["invoice", "installments"] as const)("%s needs an order number of its own", (paymentMethod) => {
  const service = newService();
  service.createOrder(simple);
  const { orderId = "" } = service.createOrder({ ...detailed, customer });
  expect(() => service.authorize(orderId, { paymentMethod })).toThrow(
    `Cannot authorize order ORDER-1001 with ${paymentMethod}: a credit product needs an orderNumber that no other order has.`,
  );
});
