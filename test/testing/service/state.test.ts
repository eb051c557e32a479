import { FakePaymentService, fault } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { post, simple } from "../../support/service-doors.js";

test("credentials, clock and identifiers have defaults and can be chosen", () => {
  const service = new FakePaymentService();
  const { orderId = "" } = service.createOrder(simple);
  expect(service).toMatchObject({ merchantId: "merchant-1", password: "fake-password" });
  expect(service.authorize(orderId, { paymentMethod: "card" }).transactionId).toMatch(/^20\d{16}$/);
  const chosen = new FakePaymentService({ merchantId: "m", password: "p", seed: 2 });
  expect(chosen).toMatchObject({ merchantId: "m", password: "p" });
  expect(chosen.createOrder(simple).orderId).not.toBe(orderId);
});

test("order ids have the shape of version 4", () => {
  const service = new FakePaymentService();
  for (let count = 0; count < 200; count += 1) service.createOrder(simple);
  const orderIds = new Set(service.orders.map(({ orderId }) => orderId));
  expect(orderIds.size).toBe(200);
  for (const id of orderIds) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test("listeners hear of each change, and of each request once it is recorded", async () => {
  const service = new FakePaymentService();
  const heard: string[] = [];
  const end = service.subscribe((request) => heard.push(request?.operation ?? "changed"));
  const changes = () => heard.splice(0);
  const { orderId = "" } = service.createOrder(simple);
  expect(changes()).toEqual(["changed"]);
  const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
  expect(changes()).toEqual(["changed"]);
  service.finalize({ transactionId, totalAmount: "100.00" });
  expect(changes()).toEqual(["changed"]);
  service.finalize({ transactionId, totalAmount: "25.00" });
  expect(changes()).toEqual([]); // refused
  service.faults.next("finalize", fault.refuse);
  expect(changes()).toEqual(["changed"]);
  await service.fetch("https://payments.example.com/orders/create", post);
  expect(changes()).toEqual(["createOrder"]);
  service.reset();
  expect(changes()).toEqual(["changed"]);
  end();
  service.createOrder(simple);
  expect(changes()).toEqual([]);
});

test.each([
  [{}, 1000],
  [{ keepRequests: 3 }, 3],
  [{ keepRequests: 0 }, 0],
  [{ keepRequests: Number.POSITIVE_INFINITY }, 1003],
])("of the requests, as many of the last ones are kept as %j says", async (options, kept) => {
  const service = new FakePaymentService(options);
  const heard: number[] = [];
  service.subscribe((request) => heard.push(request?.number ?? 0));
  for (let call = 0; call < 1003; call += 1) await service.fetch("https://payments.example.com/nowhere");
  expect(service.requests).toHaveLength(kept);
  expect(service.requests.map(({ number }) => number)).toEqual(heard.slice(heard.length - kept));
  expect(heard.at(-1)).toBe(1003);
});

test.each([-1, 1.5, Number.NaN])("to keep %d requests is no count", (keepRequests) => {
  const error = new RangeError("keepRequests must be a whole number, or Infinity.");
  expect(() => new FakePaymentService({ keepRequests })).toThrow(error);
});

test("reset makes it as new", async () => {
  const service = new FakePaymentService();
  const { orderId = "" } = service.createOrder(simple);
  const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
  service.finalize({ transactionId, totalAmount: "125.00" });
  await service.fetch("https://payments.example.com/nowhere");
  service.reset();
  expect(service).toMatchObject({ orders: [], authorizations: [], finalizations: [], requests: [] });
  expect(service.createOrder(simple).orderId).toBe(orderId);
});
