import { expect, test } from "vitest";
import { FakePaymentService, fault } from "../../../src/testing/index.js";

const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };

test("credentials have defaults and can be chosen", () => {
  expect(new FakePaymentService()).toMatchObject({ merchantId: "merchant-1", password: "fake-password" });
  expect(new FakePaymentService({ merchantId: "m", password: "p" })).toMatchObject({ merchantId: "m", password: "p" });
});

test("another seed gives other order ids", () => {
  expect(new FakePaymentService({ seed: 2 }).createOrder(simple).orderId).not.toBe(
    new FakePaymentService({ seed: 3 }).createOrder(simple).orderId,
  );
});

test("order ids have the shape of version 4", () => {
  const service = new FakePaymentService();
  for (let count = 0; count < 200; count += 1) service.createOrder(simple);
  const orderIds = service.orders.map((order) => order.orderId);
  expect(new Set(orderIds).size).toBe(200);
  for (const orderId of orderIds)
    expect(orderId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test("the clock is the system's unless one is given", () => {
  const service = new FakePaymentService();
  const { orderId = "" } = service.createOrder(simple);
  expect(service.authorize(orderId, { paymentMethod: "card" }).transactionId).toMatch(/^20\d{16}$/);
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
  await service.fetch("https://payments.example.com/orders/create", { method: "POST" });
  expect(changes()).toEqual(["createOrder"]);
  service.reset();
  expect(changes()).toEqual(["changed"]);

  end();
  service.createOrder(simple);
  expect(changes()).toEqual([]);
});

test("reset makes it as new", async () => {
  const service = new FakePaymentService();
  const { orderId = "" } = service.createOrder(simple);
  const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
  service.finalize({ transactionId, totalAmount: "125.00" });
  await service.fetch("https://payments.example.com/nowhere");
  service.faults.next("createOrder", fault.loseReply);

  service.reset();

  expect(service).toMatchObject({ orders: [], authorizations: [], finalizations: [], requests: [] });
  const response = await service.fetch("https://payments.example.com/orders/create", { method: "POST" });
  expect(response.status).toBe(401);
  expect(service.createOrder(simple).orderId).toBe(orderId);
});
