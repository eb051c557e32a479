/** Callers who give up at any moment: unsent only while nothing can have left. What happens on sockets is in test/faults. */
import { setImmediate } from "node:timers/promises";
import { type Auth, type PaymentAbortedError, type PaymentClientOptions, toResult } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { clientOver, created, errorOf, failedFetch, finalization, order } from "../support/client.js";

/** A fetch that never responds. */
const silent = () => vi.fn(() => new Promise(() => {}));

/** That many turns of the microtask queue later. */
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await undefined;
};

test.each(Array.from({ length: 40 }, (_, count) => count))(
  "%i turns after auth was asked: unsent only if fetch was never called, not even afterwards",
  async (count) => {
    const controller = new AbortController();
    const fetch = silent();
    const auth = () => {
      void turns(count).then(() => controller.abort());
      return { authorization: "A" };
    };
    const error = await errorOf(clientOver(fetch, { auth }).finalize(finalization, { signal: controller.signal }));
    await setImmediate();
    const outcome = fetch.mock.calls.length === 0 ? "not_sent" : "unknown";
    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome });
  },
);

const headers = { authorization: "A" };

describe("nothing was sent", () => {
  test.each<[string, (abort: () => void) => Partial<PaymentClientOptions>]>([
    ["inside auth, which never ends", (abort) => ({ auth: () => new Promise(() => queueMicrotask(abort)) })],
    ["inside auth, which gives its headers at once", (abort) => ({ auth: (() => abort() ?? headers) as Auth })],
    ["inside auth, which gives its headers later", (abort) => ({ auth: async () => abort() ?? headers })],
    ["as the request is told of", (abort) => ({ onEvent: ({ type }) => type === "request" && abort() })],
  ])("%s", async (_when, optionsThat) => {
    const controller = new AbortController();
    const fetch = silent();
    const client = clientOver(
      fetch,
      optionsThat(() => controller.abort()),
    );
    const error = await errorOf(client.finalize(finalization, { signal: controller.signal }));
    await setImmediate();
    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "not_sent", safeToRetry: true });
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each([
    ["that cannot be listened to", [false, false], () => JSON.parse("{")],
    ["that breaks after it was checked", [false], () => undefined],
  ])("with a signal %s", async (_what, states, addEventListener) => {
    const left = [...states];
    const signal = {
      get aborted() {
        return left.length > 0 ? left.shift() : JSON.parse("{");
      },
      addEventListener,
      removeEventListener: () => undefined,
    };
    const fetch = silent();
    const error = await errorOf(clientOver(fetch).finalize(finalization, { signal: signal as never }));
    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "not_sent" });
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("it may have been done", () => {
  const refused = failedFetch("connect ECONNREFUSED");

  test.each([
    ["text", "the user left"],
    ["a time-out of the caller's own", new DOMException("The operation was aborted due to timeout", "TimeoutError")],
    ["an error that looks like a refused connection", refused],
  ])("whatever the reason is: %s", async (_what, reason) => {
    const controller = new AbortController();
    const fetch = () => {
      controller.abort(reason);
      return Promise.reject(refused);
    };
    const error = await errorOf(clientOver(fetch).finalize(finalization, { signal: controller.signal }));
    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "unknown", safeToRetry: false });
    expect((error as PaymentAbortedError).reason).toBe(reason);
  });

  test("with a signal that keeps its reason to itself", async () => {
    const controller = new AbortController();
    Object.defineProperty(controller.signal, "reason", { get: () => expect.unreachable() });
    const fetch = () => new Promise(() => queueMicrotask(() => controller.abort()));
    const error = await errorOf(clientOver(fetch).finalize(finalization, { signal: controller.signal }));
    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "unknown", reason: undefined });
  });
});

test("one call's end is not another's, and after its result it changes nothing", async () => {
  const controller = new AbortController();
  const fetch = async (url: string) => {
    if (url.includes("/orders/")) return new Response(created);
    controller.abort();
    return new Promise(() => {});
  };
  const client = clientOver(fetch);
  const { signal } = controller;
  const before = await client.createOrder(order, { signal });
  const [given, created_] = await Promise.all([
    toResult(client.finalize(finalization, { signal })),
    client.createOrder(order),
  ]);
  expect(given).toMatchObject({ ok: false, error: { code: "aborted", outcome: "unknown" } });
  expect([before.orderId, created_.orderId]).toEqual(Array(2).fill("a08ff49b-6f77-4632-a16c-43069c43a8c3"));
});
