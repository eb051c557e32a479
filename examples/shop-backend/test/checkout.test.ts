import { FakePaymentService, fault } from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { baseUrl, checkOut, look, openShop, order } from "./shop.ts";

const service = new FakePaymentService();
const server = setupServer(...paymentHandlers(service, { baseUrl }));

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => service.reset());
afterAll(() => server.close());

test("a checkout registers the order at the payment service and keeps it", async () => {
  const { app } = openShop(service);
  const response = await checkOut(app);

  expect(response.statusCode).toBe(201);
  expect(service.orders).toMatchObject([{ form: "simple", ...order }]);
  expect(await look(app)).toEqual({ ...order, orderId: service.orders[0]?.orderId, state: "open" });
});

test.each([
  ["a missing field", { orderNumber: "ORDER-1001", currencyCode: "SEK" }],
  ["an amount as a number", { ...order, totalAmount: 125 }],
  ["an order number that is too short", { ...order, orderNumber: "A1" }],
  ["a field that is misspelt", { ...order, currency: "SEK" }],
])("%s is refused before the payment client is called", async (_, body) => {
  const { app } = openShop(service);
  const response = await checkOut(app, body);

  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ error: "invalid_request" });
  expect(service.requests).toEqual([]);
});

test.each([
  ["125.005", "SEK", "must have at most 2 decimals"],
  ["100.00", "JPY", "must have no decimals in JPY"],
  ["0", "SEK", "must be greater than 0"],
  ["1e3", "SEK", "must be plain decimal text"],
])("a total of %s %s is refused by the payment client, which says why", async (totalAmount, currencyCode, why) => {
  const { app } = openShop(service);
  const response = await checkOut(app, { ...order, totalAmount, currencyCode });

  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({
    error: "invalid_order",
    issues: [{ path: "totalAmount", message: expect.stringContaining(why) }],
  });
  expect(service.requests).toEqual([]);
});

test("an order number that is taken is refused", async () => {
  const { app } = openShop(service);
  await checkOut(app);
  const response = await checkOut(app, { ...order, totalAmount: "99.00" });

  expect(response.statusCode).toBe(409);
  expect(response.json()).toEqual({ error: "order_number_taken" });
  expect(service.orders).toHaveLength(1);
});

test("of two checkouts at once with the same order number, one is kept", async () => {
  const { app } = openShop(service);
  const responses = await Promise.all([checkOut(app), checkOut(app)]);

  expect(responses.map((response) => response.statusCode).sort()).toEqual([201, 409]);
});

test("a refusal by the payment service keeps no order", async () => {
  const { app } = openShop(service);
  service.faults.next("createOrder", fault.error("MERCHANT_ACCT_READ_ONLY"));
  const response = await checkOut(app);

  expect(response.statusCode).toBe(409);
  expect(response.json()).toEqual({ error: "refused", statusKey: "MERCHANT_ACCT_READ_ONLY" });
  expect(await look(app)).toEqual({ error: "not_found" });
});

test("after a lost reply the customer may check out again: no money moves when an order is created", async () => {
  const { app } = openShop(service);
  service.faults.next("createOrder", fault.loseReply);
  const lost = await checkOut(app);
  const again = await checkOut(app);

  expect([lost.statusCode, lost.headers["retry-after"]]).toEqual([503, "30"]);
  expect(again.statusCode).toBe(201);
  expect(service.orders).toHaveLength(2); // the first one stays unused
});

test("neither the answer nor the log repeats what the service says of a field", async () => {
  const { app, log } = openShop(service);
  const errors = [{ errorCode: "INVALID_VALUE", fieldName: "OrderNumber", message: "jane@example.com is no number" }];
  const status = { isSuccess: false, errorNumber: -2, statusKey: "VALIDATION_ERROR", statusMessage: "", errors };
  service.faults.next("createOrder", fault.answer({ body: JSON.stringify({ status }) }));
  const response = await checkOut(app);

  expect(response.json()).toEqual({ error: "refused", statusKey: "VALIDATION_ERROR" });
  expect(log.join()).toContain('"path":"orderNumber"');
  expect(log.join()).not.toContain("jane@example.com");
});
