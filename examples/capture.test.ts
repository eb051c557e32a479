import { basicAuth, PaymentClient, toResult } from "merchant-payments";
import { FakePaymentService, fault } from "merchant-payments/testing";
import { expect, test } from "vitest";

test("a lost response: it is unknown, and the money moved once", async () => {
  const service = new FakePaymentService();
  const auth = basicAuth(service.merchantId, service.password);
  const baseUrl = "https://payments.test";
  const payments = new PaymentClient({ baseUrl, auth, fetch: service.fetch });
  const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
  service.faults.next("finalize", fault.loseResponse());
  const capture = await toResult(payments.finalize(sale));
  expect(capture).toMatchObject({ ok: false, error: { outcome: "unknown" } });
  expect(service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
});
