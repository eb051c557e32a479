/** Whatever code in the process throws ends in an error of the library. */
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { clientOver, created, errorOf, finalization, order, orderId } from "../support/client.js";

test("a call succeeds although its listener returns a rejected promise, of another realm", async () => {
  const onEvent = () => runInNewContext("Promise.reject(new Error('the log is full'))");
  const payments = clientOver(async () => new Response(created, { status: 201 }), { onEvent });
  expect(await payments.createOrder(order)).toMatchObject({ orderId });
});

const throwing = () => {
  throw new TypeError("a foreign error");
};

test("a call whose URL cannot be built is not sent, and is not worth a retry", async () => {
  const fetch = vi.fn();
  vi.spyOn(globalThis, "encodeURIComponent").mockImplementation(throwing);
  const error = await errorOf(clientOver(fetch).finalize(finalization));
  expect(error).toMatchObject({ outcome: "not_sent", safeToRetry: false });
  expect(error.message).toBe("finalize: the call failed, nothing was sent (TypeError: causeOf(error) has its message)");
  expect(fetch).not.toHaveBeenCalled();
});

test("a call that was sent fails as unknown if performance.now throws afterwards", async () => {
  const fetch = async () => {
    vi.spyOn(performance, "now").mockImplementation(throwing);
    return new Response(created);
  };
  const call = clientOver(fetch, { onEvent: () => undefined }).createOrder(order);
  expect(await errorOf(call)).toMatchObject({ name: "PaymentConnectionError", outcome: "unknown" });
});

test("an error function of the application's own zod sees no input, and one that throws changes no error", async () => {
  const customError = vi.fn(throwing);
  z.config({ customError });
  try {
    const customer = { governmentId: 5501011018, emailAddress: 7 } as never;
    const error = await errorOf(clientOver(vi.fn()).createOrder({ ...order, lineItems: [], billTo: {}, customer }));
    expect(error).toMatchObject({ code: "invalid_input" });
    expect(() => clientOver(vi.fn(), { timeoutMs: "1" as never })).toThrow("timeoutMs must be a whole number");
    expect(customError).not.toHaveBeenCalled();
  } finally {
    z.config({ customError: undefined });
  }
});

test("an error is the same where no stack can be captured", async () => {
  const { captureStackTrace } = Error;
  Object.assign(Error, { captureStackTrace: undefined });
  const call = clientOver(() => Promise.reject(new TypeError("fetch failed"))).finalize(finalization);
  const error = await errorOf(call).finally(() => Object.assign(Error, { captureStackTrace }));
  expect(error).toMatchObject({ code: "connection", outcome: "unknown" });
});
