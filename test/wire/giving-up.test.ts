/**
 * Aborts at every moment. A call is `not_sent` only while nothing can have left. test/faults tests the same on sockets.
 */
import { setImmediate } from "node:timers/promises";
import type { PaymentAbortedError } from "merchant-payments";
import { expect, test, vi } from "vitest";
import { clientOver, errorOf, failedFetch, finalization } from "../support/client.js";

/** A fetch that never responds. */
const silent = () => vi.fn(() => new Promise(() => {}));

/** That many turns of the microtask queue later. */
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await undefined;
};

const counts = Array.from({ length: 40 }, (_, count) => count);

test.each(counts)(
  "an abort %i turns after auth was called is not_sent only if fetch is never called",
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

test("nothing was sent after an abort inside the listener of the request event", async () => {
  const controller = new AbortController();
  const fetch = silent();
  const client = clientOver(fetch, { onEvent: ({ type }) => type === "request" && controller.abort() });
  const error = await errorOf(client.finalize(finalization, { signal: controller.signal }));
  await setImmediate();
  expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "not_sent", safeToRetry: true });
  expect(fetch).not.toHaveBeenCalled();
});

const refusedConnection = failedFetch("connect ECONNREFUSED");

test.each([
  ["a time-out by the caller", new DOMException("The operation was aborted due to timeout", "TimeoutError")],
  ["an error that looks like a refused connection", refusedConnection],
])("a call may have been done after an abort in flight, whatever its reason: %s", async (_what, reason) => {
  const controller = new AbortController();
  const fetch = () => {
    controller.abort(reason);
    return Promise.reject(refusedConnection);
  };
  const error = await errorOf(clientOver(fetch).finalize(finalization, { signal: controller.signal }));
  expect(error).toMatchObject({ name: "PaymentAbortedError", outcome: "unknown", safeToRetry: false });
  expect((error as PaymentAbortedError).reason).toBe(reason);
});
