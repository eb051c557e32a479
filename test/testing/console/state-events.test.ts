import { expect, test } from "vitest";
import { stateEvents } from "../../../src/testing/console/state-events.js";
import { FakePaymentService, fault, type PaymentServer, startPaymentServer } from "../../../src/testing/index.js";
import { newService, post as signed } from "../../support/service-adapters.js";
import { post } from "./control-call.js";

/** The states in the order of their events. */
async function* statesOf(server: PaymentServer, search = "") {
  const response = await fetch(`${server.pageUrl}_fake/events${search === "" ? "" : `?search=${search}`}`);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  let received = "";
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += piece;
    const events = received.split("\n\n");
    received = events.pop() ?? "";
    for (const event of events) yield JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "");
  }
}

/** The first state. */
async function stateOf(server: PaymentServer, search = "") {
  const states = statesOf(server, search);
  const { value } = await states.next();
  await states.return();
  return value;
}

const order = (orderNumber: string) => ({ orderNumber, totalAmount: "125.00", currencyCode: "SEK" });

test("the console sends the state at once and after each change, by a test or over HTTP", async () => {
  await using server = await startPaymentServer();
  const { service } = server;
  const { orderId = "" } = service.createOrder(order("ORDER-1001"));
  const states = statesOf(server);
  const next = async () => (await states.next()).value;
  expect(await next()).toMatchObject({ orders: [{ orderId }], authorizations: [] });
  const { transactionId } = service.authorize(orderId, { paymentMethod: "card" });
  expect(await next()).toMatchObject({ authorizations: [{ orderId }] });
  service.finalize({ transactionId, totalAmount: "125.00" });
  expect(await next()).toMatchObject({ finalizations: [{ totalAmount: "125.00" }] });
  service.faults.every(2, "createOrder", fault.drop());
  expect(await next()).toMatchObject({ armed: [{ when: "every", n: 2, fault: "drop" }] });
  await post(`${server.pageUrl}_fake/clear-faults`, {});
  expect(await next()).toMatchObject({ armed: [], basePath: "", password: "fake-password" });
  await states.return();
});

test("the console sends a burst of changes as one state", async () => {
  await using server = await startPaymentServer();
  const { orderId = "" } = server.service.createOrder(order("ORDER-1001"));
  const states = statesOf(server);
  await states.next();
  const part = { paymentMethod: "card", authorizedAmount: "1.00" } as const;
  for (let time = 0; time < 100; time += 1) server.service.authorize(orderId, part);
  expect((await states.next()).value).toMatchObject({ totals: { authorizations: 100 } });
  await states.return();
});

test("the console sends the orders, requests and late requests that contain a text", async () => {
  await using server = await startPaymentServer({ service: newService(), basePath: "/api" });
  const { service, baseUrl } = server;
  await fetch(`${baseUrl}/orders/create/ORDER-1001/1.00/SEK`, signed);
  service.createOrder(order("ORDER-1002"));
  const { transactionId } = service.authorize(service.orders[0]?.orderId ?? "", { paymentMethod: "card" });
  await fetch(`${baseUrl}/transactions/${transactionId}/finalize/1.00`, signed);
  await fetch(`${baseUrl}/nowhere`);
  service.faults.next("createOrder", fault.late());
  fetch(`${baseUrl}/orders/create/ORDER-1003/1.00/SEK`, signed).catch(() => undefined);
  await expect.poll(() => service.late).toHaveLength(1);
  const [first, second] = [{ orderNumber: "ORDER-1001" }, { orderNumber: "ORDER-1002" }];
  const requests = [{ operation: "createOrder" }, { operation: "finalize" }];
  const totals = { requests: 3, late: 1 };
  const found = { orders: 1, requests: 2 };
  expect(await stateOf(server, "ORDER-1001")).toMatchObject({ orders: [first], requests, late: [], found, totals });
  const all = { orders: [first, second], requests, late: [{}], found: { ...found, orders: 2 }, totals };
  expect(await stateOf(server, "order-100")).toMatchObject(all);
  const none = { orders: [], requests: [{ path: "/api/nowhere" }], late: [], found: { orders: 0, requests: 1 } };
  expect(await stateOf(server, "nowhere")).toMatchObject(none);
});

test("the console sends what is authorized and finalized of each order, and whether it can be paid", async () => {
  await using server = await startPaymentServer();
  const { service } = server;
  const sale = { paymentMethod: "paypal", totalAmount: "125.00" } as const;
  service.createOrder(order("ORDER-1001"));
  service.finalize({ ...service.sell(sale), totalAmount: "30.00" });
  const released = service.sell(sale);
  service.finalize({ ...released, totalAmount: "30.00" });
  service.annul(released.transactionId);
  expect((await stateOf(server)).orders).toMatchObject([
    { authorized: "0.00", finalized: "0.00", canBePaid: true },
    { authorized: "125.00", finalized: "30.00", canBePaid: false },
    { authorized: "30.00", finalized: "30.00", canBePaid: true },
  ]);
});

test("the events of the console end with the server, which then stops listening to the service", async () => {
  const service = new FakePaymentService();
  let listeners = 0;
  const subscribe = service.subscribe.bind(service);
  service.subscribe = (listener) => {
    const end = subscribe(listener);
    listeners += 1;
    return () => {
      listeners -= 1;
      end();
    };
  };
  const server = await startPaymentServer({ service });
  const states = statesOf(server);
  await states.next();
  expect(listeners).toBe(1);
  await server.close();
  await expect(states.next()).rejects.toThrow("terminated");
  await expect.poll(() => listeners).toBe(0);
});

test("the first state includes a change before the first read", async () => {
  let count = 1;
  const listeners = new Set<(request: undefined) => void>();
  const subscribe = (changed: (request: undefined) => void) => {
    listeners.add(changed);
    return () => void listeners.delete(changed);
  };
  const response = stateEvents({ subscribe }, () => ({ count }));
  const reader = response.body?.getReader();
  count = 2;
  for (const changed of listeners) changed(undefined);
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe('retry: 1000\nevent: state\ndata: {"count":2}\n\n');
  await reader?.cancel();
  expect(listeners.size).toBe(0);
});
