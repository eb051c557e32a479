import { Decimal } from "decimal.js";
import {
  type FakeFault,
  type FakeOrder,
  type FakePaymentService,
  fault,
  pending,
  rejection,
  type Sale,
} from "merchant-payments/testing";
import { describe, expect, test, vi } from "vitest";
import { findPayment, initializePayment } from "../../support/custom-operations.js";
import { adapters, newService, post } from "../../support/service-adapters.js";

const api = "https://payments.example.com/api";
const get = { ...post, method: "GET" };
const session = { sessionId: "S-1", url: "https://pay.example.com/S-1" };
const success = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS" };

/** A service with an order authorized by card, and the path of `initializePayment` for it. */
function withOrder(service = newService()) {
  const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00", orderNumber: "ORDER-1001" });
  return { service, ...sale, path: `/orders/${sale.orderId}/initializePayment` };
}

async function call(service: FakePaymentService, path: string, init: RequestInit = post) {
  const response = await service.fetch(api + path, init);
  const text = await response.text();
  return { httpStatus: response.status, allow: response.headers.get("allow"), text, ...JSON.parse(text) };
}

describe.each(adapters)("a handler, through $name,", ({ open }) => {
  test("handles a POST: it gets numbers as text with every digit, and the path wins over the body", async () => {
    await using adapter = await open();
    const { service, orderId, path } = withOrder(adapter.service);
    const handler = vi.fn(() => session);
    service.on(initializePayment, handler);
    const body = `{"returnUrl":"https://shop.example.com","totalAmount":125.00,"saveCard":true,"orderID":"x"}`;
    const response = await adapter.fetch(adapter.baseUrl + path, { ...post, body });
    expect([response.status, await response.json()]).toMatchObject([200, { status: success, ...session }]);
    const input = { orderId, returnUrl: "https://shop.example.com", totalAmount: "125.00", saveCard: true };
    expect(handler.mock.calls).toMatchObject([[{ input, order: { orderNumber: "ORDER-1001" } }]]);
    expect(service.requests).toMatchObject([
      {
        operation: "initializePayment",
        route: "/orders/{orderId}/initializePayment",
        path: new URL(adapter.baseUrl + path).pathname,
        response: { httpStatus: 200, statusKey: "SUCCESS" },
        delivered: true,
      },
    ]);
  });

  test("handles a GET: it gets the query as text", async () => {
    await using adapter = await open();
    const { service, transactionId } = withOrder(adapter.service);
    const handler = vi.fn(() => ({ amount: new Decimal("125"), parts: [], note: "" }));
    service.on(findPayment, handler);
    const path = `/payments/${transactionId}?withHistory=true&since=2026-01-15`;
    expect((await adapter.fetch(adapter.baseUrl + path, get)).status).toBe(200);
    expect(handler.mock.calls).toMatchObject([
      [{ input: { transactionId, withHistory: "true", since: "2026-01-15" }, order: { orderNumber: "ORDER-1001" } }],
    ]);
    expect(service.requests).toMatchObject([{ operation: "findPayment", path: expect.stringMatching("\\?withHist") }]);
  });

  test("does not delay the abort of its caller", async () => {
    await using adapter = await open();
    const { service, path } = withOrder(adapter.service);
    const handler = vi.fn(() => new Promise<never>(() => undefined));
    service.on(initializePayment, handler);
    const caller = new AbortController();
    const aborted = expect(adapter.fetch(adapter.baseUrl + path, { ...post, signal: caller.signal })).rejects.toThrow(
      "closed",
    );
    await expect.poll(() => handler).toHaveBeenCalled();
    caller.abort(new Error("shop closed"));
    await aborted;
  });
});

test.each<[calls: number, FakeFault, recorded: object]>([
  [1, fault.loseResponse(), { response: { statusKey: "SUCCESS" }, delivered: false }],
  [2, fault.duplicate(), { delivered: true }],
])("a handler is called %i times if the fault $name strikes its operation", async (calls, armed, recorded) => {
  const { service, orderId, path } = withOrder();
  const handler = vi.fn(async () => session);
  service.on(initializePayment, handler);
  service.faults.next("initializePayment", armed, { orderId });
  await service.fetch(api + path, post).catch(() => undefined);
  await expect.poll(() => service.requests[0]).toMatchObject(recorded);
  expect(handler).toHaveBeenCalledTimes(calls);
});

test("a response has Decimals as numbers with all their digits, and text as it is", async () => {
  const service = newService();
  const amount = new Decimal("12345678901234567890.12");
  service.on(findPayment, () => ({ amount, parts: [amount], note: "1.50" }));
  const { text } = await call(service, "/payments/1", get);
  const written = '{"amount":12345678901234567890.12,"parts":[12345678901234567890.12],"note":"1.50","status":{';
  expect(text).toMatch(`${written}"isSuccess":true,`);
});

const errors = [{ errorCode: "Predicate", fieldName: "ReturnUrl", message: "ReturnUrl must be https." }];
const said = { statusMessage: "No.", errors };
const annulled = { errorNumber: 3016, statusKey: "PAYMENT_ANNULLED" };
const expired = { errorNumber: 4001, statusKey: "SESSION_EXPIRED", statusMessage: "SESSION_EXPIRED", errors: null };

test.each([
  ["with the message of the catalogue", rejection("PAYMENT_ANNULLED"), annulled],
  ["with its own message and the faulty fields", rejection("VALIDATION_ERROR", said), { errorNumber: -2, ...said }],
  ["with a status that the fake does not know", rejection("SESSION_EXPIRED"), { ...expired, errorNumber: 9999 }],
  ["with its own number", rejection("SESSION_EXPIRED", { errorNumber: 4001 }), expired],
])("a handler can reject a call %s", async (_what, rejected, status) => {
  const { service, path } = withOrder();
  service.on(initializePayment, () => rejected);
  const response = await call(service, path);
  expect(response).toMatchObject({ httpStatus: 200, status: { isSuccess: false, ...status } });
  expect(response).not.toHaveProperty("sessionId");
});

test("a handler can leave a call pending, and cannot change the status in any other way", async () => {
  const { service, path } = withOrder();
  service.on(initializePayment, async () => pending(session));
  expect(await call(service, path)).toMatchObject({ ...session, status: { isSuccess: true, statusKey: "PENDING" } });
  service.on(initializePayment, () => ({ ...session, status: "open" }));
  expect(await call(service, path)).toMatchObject({ ...session, status: success });
});

test.each<[string, () => never]>([
  ["at once", () => fail()],
  ["as a response that JSON cannot carry", (() => ({ ...session, url: 1n })) as never],
  ["as a Decimal that is no amount", (() => ({ ...session, fee: new Decimal("Infinity") })) as never],
])("the caller gets the error that a handler throws %s", async (_when, handler) => {
  const { service, path } = withOrder();
  service.on(initializePayment, handler);
  const { httpStatus, status } = await call(service, path);
  expect([httpStatus, status.statusKey]).toEqual([500, "HTTP_500"]);
  expect(status.statusMessage).toMatch(
    /^The handler of initializePayment threw: (Error: no session|TypeError: .*BigInt|TypeError: fee must be a finite Decimal)/,
  );
});

function fail(): never {
  throw new Error("no session");
}

test.each([
  ["an order's id", (sale: Sale) => `/orders/${sale.orderId.toUpperCase()}/initializePayment`, "ORDER-1001"],
  ["an authorization's id", (sale: Sale) => `/payments/${sale.transactionId}`, "ORDER-1001"],
  ["an unknown authorization's id", () => "/payments/202603040000000009", undefined],
])("a handler gets the order of %s", async (_what, pathOf, orderNumber) => {
  const { service, ...sale } = withOrder();
  const found = vi.fn();
  const handler = ({ order }: { readonly order: FakeOrder | undefined }) => {
    found(order?.orderNumber);
    return rejection("ORDER_NOT_FOUND");
  };
  service.on(initializePayment, handler);
  service.on(findPayment, handler);
  const path = pathOf(sale);
  await call(service, path, path.startsWith("/payments") ? get : post);
  expect(found.mock.calls).toEqual([[orderNumber]]);
});

test("operations share a path by their methods, and a word in a path wins over a value", async () => {
  const service = newService();
  const handle = (name: string, method: "GET" | "POST", path: string) =>
    service.on({ ...findPayment, name, method, path }, () => rejection(name, { errorNumber: 1 }));
  handle("any", "GET", "/payments/{transactionId}");
  handle("change", "POST", "/payments/{transactionId}");
  handle("latest", "GET", "/payments/latest");
  const keyOf = async (path: string, init: RequestInit) => (await call(service, path, init)).status.statusKey;
  expect(await keyOf("/payments/1", get)).toBe("any");
  expect(await keyOf("/payments/1", post)).toBe("change");
  expect(await keyOf("/payments/latest", get)).toBe("latest");
});

test("the last handler of an operation handles it, also after a reset and at another path, until it is removed", async () => {
  const { service, path } = withOrder();
  const responding = (sessionId: string) => service.on(initializePayment, () => ({ ...session, sessionId }));
  const takeFirstBack = responding("first");
  const takeSecondBack = responding("second");
  takeFirstBack(); // which is replaced already
  service.reset();
  expect(await call(service, path)).toMatchObject({ sessionId: "second" });
  takeSecondBack();
  expect(await call(service, path)).toMatchObject({ httpStatus: 404 });
  responding("third");
  service.on({ ...initializePayment, path: "/sessions" }, () => session);
  expect(await call(service, "/sessions")).toMatchObject(session);
  expect(await call(service, path)).toMatchObject({ httpStatus: 404 });
});
