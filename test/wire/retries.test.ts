import { basicAuth, PaymentClient, type PaymentClientOptions, type PaymentEvent } from "merchant-payments";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { created, expectNoUnhandledRejections, failureOf, finalization, simpleOrder } from "../support/fault-calls.js";

expectNoUnhandledRejections();

/** What fetch rejects with when the connection is refused. */
const refused = () =>
  new TypeError("fetch failed", {
    cause: Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:443"), { code: "ECONNREFUSED", syscall: "connect" }),
  });

/** What fetch rejects with when the connection breaks after the request was written. */
const broken = () =>
  new TypeError("fetch failed", {
    cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" }),
  });

const failing = (error: () => unknown) => vi.fn<typeof fetch>(async () => Promise.reject(error()));

/** A host that does not answer: undici gives up connecting after a bit more than ten seconds. */
const blackHole = () =>
  vi.fn<typeof fetch>(async () => {
    await new Promise((resolve) => setTimeout(resolve, 10_400));
    throw new TypeError("fetch failed", {
      cause: Object.assign(new Error("Connect Timeout Error"), {
        name: "ConnectTimeoutError",
        code: "UND_ERR_CONNECT_TIMEOUT",
      }),
    });
  });

const clientWith = (options: Partial<PaymentClientOptions>) =>
  new PaymentClient({ baseUrl: "https://pay.example", auth: basicAuth("merchant-1", "api-password"), ...options });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

/** Ends the call: every wait in it passes at once. */
async function ended<T>(call: Promise<T>): Promise<T> {
  call.catch(() => {});
  await vi.runAllTimersAsync();
  return call;
}

describe("an attempt that was proven not to be sent", () => {
  test("is repeated twice", async () => {
    const fetch = failing(refused);

    const error = await ended(failureOf(clientWith({ fetch }).finalize(finalization)));

    expect(fetch).toHaveBeenCalledTimes(3);
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent", safeToRetry: true });
  });

  test.each([
    [0, 1],
    [1, 2],
    [5, 6],
    [10, 11],
  ])("with maxRetries %i is made %i times", async (maxRetries, attempts) => {
    const fetch = failing(refused);

    await ended(failureOf(clientWith({ fetch, maxRetries }).finalize(finalization, { timeoutMs: 1_000_000 })));

    expect(fetch).toHaveBeenCalledTimes(attempts);
  });

  test("is repeated as often as the call says, whatever the client says", async () => {
    const fetch = failing(refused);

    await ended(failureOf(clientWith({ fetch, maxRetries: 5 }).finalize(finalization, { maxRetries: 0 })));

    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("is forgotten when the next one succeeds", async () => {
    const fetch = failing(refused);
    fetch.mockRejectedValueOnce(refused()).mockResolvedValueOnce(new Response(created, { status: 201 }));

    const order = await ended(clientWith({ fetch }).createOrder(simpleOrder));

    expect(order.orderId).toBe("a08ff49b-6f77-4632-a16c-43069c43a8c3");
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("carries the whole body again", async () => {
    const bodies: string[] = [];
    const fetch = vi.fn<typeof globalThis.fetch>(async (...input) => {
      bodies.push(await new Request(...input).text());
      throw refused();
    });

    await ended(failureOf(clientWith({ fetch, maxRetries: 1 }).finalize({ ...finalization, invoiceId: "INV-1" })));

    expect(bodies).toEqual(['{"invoiceId":"INV-1"}', '{"invoiceId":"INV-1"}']);
  });
});

describe("an attempt that may have been sent is never repeated", () => {
  test("the connection broke", async () => {
    const fetch = failing(broken);

    const error = await ended(failureOf(clientWith({ fetch, maxRetries: 10 }).finalize(finalization)));

    expect(fetch).toHaveBeenCalledTimes(1);
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", safeToRetry: false });
  });

  test("the connection broke in a second attempt", async () => {
    const fetch = failing(broken).mockRejectedValueOnce(refused());

    const error = await ended(failureOf(clientWith({ fetch, maxRetries: 10 }).finalize(finalization)));

    expect(fetch).toHaveBeenCalledTimes(2);
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
  });

  test.each([408, 425, 429, 500, 502, 503, 504])("HTTP %i, even with retry-after", async (status) => {
    const fetch = vi.fn<typeof globalThis.fetch>(
      async () => new Response("", { status, headers: { "retry-after": "1" } }),
    );

    await ended(failureOf(clientWith({ fetch, maxRetries: 10 }).finalize(finalization)));

    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("a timeout", async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(() => new Promise(() => {}));

    const error = await ended(failureOf(clientWith({ fetch, maxRetries: 10 }).finalize(finalization)));

    expect(fetch).toHaveBeenCalledTimes(1);
    expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown", timeoutMs: 30_000 });
  });
});

describe("the wait before another attempt", () => {
  const delays = async (random: number) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const events: PaymentEvent[] = [];
    const client = clientWith({ fetch: failing(refused), maxRetries: 4, onEvent: (event) => events.push(event) });
    await ended(failureOf(client.finalize(finalization)));
    return events.flatMap((event) => (event.type === "retry" ? [event.delayMs] : []));
  };

  test("doubles, and is at least half of its span", async () => {
    expect(await delays(0)).toEqual([125, 250, 500, 1_000]);
  });

  test("is at most the whole of it", async () => {
    expect(await delays(1)).toEqual([250, 500, 1_000, 2_000]);
  });

  test("does not begin when the deadline would end it: the proof is thrown, not a timeout", async () => {
    vi.spyOn(Math, "random").mockReturnValue(1);
    const fetch = failing(refused);

    const error = await ended(failureOf(clientWith({ fetch, timeoutMs: 700 }).finalize(finalization)));

    expect(fetch).toHaveBeenCalledTimes(2);
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent", safeToRetry: true });
  });

  test("ended by the deadline all the same, in a busy process: the proof is thrown, not a timeout", async () => {
    const fetch = failing(refused);
    const client = clientWith({
      fetch,
      onEvent: ({ type }) => {
        if (type === "retry") vi.advanceTimersByTime(30_000);
      },
    });

    const error = await ended(failureOf(client.finalize(finalization)));

    expect(fetch).toHaveBeenCalledTimes(1);
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent", safeToRetry: true });
  });

  test("ended by the caller: nothing was sent", async () => {
    const controller = new AbortController();
    const fetch = failing(refused);
    const call = failureOf(clientWith({ fetch }).finalize(finalization, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(50);

    controller.abort("the user left");

    expect(await call).toMatchObject({ name: "PaymentAbortedError", outcome: "not_sent", safeToRetry: true });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe("a host that does not answer", () => {
  test.each([
    [20_000, 1],
    [22_000, 1],
    [30_000, 2],
    [60_000, 3],
  ])("within %i ms is tried %i times", async (timeoutMs, attempts) => {
    const fetch = blackHole();

    const error = await ended(failureOf(clientWith({ fetch, timeoutMs }).finalize(finalization)));

    expect(fetch).toHaveBeenCalledTimes(attempts);
    expect(error).toMatchObject({
      name: "PaymentConnectionError",
      outcome: "not_sent",
      safeToRetry: true,
      cause: { name: "ConnectTimeoutError", code: "UND_ERR_CONNECT_TIMEOUT" },
    });
  });

  test("is unknown under a deadline that is shorter than its connect timeout", async () => {
    const fetch = blackHole();

    const error = await ended(failureOf(clientWith({ fetch, timeoutMs: 10_000 }).finalize(finalization)));

    expect(fetch).toHaveBeenCalledTimes(1);
    expect(error).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
  });
});
