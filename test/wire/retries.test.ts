import { type PaymentClientOptions, type PaymentEvent, toResult } from "merchant-payments";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { clientOver, errorOf, failedFetch, finalization } from "../support/client.js";

// The first call over fetch loads ky. That takes real time, in which the fake clock would pass the deadline.
beforeAll(async () => void (await import("ky")));
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

/** Ends the call: every wait in it is over at once. */
async function ended<T>(call: Promise<T>): Promise<T> {
  call.catch(() => {});
  await vi.runAllTimersAsync();
  return call;
}

const proven = { name: "PaymentConnectionError", outcome: "not_sent", safeToRetry: true };

describe("an attempt that is proven unsent", () => {
  test.each<[string, number, Partial<PaymentClientOptions>, object]>([
    ["by default", 3, {}, {}],
    ["with maxRetries 0", 1, { maxRetries: 0 }, {}],
    ["with maxRetries 1", 2, { maxRetries: 1 }, {}],
    ["with maxRetries 10", 11, { maxRetries: 10 }, { timeoutMs: 1_000_000 }],
    ["with maxRetries 0 of the call, whatever the client has", 1, { maxRetries: 5 }, { maxRetries: 0 }],
  ])("%s is made %i times", async (_what, attempts, options, ofCall) => {
    const fetch = failing();
    const error = await ended(errorOf(clientOver(fetch, options).finalize(finalization, ofCall)));
    expect(fetch).toHaveBeenCalledTimes(attempts);
    expect(error).toMatchObject(proven);
  });

  test("is repeated with the whole body", async () => {
    const bodies: string[] = [];
    const fetch = async (url: string, init: RequestInit) => {
      bodies.push(await new Request(url, init).text());
      throw refused;
    };
    await ended(errorOf(clientOver(fetch, { maxRetries: 1 }).finalize({ ...finalization, invoiceId: "INV-1" })));
    expect(bodies).toEqual(['{"invoiceId":"INV-1"}', '{"invoiceId":"INV-1"}']);
  });
});

describe("an attempt that may have been sent is never repeated after", () => {
  const lost = { code: "connection", outcome: "unknown" };
  const broken = failedFetch("read ECONNRESET");
  const brokenOff = failedFetch("connect ECONNREFUSED", "terminated");
  const responding = (status: number) => async () => new Response("", { status, headers: { "retry-after": "1" } });

  test.each<[string, number, () => typeof fetch, object]>([
    ["a broken connection", 1, () => failing(broken), { ...lost, safeToRetry: false }],
    ["a broken connection in a second attempt", 2, () => failing(broken).mockRejectedValueOnce(refused), lost],
    ["a response that breaks off like a refused connection", 1, () => failing(brokenOff), lost],
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

  test("does not begin if the deadline would end it: the call ends with the proof, not with a timeout", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const fetch = failing();
    expect(await ended(errorOf(clientOver(fetch, { timeoutMs: 700 }).finalize(finalization)))).toMatchObject(proven);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("can be ended by the deadline in a busy process: the call ends with the proof, not with a timeout", async () => {
    const fetch = failing();
    const onEvent = ({ type }: PaymentEvent) => void (type === "retry" && vi.advanceTimersByTime(30_000));
    expect(await ended(errorOf(clientOver(fetch, { onEvent }).finalize(finalization)))).toMatchObject(proven);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("can be ended by an abort: nothing was sent", async () => {
    const controller = new AbortController();
    const fetch = failing();
    const call = toResult(clientOver(fetch).finalize(finalization, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(50);
    controller.abort("the user left");
    const error = { name: "PaymentAbortedError", outcome: "not_sent", safeToRetry: true };
    expect(await call).toMatchObject({ error });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe("a host that does not respond", () => {
  test.each([
    [20_000, 1],
    [22_000, 1],
    [30_000, 2],
    [60_000, 3],
  ])("is tried, within %i ms, %i times", async (timeoutMs, attempts) => {
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
