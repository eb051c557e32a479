import { basicAuth, PaymentClient } from "merchant-payments";
import { Once } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { FakePaymentService, fault } from "merchant-payments/testing";
import { expect, test } from "vitest";

const service = new FakePaymentService();
const payments = new PaymentClient({
  baseUrl: "https://payments.example.com",
  auth: basicAuth(service.merchantId, service.password),
  fetch: service.fetch,
});
test("a part that a hop sends twice, and that is accepted twice, is a conflict", async () => {
  const once = new Once({ payments, store: new SqliteOnceStore(":memory:") });
  const { orderId, transactionId } = service.sell({ paymentMethod: "paypal", amount: "250.00" });
  const authorization = { paymentMethod: "paypal", authorizedAmount: "250.00", currencyCode: "SEK" } as const;
  service.faults.next("finalize", fault.duplicate({ answer: "second" }));

  const record = await once.finalize("SHIP-1", { orderId, transactionId, totalAmount: "125.00" }, { authorization });
  expect(record).toMatchObject({ state: "conflict", finalization: { totalAmountFinalized: "250" } });
});
