/** What faults show is in test/testing/service/faults.test.ts. */
import { type PaymentClient, toResult } from "merchant-payments";
import { type FakePaymentService, fault } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { callerOutcome } from "../../../src/testing/console/caller-outcome.js";
import { clientOfFake, order } from "../../support/client.js";
import { newService } from "../../support/service-adapters.js";
import { readTransaction } from "../read-transaction.js";

type Call = (payments: PaymentClient, service: FakePaymentService) => Promise<{ readonly pending?: boolean }>;

const sale = { paymentMethod: "paypal", totalAmount: "125.00" } as const;
const finalize =
  (totalAmount: string, pending = false): Call =>
  (payments, service) =>
    payments.finalize({ ...service.sell({ ...sale, pending }), totalAmount });
const read =
  (transactionId?: string): Call =>
  (payments, service) =>
    payments.call(readTransaction, { transactionId: transactionId ?? service.sell(sale).transactionId });
const finalizeTooMuch: Call = async (payments, service) => {
  const sold = service.sell(sale);
  await payments.finalize({ ...sold, totalAmount: "100.00" });
  return payments.finalize({ ...sold, totalAmount: "25.01" });
};
const createOrder: Call = (payments, service) => {
  service.faults.next("createOrder", fault.status(404));
  return payments.createOrder(order);
};

test.each<[what: string, outcome: string, call: Call]>([
  ["a finalization", "succeeded", finalize("100.00")],
  ["a pending one", "pending", finalize("125.00", true)],
  ["a rejected one whose figures prove that it captured nothing", "rejected", finalize("125.01")],
  ["a rejected one whose figures prove nothing", "unknown", finalizeTooMuch],
  ["an order at a wrong path", "rejected", createOrder],
  ["a transaction that is read", "succeeded", read()],
  ["an unknown one, because a read moves no money", "rejected", read("202601150000000009")],
])("the console shows %s as %s, as the client reports it", async (_what, outcome, call) => {
  const service = newService();
  const { ok, value, error } = await toResult(call(clientOfFake(service), service));
  expect(ok ? (value.pending ? "pending" : "succeeded") : error.outcome).toBe(outcome);
  expect(service.requests.map(callerOutcome).at(-1)).toBe(outcome);
});
