import { FakePaymentService, fault } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { order as simple } from "../../support/client.js";
import { newService, post } from "../../support/service-adapters.js";

test("the credentials and identifiers of a fake have defaults and can be chosen", () => {
  const service = new FakePaymentService();
  const { orderId = "" } = service.createOrder(simple);
  expect(service).toMatchObject({ merchantId: "merchant-1", password: "fake-password" });
  expect(service.authorize(orderId, { paymentMethod: "card" }).transactionId).toMatch(/^20\d{16}$/);
  const chosen = new FakePaymentService({ merchantId: "m", password: "p", seed: 2 });
  expect(chosen).toMatchObject({ merchantId: "m", password: "p" });
  expect(chosen.createOrder(simple).orderId).not.toBe(orderId);
  for (let count = 0; count < 200; count += 1) service.createOrder(simple);
  const orderIds = service.orders.map((order) => order.orderId);
  expect(new Set(orderIds).size).toBe(201);
  for (const id of orderIds) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test("a listener gets each change, and each request once it is recorded", async () => {
  const service = new FakePaymentService();
  const heard: string[] = [];
  const end = service.subscribe((request) => heard.push(request?.operation ?? "changed"));
  const heardOf = async (change: () => unknown) => {
    await change();
    return heard.splice(0).join();
  };
  expect(await heardOf(() => service.createOrder(simple))).toBe("changed");
  const [{ orderId } = { orderId: "" }] = service.orders;
  expect(await heardOf(() => service.authorize(orderId, { paymentMethod: "card" }))).toBe("changed");
  const [{ transactionId } = { transactionId: "" }] = service.authorizations;
  expect(await heardOf(() => service.finalize({ transactionId, totalAmount: "100.00" }))).toBe("changed");
  expect(await heardOf(() => service.finalize({ transactionId, totalAmount: "25.00" }))).toBe(""); // rejected
  expect(await heardOf(() => service.faults.next("finalize", fault.refuse()))).toBe("changed");
  const request = () => service.fetch("https://payments.example.com/orders/create", post);
  expect(await heardOf(request)).toBe("createOrder");
  expect(await heardOf(() => service.reset())).toBe("changed");
  end();
  expect(await heardOf(() => service.createOrder(simple))).toBe("");
});

test.each([
  [{}, 1000],
  [{ keepRequests: 3 }, 3],
  [{ keepRequests: 0 }, 0],
  [{ keepRequests: Number.POSITIVE_INFINITY }, 1003],
])("a fake with the options %j keeps the last %i requests", async (options, kept) => {
  const service = new FakePaymentService(options);
  const heard: number[] = [];
  service.subscribe((request) => heard.push(request?.number ?? 0));
  for (let call = 0; call < 1003; call += 1) await service.fetch("https://payments.example.com/nowhere");
  expect(service.requests).toHaveLength(kept);
  expect(service.requests.map(({ number }) => number)).toEqual(heard.slice(heard.length - kept));
  expect(heard.at(-1)).toBe(1003);
});

test("a snapshot is plain data, and restoring it restores everything", async () => {
  const service = newService();
  const first = service.sell({ paymentMethod: "other", totalAmount: "125.00" });
  await service.fetch("https://payments.example.com/nowhere");
  service.clock.advance(86_400_000);
  service.finalize({ ...first, totalAmount: "25.00" });
  const snapshot = service.snapshot();
  const after = () => {
    const second = service.sell({ paymentMethod: "card", totalAmount: "9.00" });
    return [second, service.finalize({ ...first, totalAmount: "100.00" }), service.clock.now()];
  };
  const then = after();
  await service.fetch("https://payments.example.com/elsewhere");
  service.faults.next("finalize", fault.drop());
  const carried = JSON.parse(JSON.stringify(snapshot));
  expect(carried).toEqual(snapshot);

  service.restore(carried);
  expect(service).toMatchObject({ orders: [{ orderId: first.orderId }], finalizations: [{ totalAmount: "25.00" }] });
  expect(service.requests).toMatchObject([{ number: 1, path: "/nowhere" }]);
  expect(service.faults.armed).toEqual([]);
  expect(after()).toEqual(then); // the same ids, the same amounts left, the same time
  await service.fetch("https://payments.example.com/elsewhere");
  expect(service.requests.at(-1)).toMatchObject({ number: 2, receivedAt: "2026-03-05T12:00:00.000Z" });
});

test("ids and times follow the clock, which can be moved and reset", async () => {
  const service = newService();
  service.clock.advance(86_400_000);
  const { transactionId } = service.sell({ paymentMethod: "card", totalAmount: "9.00" });
  expect(transactionId).toBe("202603050000000001");
  service.clock.set(new Date("2026-12-24T18:00:00Z"));
  expect(service.clock.now()).toEqual(new Date("2026-12-24T18:00:00Z"));
  expect(service.finalize({ transactionId, totalAmount: "9.00" }).batchId).toBe("20261224");
  service.clock.set(new Date("2026-01-01T00:00:00Z")); // backwards too
  await service.fetch("https://payments.example.com/nowhere");
  expect(service.requests).toMatchObject([{ receivedAt: "2026-01-01T00:00:00.000Z" }]);
  service.reset();
  expect(service.clock.now()).toEqual(new Date("2026-03-04T12:00:00Z"));
  expect(() => service.clock.advance(-1)).toThrow(new RangeError("advance: ms must be 0 or more."));
  expect(() => service.clock.set(new Date("now"))).toThrow(new RangeError("set: time must be a valid Date."));
});

test("a reset fake is like a new one", async () => {
  const service = new FakePaymentService();
  const sale = service.sell({ paymentMethod: "card", totalAmount: "125.00" });
  service.finalize(sale);
  await service.fetch("https://payments.example.com/nowhere");
  service.reset();
  expect(service).toMatchObject({ orders: [], authorizations: [], finalizations: [], requests: [] });
  expect(service.sell({ paymentMethod: "card", totalAmount: "125.00" })).toEqual(sale);
});
