import { FakePaymentService, fault, type Sale } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { post } from "../../support/service-adapters.js";

describe("faults.next", () => {
  test("affects one call of its operation, in the order of arming", async () => {
    const { faults, calls } = fake();
    faults.next("createOrder", fault.status(503));
    faults.next("finalize", fault.status(504));
    faults.next("createOrder", fault.drop());
    faults.next("createOrder", fault.status(429));
    expect(await calls("create create finalize finalize create create")).toBe("503 broken 504 200 429 201");
  });

  test("ignores unknown paths and other methods", async () => {
    const { faults, call, calls } = fake();
    faults.next("createOrder", fault.drop());
    expect(await call("/orders/created")).toBe(404);
    expect(await call("/orders/create", { ...post, method: "PUT" })).toBe(405);
    expect(await calls("create create")).toBe("broken 201");
  });

  test("affects both forms of an operation, and calls that the service would reject", async () => {
    const { faults, call } = fake();
    for (let count = 0; count < 4; count += 1) faults.next("createOrder", fault.drop());
    expect(await call("/orders/create/ORDER-1001/125.00/SEK")).toBe("broken");
    expect(await call("/orders/create", { ...post, body: "{}" })).toBe("broken");
    expect(await call("/orders/create", { ...post, body: "no JSON" })).toBe("broken");
    expect(await call("/orders/create", { method: "POST" })).toBe("broken");
    expect(await call("/orders/create", { method: "POST" })).toBe(401);
  });
});

describe("faults.every", () => {
  test("with 1 affects each call", async () => {
    const { faults, calls } = fake();
    faults.every(1, "createOrder", fault.drop());
    expect(await calls("create create")).toBe("broken broken");
  });

  test("counts from its arming, and per operation", async () => {
    const { faults, calls } = fake();
    await calls("create");
    faults.every(2, "createOrder", fault.status(503));
    faults.every(2, "finalize", fault.status(504));
    expect(await calls("create finalize finalize create")).toBe("201 200 504 503");
  });

  test("counts calls that another fault affects: next wins over every, and the first rule over the second", async () => {
    const { faults, calls } = fake();
    faults.every(2, "createOrder", fault.status(502));
    faults.every(3, "createOrder", fault.status(503));
    faults.next("createOrder", fault.status(500));
    expect(await calls("create ".repeat(9))).toBe("500 502 503 502 201 502 201 502 503");
  });
});

test("faults.armed shows faults in the order in which they would strike, until they have struck or are cleared", async () => {
  const { faults, calls } = fake();
  const only = { orderNumber: "ORDER-1009" };
  faults.every(2, "createOrder", fault.loseResponse(), only);
  faults.every(3, "finalize", fault.drop());
  faults.next("finalize", fault.status(503));
  faults.next("createOrder", fault.drop());
  only.orderNumber = "ORDER-1001"; // too late: what was armed stays as it was
  const [finalize, createOrder] = [{ operation: "finalize" }, { operation: "createOrder" }];
  const every2 = { id: 1, when: "every", n: 2, ...createOrder, fault: fault.loseResponse() };
  const every3 = { id: 2, when: "every", n: 3, ...finalize, fault: fault.drop() };
  const rules = [{ ...every2, only: { orderNumber: "ORDER-1009" } }, every3];
  const first = { id: 3, when: "next", ...finalize, fault: fault.status(503) };
  const second = { id: 4, when: "next", ...createOrder, fault: fault.drop() };
  expect(faults.armed).toEqual([first, second, ...rules]);
  await calls("create");
  expect(faults.armed).toEqual([first, ...rules]);
  await calls("finalize");
  expect(faults.armed).toEqual(rules);
  faults.clear();
  expect(faults.armed).toEqual([]);
});

test("the name of a fault is not armed, and the error says which fault was meant", () => {
  const byName = () => fake().faults.next("finalize", "loseResponse" as never);
  expect(byName).toThrow("imported from merchant-payments/testing: did you mean fault.loseResponse()?");
});

test("faults.disarm removes one fault of each kind, and returns whether there was one", async () => {
  const { faults, calls } = fake();
  expect(faults.next("createOrder", fault.drop())).toBe(1);
  expect(faults.every(1, "createOrder", fault.status(503))).toBe(2);
  expect(faults.next("createOrder", fault.status(429))).toBe(3);
  expect([faults.disarm(1), faults.disarm(1), faults.disarm(99)]).toEqual([true, false, false]);
  expect(await calls("create create")).toBe("429 503");
  expect([faults.disarm(3), faults.disarm(2)]).toEqual([false, true]); // the first has struck
  expect(await calls("create")).toBe("201");
});

describe("a fault with `only`", () => {
  test.each<[what: string, target: (sale: Sale) => Partial<Sale> & { orderNumber?: string }]>([
    ["the order", ({ orderId }) => ({ orderId: orderId.toUpperCase() })],
    ["the authorization", ({ transactionId }) => ({ transactionId })],
    ["the order's number", () => ({ orderNumber: "SALE-0002" })],
    ["all of them", ({ orderId, transactionId }) => ({ orderId, transactionId, orderNumber: "SALE-0002" })],
  ])("affects a finalization by %s, however the request names it", async (_what, target) => {
    const { service, faults, call } = fake();
    const [first, second] = [sold(service), sold(service)];
    faults.next("finalize", fault.drop(), target(second));
    faults.next("finalize", fault.status(503), target(second));
    expect(await call(`/transactions/${first.transactionId}/finalize/1.00`)).toBe(200);
    expect(await call(`/transactions/${second.transactionId}/finalize/1.00`)).toBe("broken");
    expect(await call(`/orders/${second.orderId}/transactions/${second.transactionId}/finalize/1.00`)).toBe(503);
    expect(await call(`/transactions/${second.transactionId}/finalize/1.00`)).toBe(200);
  });

  test("affects the creation of an order by its number, in the path or in the body", async () => {
    const { faults, call } = fake();
    faults.every(1, "createOrder", fault.status(503), { orderNumber: "ORDER-1002" });
    const body = JSON.stringify({ ORDERNUMBER: "ORDER-1002", totalAmount: 1, currencyCode: "SEK" });
    expect(await call("/orders/create/ORDER-1001/1.00/SEK")).toBe(201);
    expect(await call("/orders/create/ORDER-1002/1.00/SEK")).toBe(503);
    expect(await call("/orders/create", { ...post, body })).toBe(503);
    expect(await call("/orders/create", { ...post, body: "no JSON" })).toBe(500);
  });

  test("counts only the calls that it is for", async () => {
    const { service, faults, call } = fake();
    const [first, second] = [sold(service), sold(service)];
    faults.every(2, "finalize", fault.drop(), { orderId: second.orderId });
    faults.every(1, "finalize", fault.status(503), { orderId: first.orderId });
    const finalize = ({ transactionId }: Sale) => call(`/transactions/${transactionId}/finalize/1.00`);
    const ends = [await finalize(second), await finalize(first), await finalize(first), await finalize(second)];
    expect(ends).toEqual([200, 503, 503, "broken"]);
  });
});

function sold(service: FakePaymentService): Sale {
  return service.sell({ paymentMethod: "other", totalAmount: "125.00" });
}

function fake(options = {}) {
  const service = new FakePaymentService(options);
  const call = (path: string, init: RequestInit = post) =>
    service.fetch(`https://payments.example.com/api${path}`, init).then(
      ({ status }) => status,
      () => "broken",
    );
  /** How these calls end in turn: with an HTTP status, or without a response. */
  const calls = async (operations: string) => {
    const ends = [];
    for (const operation of operations.trim().split(" ")) {
      const path =
        operation === "create" ? "orders/create/ORDER-1001/125.00/SEK" : "transactions/202603040000000001/finalize/1";
      ends.push(await call(`/${path}`));
    }
    return ends.join(" ");
  };
  return { service, faults: service.faults, call, calls };
}
