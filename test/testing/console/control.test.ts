import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeFault, fault, type PaymentServer, startPaymentServer } from "../../../src/testing/index.js";
import { newService, post as signed } from "../../support/service-adapters.js";
import { post, rawCall } from "./control-call.js";

let server: PaymentServer;
beforeEach(async () => {
  server = await startPaymentServer({ service: newService() });
});
afterEach(() => server.close());

const url = (path: string) => `${server.baseUrl}/_fake/${path}`;
const act = (action: string, fields: unknown = {}) => post(url(action), fields);
const state = async () => JSON.parse((await rawCall(url("state"))).body);
const createOrder = (orderNumber = "ORDER-1001", headers = {}) =>
  fetch(`${server.baseUrl}/orders/create/${orderNumber}/125.00/SEK`, {
    method: "POST",
    headers: { ...signed.headers, ...headers },
  });
const sale = { paymentMethod: "card", totalAmount: "125.00" } as const;

test("the state is JSON, with amounts as text, every kept request, and without secrets", async () => {
  const { service } = server;
  const { orderId, transactionId } = service.sell(sale);
  service.finalize({ transactionId, totalAmount: "100.00" });
  for (let call = 0; call < 52; call += 1) await createOrder("no");
  await createOrder("ORDER-1002", { "x-api-key": "key-1", cookie: "session=1", "x-shop": "1" });
  const shown = await state();
  expect(shown).toMatchObject({
    merchantId: "merchant-1",
    totals: { orders: 2, authorizations: 1, finalizations: 1, requests: 53 },
    armed: [],
    orders: [{ orderId, totalAmount: "125.00" }, { orderNumber: "ORDER-1002" }],
    authorizations: [{ transactionId, totalAmountFinalized: "100.00" }],
    finalizations: [{ authorizationId: transactionId, totalAmount: "100.00" }],
  });
  expect(shown.requests).toHaveLength(53);
  expect(shown.requests.at(-1)).toMatchObject({
    number: 53,
    response: { httpStatus: 201, statusKey: "SUCCESS" },
    headers: { authorization: "[redacted]", cookie: "[redacted]", "x-api-key": "[redacted]", "x-shop": "1" },
  });
  expect(JSON.stringify(shown)).not.toMatch(/key-1|session=1|fake-password|bWVyY2hhbnQ/);
});

test("the console is no part of the service: its calls are not recorded, and it is beside the base path", async () => {
  for (const path of [url("state"), url("nowhere"), `${server.baseUrl}/_fake`, server.pageUrl]) await rawCall(path);
  await act("reset");
  expect(server.service.requests).toEqual([]);
  await using under = await startPaymentServer({ basePath: "/api" });
  expect((await rawCall(`${under.pageUrl}_fake/state`)).status).toBe(200);
  expect((await rawCall(`${under.baseUrl}/_fake/state`)).status).toBe(404);
});

test.each(["99.50", "12345678901234567.89"])(
  "an order is authorized with the number %s, digit by digit",
  async (amount) => {
    await createOrder();
    const [order] = server.service.orders;
    const body = `{"orderId":"${order?.orderId}","paymentMethod":"other","pending":true,"authorizedAmount":${amount}}`;
    expect(await act("authorize", body)).toEqual({ status: 201, response: { transactionId: "202603040000000001" } });
    expect(server.service.authorizations).toMatchObject([{ authorizedAmount: amount, finalizesPending: true }]);
  },
);

test("an order is sold, finalized as a merchant does, completed, and annulled", async () => {
  const { service } = server;
  const transactionId = "202603040000000001";
  const sold = await act("sell", '{"paymentMethod":"swish","totalAmount":125.00,"pending":true}');
  expect(sold).toMatchObject({ status: 201, response: { transactionId, totalAmount: "125.00" } });
  const finalized = await act("finalize", { transactionId, totalAmount: "25.00" });
  expect(finalized).toEqual({ status: 201, response: { outcome: "pending" } });
  const error = "The outcome is unknown. FINALIZE_AMT_EXCEEDED: The amount is more than what is left to finalize.";
  const exceeded = await act("finalize", { transactionId, totalAmount: "100.01" });
  expect(exceeded).toEqual({ status: 409, response: { error } });
  expect(await act("complete-pending", { transactionId })).toEqual({ status: 200, response: {} });
  expect(await act("annul", { transactionId })).toEqual({ status: 200, response: {} });
  expect(service.authorizations).toMatchObject([{ annulled: true, totalAmountFinalized: "25.00" }]);
  expect((await state()).requests).toMatchObject([{ outcome: "pending" }, { outcome: "unknown" }]);
});

test("the console finalizes like a program: an armed fault strikes, and the request is in the log", async () => {
  const { transactionId } = server.service.sell(sale);
  await act("faults", { operation: "finalize", fault: "loseResponse" });
  const error = "The outcome is unknown. fetch failed.";
  const lost = await act("finalize", { transactionId, totalAmount: "125.00" });
  expect(lost).toEqual({ status: 409, response: { error } });
  expect(await state()).toMatchObject({
    armed: [],
    authorizations: [{ totalAmountFinalized: "125.00" }],
    requests: [{ fault: "loseResponse", response: { statusKey: "SUCCESS" }, outcome: "unknown" }],
  });
  await act("faults", { operation: "finalize", fault: "html" });
  const page = { error: "The outcome is unknown. The response has no status." };
  expect(await act("finalize", { transactionId, totalAmount: "125.00" })).toEqual({ status: 409, response: page });
});

test("the console's own call gives up after ten seconds of the service's clock", async () => {
  const { transactionId } = server.service.sell(sale);
  await act("faults", { operation: "finalize", fault: "late" });
  const call = act("finalize", { transactionId, totalAmount: "125.00" });
  await expect.poll(async () => (await state()).late).toHaveLength(1);
  await act("clock", { advanceMs: 10_000 });
  expect(await call).toMatchObject({ status: 409 });
  await act("deliver-late");
  expect(await state()).toMatchObject({ late: [], finalizations: [{ totalAmount: "125.00" }] });
});

test("the clock is moved, and what waits for it arrives", async () => {
  await act("faults", { operation: "createOrder", fault: { name: "delay", ms: 86_400_000 } });
  const delayed = createOrder();
  await expect.poll(() => server.service.orders).toHaveLength(1);
  const moved = await act("clock", { advanceMs: 86_400_000 });
  expect(moved).toEqual({ status: 200, response: { now: "2026-03-05T12:00:00.000Z" } });
  expect((await delayed).status).toBe(201);
  const set = await act("clock", { set: "2026-12-24T18:00:00Z" });
  expect(set.response).toEqual({ now: "2026-12-24T18:00:00.000Z" });
  expect((await act("sell", sale)).response).toMatchObject({ transactionId: "202612240000000001" });
});

test.each<[action: string, fields: unknown, status: 400 | 409, error: string]>([
  ["authorize", {}, 400, "authorize: orderId is required: add it, as a string; paymentMethod is required: add it"],
  ["authorize", { orderId: "1", paymentMethod: "card" }, 409, "Cannot authorize: there is no order 1."],
  ["sell", { ...sale, lineItems: ["tea"] }, 400, "sell: lineItems[0] must be an object"],
  ["sell", { ...sale, totalAmount: "0" }, 409, "Cannot sell: TotalAmount must be more than 0."],
  ["clock", {}, 400, "The clock takes advanceMs or set, and one of them only."],
  ["clock", { advanceMs: "1" }, 400, "clock: advanceMs must be a number"],
  ["reset", "[]", 400, "The body must be a JSON object."],
  ["faults", { operation: "refund", fault: "drop" }, 400, "There is no operation refund: give one of finalize, creat"],
  ["faults", { fault: { nam: "drop" } }, 400, "fault: nam is not a known key: did you mean name?"],
  ["faults", { fault: "refuse" }, 400, "fault: name must be one of drop, loseResponse, truncate"],
  ["faults", {}, 400, "faults: operation is required: add it, as a string; fault must be a name, or an object with"],
  ["faults", { fault: { name: "drop", ms: 5 } }, 400, "fault drop: ms is not a known key"],
  ["faults", { fault: { name: "duplicate", response: "third" } }, 400, "response must be one of first, second"],
  ["faults", { fault: "drop", only: { order: "1" } }, 400, "only.order is not a known key: did you mean orderId?"],
])("%s with %j is rejected", async (action, fields, status, error) => {
  expect(await act(action, fields)).toEqual({ status, response: { error: expect.stringContaining(error) } });
  expect(server.service).toMatchObject({ orders: [], faults: { armed: [] } });
});

test.each([
  ["GET", "toString", 404],
  ["GET", "reset", 405],
  ["POST", "state", 405],
])("%s of %s gets HTTP %i", async (method, path, status) => {
  const headers = { "content-type": "application/json" };
  expect((await rawCall(url(path), { method, headers })).status).toBe(status);
});

test.each<[given: unknown, armed: FakeFault]>([
  [{ name: "drop" }, fault.drop()],
  ["loseResponse", fault.loseResponse()],
  [{ name: "late", afterMs: 60_000 }, fault.late(60_000)],
  [{ name: "duplicate", response: "second" }, fault.duplicate({ response: "second" })],
  [{ name: "delay", ms: 250 }, fault.delay(250)],
  [{ name: "stallHeaders", committed: false }, fault.stallHeaders({ committed: false })],
  [{ name: "empty", committed: true }, fault.empty({ committed: true })],
  [{ name: "status", httpStatus: 429, envelope: true }, fault.status(429, { envelope: true })],
  [{ name: "error", statusKey: "CARD_EXPIRED", committed: true }, fault.error("CARD_EXPIRED", { committed: true })],
  [{ name: "response", contentType: null, body: "[]" }, fault.response({ contentType: null, body: "[]" })],
])("the fault %j is armed as in process", async (given, armed) => {
  await act("faults", { operation: "finalize", fault: given });
  expect(server.service.faults.armed).toEqual([{ id: 1, when: "next", operation: "finalize", fault: armed }]);
});

test("faults are for the next call, or with n for every n-th, of one order or of any; each is shown by its name", async () => {
  await act("faults", { operation: "createOrder", fault: { name: "status", httpStatus: 502, committed: true } });
  const only = { orderNumber: "ORDER-1001" };
  const every = await act("faults", { operation: "finalize", fault: "drop", n: 3, only });
  const next = { id: 1, when: "next", operation: "createOrder", fault: "status 502, committed" };
  const third = { id: 2, when: "every", n: 3, operation: "finalize", fault: "drop", only };
  expect(every).toEqual({ status: 200, response: { armed: [next, third] } });
  expect([(await createOrder()).status, (await createOrder("ORDER-1002")).status]).toEqual([502, 201]);
  expect(await state()).toMatchObject({
    totals: { orders: 2 },
    armed: [third],
    requests: [{ fault: "status 502, committed", delivered: false }, { delivered: true }],
  });
});

test("one fault or all of them are removed, and nothing else", async () => {
  await createOrder();
  for (const name of ["drop", "truncate", "html"]) await act("faults", { operation: "createOrder", fault: name });
  const left = [{ fault: "drop" }, { fault: "html" }];
  expect((await act("clear-faults", { id: 2 })).response).toMatchObject({ armed: left });
  expect(await act("clear-faults")).toEqual({ status: 200, response: { armed: [] } });
  expect((await createOrder()).status).toBe(201);
  expect(server.service.orders).toHaveLength(2);
});

test("a reset removes data and faults, and has its own run", async () => {
  await createOrder();
  const { run } = await state();
  await act("faults", { operation: "createOrder", fault: "drop" });
  expect(await state()).toMatchObject({ run });
  expect(await act("reset", "")).toEqual({ status: 200, response: { armed: [] } });
  const totals = { orders: 0, requests: 0 };
  expect(await state()).toMatchObject({ run: expect.not.stringContaining(run), totals, armed: [] });
  expect((await createOrder()).status).toBe(201);
});
