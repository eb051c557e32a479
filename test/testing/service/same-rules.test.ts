/** The client and the fake have the same rules: what one accepts, the other accepts too. */
import type { Assumption, DetailedOrder, PaymentMethod } from "merchant-payments";
import { expect, test } from "vitest";
import { clientOfFake, errorOf, order as simple } from "../../support/client.js";
import { newService } from "../../support/service-adapters.js";

const detailed = { ...simple, lineItems: [], billTo: {} };

test.each<[what: string, by: PaymentMethod, order: object, verdict: "accepted" | "rejected"]>([
  ["a sales location", "card", { ...detailed, salesLocationId: "LUND" }, "accepted"],
  ["a sales location", "other", { ...detailed, salesLocationId: "LUND" }, "accepted"],
  ["a sales location", "internet_bank", { ...detailed, salesLocationId: "LUND" }, "rejected"],
  ["the currency Sek", "card", { ...simple, currencyCode: "Sek" }, "rejected"],
  ["the currency 36", "card", { ...simple, currencyCode: "36" }, "accepted"],
  ["a customer without fields", "card", { ...detailed, customer: {} }, "accepted"],
  ["a customerId that is null", "card", { ...detailed, customer: { customerId: null } }, "accepted"],
  ["a customerId that is a number", "card", { ...detailed, customer: { customerId: 7 } }, "rejected"],
  ["a customer's name that is text", "card", { ...detailed, customer: { name: "Åsa Ek" } }, "rejected"],
  ["a lastName that is a number", "card", { ...detailed, customer: { name: { lastName: 7 } } }, "rejected"],
])("an order with %s, paid by %s, is checked alike by both", (_what, paymentMethod, order, verdict) => {
  expect({ client: clientVerdict(order, paymentMethod), fake: fakeVerdict(order, paymentMethod) }).toEqual({
    client: verdict,
    fake: verdict,
  });
});

const waived: readonly [Assumption, object][] = [
  ["amountDecimals", { ...detailed, totalAmount: "125.001", lineItems: [{ totalLineAmount: "125.001" }] }],
  ["positiveTotal", { ...detailed, totalAmount: "0.00" }],
  ["purchaseReferenceLength", { ...detailed, purchaseReference: "R-1" }],
  ["lineTotals", { ...detailed, lineItems: [{ totalLineAmount: "1.00" }] }],
  ["salesLocation", { ...detailed, salesLocationId: "LUND" }],
];

test.each(waived)("an order against the rule %s is rejected by both, and accepted by both that waive it", (...row) => {
  const [assumption, order] = row;
  const verdicts = (waive: Assumption[]) => [
    clientVerdict(order, "internet_bank", waive),
    fakeVerdict(order, "internet_bank", waive),
  ];
  expect(verdicts([])).toEqual(["rejected", "rejected"]);
  expect(verdicts([assumption])).toEqual(["accepted", "accepted"]);
});

test.each<[Assumption, finalization: { totalAmount: string; lineItems?: object[] }]>([
  ["amountDecimals", { totalAmount: "1.001" }],
  ["positiveTotal", { totalAmount: "0.00" }],
  ["lineTotals", { totalAmount: "1.00", lineItems: [{ totalLineAmount: "0.99" }] }],
  ["lineTotals", { totalAmount: "1.00", lineItems: [{ name: "Tea" }] }],
])("a finalization against the rule %s is rejected by both, and accepted by both that waive it", async (...row) => {
  const [assumption, finalization] = row;
  const capture = async (waive: Assumption[], fakeWaives: Assumption[]) => {
    const service = newService({ waive: fakeWaives });
    const lineItems = finalization.lineItems && [{ totalLineAmount: "125.00" }];
    const sale = service.sell({ paymentMethod: "other", totalAmount: "125.00", ...(lineItems && { lineItems }) });
    await clientOfFake(service, { waive }).finalize({ ...sale, ...(finalization as { totalAmount: string }) });
    return service.finalizations.length;
  };
  expect(await errorOf(capture([], [assumption]))).toMatchObject({ code: "invalid_input" });
  expect(await errorOf(capture([assumption], []))).toMatchObject({ statusKey: "VALIDATION_ERROR" });
  expect(await capture([assumption], [assumption])).toBe(1);
});

test("the fake that waives a rule still rejects a negative total and a long purchaseReference", () => {
  const service = newService({ waive: ["positiveTotal", "purchaseReferenceLength"] });
  const { status } = service.createOrder({ ...detailed, totalAmount: "-0.01", purchaseReference: "x".repeat(31) });
  expect(status.errors?.map(({ message }) => message)).toEqual([
    "TotalAmount must be 0 or more.",
    "PurchaseReference must be 0 to 30 characters long.",
  ]);
});

function clientVerdict(order: object, paymentMethod: PaymentMethod, waive: Assumption[] = []) {
  const issues = clientOfFake(newService(), { waive }).check("createOrder", order as DetailedOrder, { paymentMethod });
  return issues.length === 0 ? "accepted" : "rejected";
}

function fakeVerdict(order: object, paymentMethod: PaymentMethod, waive: Assumption[] = []) {
  const service = newService({ waive });
  try {
    service.authorize(service.createOrder(order).orderId ?? "", { paymentMethod });
    return "accepted";
  } catch {
    return "rejected";
  }
}
