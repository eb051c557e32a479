import { inspect } from "node:util";
import { causeOf } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { clientOver, created, errorOf, failedFetch, finalization } from "../support/client.js";

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
  ["throws at once", () => JSON.parse("broken")],
  ["reads the body of the response before it returns", readAlready],
])("a custom fetch that %s leaves the call unknown, and is called once", async (_what, given) => {
  const fetch = vi.fn(given);
  const error = await errorOf(clientOver(fetch).finalize(finalization));
  expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown", safeToRetry: false });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a certificate that a fetch does not accept leaves the call unknown, and every other call will fail", async () => {
  const cause = Object.assign(new Error("as recorded"), { code: "CERT_HAS_EXPIRED" });
  const fetch = vi.fn(() => Promise.reject(new TypeError("fetch failed", { cause })));
  const error = await errorOf(clientOver(fetch).finalize(finalization));
  const facts = { outcome: "unknown", scope: "merchant", safeToRetry: false };
  expect(error).toMatchObject({ ...facts, cause: { code: "CERT_HAS_EXPIRED" } });
  expect(fetch).toHaveBeenCalledOnce();
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
