import { basicAuth, PaymentClient, toResult } from "merchant-payments";
import { FakePaymentService, fault } from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

const service = new FakePaymentService();
const baseUrl = "https://payments.test/api";
const auth = basicAuth(service.merchantId, service.password);
const payments = new PaymentClient({ baseUrl, auth });

const network = setupServer(...paymentHandlers(service, { baseUrl }));
beforeAll(() => network.listen());
afterEach(() => service.reset());
afterAll(() => network.close());

test("a lost response: the money has moved, and one request was sent", async () => {
  const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
  service.faults.next("finalize", fault.loseResponse());

  const capture = await toResult(payments.finalize(sale));

  expect(capture).toMatchObject({ ok: false, error: { outcome: "unknown" } });
  expect(service.finalizations).toMatchObject([{ totalAmount: "125.00" }]);
  expect(service.requests).toHaveLength(1);
});
