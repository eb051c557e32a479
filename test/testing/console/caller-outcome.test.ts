import { basicAuth, PaymentClient, toResult } from "merchant-payments";
import { type FakePaymentService, fault, type RecordedRequest } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { callerOutcome } from "../../../src/testing/console/caller-outcome.js";
import { newService } from "../../support/service-adapters.js";
import { readTransaction } from "../read-transaction.js";

function open() {
  const service = newService();
  const auth = basicAuth(service.merchantId, service.password);
  const payments = new PaymentClient({ baseUrl: "https://x.test/api", auth, fetch: service.fetch, maxRetries: 0 });
  return { service, payments };
}

/** The outcome that the console shows of the last request. */
const shown = ({ requests }: FakePaymentService) => callerOutcome(requests.at(-1) as RecordedRequest);

test("a rejected finalization is shown as rejected only if its figures prove that it captured nothing", async () => {
  const { service, payments } = open();
  const { transactionId, orderId } = service.sell({ paymentMethod: "paypal", totalAmount: "125.00" });
  const finalize = async (totalAmount: string) => {
    const { error } = await toResult(payments.finalize({ orderId, transactionId, totalAmount }));
    return [error?.outcome ?? "succeeded", shown(service)];
  };
  expect(await finalize("125.01")).toEqual(["rejected", "rejected"]);
  expect(await finalize("100.00")).toEqual(["succeeded", "succeeded"]);
  expect(await finalize("25.01")).toEqual(["unknown", "unknown"]);
});

test("a pending finalization is shown as pending, and an order that is rejected as rejected", async () => {
  const { service, payments } = open();
  expect(
    (await payments.finalize(service.sell({ paymentMethod: "paypal", totalAmount: "125.00", pending: true }))).pending,
  ).toBe(true);
  expect(shown(service)).toBe("pending");
  service.faults.next("createOrder", fault.status(404));
  await toResult(payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "1.00", currencyCode: "SEK" }));
  expect(shown(service)).toBe("rejected");
});

test("a transaction that is read is shown as succeeded, and an unknown one as rejected, because a read moves no money", async () => {
  const { service, payments } = open();
  const { transactionId } = service.sell({ paymentMethod: "paypal", totalAmount: "125.00" });
  await payments.call(readTransaction, { transactionId });
  expect(shown(service)).toBe("succeeded");
  await toResult(payments.call(readTransaction, { transactionId: "202601150000000009" }));
  expect(shown(service)).toBe("rejected");
});
