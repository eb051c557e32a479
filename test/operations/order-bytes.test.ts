import { basicAuth, Decimal, PaymentClient } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { type CapturedRequest, startCaptureServer } from "../support/capture-server.js";
import { orderCreated } from "../support/stub-client.js";

const auth = basicAuth("merchant-1", "fake-password");

/** What the service is sent by a call. */
async function captured(call: (payments: PaymentClient) => Promise<unknown>): Promise<CapturedRequest | undefined> {
  await using server = await startCaptureServer(orderCreated);
  await call(new PaymentClient({ baseUrl: server.baseUrl, auth }));
  expect(server.requests).toHaveLength(1);
  return server.requests[0];
}

describe("a simple order", () => {
  test("is all in the path, without a body", async () => {
    await using server = await startCaptureServer(orderCreated);
    const payments = new PaymentClient({ baseUrl: server.baseUrl, auth });

    await payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" });

    const [request] = server.requests;
    expect(request?.requestLine).toBe("POST /api/orders/create/ORDER-1001/125.00/SEK HTTP/1.1");
    expect(request?.body).toBe("");
    expect(request?.headers).toMatchObject({
      host: server.host,
      accept: "application/json",
      "content-length": "0",
      authorization: "Basic bWVyY2hhbnQtMTpmYWtlLXBhc3N3b3Jk",
      "user-agent": "merchant-payments/0.1.0",
    });
    expect(request?.headers).not.toHaveProperty("content-type");
    expect(request?.headers).not.toHaveProperty("transfer-encoding");
  });

  test.each([
    ["ORDER/1001", "ORDER%2F1001"],
    ["ORDER 1001", "ORDER%201001"],
    ["BESTÄLLNING å", "BEST%C3%84LLNING%20%C3%A5"],
    ["%2e%2e", "%252e%252e"],
    ["../..", "..%2F.."],
    ["....", "...."],
    ["A?b=c#d;e", "A%3Fb%3Dc%23d%3Be"],
    ["a\\b\\..", "a%5Cb%5C.."],
    ["tab\tnewline\n", "tab%09newline%0A"],
    ["a+b&c@d:e", "a%2Bb%26c%40d%3Ae"],
    ["it's(1)*!~", "it's(1)*!~"],
    ["👟👟", "%F0%9F%91%9F%F0%9F%91%9F"],
  ])("orderNumber %j is one segment of the path", async (orderNumber, segment) => {
    const request = await captured((payments) =>
      payments.createOrder({ orderNumber, totalAmount: "125.00", currencyCode: "SEK" }),
    );
    expect(request?.requestLine).toBe(`POST /api/orders/create/${segment}/125.00/SEK HTTP/1.1`);
  });

  test.each([
    ["12345678901234567890", "12345678901234567890"],
    ["125.00", "125.00"],
    ["125", "125"],
    [125.5, "125.5"],
    [125.0, "125"],
    [new Decimal("125.00"), "125"],
    [new Decimal("12345678901234567890.1"), "12345678901234567890.1"],
    [new Decimal("1e25"), "10000000000000000000000000"],
  ])("totalAmount %s", async (totalAmount, segment) => {
    const request = await captured((payments) =>
      payments.createOrder({ orderNumber: "ORDER-1001", totalAmount, currencyCode: "SEK" }),
    );
    expect(request?.requestLine).toBe(`POST /api/orders/create/ORDER-1001/${segment}/SEK HTTP/1.1`);
  });
});

describe("a detailed order", () => {
  test("with every field", async () => {
    const request = await captured((payments) =>
      payments.createOrder({
        merchantReference: "M-1",
        purchaseReference: "123456789012345678901234567890",
        orderDescription: 'Shoes "Åre"',
        salesLocationId: "SE-UME",
        salesChannel: "web",
        shipTo: { address: { city: "Luleå" } },
        billTo: {
          name: { firstName: "Åsa", lastName: "Öberg" },
          address: { street1: "Storgatan 1", countryCode: "SE" },
        },
        customer: { customerId: "4711", governmentId: "19121212-1212", emailAddress: "asa@example.se" },
        lineItems: [
          {
            id: "1",
            articleNumber: "A-7",
            name: "Shoes 👟",
            description: "Size 42",
            productUrl: "https://shop.example.com/shoes",
            quantity: "2",
            unitMeasure: "pair",
            unitAmountExcludingTax: "40.0000",
            taxPercent: 25,
            totalLineTaxAmount: "20.00",
            totalLineAmount: new Decimal("100.00"),
            lineItemGroupKey: "g",
            components: [{ id: "1a", weight: 0.25 }],
            travelData: { from: "UME" },
          },
          { totalLineAmount: "25.00" },
        ],
        currencyCode: "SEK",
        totalAmount: "125.00",
        orderNumber: "ORDER-1002",
      }),
    );
    expect(request?.requestLine).toBe("POST /api/orders/create HTTP/1.1");
    expect(request?.body).toBe(
      '{"orderNumber":"ORDER-1002","currencyCode":"SEK","totalAmount":125.00,"lineitems":[' +
        '{"id":"1","articleNumber":"A-7","name":"Shoes 👟","description":"Size 42",' +
        '"productUrl":"https://shop.example.com/shoes","quantity":2,"unitMeasure":"pair",' +
        '"unitAmountExcludingTax":40.0000,"taxPercent":25,"totalLineTaxAmount":20.00,"totalLineAmount":100,' +
        '"lineItemGroupKey":"g","components":[{"id":"1a","weight":0.25}],"travelData":{"from":"UME"}},' +
        '{"totalLineAmount":25.00}],' +
        '"salesChannel":"web","salesLocationId":"SE-UME",' +
        '"customer":{"customerId":"4711","governmentId":"19121212-1212","emailAddress":"asa@example.se"},' +
        '"billTo":{"name":{"firstName":"Åsa","lastName":"Öberg"},"address":{"street1":"Storgatan 1","countryCode":"SE"}},' +
        '"shipTo":{"address":{"city":"Luleå"}},' +
        '"orderDescription":"Shoes \\"Åre\\"","purchaseReference":"123456789012345678901234567890","merchantReference":"M-1"}',
    );
    expect(request?.headers).toMatchObject({
      accept: "application/json",
      "content-type": "application/json",
      authorization: "Basic bWVyY2hhbnQtMTpmYWtlLXBhc3N3b3Jk",
      "user-agent": "merchant-payments/0.1.0",
    });
    expect(request?.headers).not.toHaveProperty("transfer-encoding");
  });

  test("content-length counts bytes", async () => {
    const request = await captured((payments) =>
      payments.createOrder({
        orderNumber: "åäö👟",
        totalAmount: "1",
        currencyCode: "SEK",
        lineItems: [],
        billTo: {},
      }),
    );
    expect(request?.body).toBe(
      '{"orderNumber":"åäö👟","currencyCode":"SEK","totalAmount":1,"lineitems":[],"billTo":{}}',
    );
    expect(request?.headers["content-length"]).toBe("92");
  });

  test("20 digits keep every one", async () => {
    const request = await captured((payments) =>
      payments.createOrder({
        orderNumber: "ORDER-1002",
        totalAmount: "123456789012345678.90",
        currencyCode: "SEK",
        lineItems: [{ totalLineAmount: "123456789012345678.9000" }],
        billTo: {},
      }),
    );
    expect(request?.body).toBe(
      '{"orderNumber":"ORDER-1002","currencyCode":"SEK","totalAmount":123456789012345678.90,' +
        '"lineitems":[{"totalLineAmount":123456789012345678.9000}],"billTo":{}}',
    );
  });

  test("numbers and Decimals under keys of the merchant's own keep their digits", async () => {
    const request = await captured((payments) =>
      payments.createOrder({
        orderNumber: "ORDER-1002",
        totalAmount: "1",
        currencyCode: "SEK",
        lineItems: [],
        billTo: { weight: new Decimal("12345678901234567890.125"), ratio: 0.1, many: 1e21 },
      }),
    );
    expect(request?.body).toBe(
      '{"orderNumber":"ORDER-1002","currencyCode":"SEK","totalAmount":1,"lineitems":[],' +
        '"billTo":{"weight":12345678901234567890.125,"ratio":0.1,"many":1e+21}}',
    );
  });
});

describe("headers", () => {
  test("of the client and of the call, the call's winning whatever their case", async () => {
    await using server = await startCaptureServer(orderCreated);
    const payments = new PaymentClient({
      baseUrl: server.baseUrl,
      auth,
      headers: { "X-Trace": "client", "x-shop": "1" },
      appInfo: { name: "web-shop", version: "2.1" },
    });
    const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };

    await payments.createOrder(order, { headers: { "x-trace": "call" } });

    expect(server.requests[0]?.headers).toMatchObject({
      "x-trace": "call",
      "x-shop": "1",
      "user-agent": "merchant-payments/0.1.0 web-shop/2.1",
    });
  });

  test("a merchant id and a password outside ASCII are sent as UTF-8", async () => {
    await using server = await startCaptureServer(orderCreated);
    const payments = new PaymentClient({ baseUrl: server.baseUrl, auth: basicAuth("åsa", "påss") });

    await payments.createOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" });

    expect(server.requests[0]?.headers["authorization"]).toBe("Basic w6VzYTpww6Vzcw==");
  });
});
