import { basicAuth, PaymentClient, type PaymentClientOptions } from "merchant-payments";
import { afterEach, describe, expect, type Mock, test, vi } from "vitest";
import { created, expectNoUnhandledRejections, failureOf, finalization, simpleOrder } from "../support/fault-calls.js";

expectNoUnhandledRejections();

afterEach(() => {
  vi.useRealTimers();
});

const clientWith = (fetch: unknown, options: Partial<PaymentClientOptions> = {}) =>
  new PaymentClient({
    baseUrl: "https://pay.example/api",
    auth: basicAuth("merchant-1", "api-password"),
    fetch: fetch as typeof globalThis.fetch,
    ...options,
  });

/** The request that a fetch was called with. */
const requestTo = (fetch: Mock<typeof globalThis.fetch>) => new Request(...(fetch.mock.calls[0] ?? [""]));

const refused = () =>
  new TypeError("fetch failed", {
    cause: Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" }),
  });

describe("a fetch of one's own", () => {
  test("gets the request as it is to be sent", async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(created, { status: 201 }));

    await clientWith(fetch, { headers: { "X-Shop": "1" } }).createOrder({ ...simpleOrder, lineItems: [], billTo: {} });

    const request = requestTo(fetch);
    expect(request).toMatchObject({
      method: "POST",
      url: "https://pay.example/api/orders/create",
      redirect: "manual",
      signal: expect.any(AbortSignal),
    });
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: "application/json",
      authorization: "Basic bWVyY2hhbnQtMTphcGktcGFzc3dvcmQ=",
      "content-length": "97",
      "content-type": "application/json",
      "user-agent": "merchant-payments/0.1.0",
      "x-shop": "1",
    });
  });

  test("sends no content type with an empty body", async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(created, { status: 201 }));

    await clientWith(fetch).createOrder(simpleOrder);

    const request = requestTo(fetch);
    expect(request.headers.get("content-length")).toBe("0");
    expect(request.headers.has("content-type")).toBe(false);
  });

  test("is asked nothing of what it has besides: a function alone will do", async () => {
    const fetch = async (url: string, init: RequestInit) => {
      expect([typeof url, init.method, init.redirect]).toEqual(["string", "POST", "manual"]);
      return new Response(created, { status: 201 });
    };

    expect(await clientWith(fetch).createOrder(simpleOrder)).toMatchObject({
      orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
    });
  });
});

describe("that fails in ways of its own: unknown", () => {
  test.each([
    ["nothing", undefined],
    ["null", null],
    ["text", "ECONNREFUSED"],
    ["an error", new Error("ECONNREFUSED")],
    ["an error of the system, not of fetch", refused().cause],
    ["an object", { code: "ECONNREFUSED", syscall: "connect" }],
    ["an abort that nobody asked for", new DOMException("aborted", "AbortError")],
    ["a timeout of its own", new DOMException("timed out", "TimeoutError")],
  ])("rejects with %s", async (_name, reason) => {
    const fetch = vi.fn(() => Promise.reject(reason));

    const error = await failureOf(clientWith(fetch).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", safeToRetry: false });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("throws at once", async () => {
    const fetch = vi.fn(() => {
      throw new Error("broken");
    });

    const error = await failureOf(clientWith(fetch).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["nothing", () => undefined],
    ["null", () => null],
    ["text", () => created],
    ["an object", () => ({ status: 200, ok: true, body: null })],
    ["its own kind of answer", () => ({ status: 200, ok: true, headers: new Headers(), json: async () => ({}) })],
  ])("gives %s for an answer", async (_name, answer) => {
    const fetch = vi.fn(async () => answer());

    const error = await failureOf(clientWith(fetch).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", safeToRetry: false });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("reads the answer's body before it hands it over", async () => {
    const fetch = vi.fn(async () => {
      const response = new Response(created, { status: 201 });
      await response.text();
      return response;
    });

    const error = await failureOf(clientWith(fetch).createOrder(simpleOrder));

    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", safeToRetry: false });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("gives the answer of an error", async () => {
    const error = await failureOf(clientWith(async () => Response.error()).finalize(finalization));

    expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", httpStatus: 0 });
  });
});

describe("that does not heed the signal", () => {
  test("is left behind at the deadline", async () => {
    vi.useFakeTimers();
    const call = failureOf(clientWith(() => new Promise(() => {})).finalize(finalization));
    await vi.runAllTimersAsync();

    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown", safeToRetry: false });
  });

  test("is left behind when the caller gives up", async () => {
    const controller = new AbortController();
    const fetch = () => {
      queueMicrotask(() => controller.abort());
      return new Promise(() => {});
    };

    const error = await failureOf(clientWith(fetch).finalize(finalization, { signal: controller.signal }));

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "unknown" });
  });

  test("and answers too late: the answer is dropped, its connection freed", async () => {
    vi.useFakeTimers();
    const cancel = vi.fn();
    const fetch = async () => {
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      return new Response(new ReadableStream({ cancel }), { status: 200 });
    };
    const call = failureOf(clientWith(fetch).finalize(finalization));
    await vi.advanceTimersByTimeAsync(30_000);

    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
    expect(cancel).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test.each([
    ["nothing", () => undefined],
    ["an error", () => Promise.reject(new Error("too late"))],
    [
      "an answer that somebody reads",
      () => {
        const response = new Response("{}");
        response.body?.getReader();
        return response;
      },
    ],
    ["an answer with a stream of another kind", () => Object.defineProperty(new Response(), "body", { value: {} })],
  ])("and gives %s too late: nobody is harmed", async (_name, late) => {
    vi.useFakeTimers();
    const fetch = async () => {
      await new Promise((resolve) => setTimeout(resolve, 60_000));
      return late();
    };
    const call = failureOf(clientWith(fetch).finalize(finalization));
    await vi.runAllTimersAsync();

    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
  });
});

describe("that fails as the call ends: the end is what counts", () => {
  test("a refused connection, at the deadline", async () => {
    vi.useFakeTimers();
    const fetch = (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(refused())));
    const call = failureOf(clientWith(fetch).finalize(finalization));
    await vi.runAllTimersAsync();

    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
  });

  test("a refused connection, as the caller gives up", async () => {
    const controller = new AbortController();
    const fetch = async () => {
      controller.abort(refused());
      throw refused();
    };

    const error = await failureOf(clientWith(fetch).finalize(finalization, { signal: controller.signal }));

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "unknown", safeToRetry: false });
  });
});
