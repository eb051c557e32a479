import { getEventListeners } from "node:events";
import http, { type RequestOptions } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { identity, trustTestAuthority } from "../support/certificates.js";
import { clientOf, created, errorOf, order, orderId } from "../support/client.js";
import { collectGarbage } from "../support/collect-garbage.js";
import { responding, response, type ServerFault, silence, startFaultServer } from "../support/fault-server.js";
import { lastSocket, onNextSocket } from "../support/witness.js";

const warnings: Error[] = [];
const listener = (warning: Error) => warnings.push(warning);
beforeAll(trustTestAuthority);
beforeAll(() => void process.on("warning", listener));
afterAll(() => void process.off("warning", listener));

/** Responds to each order with an order id that ends as the order number does. */
const echoing: ServerFault = (socket, { head }) => {
  const [number = ""] = /ORDER-\d{4}/.exec(head) ?? [];
  socket.write(response(201, created.replace(orderId, orderId.slice(0, -4) + number.slice(-4))));
};

describe.each([
  ["http", undefined],
  ["https", identity("good")],
])("over %s", (_name, tls) => {
  test("consecutive calls share one connection, and clients share none", async () => {
    await using server = await startFaultServer(responding(201, created), { tls });
    const client = clientOf(server.origin);
    for (let call = 0; call < 5; call += 1) await client.createOrder(order);
    expect([server.requests.length, server.connections.length]).toEqual([5, 1]);
    await clientOf(server.origin).createOrder(order);
    expect([server.requests.length, server.connections.length]).toEqual([6, 2]);
  });
  test("concurrent calls use one connection each, and get their own responses", async () => {
    const responses: (() => void)[] = [];
    const fault: ServerFault = (socket, request) => {
      responses.push(() => echoing(socket, request));
      if (responses.length === 2) for (const respond of responses) respond();
    };
    await using server = await startFaultServer(fault, { tls });
    const client = clientOf(server.origin);
    const create = (orderNumber: string) => client.createOrder({ ...order, orderNumber });
    const orders = await Promise.all([create("ORDER-0001"), create("ORDER-0002")]);
    expect(orders.map((order) => order.orderId.slice(-4))).toEqual(["0001", "0002"]);
    expect(server.connections).toHaveLength(2);
  });
  test("an idle connection keeps nothing of the call that made it", async () => {
    await using server = await startFaultServer(responding(201, created), { tls });
    const payments = clientOf(server.origin);
    const callAndForget = async () => {
      const { signal } = new AbortController();
      await payments.createOrder(order, { signal });
      return new WeakRef(signal);
    };
    const first = await callAndForget();
    await callAndForget();
    const kept = () => {
      collectGarbage();
      return first.deref();
    };
    await expect.poll(kept).toBeUndefined();
    expect(server.connections).toHaveLength(1);
  });
});

test("a call succeeds although the server resets each idle connection as a call takes it", async () => {
  await using server = await startFaultServer(responding(201, created));
  const client = clientOf(server.origin, { maxRetries: 1 });
  await Promise.all(Array.from({ length: 4 }, () => client.createOrder(order)));
  const { request } = http;
  vi.spyOn(http, "request").mockImplementation((options) => {
    const made = request(options as RequestOptions);
    return made.once("socket", ({ localPort }) => {
      const taken = server.connections.find(({ raw }) => raw.remotePort === localPort);
      if (made.reusedSocket) taken?.raw.resetAndDestroy();
    });
  });
  expect(await client.createOrder(order)).toMatchObject({ orderId });
  expect([server.requests.length, server.connections.length]).toEqual([5, 5]);
});

test("two hundred calls with one signal leave nothing behind", async () => {
  await using server = await startFaultServer(responding(201, created));
  const client = clientOf(server.origin);
  const { signal } = new AbortController();
  await client.createOrder(order, { signal });
  const socket = lastSocket();
  const listeners = () => socket?.eventNames().map((name) => [name, socket.listenerCount(name)]);
  const before = listeners();
  for (let call = 0; call < 100; call += 1) await client.createOrder(order, { signal });
  expect(listeners()).toEqual(before);
  await Promise.all(Array.from({ length: 100 }, () => client.createOrder(order, { signal })));
  await new Promise(setImmediate);
  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(server.requests).toHaveLength(201);
  expect(warnings).toEqual([]);
});

test.each([0, 1, 2, 3, 4, 5, 6])(
  "an abort %i turns after the socket is made is not_sent only if no byte was written, and close() leaves no socket",
  async (count) => {
    const controller = new AbortController();
    await using server = await startFaultServer(silence);
    const abortLater = async () => {
      for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => process.nextTick(resolve));
      if (count > 3) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
    };
    onNextSocket(() => (count === 0 ? controller.abort() : void abortLater()));
    const payments = clientOf(server.origin);
    const error = await errorOf(payments.createOrder(order, { signal: controller.signal }));
    const { bytesWritten = 0 } = lastSocket() ?? {};
    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: bytesWritten > 0 ? "unknown" : "not_sent" });
    if (count === 0) expect(error.outcome).toBe("not_sent");
    await payments.close();
    await expect.poll(() => lastSocket()?.destroyed).toBe(true);
  },
);
