import { basicAuth, Decimal, type Finalization, PaymentClient } from "merchant-payments";
import { expect, test } from "vitest";
import { startCaptureServer } from "../support/capture-server.js";
import { finalized } from "../support/stub-client.js";

/** What the service is sent by a finalization. */
async function captured(finalization: Finalization) {
  await using server = await startCaptureServer(finalized);
  const payments = new PaymentClient({
    baseUrl: server.baseUrl,
    auth: basicAuth("merchant-1", "fake-password"),
  });
  await payments.finalize(finalization, { authorization: { paymentMethod: "paypal" } });
  expect(server.requests).toHaveLength(1);
  return server.requests[0];
}

test("with the order", async () => {
  const request = await captured({
    orderId: "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a",
    transactionId: "201409251527280673",
    totalAmount: "125.00",
  });
  expect(request?.requestLine).toBe(
    "POST /api/orders/cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a/transactions/201409251527280673/finalize/125.00 HTTP/1.1",
  );
  expect(request?.body).toBe("");
  expect(request?.headers).toMatchObject({
    accept: "application/json",
    "content-length": "0",
    authorization: "Basic bWVyY2hhbnQtMTpmYWtlLXBhc3N3b3Jk",
    "user-agent": "merchant-payments/0.1.0",
  });
  expect(request?.headers).not.toHaveProperty("content-type");
  expect(request?.headers).not.toHaveProperty("transfer-encoding");
});

test("without the order", async () => {
  const request = await captured({ transactionId: "201409251527280673", totalAmount: "125.00" });
  expect(request?.requestLine).toBe("POST /api/transactions/201409251527280673/finalize/125.00 HTTP/1.1");
  expect(request?.body).toBe("");
});

test("with line items and an invoice number", async () => {
  const request = await captured({
    invoiceId: "INV-7",
    lineItems: [
      { id: "1", name: "Skor", quantity: "1.50", totalLineAmount: "150.0000" },
      { totalLineAmount: "-25.0000", reason: "rabatt" },
    ],
    orderId: "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a",
    transactionId: "201409251527280673",
    totalAmount: "125.00",
  });
  expect(request?.requestLine).toBe(
    "POST /api/orders/cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a/transactions/201409251527280673/finalize/125.00 HTTP/1.1",
  );
  expect(request?.body).toBe(
    '{"lineItems":[{"id":"1","name":"Skor","quantity":1.50,"totalLineAmount":150.0000},' +
      '{"totalLineAmount":-25.0000,"reason":"rabatt"}],"invoiceId":"INV-7"}',
  );
  expect(request?.headers).toMatchObject({
    accept: "application/json",
    "content-type": "application/json",
    "content-length": "150",
  });
  expect(request?.headers).not.toHaveProperty("transfer-encoding");
});

test("with an empty list of line items", async () => {
  const request = await captured({ transactionId: "201409251527280673", totalAmount: "125.00", lineItems: [] });
  expect(request?.body).toBe('{"lineItems":[]}');
});

test("with an invoice number only", async () => {
  const request = await captured({ transactionId: "201409251527280673", totalAmount: "125.00", invoiceId: "INV-7" });
  expect(request?.body).toBe('{"invoiceId":"INV-7"}');
  expect(request?.headers["content-length"]).toBe("21");
});

test.each([
  ["123456789012345678.90", "123456789012345678.90"],
  ["0.10", "0.10"],
  [new Decimal("0.10"), "0.1"],
  [0.1, "0.1"],
])("totalAmount %s", async (totalAmount, segment) => {
  const request = await captured({ transactionId: "201409251527280673", totalAmount });
  expect(request?.requestLine).toBe(`POST /api/transactions/201409251527280673/finalize/${segment} HTTP/1.1`);
});

test("a transaction id with reserved characters is one segment of the path", async () => {
  const request = await captured({ transactionId: "../../orders/x?y#z", totalAmount: "125.00" });
  expect(request?.requestLine).toBe("POST /api/transactions/..%2F..%2Forders%2Fx%3Fy%23z/finalize/125.00 HTTP/1.1");
});
