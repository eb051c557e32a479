/** sendBefore: no write of a request begins after it, by the wall clock or the monotonic clock. */
import { toResult } from "merchant-payments";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Deadline } from "../../src/wire/deadline.js";
import { clientOf, clientOver, created, errorOf, order } from "../support/client.js";
import { responding, startFaultServer } from "../support/fault-server.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});

const lease = () => new Date(Date.now() + 60_000);
const wallClockJumps = () => vi.setSystemTime(Date.now() + 60_000);
const monotonicClockJumps = () => {
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
};
const clocks = [
  ["the wall clock", wallClockJumps],
  ["the monotonic clock", monotonicClockJumps],
] as const;

const tooLate = { name: "PaymentTimeoutError", outcome: "not_sent", safeToRetry: true };

describe.each(clocks)("once sendBefore has passed by %s", (_clock, jump) => {
  test("the deadline no longer allows a write", () => {
    const times = { startedAt: performance.now(), timeoutMs: 600_000, sendBefore: lease() };
    const deadline = new Deadline({ ...times, signal: undefined });
    expect([deadline.maySend(), deadline.ended]).toEqual([true, undefined]);
    jump();
    expect([deadline.maySend(), deadline.ended, deadline.signal.aborted]).toEqual([false, "too_late", true]);
    deadline.close();
  });

  test.each([
    ["node:http", {}],
    ["fetch", { fetch: globalThis.fetch }],
  ])("nothing is sent after auth, over %s", async (_way, options) => {
    await using server = await startFaultServer(responding(201, created));
    const auth = async () => {
      jump();
      return { authorization: "A" };
    };
    const call = clientOf(server.origin, { auth, timeoutMs: 600_000, ...options });
    expect(await errorOf(call.createOrder(order, { sendBefore: lease() }))).toMatchObject(tooLate);
    expect(server.seen.bytes).toBe(0);
  });
});

test("a call that waited for a connection is not sent after sendBefore", async () => {
  await using server = await startFaultServer((socket, request) => {
    wallClockJumps();
    responding(201, created)(socket, request);
  });
  const payments = clientOf(server.origin, { maxConnections: 1 });
  const first = payments.createOrder(order);
  const second = toResult(payments.createOrder(order, { sendBefore: lease() }));
  await first;
  expect(await second).toMatchObject({ error: tooLate });
  expect(server.requests).toHaveLength(1);
});

test("no further attempt begins after sendBefore", async () => {
  const fetch = vi.fn(() => {
    wallClockJumps();
    return Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED", syscall: "connect" } }));
  });
  const call = clientOver(fetch).createOrder(order, { sendBefore: lease() });
  expect(await errorOf(call)).toMatchObject(tooLate);
  expect(fetch).toHaveBeenCalledOnce();
});

test("sendBefore is the time that the Date had when the call was made", async () => {
  const fetch = vi.fn(async () => new Response(created, { status: 201 }));
  const [earlier, later] = [new Date(Date.now() - 1), lease()];
  const calls = [earlier, later].map((sendBefore) => clientOver(fetch).createOrder(order, { sendBefore }));
  earlier.setTime(later.getTime());
  later.setTime(0);
  const [tooEarly, inTime] = calls.map((call) => toResult(call));
  expect(await tooEarly).toMatchObject({ error: tooLate });
  expect(await inTime).toMatchObject({ ok: true });
});

test("a response may come after sendBefore", async () => {
  const slow = async () => {
    wallClockJumps();
    return new Response(created, { status: 201 });
  };
  expect(await clientOver(slow).createOrder(order, { sendBefore: lease() })).toMatchObject({ pending: false });
});
