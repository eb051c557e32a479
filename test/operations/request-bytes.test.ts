/** The requests of the client, byte for byte, over a real connection. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInNewContext, runInThisContext } from "node:vm";
import { basicAuth, Decimal, type Finalization, PaymentClient, type PaymentClientOptions } from "merchant-payments";
import { afterEach, describe, expect, test } from "vitest";
import { sentOrder } from "../support/checked-input.js";
import { accepted, clientResponding, created, finalization, order } from "../support/client.js";
import { responding, startFaultServer } from "../support/fault-server.js";

const auth = basicAuth("merchant-1", "fake-password");

/** The one request of a call. */
async function captured(
  call: (payments: PaymentClient) => Promise<unknown>,
  response = created,
  options: Partial<PaymentClientOptions> = {},
) {
  await using server = await startFaultServer(responding(200, response));
  await call(new PaymentClient({ baseUrl: `${server.origin}/api`, auth, ...options }));
  const [request] = server.requests;
  if (request === undefined || server.requests.length > 1) throw new Error(`${server.requests.length} requests`);
  return { ...request, serverHost: new URL(server.origin).host };
}

const capturedOrder = (given: object) => captured((payments) => payments.createOrder(given as typeof order));
const capturedFinalization = (finalization: Finalization) =>
  captured((payments) => payments.finalize(finalization), accepted);

describe("a detailed order", () => {
  test("has every field, in the order of the contract, and its amounts as numbers with their digits", async () => {
    const travelData = { from: "UME", weight: new Decimal("12345678901234567890.125"), ratio: 0.1, many: 1e21 };
    const amounts = { totalLineAmount: new Decimal("100.00"), totalLineTaxAmount: "20.00", taxPercent: 25 };
    const unit = { unitAmountExcludingTax: "40.0000", unitMeasure: "pair", quantity: "2" };
    const texts = { productUrl: "https://shop.example.com/shoes", description: "Size 42", name: "Shoes 👟" };
    const ids = { articleNumber: "A-7", id: "1" };
    const components = [{ id: "1a", weight: 0.25 }];
    const line = { travelData, components, lineItemGroupKey: "g", ...amounts, ...unit, ...texts, ...ids };
    const { requestLine, headers, body } = await capturedOrder({
      merchantReference: "M-1",
      purchaseReference: "123456789012345678901234567890",
      orderDescription: 'Shoes "Åre"',
      salesLocationId: "SE-UME",
      salesChannel: "web",
      shipTo: { address: { city: "Luleå" } },
      billTo: { name: { firstName: "Åsa" } },
      customer: { customerId: "4711", governmentId: "19121212-1212", emailAddress: "asa@example.se" },
      lineItems: [line, { totalLineAmount: "123456789012345678.9000" }],
      currencyCode: "SEK",
      totalAmount: "123456789012345778.90",
      orderNumber: "ORDER-1002",
    });
    expect(requestLine).toBe("POST /api/orders/create HTTP/1.1");
    expect(body).toBe(
      '{"orderNumber":"ORDER-1002","currencyCode":"SEK","totalAmount":123456789012345778.90,"lineitems":[' +
        '{"id":"1","articleNumber":"A-7","name":"Shoes 👟","description":"Size 42",' +
        '"productUrl":"https://shop.example.com/shoes","quantity":2,"unitMeasure":"pair",' +
        '"unitAmountExcludingTax":40.0000,"taxPercent":25,"totalLineTaxAmount":20.00,"totalLineAmount":100,' +
        '"lineItemGroupKey":"g","components":[{"id":"1a","weight":0.25}],"travelData":{"from":"UME","weight":12345678901234567890.125,"ratio":0.1,"many":1e+21}},' +
        '{"totalLineAmount":123456789012345678.9000}],' +
        '"salesChannel":"web","salesLocationId":"SE-UME",' +
        '"customer":{"customerId":"4711","governmentId":"19121212-1212","emailAddress":"asa@example.se"},' +
        '"billTo":{"name":{"firstName":"Åsa"}},' +
        '"shipTo":{"address":{"city":"Luleå"}},' +
        '"orderDescription":"Shoes \\"Åre\\"","purchaseReference":"123456789012345678901234567890","merchantReference":"M-1"}',
    );
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    });
    expect(headers).not.toHaveProperty("transfer-encoding");
  });
});

describe("a finalization", () => {
  test("with lines and an invoice number has them in the body", async () => {
    const lineItems = [{ id: "1", quantity: "1.50", totalLineAmount: "150.0000" }, { totalLineAmount: "-25.0000" }];
    const { requestLine, body } = await capturedFinalization({ ...finalization, lineItems, invoiceId: "INV-7" });
    expect(requestLine).toBe("POST /api/transactions/201409251527280673/finalize/125.00 HTTP/1.1");
    expect(body).toBe(
      '{"lineItems":[{"id":"1","quantity":1.50,"totalLineAmount":150.0000},{"totalLineAmount":-25.0000}],"invoiceId":"INV-7"}',
    );
  });

  test("has a transaction id with reserved characters in one segment of the path", async () => {
    const { requestLine } = await capturedFinalization({ ...finalization, transactionId: "..a/b../orders?y#z" });
    expect(requestLine).toBe("POST /api/transactions/..a%2Fb..%2Forders%3Fy%23z/finalize/125.00 HTTP/1.1");
  });
});

describe("a request", () => {
  test("has the values that were given, although the caller changes them during the call", async () => {
    const lineItems = [{ totalLineAmount: "125.00", components: ["a"] }];
    const changing = { ...order, lineItems, billTo: {} };
    const sending = sentOrder(changing);
    changing.totalAmount = "999999.00";
    lineItems[0]?.components.push("b");
    const sent = '"totalAmount":125.00,"lineitems":[{"totalLineAmount":125.00,"components":["a"]}]';
    expect((await sending).body).toContain(sent);
  });
});

describe("the client accepts a Decimal of a copy of decimal.js", () => {
  /** Loaded a second time, as by another version of it in the app. */
  const source = readFileSync(createRequire(import.meta.url).resolve("decimal.js"), "utf8");
  const secondCopy = (run: (code: string) => (module: object) => void): typeof Decimal => {
    const module = { exports: {} as { Decimal: typeof Decimal } };
    run(`(module) => {${source}}`)(module);
    return module.exports.Decimal;
  };

  test.each([
    ["that was cloned", Decimal.clone({ precision: 5 })],
    ["that was loaded a second time", secondCopy(runInThisContext)],
    ["of another realm", secondCopy(runInNewContext)],
    ["of a subclass", class Money extends Decimal {}],
  ])("%s", async (_what, Other) => {
    const amount = new Other("12345678.90");
    const lineItems = [{ totalLineAmount: amount, travelData: { deposit: amount } }];
    const { body } = await sentOrder({ ...order, totalAmount: amount, lineItems, billTo: {} });
    expect(body).toBe(
      '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":12345678.9,' +
        '"lineitems":[{"totalLineAmount":12345678.9,"travelData":{"deposit":12345678.9}}],"billTo":{}}',
    );
  });
});

describe("an app that changed decimal.js for itself", () => {
  afterEach(() => {
    Decimal.set({ defaults: true });
  });

  test("changes neither sums nor requests", async () => {
    Decimal.set({ precision: 3, rounding: Decimal.ROUND_UP, toExpPos: 2, toExpNeg: -2 });
    const travelData = { deposit: new Decimal("0.00012345") };
    const lineItems = [{ totalLineAmount: new Decimal("123456.78") }, { totalLineAmount: "0.01", travelData }];
    const { body } = await sentOrder({ ...order, totalAmount: "123456.79", lineItems, billTo: {} });
    expect(body).toContain(
      '"totalAmount":123456.79,"lineitems":[{"totalLineAmount":123456.78},{"totalLineAmount":0.01,"travelData":{"deposit":0.00012345}}]',
    );
  });

  test.each([
    [{ precision: 3, rounding: Decimal.ROUND_UP }, "12345678901234567.89"],
    [{ maxE: 0, minE: 0 }, "0.50"],
  ])("does not change results: %j", async (settings, amount) => {
    Decimal.set(settings);
    const { payments } = clientResponding(accepted.replace("125.00", amount));
    const result = await payments.finalize(finalization);
    expect(result.totalAmountPendingFinalization.eq(amount)).toBe(true);
    expect(result.totalAmountPendingFinalization).toBeInstanceOf(Decimal);
  });
});
