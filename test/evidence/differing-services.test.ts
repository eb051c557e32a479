/** What the client concludes at a service that differs, beside what that service captured. */
import { type AuthorizationFacts, responseOf } from "merchant-payments";
import type { FakePaymentMethod } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { clientOfFake, errorOf, order } from "../support/client.js";
import { type Differences, DifferingService } from "../support/differing-service.js";
import { endOf } from "../support/ends.js";

/** An authorization of 100.00 at a service that differs; by swish, its finalizations stay pending. */
function authorized(differences: Differences, paymentMethod: FakePaymentMethod) {
  const service = new DifferingService(differences);
  const payments = clientOfFake(service);
  const { transactionId } = service.sell({ paymentMethod, totalAmount: "100.00", pending: paymentMethod === "swish" });
  const finalize = (totalAmount: string, authorization: AuthorizationFacts = {}) =>
    endOf(payments.finalize({ transactionId, totalAmount }, { authorization }));
  const captured = () => service.finalizations.map(({ totalAmount }) => totalAmount).join(" ");
  return { service, transactionId, finalize, captured };
}

// The ends are in short: test/support/ends.ts.
describe("a second finalization of", () => {
  test.each<[FakePaymentMethod, Differences, first: string, second: string, end: string, captured: string]>([
    ["card", {}, "40.00", "40.00", "unknown already_finalized 40/0/0", "40.00"],
    ["card", { limit: { card: "none" } }, "40.00", "40.00", "captured 80/0/0", "40.00 40.00"],
    ["invoice", {}, "100.00", "100.00", "unknown already_finalized 100/0/0", "100.00"],
    ["invoice", { limit: { invoice: "none" } }, "100.00", "100.00", "captured 200/0/0", "100.00 100.00"],
    ["paypal", { limit: { paypal: "1" } }, "100.00", "16.00", "unknown already_finalized 100/0/0", "100.00"],
    ["paypal", { limit: { paypal: "1.15" } }, "100.00", "16.00", "unknown amount_exceeded 100/0/0", "100.00"],
    ["paypal", { limit: { paypal: "1.15" } }, "100.00", "15.00", "captured 115/0/0", "100.00 15.00"],
    ["paypal", { limit: { paypal: "none" } }, "100.00", "100.00", "captured 200/0/0", "100.00 100.00"],
    ["swish", {}, "100.00", "100.00", "unknown amount_exceeded 0/100/0", "100.00"],
    ["swish", { pendingBlocks: false }, "100.00", "100.00", "pending 0/200/0", "100.00 100.00"],
    ["card", { rejectionFigures: "zeros" }, "100.00", "100.00", "unknown already_finalized 0/0/0", "100.00"],
    ["card", { rejectionFigures: "none" }, "100.00", "100.00", "unknown already_finalized -/-/-", "100.00"],
    ["card", { releasedCountsAsFinalized: true }, "40.00", "40.00", "unknown already_finalized 100/0/0", "40.00"],
    ["swish", { finalizedIncludesPending: true }, "60.00", "60.00", "unknown amount_exceeded 60/60/40", "60.00"],
    ["paypal", { equalParts: "captured_once" }, "30.00", "40.00", "captured 70/0/30", "30.00 40.00"],
    ["paypal", { equalParts: "captured_once" }, "30.00", "30.00", "captured 30/0/70", "30.00"],
    ["paypal", { equalParts: "counted_once" }, "30.00", "30.00", "captured 30/0/40", "30.00 30.00"],
    ["swish", { equalParts: "counted_once" }, "30.00", "30.00", "pending 0/60/40", "30.00 30.00"],
  ])("100.00 by %s, with %j, %s and then %s: %s", async (method, differences, first, second, end, captured) => {
    const sale = authorized(differences, method);
    await sale.finalize(first);
    expect([await sale.finalize(second), sale.captured()]).toEqual([end, captured]);
  });
});

test("amounts as text are read", async () => {
  const service = new DifferingService({ amountsAsText: true });
  const sale = service.sell({ paymentMethod: "paypal", totalAmount: "100.00" });
  const captured = await clientOfFake(service).finalize({ ...sale, totalAmount: "40.00" });
  const texts =
    '"amountRemainingForFinalize":"60.00","totalAmountFinalized":"40.00","totalAmountPendingFinalization":"0.00"';
  expect(responseOf(captured)?.body).toContain(texts);
  expect(captured.totalAmountFinalized.toFixed(2)).toBe("40.00");
});

test("GUIDs without dashes are sent as they came", async () => {
  const service = new DifferingService({ guidsWithoutDashes: true });
  const payments = clientOfFake(service);
  const { orderId } = await payments.createOrder(order);
  const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
  expect(orderId).toMatch(/^[\da-f]{32}$/);
  expect(await endOf(payments.finalize({ orderId, transactionId, totalAmount: "125.00" }))).toBe("captured 125/0/0");
  expect(service.requests.at(-1)?.path).toContain(`/orders/${orderId}/`);
});

test.each([
  [{}, "unknown", undefined, "call"],
  [{ WRONG_PASSWORD: "merchant" }, "rejected", "merchant", "merchant"],
] as const)("a wrong password under HTTP 200, with statusKeys: %j", async (statusKeys, outcome, meaning, scope) => {
  const service = new DifferingService({ wrongPasswordKey: "WRONG_PASSWORD" }, { password: "new" });
  const payments = clientOfFake(service, { auth: () => ({ authorization: "Basic b2xk" }), statusKeys });
  const error = await errorOf(payments.finalize({ transactionId: "202601150000000001", totalAmount: "1.00" }));
  expect(error).toMatchObject({ statusKey: "WRONG_PASSWORD", outcome, meaning, scope });
});
