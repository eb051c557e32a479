import { basicAuth, PaymentClient, type PaymentClientOptions, PaymentValidationError } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { clientAnswering, orderCreated } from "../support/stub-client.js";

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };

function clientWith(options: Partial<PaymentClientOptions> = {}) {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const auth = vi.fn(basicAuth("merchant-1", "geheim"));
  const onEvent = vi.fn();
  const payments = new PaymentClient({
    baseUrl: "https://payments.example.com/api",
    auth,
    fetch,
    onEvent,
    ...options,
  });
  return { payments, auth, fetch, onEvent };
}

describe("preview", () => {
  test("of a simple order", () => {
    expect(clientWith().payments.preview("createOrder", order)).toEqual({
      method: "POST",
      url: "https://payments.example.com/api/orders/create/ORDER-1001/125.00/SEK",
      route: "orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
      headers: {
        accept: "application/json",
        "content-length": "0",
        "user-agent": "merchant-payments/0.1.0",
        authorization: "[redacted]",
      },
      body: "",
    });
  });

  test("of a detailed order", () => {
    const billTo = { name: { firstName: "Åsa" } };
    const lineItems = [{ name: "Shoes", totalLineAmount: "125.00" }];
    expect(clientWith().payments.preview("createOrder", { ...order, lineItems, billTo })).toEqual({
      method: "POST",
      url: "https://payments.example.com/api/orders/create",
      route: "orders/create",
      headers: {
        accept: "application/json",
        "content-length": "165",
        "content-type": "application/json",
        "user-agent": "merchant-payments/0.1.0",
        authorization: "[redacted]",
      },
      body:
        '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":125.00,' +
        '"lineitems":[{"name":"Shoes","totalLineAmount":125.00}],"billTo":{"name":{"firstName":"Åsa"}}}',
    });
  });

  test("of a finalization", () => {
    const { payments } = clientWith({ baseUrl: "https://payments.example.com/" });
    const orderId = "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a";
    expect(payments.preview("finalize", { ...finalization, orderId })).toMatchObject({
      url: "https://payments.example.com/orders/cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a/transactions/201409251527280673/finalize/125.00",
      route: "orders/{orderId}/transactions/{transactionId}/finalize/{totalAmount}",
      body: "",
    });
    expect(payments.preview("finalize", { ...finalization, invoiceId: "INV-7" })).toMatchObject({
      url: "https://payments.example.com/transactions/201409251527280673/finalize/125.00",
      route: "transactions/{transactionId}/finalize/{totalAmount}",
      body: '{"invoiceId":"INV-7"}',
    });
  });

  test("redacts the merchant's own headers", () => {
    const { payments } = clientWith({ headers: { "X-Api-Key": "geheim" }, appInfo: { name: "web-shop" } });
    const { headers } = payments.preview("createOrder", order, { headers: { "x-session": "geheim" } });
    expect(headers).toEqual({
      "x-api-key": "[redacted]",
      "x-session": "[redacted]",
      accept: "application/json",
      "content-length": "0",
      "user-agent": "merchant-payments/0.1.0 web-shop",
      authorization: "[redacted]",
    });
  });

  test("sends nothing, asks for no credentials and tells no listener", () => {
    const { payments, auth, fetch, onEvent } = clientWith();
    payments.preview("createOrder", order);
    payments.preview("finalize", finalization);
    expect(auth).not.toHaveBeenCalled();
    expect(fetch).not.toHaveBeenCalled();
    expect(onEvent).not.toHaveBeenCalled();
  });

  test("is what the call sends", async () => {
    const { payments, sent } = clientAnswering(orderCreated, 201);
    const detailed = { ...order, lineItems: [], billTo: {}, salesChannel: "web" };
    const { url, body } = payments.preview("createOrder", detailed, { paymentMethod: "card" });
    await payments.createOrder(detailed, { paymentMethod: "card" });
    expect(sent).toEqual([{ path: new URL(url).pathname, body }]);
  });
});

describe("preview throws as the call itself would", () => {
  test("on an invalid order", () => {
    const { payments } = clientWith();
    expect(() => payments.preview("createOrder", { ...order, orderNumber: "1" })).toThrow(PaymentValidationError);
    expect(() => payments.preview("createOrder", { ...order, orderNumber: "1" })).toThrow(
      "createOrder: nothing was sent, the input has a fault:\n  - orderNumber must be 4 to 50 characters long and has 1: lengthen it",
    );
  });

  test("on an invalid finalization", () => {
    expect(() => clientWith().payments.preview("finalize", { ...finalization, transactionId: "1" })).toThrow(
      "finalize: nothing was sent, the input has a fault:\n  - transactionId must be exactly 18 characters long and has 1: lengthen it",
    );
  });

  test("on facts that do not fit", () => {
    const { payments } = clientWith();
    expect(() => payments.preview("createOrder", order, { paymentMethod: "invoice" })).toThrow(
      /needs the detailed form/,
    );
    const authorization = { paymentMethod: "card", authorizedAmount: "100.00" } as const;
    expect(() => payments.preview("finalize", finalization, { authorization })).toThrow(
      /totalAmount must be at most the authorized amount/,
    );
  });
});

test("an operation that there is not", () => {
  const { payments } = clientWith();
  expect(() => payments.preview("annul" as "finalize", finalization)).toThrow(
    new TypeError('PaymentClient.preview: the operation must be "createOrder" or "finalize"'),
  );
});
