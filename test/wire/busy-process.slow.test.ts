import http, { type ClientRequest, type RequestOptions } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { clientOf, created, errorOf, order, orderId } from "../support/client.js";
import { responding, response, silence, startFaultServer } from "../support/fault-server.js";

/** Blocks the process. The system goes on to receive bytes for it. */
const block = (ms: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const { request } = http;

/** Runs other code of the process each time that a request gets its socket. */
const withEachSocket = (run: (request: ClientRequest) => unknown) =>
  vi.spyOn(http, "request").mockImplementation((options) => {
    const made = request(options as RequestOptions);
    return made.once("socket", () => void run(made));
  });

const anothers = created.replace(orderId.slice(0, 4), "0000");

describe("on an idle connection", () => {
  test("a response to no request never counts, even if it comes while other work delays a request", async () => {
    await using server = await startFaultServer(responding(201, created));
    const payments = clientOf(server.origin);
    await payments.createOrder(order);
    withEachSocket(async () => {
      await turn();
      await turn(); // the process has polled for the last time before it writes
      if (server.requests.length === 1) server.connections[0]?.socket.write(response(201, anothers));
      block(60);
    });
    expect(await payments.createOrder(order)).toMatchObject({ orderId });
    expect([server.requests.length, server.connections.length]).toEqual([2, 2]);
  });

  test("a process that stays busy sends nothing, but uses a new one, although there is another idle one", async () => {
    await using server = await startFaultServer(responding(201, created));
    const payments = clientOf(server.origin, { maxRetries: 0 });
    await Promise.all([payments.createOrder(order), payments.createOrder(order)]);
    withEachSocket(async () => {
      while (server.requests.length === 2) {
        block(30);
        await turn();
      }
    });
    expect(await payments.createOrder(order)).toMatchObject({ orderId });
    expect([server.requests.length, server.connections.length]).toEqual([3, 3]);
  });

  test.each([
    ["half a second", 12, 22],
    ["ten long turns", 6, 100],
  ])("a process that is busy for less than %s still uses it", async (_limit, count, ms) => {
    await using server = await startFaultServer(responding(201, created));
    const payments = clientOf(server.origin, { maxRetries: 0 });
    await payments.createOrder(order);
    withEachSocket(async () => {
      for (let turns = 0; turns < count; turns += 1) {
        block(ms);
        await turn();
      }
    });
    expect(await payments.createOrder(order)).toMatchObject({ orderId });
    expect([server.requests.length, server.connections.length]).toEqual([2, 1]);
  });
});

describe("the error of a process that was too busy to send says so", () => {
  const words =
    /^createOrder: nothing was sent: the deadline of 150 ms passed \(the process was busy for \d{3} ms: find what blocks the event loop, or make fewer calls at once\)$/;

  test("if a listener of events blocks past the deadline", async () => {
    await using server = await startFaultServer(silence);
    const onEvent = () => block(200);
    const error = await errorOf(clientOf(server.origin, { onEvent, timeoutMs: 150 }).createOrder(order));
    expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "not_sent" });
    expect(error.message).toMatch(words);
  });

  test("if it has an idle connection", async () => {
    await using server = await startFaultServer(responding(201, created));
    const payments = clientOf(server.origin);
    await payments.createOrder(order);
    let isOver = false;
    withEachSocket(async () => {
      while (!isOver) {
        block(30);
        await turn();
      }
    });
    const error = await errorOf(payments.createOrder(order, { timeoutMs: 150 }));
    isOver = true;
    expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "not_sent" });
    expect(error.message).toMatch(words);
  });
});

test("the error of a process that was too busy to read a response in time says so", async () => {
  await using server = await startFaultServer(() => block(200));
  const error = await errorOf(clientOf(server.origin).createOrder(order, { timeoutMs: 150 }));
  expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
  expect(error.message).toMatch(
    /^createOrder: no complete response within 150 ms \(the process was busy for \d{3} ms:/,
  );
});
