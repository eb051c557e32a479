import { FakePaymentService, type Fault, fault } from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { baseUrl, look, openShop, order, paidOrder, ship } from "./shop.ts";

const service = new FakePaymentService();
const server = setupServer(...paymentHandlers(service, { baseUrl }));

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => service.reset());
afterAll(() => server.close());

const finalizeRequests = () => service.requests.filter(({ operation }) => operation === "finalize");

test("shipping captures the payment", async () => {
  const { app } = openShop(service);
  const { transactionId } = await paidOrder(app, service);
  const response = await ship(app, transactionId);

  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({ ...order, state: "shipped", transactionId });
  expect(service.finalizations).toMatchObject([{ authorizationId: transactionId, totalAmount: "125.00" }]);
});

test("a capture that is pending ships nothing yet", async () => {
  const { app } = openShop(service);
  const { transactionId } = await paidOrder(app, service, { pending: true });
  const response = await ship(app, transactionId);

  expect(response.statusCode).toBe(202);
  expect(await look(app)).toMatchObject({ state: "capture_pending" });
});

test("a payment that was annulled is refused, and a new one can be captured", async () => {
  const { app } = openShop(service);
  const { transactionId } = await paidOrder(app, service);
  service.annul(transactionId);
  const response = await ship(app, transactionId);

  expect(response.statusCode).toBe(409);
  expect(response.json()).toEqual({ error: "refused", statusKey: "PAYMENT_ANNULLED" });

  const { orderId } = await look(app);
  const paidAnew = service.authorize(orderId, { paymentMethod: "card" });
  expect((await ship(app, paidAnew.transactionId)).json()).toMatchObject({ state: "shipped" });
});

test("a payment that covers only a part is not captured", async () => {
  const { app } = openShop(service);
  await paidOrder(app, service);
  const { orderId } = await look(app);
  const part = service.authorize(orderId, { paymentMethod: "card", amount: "100.00" });
  const response = await ship(app, part.transactionId);

  expect(response.statusCode).toBe(409);
  expect(response.json()).toEqual({ error: "refused", statusKey: "FINALIZE_AMT_EXCEEDED" });
});

test("a lost reply: the money has moved, the order is parked, and shipping again does not capture again", async () => {
  const { app } = openShop(service);
  const { transactionId } = await paidOrder(app, service);
  service.faults.next("finalize", fault.loseReply);
  const lost = await ship(app, transactionId);
  const again = await ship(app, transactionId);

  for (const response of [lost, again]) {
    expect(response.statusCode).toBe(409);
    expect(response.json()).toEqual({ error: "not_open", state: "check_first" });
  }
  expect(service.finalizations).toHaveLength(1);
  expect(finalizeRequests()).toMatchObject([
    { fault: "loseReply", answer: { statusKey: "SUCCESS" }, delivered: false },
  ]);
  expect(await look(app)).toMatchObject({
    state: "check_first",
    orderId: service.orders[0]?.orderId,
    transactionId,
    note: expect.stringContaining("The money may have moved."),
  });
});

test.each<[string, Fault]>([
  ["the connection breaks before the service processes the call", fault.drop],
  ["the connection stays silent", fault.stallHeaders()],
  ["a proxy answers 200 with a page of HTML", fault.html()],
  ["a proxy answers 200 with a page of HTML, and the money has moved", fault.html({ committed: true })],
  ["the answer is empty", fault.empty({ committed: true })],
  ["the answer is JSON without a status", fault.wrongEnvelope()],
  ["a gateway gives up, and the money has moved", fault.status(504, { committed: true })],
  ["the service fails", fault.error("INTERNAL_ERROR")],
  ["the service fails, and the money has moved", fault.error("INTERNAL_ERROR", { committed: true })],
])("%s: check first", async (_, whatHappens) => {
  const { app } = openShop(service, { timeoutMs: 1_000 });
  const { transactionId } = await paidOrder(app, service);
  service.faults.next("finalize", whatHappens);
  const first = await ship(app, transactionId);
  const again = await ship(app, transactionId);

  for (const response of [first, again]) {
    expect(response.statusCode).toBe(409);
    expect(response.json()).toEqual({ error: "not_open", state: "check_first" });
  }
  expect(finalizeRequests()).toHaveLength(1);
});

test("a success whose answer lacks the amounts is shipped, with a note", async () => {
  const { app } = openShop(service);
  const { transactionId } = await paidOrder(app, service);
  service.faults.next("finalize", fault.incomplete);
  const response = await ship(app, transactionId);

  expect(response.statusCode).toBe(200);
  expect(response.json()).toMatchObject({ state: "shipped", note: expect.stringContaining("book it as captured") });
  expect((await ship(app, transactionId)).json()).toEqual({ error: "not_open", state: "shipped" });
  expect(finalizeRequests()).toHaveLength(1);
});

test("two calls at the same moment capture once", async () => {
  const { app } = openShop(service);
  const { transactionId } = await paidOrder(app, service);
  service.faults.next("finalize", fault.delay(50));
  const responses = await Promise.all([ship(app, transactionId), ship(app, transactionId)]);

  expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 409]);
  expect(finalizeRequests()).toHaveLength(1);
  expect(service.finalizations).toHaveLength(1);
});

test("an order that is not there is not found", async () => {
  const { app } = openShop(service);
  expect((await ship(app, "202501011200000001", "ORDER-9999")).statusCode).toBe(404);
  expect(service.requests).toEqual([]);
});

test("a transaction id that cannot be one is refused", async () => {
  const { app } = openShop(service);
  await paidOrder(app, service);
  const response = await ship(app, "123");

  expect(response.statusCode).toBe(400);
  expect(finalizeRequests()).toEqual([]);
});

test("a mistake of the shop's own leaves the order open and tells the caller nothing", async () => {
  const { app, store } = openShop(service);
  await store.insert({ ...order, totalAmount: "125.005", orderId: "no order id", state: "open" });
  const response = await ship(app, "202501011200000001");

  expect(response.statusCode).toBe(500);
  expect(response.json()).toEqual({ error: "internal" });
  expect(await look(app)).toMatchObject({ state: "open" });
  expect(service.requests).toEqual([]);
});

test("the log says what happened and what to do, without credentials", async () => {
  const { app, log } = openShop(service);
  const { transactionId } = await paidOrder(app, service);
  service.faults.next("finalize", fault.loseReply);
  await ship(app, transactionId);

  expect(log.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      msg: "payment call failed",
      failure: expect.objectContaining({ name: "PaymentConnectionError", outcome: "unknown", transactionId }),
      advice: expect.stringContaining("Park this finalization"),
    }),
  );
  expect(log.join()).not.toMatch(/authorization:|Basic |fake-password/i);
});
