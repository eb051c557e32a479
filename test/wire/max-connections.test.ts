import type { Socket } from "node:net";
import { toResult } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { clientOf, created, errorOf, order } from "../support/client.js";
import { closedOrigin, responding, response, startFaultServer } from "../support/fault-server.js";
import { passTime, stopTime } from "../support/time.js";

const numbered = (number: number) => ({ ...order, orderNumber: `ORDER-${number}` });
const numbers = [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009];

describe("maxConnections", () => {
  test.each([1, 3])("of %i allows no more sockets, and sends calls in their order", async (maxConnections) => {
    await using server = await startFaultServer(responding(201, created));
    const payments = clientOf(server.origin, { maxConnections });
    await Promise.all(numbers.map((number) => payments.createOrder(numbered(number))));
    expect(server.connections).toHaveLength(maxConnections);
    const sent = server.requests.map(({ head }) => Number(/ORDER-(\d+)/.exec(head)?.[1]));
    expect(maxConnections === 1 ? sent : sent.toSorted()).toEqual(numbers);
  });

  test("ends a waiting call at its deadline, unsent, with the reason", async () => {
    stopTime();
    const waiting = Promise.withResolvers<ReturnType<typeof errorOf>>();
    await using server = await startFaultServer(() => {
      waiting.resolve(errorOf(payments.createOrder(numbered(1002), { timeoutMs: 4_000 })));
      void passTime(4_000).then(() => passTime(56_000));
    });
    const payments = clientOf(server.origin, { maxConnections: 1 });
    const first = await errorOf(payments.createOrder(numbered(1001)));
    expect(first).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
    const error = await waiting.promise;
    expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "not_sent" });
    expect(error.message).toBe(
      "createOrder: nothing was sent: the deadline of 4000 ms passed " +
        "(all connections were in use: raise maxConnections (1), or make fewer calls at once)",
    );
    expect(server.requests).toHaveLength(1);
  });

  test("sends no waiting call that is aborted, and the next one in its place", async () => {
    const controller = new AbortController();
    await using server = await startFaultServer((socket, request) => {
      controller.abort();
      responding(201, created)(socket, request);
    });
    const payments = clientOf(server.origin, { maxConnections: 1 });
    const calls = [
      payments.createOrder(numbered(1001)),
      payments.createOrder(numbered(1002), { signal: controller.signal }),
      payments.createOrder(numbered(1003)),
    ];
    const [first, aborted, last] = await Promise.all(calls.map((call) => toResult(call)));
    expect([first, last]).toMatchObject([{ ok: true }, { ok: true }]);
    expect(aborted).toMatchObject({ error: { name: "PaymentAbortedError", outcome: "not_sent" } });
    expect([server.requests.length, server.connections.length]).toEqual([2, 1]);
  });

  test("leaves no call unknown, however many are made at once: those that come too late are not sent", async () => {
    stopTime();
    const sockets: Socket[] = [];
    await using server = await startFaultServer((socket) => {
      if (sockets.push(socket) % 2 === 1) return;
      void passTime(1_500).then(() => {
        for (const each of sockets.slice(-2)) each.write(response(201, created));
      });
    });
    const auth = vi.fn(() => ({ authorization: "Bearer api-token" }));
    const payments = clientOf(server.origin, { maxConnections: 2, timeoutMs: 5_000, auth });
    const calls = Array.from({ length: 100 }, (_, number) => toResult(payments.createOrder(numbered(1001 + number))));
    const results = await Promise.all(calls);
    expect(results.filter(({ ok }) => ok)).toHaveLength(6);
    const errors = results.flatMap(({ error }) => error ?? []);
    const ends = new Set(errors.map(({ message, outcome, safeToRetry }) => `${outcome} ${safeToRetry} ${message}`));
    expect([...ends]).toEqual([
      "not_sent true createOrder: nothing was sent: less than a quarter of the deadline of 5000 ms was left " +
        "(all connections were in use: raise maxConnections (2), or make fewer calls at once)",
    ]);
    expect([server.requests, auth.mock.calls].map(({ length }) => length)).toEqual([6, 6]);
  });

  test("gives the place of a call to others while it waits for its next attempt", async () => {
    stopTime();
    const attempts: (string | undefined)[] = [];
    const payments = clientOf(await closedOrigin(), {
      maxConnections: 1,
      maxRetries: 1,
      auth: ({ url }) => ({ authorization: String(attempts.push(/ORDER-\d+/.exec(url)?.[0])) }),
      onEvent: ({ type }) => void (type === "retry" && attempts.length === 2 && passTime(1_000)),
    });
    await Promise.all([1001, 1002].map((number) => toResult(payments.createOrder(numbered(number)))));
    expect(attempts.slice(0, 2)).toEqual(["ORDER-1001", "ORDER-1002"]);
  });
});
