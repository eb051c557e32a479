import { setImmediate } from "node:timers/promises";
import { basicAuth, PaymentClient, type PaymentClientOptions } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { expectNoUnhandledRejections, failureOf, finalization } from "../support/fault-calls.js";

expectNoUnhandledRejections();

const clientWith = (fetch: unknown, options: Partial<PaymentClientOptions> = {}) =>
  new PaymentClient({
    baseUrl: "https://pay.example/api",
    auth: basicAuth("merchant-1", "api-password"),
    fetch: fetch as typeof globalThis.fetch,
    ...options,
  });

describe("a caller who gives up at any moment", () => {
  /** That many turns of the microtask queue later. */
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await undefined;
  };

  test.each(Array.from({ length: 40 }, (_, count) => count))(
    "%i turns after auth was asked: unsent only if fetch was never called, not even afterwards",
    async (count) => {
      const controller = new AbortController();
      const fetch = vi.fn(() => new Promise(() => {}));
      const auth = () => {
        void turns(count).then(() => controller.abort());
        return { authorization: "A" };
      };

      const error = await failureOf(clientWith(fetch, { auth }).finalize(finalization, { signal: controller.signal }));
      await setImmediate();

      const outcome = fetch.mock.calls.length === 0 ? "not_sent" : "unknown";
      expect(error).toMatchObject({ name: "PaymentAbortedError", outcome });
    },
  );

  test.each<[string, (abort: () => void) => Partial<PaymentClientOptions>]>([
    [
      "inside auth, which gives its headers all the same",
      (abort) => ({
        auth: async () => {
          abort();
          return { authorization: "A" };
        },
      }),
    ],
    [
      "inside auth, which gives its headers at once",
      (abort) => ({
        auth: () => {
          abort();
          return { authorization: "A" };
        },
      }),
    ],
    ["as the request is told of", (abort) => ({ onEvent: ({ type }) => type === "request" && abort() })],
  ])("%s: nothing was sent", async (_name, optionsThat) => {
    const controller = new AbortController();
    const fetch = vi.fn(() => new Promise(() => {}));
    const client = clientWith(
      fetch,
      optionsThat(() => controller.abort()),
    );

    const error = await failureOf(client.finalize(finalization, { signal: controller.signal }));
    await setImmediate();

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "not_sent", safeToRetry: true });
    expect(fetch).not.toHaveBeenCalled();
  });

  test("with a signal that keeps its reason to itself", async () => {
    const controller = new AbortController();
    Object.defineProperty(controller.signal, "reason", { get: () => expect.unreachable() });
    const fetch = () => {
      queueMicrotask(() => controller.abort());
      return new Promise(() => {});
    };

    const error = await failureOf(clientWith(fetch).finalize(finalization, { signal: controller.signal }));

    expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "unknown", reason: undefined });
  });
});
