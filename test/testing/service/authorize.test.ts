import { Decimal } from "decimal.js";
import type { FakePaymentMethod } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { order as simple } from "../../support/client.js";
import { newService } from "../../support/service-adapters.js";

test("an authorization covers the order's total unless another amount is given, as text or a Decimal", () => {
  const service = newService();
  const { orderId = "" } = service.createOrder(simple);
  const transactionIds = [
    service.authorize(orderId, { paymentMethod: "card", authorizedAmount: "25.50" }),
    service.authorize(orderId.toUpperCase(), { paymentMethod: "card", authorizedAmount: new Decimal("99.4") }),
    service.authorize(orderId, { paymentMethod: "other" }),
  ].map(({ transactionId }) => transactionId);
  expect(transactionIds).toEqual(["202603040000000001", "202603040000000002", "202603040000000003"]);
  const nothing = { totalAmountFinalized: "0.00", totalAmountPendingFinalization: "0.00" };
  const unused = { orderId, finalizesPending: false, annulled: false, canFinalizeAgain: true, ...nothing };
  const [first, second, third] = transactionIds.map((transactionId) => ({ transactionId, ...unused }));
  expect(service.authorizations).toEqual([
    { ...first, paymentMethod: "card", authorizedAmount: "25.50", amountRemainingForFinalize: "25.50" },
    { ...second, paymentMethod: "card", authorizedAmount: "99.4", amountRemainingForFinalize: "99.40" },
    { ...third, paymentMethod: "other", authorizedAmount: "125.00", amountRemainingForFinalize: "125.00" },
  ]);
});

// Each step is a payment: the method, the amount, and then how much of it was captured, or that it was annulled.
test.each([
  ["again", "card 100.00, other 24.99"],
  ["again", "card 125.00 annulled"],
  ["again", "card 125.00 100.00"], // which releases the rest
  ["again", "other 125.00 100.00 annulled"],
  ["not again", "card 125.00"],
  ["not again", "card 125.00 125.00"],
  ["not again", "other 125.00 25.00"],
  ["not again", "internet_bank 125.00"],
  ["not again", "card 125.00 annulled, card 125.00"],
])("an order is %s authorized after %s", (verdict, steps) => {
  const service = newService();
  const { orderId = "" } = service.createOrder(simple);
  for (const step of steps.split(", ")) {
    const [paymentMethod, authorizedAmount = "", ...after] = step.split(" ") as [FakePaymentMethod, ...string[]];
    const { transactionId } = service.authorize(orderId, { paymentMethod, authorizedAmount });
    for (const each of after) {
      if (each === "annulled") service.annul(transactionId);
      else service.finalize({ transactionId, totalAmount: each });
    }
  }
  const again = () => service.authorize(orderId, { paymentMethod: "other", authorizedAmount: "0.01" });
  if (verdict === "again") expect(again().transactionId).toHaveLength(18);
  else expect(again).toThrow("Cannot authorize order ORDER-1001 again: 125.00 of its 125.00 is authorized already.");
});
