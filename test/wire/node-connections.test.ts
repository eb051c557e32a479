import { getEventListeners } from "node:events";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  clientOf,
  created,
  expectNoUnhandledRejections,
  failureOf,
  finalization,
  orderId,
  simpleOrder,
} from "../support/fault-calls.js";
import { answer, answering, certificate, type Fault, silence, startFaultServer } from "../support/fault-server.js";
import { onNextSocket, socketsOpened } from "../support/send-witness.js";

expectNoUnhandledRejections();

const warnings: Error[] = [];
const listener = (warning: Error) => warnings.push(warning);
beforeAll(() => {
  setDefaultCACertificates([...getCACertificates(), certificate()]);
  process.on("warning", listener);
});
afterAll(() => {
  process.off("warning", listener);
});

/** Answers each order with an order id that ends as the order number does. */
const echoing: Fault = (socket, { head }) => {
  const [number = ""] = /ORDER-\d{4}/.exec(head) ?? [];
  socket.write(answer(201, created.replace(orderId, orderId.slice(0, -4) + number.slice(-4))));
};

describe.each([
  ["http", false],
  ["https", true],
])("over %s", (_name, selfSigned) => {
  test("calls one after the other use one connection", async () => {
    await using server = await startFaultServer(answering(201, created), { selfSigned });
    const client = clientOf(server.origin);

    for (let call = 0; call < 5; call += 1) await client.createOrder(simpleOrder);

    expect(server.requests).toHaveLength(5);
    expect(server.connections).toBe(1);
  });

  test("calls at the same time use one each, and get their own answers", async () => {
    const answers: (() => void)[] = [];
    const fault: Fault = (socket, request) => {
      answers.push(() => echoing(socket, request));
      if (answers.length === 2) for (const give of answers) give();
    };
    await using server = await startFaultServer(fault, { selfSigned });
    const client = clientOf(server.origin);

    const [first, second] = await Promise.all([
      client.createOrder({ ...simpleOrder, orderNumber: "ORDER-0001" }),
      client.createOrder({ ...simpleOrder, orderNumber: "ORDER-0002" }),
    ]);

    expect([first.orderId.slice(-4), second.orderId.slice(-4)]).toEqual(["0001", "0002"]);
    expect(server.connections).toBe(2);
  });

  test("clients share no connection", async () => {
    await using server = await startFaultServer(answering(201, created), { selfSigned });

    await clientOf(server.origin).createOrder(simpleOrder);
    await clientOf(server.origin).createOrder(simpleOrder);

    expect(server.connections).toBe(2);
  });

  test("a connection that the server closes while it is idle is replaced", async () => {
    await using server = await startFaultServer((socket) => socket.end(answer(201, created)), { selfSigned });
    const client = clientOf(server.origin);

    await client.createOrder(simpleOrder);
    await server.hungUp();

    expect(await client.createOrder(simpleOrder)).toMatchObject({ orderId });
    expect(server.connections).toBe(2);
  });

  test("a call that is given up takes its connection with it", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer(() => controller.abort(), { selfSigned });

    const error = await failureOf(clientOf(server.origin).finalize(finalization, { signal: controller.signal }));

    expect(error).toMatchObject({ outcome: "unknown" });
    await server.hungUp();
  });
});

test("two hundred calls with one signal leave nothing behind", async () => {
  await using server = await startFaultServer(answering(201, created));
  const client = clientOf(server.origin);
  const { signal } = new AbortController();
  await client.createOrder(simpleOrder, { signal });
  const socket = socketsOpened().at(-1);
  const before = socket?.eventNames().map((name) => [name, socket.listenerCount(name)]);

  for (let call = 0; call < 100; call += 1) await client.createOrder(simpleOrder, { signal });
  expect(socket?.eventNames().map((name) => [name, socket.listenerCount(name)])).toEqual(before);
  await Promise.all(Array.from({ length: 100 }, () => client.createOrder(simpleOrder, { signal })));
  await new Promise(setImmediate);

  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(server.requests).toHaveLength(201);
  expect(warnings).toEqual([]);
});

test("an answer before the request is whole, from a server that reads no further: the rest is not sent", async () => {
  const lineItems = Array.from({ length: 8 }, () => ({ name: "x".repeat(1_048_576), totalLineAmount: "0.00" }));
  await using server = await startFaultServer(silence, {
    onBytes: (socket) => socket.pause().write("HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n"),
  });
  const client = clientOf(server.origin, { waive: ["lineTextLengths", "lineTotals"] });

  const error = await failureOf(client.createOrder({ ...simpleOrder, lineItems, billTo: {} }));

  expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "rejected", httpStatus: 413 });
  expect(socketsOpened().at(-1)?.destroyed).toBe(true);
});

describe("a caller who gives up while a connection is made", () => {
  test("in the moment in which it begins: no socket is left behind", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer(answering(201, created));
    onNextSocket(() => controller.abort());

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder, { signal: controller.signal }));

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "not_sent", safeToRetry: true });
    expect(socketsOpened().at(-1)?.destroyed).toBe(true);
    expect(server.requests).toHaveLength(0);
  });

  test.each([1, 2, 3, 4, 5, 6])("%i turns later: unsent only if no byte was written", async (count) => {
    const controller = new AbortController();
    await using server = await startFaultServer(silence);
    const abortLater = async () => {
      for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => process.nextTick(resolve));
      if (count > 3) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
    };
    onNextSocket(() => void abortLater());

    const error = await failureOf(clientOf(server.origin).createOrder(simpleOrder, { signal: controller.signal }));

    const written = socketsOpened().at(-1)?.bytesWritten ?? 0;
    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: written > 0 ? "unknown" : "not_sent" });
  });
});
