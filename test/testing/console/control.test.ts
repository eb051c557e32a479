import { afterEach, beforeEach, expect, test } from "vitest";
import { fault, type PaymentServer, rejection, startPaymentServer } from "../../../src/testing/index.js";
import { initializePayment } from "../../support/custom-operations.js";
import { newService, post as signed } from "../../support/service-adapters.js";
import { post, rawCall } from "./control-call.js";

let server: PaymentServer;
beforeEach(async () => {
  server = await startPaymentServer({ service: newService() });
});
afterEach(() => server.close());

const url = (path: string) => `${server.baseUrl}/_fake/${path}`;
const state = async () => JSON.parse((await rawCall(url("state"))).body);
const createOrder = (orderNumber = "ORDER-1001", headers = {}) =>
  fetch(`${server.baseUrl}/orders/create/${orderNumber}/125.00/SEK`, {
    method: "POST",
    headers: { ...signed.headers, ...headers },
  });

async function orderIdOf(orderNumber: string): Promise<string> {
  await createOrder(orderNumber);
  return server.service.orders.at(-1)?.orderId ?? "";
}
const orderId = () => orderIdOf("ORDER-1001");

test("the console returns the state as JSON, with amounts as text and without secrets", async () => {
  const id = await orderId();
  const { transactionId } = server.service.authorize(id, { paymentMethod: "card" });
  server.service.finalize({ transactionId, totalAmount: "100.00" });
  await createOrder("ORDER-1002", { "x-api-key": "key-1", cookie: "session=1", "x-shop": "1" });
  const shown = await state();
  const redacted = { authorization: "[redacted]", cookie: "[redacted]", "x-api-key": "[redacted]", "x-shop": "1" };
  expect(shown).toMatchObject({
    merchantId: "merchant-1",
    totals: { orders: 2, authorizations: 1, finalizations: 1, requests: 2 },
    armed: [],
    orders: [{ orderId: id, orderNumber: "ORDER-1001", totalAmount: "125.00" }, { orderNumber: "ORDER-1002" }],
    authorizations: [{ transactionId, totalAmountFinalized: "100.00" }],
    finalizations: [{ authorizationId: transactionId, totalAmount: "100.00" }],
    requests: [
      { number: 1, response: { httpStatus: 201, statusKey: "SUCCESS" } },
      { number: 2, headers: redacted },
    ],
  });
  expect(JSON.stringify(shown)).not.toMatch(/key-1|session=1|fake-password|bWVyY2hhbnQ/);
});

test("the console returns the requests after a given one", async () => {
  for (let call = 0; call < 3; call += 1) await createOrder("no", { "x-api-key": "key-1" });
  const requests = async (query = "") => JSON.parse((await rawCall(url(`requests${query}`))).body);
  expect(await requests("?after=1")).toMatchObject([
    { number: 2, headers: { "x-api-key": "[redacted]" } },
    { number: 3, receivedAt: "2026-03-04T12:00:00.000Z" },
  ]);
  expect(await requests()).toHaveLength(3);
});

test("the console returns the requests of one operation, or about one order", async () => {
  const { service } = server;
  const { orderId, transactionId } = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
  const other = await orderIdOf("ORDER-1001");
  await fetch(`${server.baseUrl}/transactions/${transactionId}/finalize/100.00`, signed);
  service.faults.next("finalize", fault.status(503)); // not processed
  await fetch(`${server.baseUrl}/orders/${orderId}/transactions/${transactionId}/finalize/100.00`, signed);
  const numbers = async (query: string) => {
    const requests = JSON.parse((await rawCall(url(`requests?${query}`))).body);
    return requests.map(({ number }: { number: number }) => number);
  };
  expect(await numbers("operation=createOrder")).toEqual([1]);
  expect(await numbers("operation=finalize")).toEqual([2, 3]);
  expect(await numbers(`orderId=${orderId.toUpperCase()}`)).toEqual([2, 3]);
  expect(await numbers(`orderId=${orderId}&after=2`)).toEqual([3]);
  expect(await numbers(`orderId=${other}`)).toEqual([1]);
  expect(await numbers(`orderId=${other}&operation=finalize`)).toEqual([]);
});

test("the console returns every kept request", async () => {
  for (let call = 0; call < 53; call += 1) await createOrder("no");
  const { requests, totals } = await state();
  expect(requests.map(({ number }: { number: number }) => number)).toEqual(Array.from({ length: 53 }, (_, i) => i + 1));
  expect(totals).toMatchObject({ requests: 53 });
});

test("the console is no part of the service: its calls are not recorded, and its paths are reserved", async () => {
  for (const path of [url("state"), url("nowhere"), `${server.baseUrl}/_fake`]) await rawCall(path);
  await rawCall(server.pageUrl, { headers: { accept: "text/html" } });
  await post(url("reset"), {});
  expect(server.service.requests).toEqual([]);
  await expect(startPaymentServer({ basePath: "/_fake" })).rejects.toThrow("own");
  await expect(startPaymentServer({ basePath: "/_fake/api" })).rejects.toThrow("own");
});

test("the console is beside the base path, not under it", async () => {
  await using under = await startPaymentServer({ basePath: "/api" });
  expect((await rawCall(new URL("/_fake/state", under.baseUrl).href)).status).toBe(200);
  expect((await rawCall(`${under.baseUrl}/_fake/state`)).status).toBe(404);
});

test.each([
  ["none", undefined, "125.00"],
  ["text", '"99.50"', "99.50"],
  ["a number, digit by digit", "99.50", "99.50"],
  ["a number that no floating point holds", "12345678901234567.89", "12345678901234567.89"],
])("the console authorizes an order with an amount of %s", async (_what, amount, authorizedAmount) => {
  const given = amount === undefined ? "" : `,"authorizedAmount":${amount}`;
  const body = `{"orderId":"${await orderId()}","paymentMethod":"other","pending":true${given}}`;
  expect(await post(url("authorize"), body)).toEqual({
    status: 201,
    response: { transactionId: "202603040000000001" },
  });
  expect(server.service.authorizations).toMatchObject([{ authorizedAmount, finalizesPending: true }]);
});

test("the console sells, and finalizes as a merchant does", async () => {
  const { response } = await post(url("sell"), '{"paymentMethod":"swish","totalAmount":125.00,"pending":true}');
  expect(response).toMatchObject({ transactionId: "202603040000000001", totalAmount: "125.00" });
  const transactionId = "202603040000000001";
  expect(await post(url("finalize"), { transactionId, totalAmount: "25.00" })).toMatchObject({
    status: 201,
    response: { amountRemainingForFinalize: "100.00", totalAmountPendingFinalization: "25.00" },
  });
  expect(await post(url("finalize"), { transactionId, totalAmount: "100.01" })).toEqual({
    status: 409,
    response: { error: "FINALIZE_AMT_EXCEEDED: The amount is more than what is left to finalize." },
  });
  const lineItems = [{ totalLineAmount: 1 }];
  const sale = {
    paymentMethod: "invoice",
    totalAmount: "1.00",
    currencyCode: "EUR",
    orderNumber: "ORDER-1",
    lineItems,
  };
  expect((await post(url("sell"), sale)).status).toBe(201);
  expect(server.service.orders[1]).toMatchObject({ orderNumber: "ORDER-1", currencyCode: "EUR" });
  expect((await post(url("sell"), { ...sale, totalAmount: "2.00" })).response).toEqual({
    error: "Cannot sell: TotalAmount must equal the sum of the line items, 1.00.",
  });
  expect(server.service.requests).toEqual([]);
});

test("the console moves the clock, and returns its time", async () => {
  const now = (await state()).now;
  expect(now).toBe("2026-03-04T12:00:00.000Z");
  const moved = await post(url("clock"), { advanceMs: 86_400_000 });
  expect(moved).toEqual({ status: 200, response: { now: "2026-03-05T12:00:00.000Z" } });
  expect((await post(url("clock"), { set: "2026-12-24T18:00:00Z" })).response).toEqual({
    now: "2026-12-24T18:00:00.000Z",
  });
  expect((await post(url("sell"), { paymentMethod: "card", totalAmount: "1.00" })).response).toMatchObject({
    transactionId: "202612240000000001",
  });
});

test("the console keeps the state under a name, and restores it", async () => {
  await post(url("sell"), { paymentMethod: "card", totalAmount: "1.00" });
  expect((await post(url("snapshot"), { name: "paid" })).status).toBe(201);
  await post(url("sell"), { paymentMethod: "card", totalAmount: "2.00" });
  expect((await post(url("restore"), { name: "paid" })).status).toBe(200);
  expect(await state()).toMatchObject({ orders: [{ totalAmount: "1.00" }] });
  const error = "There is no snapshot unpaid.";
  expect(await post(url("restore"), { name: "unpaid" })).toEqual({ status: 409, response: { error } });
});

test("the console returns the password to a caller that it admits", async () => {
  const response = { merchantId: "merchant-1", password: "fake-password" };
  expect(await post(url("credentials"), {})).toEqual({ status: 200, response });
});

test("the console shows late requests, and delivers them", async () => {
  await post(url("faults"), { operation: "createOrder", fault: "late" });
  const caller = new AbortController();
  const call = fetch(`${server.baseUrl}/orders/create/ORDER-1001/125.00/SEK`, { ...signed, signal: caller.signal });
  await expect.poll(async () => (await state()).late).toMatchObject([{ operation: "createOrder", fault: "late" }]);
  caller.abort();
  await expect(call).rejects.toThrow();
  expect((await post(url("deliver-late"), {})).status).toBe(200);
  expect(await state()).toMatchObject({
    late: [],
    totals: { orders: 1 },
    requests: [{ fault: "late", delivered: false }],
  });
});

test("the console responds with 409 and the rule to a breach of the service's rules", async () => {
  const id = await orderId();
  const error = "Cannot authorize order ORDER-1001 with invoice: a credit product needs the order's customer.";
  const credit = { orderId: id, paymentMethod: "invoice" };
  expect(await post(url("authorize"), credit)).toEqual({ status: 409, response: { error } });
  expect(await post(url("authorize"), { orderId: "unknown", paymentMethod: "card" })).toMatchObject({ status: 409 });
  expect(await post(url("annul"), { transactionId: "1" })).toMatchObject({ status: 409 });
  expect(server.service.authorizations).toEqual([]);
});

const card = { orderId: "1", paymentMethod: "card" };
const decimal = 'authorizedAmount must be decimal text like "125.00" or a Decimal';

test.each([
  [
    "authorize",
    {},
    "authorize: orderId is required: add it, as a string; paymentMethod is required: add it, as one of card",
  ],
  ["authorize", { ...card, paymentMethod: "toString" }, "authorize: paymentMethod must be one of card, invoice"],
  ["authorize", { ...card, authorizedAmount: "1,5" }, decimal],
  ["authorize", { ...card, pending: "yes" }, "authorize: pending must be true or false"],
  ["authorize", { ...card, amount: "1" }, "authorize: amount is not a known key: did you mean authorizedAmount?"],
  [
    "faults",
    { operation: "refund", fault: "drop" },
    "There is no operation refund: give one of finalize, createOrder, readTransaction.",
  ],
  ["sell", { paymentMethod: "card" }, "sell: totalAmount must be decimal text"],
  ["sell", { paymentMethod: "card", totalAmount: "1.00", lineItems: ["tea"] }, "sell: lineItems[0] must be an object"],
  ["clock", {}, "The clock takes advanceMs or set, and one of them only."],
  ["clock", { advanceMs: 1, set: "2026-01-01" }, "The clock takes advanceMs or set, and one of them only."],
  ["clock", { advanceMs: "1" }, "clock: advanceMs must be a number"],
  ["clock", { advanceMs: -1 }, "advance: ms must be 0 or more."],
  ["clock", { set: "tomorrow" }, "set: time must be a valid Date."],
  ["reset", "[]", "The body must be a JSON object."],
  ["reset", "{", "The body must be a JSON object."],
])("the console responds with 400 to %s with %j", async (action, fields, error) => {
  expect(await post(url(action), fields)).toEqual({ status: 400, response: { error: expect.stringContaining(error) } });
});

test.each([
  ["GET", "nowhere", 404],
  ["GET", "requests?after=x", 400],
  ["GET", "requests?operation=refund", 400],
  ["GET", "requests?orderID=1", 400],
  ["GET", "toString", 404],
  ["GET", "reset", 405],
  ["POST", "state", 405],
  ["DELETE", "faults", 405],
])("the console responds to %s of %s with %i", async (method, path, status) => {
  const headers = { "content-type": "application/json" };
  expect((await rawCall(url(path), { method, headers })).status).toBe(status);
});

test("the console lists the faults that a server can play with their parameters, and arms each of them", async () => {
  type Listed = { name: string; description: string; parameters: Record<string, { label: string }> };
  const faults: Listed[] = JSON.parse((await rawCall(url("faults"))).body);
  const named = (name: string) => faults.find((each) => each.name === name);
  expect(named("delay")).toEqual({
    name: "delay",
    group: "Slow response",
    label: "Delay",
    description: "The call is processed at once.",
    parameters: { ms: { label: "Milliseconds", type: "number", defaultValue: 5000 } },
  });
  expect(faults.map(({ name }) => name)).not.toContain("refuse");
  for (const { name, description } of faults) {
    expect(description).toMatch(/\.$/);
    const given = { response: { body: "{}" }, error: { statusKey: "PAYMENT_COMPLETED" } }[name];
    const armed = await post(url("faults"), { operation: "finalize", fault: { name, ...given } });
    expect(armed).toMatchObject({ status: 200 });
  }
  expect((await state()).armed).toHaveLength(16);
});

test("the console arms and lists custom operations that have a handler", async () => {
  const annul = { operation: "annulPayment", fault: "drop" };
  const path = "/transactions/{transactionId}/annul";
  const takeBack = server.service.on({ ...initializePayment, name: "annulPayment", path }, () => rejection("HTTP_500"));
  expect((await post(url("faults"), annul)).response).toMatchObject({ armed: [annul] });
  expect((await state()).operations).toEqual(["finalize", "createOrder", "annulPayment", "readTransaction"]);
  takeBack();
  expect((await post(url("faults"), annul)).status).toBe(400);
  expect((await state()).operations).toEqual(["finalize", "createOrder", "readTransaction"]);
});

test("the console arms a fault for the next call, which is recorded with the fault's name", async () => {
  const fault = { name: "status", httpStatus: 502, committed: true };
  const response = { armed: [{ id: 1, when: "next", operation: "createOrder", fault: "status 502, committed" }] };
  expect(await post(url("faults"), { operation: "createOrder", fault })).toEqual({ status: 200, response });
  await post(url("faults"), { operation: "finalize", fault: "drop" });
  expect([(await createOrder()).status, (await createOrder("ORDER-1002")).status]).toEqual([502, 201]);
  expect(await state()).toMatchObject({
    totals: { orders: 2 },
    armed: [{ when: "next", operation: "finalize", fault: "drop" }],
    requests: [{ fault: "status 502, committed", delivered: false }, { delivered: true }],
  });
});

test("the console shows what a test has armed in process", async () => {
  const { faults } = server.service;
  faults.random({ seed: 7, rate: 0.25, faults: [fault.drop(), fault.status(503)] });
  faults.every(3, "finalize", fault.html({ committed: true }));
  faults.next("createOrder", fault.response({ httpStatus: 418, body: "{}" }));
  expect((await state()).armed).toEqual([
    { id: 3, when: "next", operation: "createOrder", fault: "response 418" },
    { id: 2, when: "every", n: 3, operation: "finalize", fault: "html, committed" },
    { id: 1, when: "random", seed: 7, rate: 0.25, faults: ["drop", "status 503"] },
  ]);
});

test("the console clears faults and nothing else", async () => {
  await createOrder();
  await post(url("faults"), { operation: "createOrder", fault: "drop" });
  expect(await post(url("clear-faults"), {})).toEqual({ status: 200, response: { armed: [] } });
  expect((await createOrder()).status).toBe(201);
  expect(server.service.orders).toHaveLength(2);
});

test("the console resets the service with its faults, and gives each reset its own run", async () => {
  await createOrder();
  const { run } = await state();
  await post(url("faults"), { operation: "createOrder", fault: "drop" });
  expect(await state()).toMatchObject({ run });
  expect(await post(url("reset"), "")).toEqual({ status: 200, response: { armed: [] } });
  const totals = { orders: 0, requests: 0 };
  expect(await state()).toMatchObject({ run: expect.not.stringContaining(run), totals, armed: [] });
  server.service.faults.next("createOrder", fault.drop());
  server.service.reset();
  expect(await state()).toMatchObject({ armed: [] });
  expect((await createOrder()).status).toBe(201);
});

test("the console annuls, and completes pending finalizations", async () => {
  const { service } = server;
  const id = await orderId();
  const annulled = service.authorize(id, { paymentMethod: "card", authorizedAmount: "25.00" });
  const pending = service.authorize(id, { paymentMethod: "card", authorizedAmount: "100.00", pending: true });
  service.finalize({ ...pending, totalAmount: "100.00" });
  expect(await post(url("annul"), annulled)).toEqual({ status: 200, response: {} });
  expect(await post(url("complete-pending"), pending)).toEqual({ status: 200, response: {} });
  expect(service.authorizations).toMatchObject([{ annulled: true }, { totalAmountFinalized: "100.00" }]);
});
