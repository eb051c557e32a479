import { basicAuth, PaymentClient, type PaymentClientOptions } from "merchant-payments";
import { expect, test, vi } from "vitest";
import { clientResponding, created, finalization, order } from "../support/client.js";

const lineItems = [{ name: "Shoes", totalLineAmount: "125.00" }];
const detailed = { ...order, lineItems, billTo: {}, salesChannel: "web" };

function clientWith(options: Partial<PaymentClientOptions> = {}) {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const auth = vi.fn(basicAuth("merchant-1", "geheim"));
  const onEvent = vi.fn();
  const baseUrl = "https://payments.example.com/api";
  return { payments: new PaymentClient({ baseUrl, auth, fetch, onEvent, ...options }), auth, fetch, onEvent };
}

test("a preview shows the request with its headers, their secrets redacted", () => {
  const { payments } = clientWith({ headers: { "X-Api-Key": "geheim", "User-Agent": "web-shop/2.1" } });
  expect(payments.preview("createOrder", order, { headers: { "x-session": "geheim" } })).toEqual({
    method: "POST",
    url: "https://payments.example.com/api/orders/create/ORDER-1001/125.00/SEK",
    route: "orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
    values: { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" },
    headers: {
      "x-api-key": "[redacted]",
      "x-session": "[redacted]",
      accept: "application/json",
      "content-length": "2",
      "content-type": "application/json",
      "user-agent": "web-shop/2.1",
      authorization: "[redacted]",
    },
    body: "{}",
  });
});

test("a preview shows exactly what the call sends", async () => {
  const { payments, sent } = clientResponding(created, 201);
  const { url, body } = payments.preview("createOrder", detailed, { paymentMethod: "other" });
  await payments.createOrder(detailed, { paymentMethod: "other" });
  expect(sent).toEqual([{ path: new URL(url).pathname, body }]);
});

test("a preview sends nothing, asks for no credentials and causes no event", () => {
  const { payments, auth, fetch, onEvent } = clientWith();
  payments.preview("createOrder", order);
  payments.preview("finalize", finalization);
  for (const called of [auth, fetch, onEvent]) expect(called).not.toHaveBeenCalled();
});
