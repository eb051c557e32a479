import { basicAuth, PaymentClient, settle } from "merchant-payments";
import { FakePaymentService, fault } from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

const service = new FakePaymentService();
const baseUrl = "https://payments.test/api";
const payments = new PaymentClient({ baseUrl, auth: basicAuth(service.merchantId, service.password) });

const network = setupServer(...paymentHandlers(service, { baseUrl }));
beforeAll(() => network.listen());
afterEach(() => service.reset());
afterAll(() => network.close());

test("a capture whose answer is lost has moved the money, and is not sent again", async () => {
  const sale = service.sell({ paymentMethod: "card", amount: "125.00" }); // an order that its customer has paid
  service.faults.next("finalize", fault.loseReply);

  const capture = await settle(payments.finalize(sale));

  expect(capture).toMatchObject({ ok: false, error: { outcome: "unknown" } });
  expect(service.finalizations).toMatchObject([{ orderId: sale.orderId, totalAmount: "125.00" }]);
});
