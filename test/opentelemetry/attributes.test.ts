import { describe, expect, test } from "vitest";
import { observed, shown } from "./observed.js";

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };

describe("identifiers", () => {
  const finalizing = async (options: { identifiers?: boolean }) => {
    const { service, payments, spans } = observed(options);
    const { orderId } = await payments.createOrder(order);
    const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
    await payments.finalize({ orderId, transactionId, totalAmount: "125.00" });
    return { orderId, transactionId, spans: spans() };
  };

  test("are on no span by default, nor is an amount", async () => {
    const { orderId, transactionId, spans } = await finalizing({});

    const text = JSON.stringify(spans.map(shown));
    expect(text).toContain('"payment.outcome":"succeeded"');
    for (const secret of ["ORDER-1001", orderId, transactionId, "125.00"]) expect(text).not.toContain(secret);
  });

  test("are attributes where they are asked for, and never in a name", async () => {
    const { orderId, transactionId, spans } = await finalizing({ identifiers: true });

    expect(spans.map(shown)).toMatchObject([
      {
        name: "createOrder orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
        attributes: { "payment.order_number": "ORDER-1001" },
      },
      {
        name: "finalize orders/{orderId}/transactions/{transactionId}/finalize/{totalAmount}",
        attributes: { "payment.order_id": orderId, "payment.transaction_id": transactionId },
      },
    ]);
    expect(spans[0]?.attributes).not.toHaveProperty("payment.transaction_id");
  });
});

describe("the service's address", () => {
  const attributesWith = async (baseUrl: string | undefined) => {
    const { payments, spans } = observed({ baseUrl });
    await payments.createOrder(order);
    return spans()[0]?.attributes;
  };

  test("with a port of its own, and slashes at the end of the base", async () => {
    expect(await attributesWith("http://localhost:4010/v1/api//")).toMatchObject({
      "server.address": "localhost",
      "server.port": 4010,
      "url.template": "/v1/api/orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
    });
  });

  test("over http, without a path", async () => {
    expect(await attributesWith("http://127.0.0.1")).toMatchObject({
      "server.address": "127.0.0.1",
      "server.port": 80,
      "url.template": "/orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
    });
  });

  test("is left out when it is not known", async () => {
    const attributes = await attributesWith(undefined);
    expect(attributes).not.toHaveProperty("server.address");
    expect(attributes).not.toHaveProperty("server.port");
    expect(attributes).toHaveProperty("url.template", "/orders/create/{orderNumber}/{totalAmount}/{currencyCode}");
  });

  test("that is no URL is a mistake that shows at once", () => {
    expect(() => observed({ baseUrl: "payments.example.com" })).toThrow(TypeError);
  });
});
