import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { collectGarbage } from "../support/collect-garbage.js";
import {
  clientOf,
  created,
  expectNoUnhandledRejections,
  failureOf,
  finalization,
  orderId,
  simpleOrder,
} from "../support/fault-calls.js";
import { certificate, type Fault, responding, response, silence, startFaultServer } from "../support/fault-server.js";
import { onNextSocket, socketsOpened } from "../support/send-witness.js";
import { stopTime } from "../support/time.js";
import { trust } from "../support/trust.js";

expectNoUnhandledRejections();

/** Of eight megabytes, more than sockets hold. */
const largeOrder = {
  ...simpleOrder,
  lineItems: Array.from({ length: 8 }, () => ({ name: "x".repeat(1_048_576), totalLineAmount: "0.00" })),
  billTo: {},
};

const warnings: Error[] = [];
const listener = (warning: Error) => warnings.push(warning);
beforeAll(() => trust(certificate()));
beforeAll(() => void process.on("warning", listener));
afterAll(() => void process.off("warning", listener));

/** Responses each order with an order id that ends as the order number does. */
const echoing: Fault = (socket, { head }) => {
  const [number = ""] = /ORDER-\d{4}/.exec(head) ?? [];
  socket.write(response(201, created.replace(orderId, orderId.slice(0, -4) + number.slice(-4))));
};

describe.each([
  ["http", false],
  ["https", true],
])("over %s", (_name, selfSigned) => {
  test("calls one after the other use one connection, and clients share none", async () => {
    await using server = await startFaultServer(responding(201, created), { selfSigned });
    const client = clientOf(server.origin);
    for (let call = 0; call < 5; call += 1) await client.createOrder(simpleOrder);
    expect([server.requests.length, server.connections]).toEqual([5, 1]);
    await clientOf(server.origin).createOrder(simpleOrder);
    expect([server.requests.length, server.connections]).toEqual([6, 2]);
  });
  test("calls at the same time use one each, and get their own responses", async () => {
    const responses: (() => void)[] = [];
    const fault: Fault = (socket, request) => {
      responses.push(() => echoing(socket, request));
      if (responses.length === 2) for (const give of responses) give();
    };
    await using server = await startFaultServer(fault, { selfSigned });
    const client = clientOf(server.origin);
    const create = (orderNumber: string) => client.createOrder({ ...simpleOrder, orderNumber });
    const orders = await Promise.all([create("ORDER-0001"), create("ORDER-0002")]);
    expect(orders.map((order) => order.orderId.slice(-4))).toEqual(["0001", "0002"]);
    expect(server.connections).toBe(2);
  });
  test("a connection that the server closes while it is idle is replaced", async () => {
    await using server = await startFaultServer((socket) => socket.end(response(201, created)), { selfSigned });
    const client = clientOf(server.origin);
    await client.createOrder(simpleOrder);
    await server.hungUp();
    expect(await client.createOrder(simpleOrder)).toMatchObject({ orderId });
    expect(server.connections).toBe(2);
  });
  test("a kept connection keeps nothing of the call that made it", async () => {
    await using server = await startFaultServer(responding(201, created), { selfSigned });
    const payments = clientOf(server.origin);
    const callAndForget = async () => {
      const { signal } = new AbortController();
      await payments.createOrder(simpleOrder, { signal });
      return new WeakRef(signal);
    };
    const first = await callAndForget();
    await callAndForget();
    await vi.waitFor(() => {
      collectGarbage();
      expect(first.deref()).toBeUndefined();
    });
    expect(server.connections).toBe(1);
  });
  test("a call that is given up takes its connection with it", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer(() => controller.abort(), { selfSigned });
    const error = await failureOf(clientOf(server.origin).finalize(finalization, { signal: controller.signal }));
    expect(error).toMatchObject({ outcome: "unknown" });
    await server.hungUp();
  });
  test.each(["aborted", "timeout"])("%s: the kernel delivers no more of what was written", async (code) => {
    if (code === "timeout") stopTime();
    const controller = new AbortController();
    const paused: Socket[] = [];
    const onBytes = (socket: Socket) => {
      if (paused.length > 0) return;
      paused.push(socket.pause());
      if (code === "aborted") controller.abort();
      else vi.advanceTimersByTime(5_000);
    };
    await using server = await startFaultServer(silence, { selfSigned, onBytes });
    const client = clientOf(server.origin, { waive: ["lineTextLengths", "lineTotals"] });
    const { signal } = controller;
    expect(await failureOf(client.createOrder(largeOrder, { signal }))).toMatchObject({ code, outcome: "unknown" });
    paused[0]?.resume();
    await server.hungUp();
    expect(server.bytesReceived).toBeLessThan(2_000_000); // of 8,388,608; after a close it is 3.9 million
  });
});

test("two hundred calls with one signal leave nothing behind", async () => {
  await using server = await startFaultServer(responding(201, created));
  const client = clientOf(server.origin);
  const { signal } = new AbortController();
  await client.createOrder(simpleOrder, { signal });
  const socket = socketsOpened().at(-1);
  const listeners = () => socket?.eventNames().map((name) => [name, socket.listenerCount(name)]);
  const before = listeners();
  for (let call = 0; call < 100; call += 1) await client.createOrder(simpleOrder, { signal });
  expect(listeners()).toEqual(before);
  await Promise.all(Array.from({ length: 100 }, () => client.createOrder(simpleOrder, { signal })));
  await new Promise(setImmediate);
  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(server.requests).toHaveLength(201);
  expect(warnings).toEqual([]);
});

test("a response before the request is whole, from a server that reads no further: the rest is not sent", async () => {
  await using server = await startFaultServer(silence, {
    onBytes: (socket) => socket.pause().write("HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n"),
  });
  const client = clientOf(server.origin, { waive: ["lineTextLengths", "lineTotals"] });
  const error = await failureOf(client.createOrder(largeOrder));
  expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "rejected", httpStatus: 413 });
  expect(socketsOpened().at(-1)?.destroyed).toBe(true);
  expect(server.bytesReceived).toBeLessThan(8_388_608);
});

test.each([0, 1, 2, 3, 4, 5, 6])(
  "given up %i turns after the socket was made: unsent only if no byte was written, and no socket is left",
  async (count) => {
    const controller = new AbortController();
    await using server = await startFaultServer(silence);
    const abortLater = async () => {
      for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => process.nextTick(resolve));
      if (count > 3) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
    };
    onNextSocket(() => (count === 0 ? controller.abort() : void abortLater()));
    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder, { signal: controller.signal }));
    const { bytesWritten = 0, destroyed } = socketsOpened().at(-1) ?? {};
    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: bytesWritten > 0 ? "unknown" : "not_sent" });
    if (count === 0) expect(error.outcome).toBe("not_sent");
    expect(destroyed).toBe(true);
  },
);
