import { FakePaymentService, type FakePaymentServiceOptions } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { requestFrom, requestSample, responseSample, responseText } from "../wire-samples/samples.js";

const now = () => new Date("2026-03-04T12:00:00Z");
const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const detailed = { ...simple, lineItems: [{ totalLineAmount: "125.00" }], billTo: {}, customer: {} };

function newService(options: FakePaymentServiceOptions = {}) {
  return new FakePaymentService({ seed: 1, now, ...options });
}

/** A service with one order and one authorization of it. */
function authorized(order: object, payment: Parameters<FakePaymentService["authorize"]>[1], options?: object) {
  const service = newService(options);
  const { orderId = "" } = service.createOrder(order);
  service.authorize(orderId, payment);
  return service;
}

/** The fake takes the request of a sample and gives its response, to the byte. */
async function expectSample(service: FakePaymentService, name: string) {
  const response = await service.fetch(requestFrom(requestSample(name)));
  expect(await responseText(response)).toBe(responseSample(name));
}

describe("the fake creates", () => {
  test.each(["create-simple", "create-simple-escaped", "create-detailed"])("%s", async (name) => {
    await expectSample(newService(), name);
  });

  test("create-detailed, with every digit and every field", async () => {
    const service = newService();
    await expectSample(service, "create-detailed");
    expect(service.orders).toMatchObject([
      {
        form: "detailed",
        totalAmount: "125.00",
        lineItems: [
          { quantity: "1.50", unitAmountExcludingTax: "80.0000", taxPercent: "25", roast: { level: "3", dark: true } },
          { totalLineAmount: "-25.00" },
          { totalLineAmount: "0" },
        ],
        customer: { emailAddress: "åsa@example.se" },
        billTo: { name: { companyName: "Ek & Co" }, address: { city: "Umeå" } },
        shipTo: { address: { city: "Luleå" } },
        salesChannel: "web",
        salesLocationId: "SE-1",
        orderDescription: '"Två" påsar',
        purchaseReference: "123456789012345678901234567890",
        merchantReference: "M-1002",
      },
    ]);
  });

  test.each(["create-refused", "unauthorized"])("nothing: %s", async (name) => {
    const service = newService();
    await expectSample(service, name);
    expect(service.orders).toEqual([]);
  });

  test("others-path-over-body", async () => {
    const service = newService();
    await expectSample(service, "others-path-over-body");
    expect(service.orders).toMatchObject([{ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" }]);
  });
});

describe("the fake finalizes", () => {
  test("finalize-card", async () => {
    await expectSample(authorized(simple, { paymentMethod: "card" }), "finalize-card");
  });

  test("finalize-part", async () => {
    await expectSample(authorized(detailed, { paymentMethod: "other" }), "finalize-part");
  });

  test("finalize-invoice", async () => {
    const riskAssessment = { mode: "active", result: "accepted" };
    await expectSample(authorized(detailed, { paymentMethod: "invoice" }, { riskAssessment }), "finalize-invoice");
  });

  test("finalize-pending", async () => {
    await expectSample(authorized(simple, { paymentMethod: "swish", pending: true }), "finalize-pending");
  });

  test("others-order-in-body", async () => {
    await expectSample(authorized(simple, { paymentMethod: "card" }), "others-order-in-body");
  });
});

describe("the fake refuses to finalize", () => {
  test("finalize-exceeded", async () => {
    await expectSample(authorized(simple, { paymentMethod: "card" }), "finalize-exceeded");
  });

  test("finalize-completed", async () => {
    const service = authorized(simple, { paymentMethod: "card" });
    service.finalize({ transactionId: "202603040000000001", totalAmount: "125.00" });
    await expectSample(service, "finalize-completed");
  });

  test("finalize-annulled", async () => {
    const service = authorized(simple, { paymentMethod: "card" });
    service.annul("202603040000000001");
    await expectSample(service, "finalize-annulled");
  });

  test("finalize-unknown", async () => {
    await expectSample(authorized(simple, { paymentMethod: "card" }), "finalize-unknown");
  });

  test("finalize-lines-not-allowed", async () => {
    await expectSample(authorized(simple, { paymentMethod: "other" }), "finalize-lines-not-allowed");
  });

  test("finalize-lines-required", async () => {
    await expectSample(authorized(detailed, { paymentMethod: "other" }), "finalize-lines-required");
  });
});
