import { inspect } from "node:util";
import { causeOf } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { clientOver, created, errorOf, failedFetch, finalization, order } from "../support/client.js";

test("a custom fetch gets the request that is to be sent", async () => {
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
  expect(simple?.headers.get("content-length")).toBe("2");
  expect(simple?.headers.get("content-type")).toBe("application/json");
  expect(await simple?.text()).toBe("{}");
});

const refusedConnection = failedFetch("connect ECONNREFUSED");
const accepting = async () => new Response(created, { status: 201 });

const readAlready = async () => {
  const response = new Response(created, { status: 201 });
  await response.text();
  return response;
};

test.each<[string, () => unknown]>([
  ["rejects with nothing", () => Promise.reject()],
  ["rejects with an error", () => Promise.reject(new Error("ECONNREFUSED"))],
  ["rejects with an error of the system, not of fetch", () => Promise.reject(refusedConnection.cause)],
  ["throws at once", () => JSON.parse("broken")],
  ["reads the body of the response before it returns", readAlready],
])("a custom fetch that %s leaves the call unknown, and is called once", async (_what, given) => {
  const fetch = vi.fn(given);
  const error = await errorOf(clientOver(fetch).finalize(finalization));
  expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", safeToRetry: false });
  expect(fetch).toHaveBeenCalledTimes(1);
});

const secret = new Error("s3cret");

test.each<[string, Parameters<typeof clientOver>, unknown]>([
  ["fetch", [() => Promise.reject(secret)], secret],
  ["auth", [accepting, { auth: () => Promise.reject(secret), maxRetries: 0 }], secret],
  ["the system", [() => Promise.reject(refusedConnection), { maxRetries: 0 }], refusedConnection],
  ["nothing, if the call was in time", [async () => new Response("", { status: 404 })], undefined],
])("causeOf returns what an error came from, which is never shown: %s", async (_who, client, cause) => {
  const error = await errorOf(clientOver(...client).finalize(finalization));
  expect(causeOf(error)).toEqual(cause);
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain("s3cret");
});

describe("a custom fetch that ignores the signal", () => {
  const late = (response: () => unknown) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    return response();
  };

  test.each<[string, () => unknown]>([
    ["nothing", () => undefined],
    ["an error", () => Promise.reject(new Error("too late"))],
    ["no end at all", () => new Promise(() => {})],
  ])("is left at the deadline, and its late result does no harm: %s", async (_what, response) => {
    vi.useFakeTimers();
    const call = errorOf(clientOver(late(response)).finalize(finalization));
    await vi.runAllTimersAsync();
    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown", safeToRetry: false });
  });

  test("and fails at the deadline like a refused connection leaves the call unknown", async () => {
    vi.useFakeTimers();
    const refuse = (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(failedFetch("connect ECONNREFUSED"))));
    const call = errorOf(clientOver(refuse).finalize(finalization));
    await vi.runAllTimersAsync();
    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "unknown" });
  });
});
