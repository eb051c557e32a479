import { FakePaymentService, fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { order as simple } from "../../support/client.js";
import { newService, post } from "../../support/service-adapters.js";

const api = "https://payments.example.com/api";
const simplePath = "/orders/create/ORDER-1001/125.00/SEK";
const unknown = "00000000-0000-4000-8000-000000000000";
const other = '{"ORDERID":"x","transactionID":"x","totalamount":1}';

// The bytes of each kind of call are samples: test/wire/samples.
describe("an order is created", () => {
  const simpleBody = '"orderNumber":"ORDER-1","currencyCode":"SEK","billTo":{}';
  const written =
    '{"lineitems":[],"billTo":{"address":null,"isCompany":true,"id":201409251527280673,"tags":["a",1.50,1e3,{"b":[]}]}}';
  const read = { address: null, isCompany: true, id: "201409251527280673", tags: ["a", "1.50", "1e3", { b: [] }] };
  const others =
    '{"orderNumber":"OTHER","OrderNumber":"OTHER","TOTALAMOUNT":1,"currencyCode":"EUR","lineitems":[],"billTo":{}}';

  test.each<[what: string, fields: string, order: object]>([
    [
      "alone",
      '"totalAmount":10.10,"lineitems":[{"quantity":1.50,"totalLineAmount":10.10}]',
      { form: "detailed", totalAmount: "10.10", lineItems: [{ quantity: "1.50", totalLineAmount: "10.10" }] },
    ],
    [
      "with its amounts in powers of ten",
      '"totalAmount":1.25E2,"lineitems":[{"totalLineAmount":12500e-2}]',
      { totalAmount: "125", lineItems: [{ totalLineAmount: "125" }] },
    ],
    ["with 20 digits", '"totalAmount":123456789012345678.90,"lineitems":[]', { totalAmount: "123456789012345678.90" }],
  ])("from the body %s", async (_what, fields, order) => {
    const service = newService();
    expect((await call(service, "/orders/create", { body: `{${simpleBody},${fields}}` })).status).toBe(201);
    expect(service.orders).toMatchObject([order]);
  });

  test.each<[what: string, path: string, body: string, order: object]>([
    ["from the path alone", simplePath, "", { form: "simple", ...simple }],
    ["with data of every kind in a party", simplePath, written, { billTo: read }],
    ["with values in the path that win over the body's", simplePath, others, { form: "detailed", ...simple }],
    ["with an escaped value", "/orders/create/ORDER%2F1%20%C3%85/125.00/SEK", "", { orderNumber: "ORDER/1 Å" }],
  ])("%s", async (_what, path, body, order) => {
    const service = newService();
    expect((await call(service, path, { body })).status).toBe(201);
    expect(service.orders).toMatchObject([order]);
  });
});

test.each([
  [simplePath.replace("ORDER-1001", "123"), "", "OrderNumber"],
  [
    "/orders/create",
    '{"orderNumber":"ORDER-1","totalAmount":1e400,"currencyCode":"SEK"}',
    "TotalAmount LineItems BillTo",
  ],
])("an order is rejected: %s %s, for its %s", async (path, body, fields) => {
  const service = newService();
  const { status, response } = await call(service, path, { body });
  expect([status, response.status.statusKey, service.orders]).toEqual([200, "VALIDATION_ERROR", []]);
  expect(response.status.errors.map(({ fieldName }) => fieldName).join(" ")).toBe(fields);
});

describe("a finalization over HTTP", () => {
  const anyCard = "/transactions/CARD/finalize/100.00";

  test.each<[what: string, path: string, body: string, end: string]>([
    ["succeeds with the order in the body", anyCard, '{"OrderID":"ORDER"}', "SUCCESS"],
    ["is rejected for another order", anyCard, `{"orderId":"${unknown}"}`, "ORDER_NOT_FOUND"],
    ["prefers values in the path", "/orders/ORDER/transactions/CARD/finalize/100.00", other, "SUCCESS"],
  ])("%s", async (_what, path, body, end) => {
    const { service, placed } = authorized("125.00");
    const { status, response } = await call(service, placed(path), { body: placed(body) });
    expect([status, response.status.statusKey]).toEqual([200, end]);
    expect(service.finalizations.map(({ totalAmount }) => totalAmount)).toEqual(end === "SUCCESS" ? ["100.00"] : []);
  });
});

describe("the fake does nothing", () => {
  const [none, stranger] = [{}, { authorization: "Basic b3RoZXI6eA==" }];

  test.each<[what: string, httpStatus: number, path: string, init: RequestInit]>([
    ["without credentials", 401, simplePath, { headers: none }],
    ["for another merchant", 401, simplePath, { headers: stranger }],
    ["at a path that is unknown", 404, "/orders", {}],
    ["at a path that lacks a value", 404, "/orders/create//125.00/SEK", {}],
    ["at a path that is not escaped", 404, "/orders/create/%/1/SEK", {}],
    ["for GET", 405, simplePath, { method: "GET" }],
    ["for a body that breaks off", 500, simplePath, { body: '{"orderNumber":' }],
    ["for a body that is a list", 500, simplePath, { body: "[]" }],
    ["for lists of 100000 levels", 500, "/orders/create", { body: "[".repeat(100_000) + "]".repeat(100_000) }],
  ])("%s: HTTP %d", async (_what, httpStatus, path, init) => {
    const service = newService();
    const { status, response } = await call(service, path, init);
    expect([status, response.status]).toMatchObject([httpStatus, { errorNumber: -3, statusKey: `HTTP_${httpStatus}` }]);
    expect(service.orders).toEqual([]);
  });
});

test("the response says what is expected: credentials, which may go beyond ASCII, or another method", async () => {
  const service = newService({ merchantId: "åsa", password: "lösen" });
  const responseTo = (headers: object, method = "POST") =>
    service.fetch(api + simplePath, { method, headers: { ...headers } });
  const challenge = (await responseTo({})).headers.get("www-authenticate");
  expect(challenge).toBe('Basic realm="payment service"');
  expect((await responseTo(post.headers, "PUT")).headers.get("allow")).toBe("POST");
  expect((await responseTo({ authorization: "basic w6VzYTpsw7ZzZW4=" })).status).toBe(201);
});

test("a request is recorded with its response, without the credentials", async () => {
  const service = newService();
  const body = '{ "totalAmount": 10.10 }';
  const { text } = await call(service, simplePath, { headers: { ...post.headers, "User-Agent": "shop/1.0" }, body });
  const route = "/orders/create/{orderNumber}/{totalAmount}/{currencyCode}";
  const type = { "content-type": "text/plain;charset=UTF-8" };
  const headers = { authorization: "[redacted]", ...type, "user-agent": "shop/1.0" };
  const sent = { number: 1, operation: "createOrder", method: "POST", path: `/api${simplePath}`, route, headers, body };
  const noon = "2026-03-04T12:00:00.000Z";
  const atNoon = { receivedAt: noon, processedAt: noon, endedAt: noon };
  const response = { httpStatus: 201, statusKey: "SUCCESS", body: text };
  expect(service.requests).toEqual([{ ...sent, ...atNoon, response, delivered: true }]);
});

describe("service.fetch", () => {
  const url = api + simplePath;

  test("takes a Request, a URL or text, and a body that is a stream", async () => {
    const service = new FakePaymentService();
    const body = new Blob(['{"customer":null}']).stream();
    const streamed = { ...post, body, duplex: "half" };
    const [request, address] = [new Request(url, post), new URL(url)];
    const all = [service.fetch(request), service.fetch(address, post), service.fetch(url, streamed)];
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(service.requests.map((each) => each.body).sort()).toEqual(["", "", '{"customer":null}']);
  });

  test("does nothing after an earlier abort, and returns no response after an abort on the way", async () => {
    const service = new FakePaymentService();
    const shopClosed = new Error("shop closed");
    await expect(service.fetch(url, { ...post, signal: AbortSignal.abort(shopClosed) })).rejects.toThrow(shopClosed);
    expect(service.requests).toEqual([]);
    service.faults.next("createOrder", fault.delay(60_000));
    for (let call = 0; call < 2; call += 1) {
      const caller = new AbortController();
      const response = service.fetch(url, { ...post, signal: caller.signal });
      caller.abort(shopClosed);
      await expect(response).rejects.toThrow(shopClosed);
    }
    expect(service.orders).toHaveLength(2);
  });
});

interface Response {
  readonly status: { readonly statusKey: string; readonly errors: readonly { readonly fieldName: string }[] };
}

async function call(service: FakePaymentService, path: string, init: RequestInit = {}) {
  const response = await service.fetch(api + path, { ...post, ...init });
  const text = await response.text();
  return { status: response.status, text, response: JSON.parse(text) as Response };
}

/** A service with one authorization; `placed` puts its ids where a text says ORDER and CARD. */
function authorized(totalAmount: string) {
  const service = newService();
  const { orderId = "" } = service.createOrder({ ...simple, totalAmount });
  const { transactionId } = service.authorize(orderId, { paymentMethod: "other" });
  const placed = (text: string) => text.replace(/\bORDER\b/, orderId).replace(/\bCARD\b/, transactionId);
  return { service, placed };
}
