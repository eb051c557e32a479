import { type PaymentClientOptions, type PaymentEvent, toResult } from "merchant-payments";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clientOver, created, errorOf, failedFetch, finalization, order } from "../support/client.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const refused = failedFetch("connect ECONNREFUSED");
const failing = (error: unknown = refused) => vi.fn<typeof fetch>(() => Promise.reject(error));

/** A host that does not respond: undici gives up connecting after a bit more than ten seconds. */
const blackHole = () =>
  vi.fn<typeof fetch>(async () => {
    await new Promise((resolve) => setTimeout(resolve, 10_400));
    const cause = Object.assign(new Error("Connect Timeout Error"), { code: "UND_ERR_CONNECT_TIMEOUT" });
    throw new TypeError("fetch failed", { cause });
  });

/** Ends the call: every wait in it passes at once. */
async function ended<T>(call: Promise<T>): Promise<T> {
  call.catch(() => {});
  await vi.runAllTimersAsync();
  return call;
}

const proven = { name: "PaymentConnectionError", outcome: "not_sent", safeToRetry: true };

describe("an attempt that was proven not to be sent", () => {
  test.each<[string, number, Partial<PaymentClientOptions>, object]>([
    ["by default", 3, {}, {}],
    ["with maxRetries 0", 1, { maxRetries: 0 }, {}],
    ["with maxRetries 1", 2, { maxRetries: 1 }, {}],
    ["with maxRetries 10", 11, { maxRetries: 10 }, { timeoutMs: 1_000_000 }],
    ["with maxRetries 0 of the call, whatever the client says", 1, { maxRetries: 5 }, { maxRetries: 0 }],
  ])("%s is made %i times", async (_what, attempts, options, ofCall) => {
    const fetch = failing();
    const error = await ended(errorOf(clientOver(fetch, options).finalize(finalization, ofCall)));
    expect(fetch).toHaveBeenCalledTimes(attempts);
    expect(error).toMatchObject(proven);
  });

  test("is forgotten when the next one succeeds", async () => {
    const fetch = failing().mockRejectedValueOnce(refused);
    fetch.mockResolvedValueOnce(new Response(created, { status: 201 }));
    const result = await ended(clientOver(fetch).createOrder(order));
    expect(result.orderId).toBe("a08ff49b-6f77-4632-a16c-43069c43a8c3");
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("carries the whole body again", async () => {
    const bodies: string[] = [];
    const fetch = async (url: string, init: RequestInit) => {
      bodies.push(await new Request(url, init).text());
      throw refused;
    };
    await ended(errorOf(clientOver(fetch, { maxRetries: 1 }).finalize({ ...finalization, invoiceId: "INV-1" })));
    expect(bodies).toEqual(['{"invoiceId":"INV-1"}', '{"invoiceId":"INV-1"}']);
  });
});

describe("an attempt that may have been sent is never repeated", () => {
  const broken = failedFetch("read ECONNRESET");
  const responding = (status: number) => async () => new Response("", { status, headers: { "retry-after": "1" } });

  test.each<[string, number, () => typeof fetch, object]>([
    ["the connection broke", 1, () => failing(broken), { code: "connection", outcome: "unknown", safeToRetry: false }],
    [
      "the connection broke in a second attempt",
      2,
      () => failing(broken).mockRejectedValueOnce(refused),
      { code: "connection", outcome: "unknown" },
    ],
    [
      "the response broke off, as if while connecting",
      1,
      () => failing(failedFetch("connect ECONNREFUSED", "terminated")),
      { code: "connection", outcome: "unknown" },
    ],
    ["a timeout", 1, () => () => new Promise(() => {}), { code: "timeout", outcome: "unknown", timeoutMs: 30_000 }],
    ...[408, 425, 429, 500, 502, 503, 504].map((status): [string, number, () => typeof fetch, object] => {
      return [`HTTP ${status}, even with retry-after`, 1, () => responding(status), { httpStatus: status }];
    }),
  ])("%s", async (_what, times, make, expected) => {
    const fetch = vi.fn(make());
    expect(await ended(errorOf(clientOver(fetch, { maxRetries: 10 }).finalize(finalization)))).toMatchObject(expected);
    expect(fetch).toHaveBeenCalledTimes(times);
  });
});

describe("the wait before another attempt", () => {
  test.each([
    ["doubles, and is at least half of its span", 0, [125, 250, 500, 1_000]],
    ["is at most the whole of it", 1, [250, 500, 1_000, 2_000]],
  ])("%s", async (_what, random, delays) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const events: PaymentEvent[] = [];
    const client = clientOver(failing(), { maxRetries: 4, onEvent: (event) => events.push(event) });
    await ended(errorOf(client.finalize(finalization)));
    expect(events.flatMap((event) => (event.type === "retry" ? [event.delayMs] : []))).toEqual(delays);
  });

  test("does not begin when the deadline would end it: the proof is thrown, not a timeout", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const fetch = failing();
    expect(await ended(errorOf(clientOver(fetch, { timeoutMs: 700 }).finalize(finalization)))).toMatchObject(proven);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("ended by the deadline all the same, in a busy process: the proof is thrown, not a timeout", async () => {
    const fetch = failing();
    const onEvent = ({ type }: PaymentEvent) => void (type === "retry" && vi.advanceTimersByTime(30_000));
    expect(await ended(errorOf(clientOver(fetch, { onEvent }).finalize(finalization)))).toMatchObject(proven);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("ended by the caller: nothing was sent", async () => {
    const controller = new AbortController();
    const fetch = failing();
    const call = toResult(clientOver(fetch).finalize(finalization, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(50);
    controller.abort("the user left");
    expect(await call).toMatchObject({
      error: { name: "PaymentAbortedError", outcome: "not_sent", safeToRetry: true },
    });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe("a host that does not respond", () => {
  test.each([
    [20_000, 1],
    [22_000, 1],
    [30_000, 2],
    [60_000, 3],
  ])("within %i ms is tried %i times", async (timeoutMs, attempts) => {
    const fetch = blackHole();
    const error = await ended(errorOf(clientOver(fetch, { timeoutMs }).finalize(finalization)));
    expect(error).toMatchObject({ ...proven, cause: { code: "UND_ERR_CONNECT_TIMEOUT" } });
    expect(fetch).toHaveBeenCalledTimes(attempts);
  });

  test("is unknown under a deadline that is shorter than its connect timeout", async () => {
    const fetch = blackHole();
    const error = await ended(errorOf(clientOver(fetch, { timeoutMs: 10_000 }).finalize(finalization)));
    expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
