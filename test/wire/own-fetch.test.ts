import { inspect } from "node:util";
import { causeOf } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { clientOver, created, errorOf, failedFetch, finalization, order } from "../support/client.js";

test("a fetch of one's own gets the request as it is to be sent", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(created, { status: 201 }));
  const withLines = { ...order, lineItems: [], billTo: {} };
  await clientOver(fetch, { headers: { "X-Shop": "1" } }).createOrder(withLines);
  await clientOver(fetch).createOrder(order);
  const [detailed, simple] = fetch.mock.calls.map((call) => new Request(...call));
  const url = "https://pay.example/api/orders/create";
  expect(detailed).toMatchObject({ method: "POST", url, redirect: "manual", signal: expect.any(AbortSignal) });
  expect(Object.fromEntries(detailed?.headers ?? [])).toEqual({
    accept: "application/json",
    authorization: "Basic bWVyY2hhbnQtMTphcGktcGFzc3dvcmQ=",
    "content-length": "97",
    "content-type": "application/json",
    "user-agent": "merchant-payments/0.1.0",
    "x-shop": "1",
  });
  expect(simple?.headers.get("content-length")).toBe("0");
  expect(simple?.headers.has("content-type")).toBe(false);
});

test("it is asked nothing of what it has besides: a function alone will do", async () => {
  const fetch = async (url: string, { method, redirect }: RequestInit) => {
    expect([typeof url, method, redirect]).toEqual(["string", "POST", "manual"]);
    return new Response(created, { status: 201 });
  };
  expect(await clientOver(fetch).createOrder(order)).toHaveProperty("orderId");
});

const refused = failedFetch("connect ECONNREFUSED");
const accepting = async () => new Response(created, { status: 201 });

const readAlready = async () => {
  const response = new Response(created, { status: 201 });
  await response.text();
  return response;
};

test.each<[string, () => unknown]>([
  ["rejects with nothing", () => Promise.reject()],
  ["rejects with null", () => Promise.reject(null)],
  ["rejects with text", () => Promise.reject("ECONNREFUSED")],
  ["rejects with an error", () => Promise.reject(new Error("ECONNREFUSED"))],
  [
    "rejects with an error of the system, not of fetch",
    () => Promise.reject(failedFetch("connect ECONNREFUSED").cause),
  ],
  ["rejects with an object", () => Promise.reject({ code: "ECONNREFUSED", syscall: "connect" })],
  ["rejects with an abort that nobody asked for", () => Promise.reject(new DOMException("aborted", "AbortError"))],
  ["rejects with a timeout of its own", () => Promise.reject(new DOMException("timed out", "TimeoutError"))],
  ["throws at once", () => JSON.parse("broken")],
  ["reads the response's body before it hands it over", readAlready],
])("one that %s: unknown, and called once", async (_what, given) => {
  const fetch = vi.fn(given);
  const error = await errorOf(clientOver(fetch).finalize(finalization));
  expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", safeToRetry: false });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each<[string, () => unknown]>([
  ["nothing", () => undefined],
  ["null", () => null],
  ["text", () => created],
  ["an object", () => ({ status: 200, ok: true, body: null })],
  ["a response of its own kind", () => ({ status: 200, headers: new Headers(), json: async () => ({}) })],
])("one that gives %s for a response: unknown, and the message says what is wrong", async (_what, given) => {
  const error = await errorOf(clientOver(async () => given()).finalize(finalization));
  expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
  expect(error.message).toContain("(fetch gave no Response)");
});

const secret = new Error("s3cret");

test.each<[string, Parameters<typeof clientOver>, unknown]>([
  ["fetch", [() => Promise.reject(secret)], secret],
  ["auth", [accepting, { auth: () => Promise.reject(secret), maxRetries: 0 }], secret],
  ["an auth that gives nothing", [accepting, { auth: () => ({ "": "" }), maxRetries: 0 }], expect.any(Error)],
  ["the system", [() => Promise.reject(refused), { maxRetries: 0 }], refused],
  ["nothing: the call was in time", [async () => new Response("", { status: 404 })], undefined],
])("the cause of an error is kept beside it, and shown nowhere: %s", async (_who, client, cause) => {
  const error = await errorOf(clientOver(...client).finalize(finalization));
  expect(causeOf(error)).toEqual(cause);
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain("s3cret");
});

test("one that gives the response of an error", async () => {
  const error = await errorOf(clientOver(async () => Response.error()).finalize(finalization));
  expect(error).toMatchObject({ name: "PaymentResponseError", outcome: "unknown", httpStatus: 0 });
});

describe("one that does not heed the signal", () => {
  const late = (response: () => unknown) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    return response();
  };
  const locked = () => {
    const response = new Response("{}");
    response.body?.getReader();
    return response;
  };

  test.each<[string, () => unknown]>([
    ["nothing", () => undefined],
    ["an error", () => Promise.reject(new Error("too late"))],
    ["a response that somebody reads", locked],
    ["a response with a stream of another kind", () => Object.defineProperty(new Response(), "body", { value: {} })],
    ["no end at all", () => new Promise(() => {})],
  ])("is left behind at the deadline, and what it gives then harms nobody: %s", async (_what, response) => {
    vi.useFakeTimers();
    const call = errorOf(clientOver(late(response)).finalize(finalization));
    await vi.runAllTimersAsync();
    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown", safeToRetry: false });
  });

  test("and responses too late: the response is dropped, its connection freed", async () => {
    vi.useFakeTimers();
    const cancel = vi.fn();
    const call = errorOf(clientOver(late(() => new Response(new ReadableStream({ cancel })))).finalize(finalization));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
    expect(cancel).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("and fails as the deadline passes, as if refused: the end is what counts", async () => {
    vi.useFakeTimers();
    const refuse = (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(failedFetch("connect ECONNREFUSED"))));
    const call = errorOf(clientOver(refuse).finalize(finalization));
    await vi.runAllTimersAsync();
    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
  });
});
