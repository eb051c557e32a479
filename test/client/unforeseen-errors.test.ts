/** Whatever code in the process throws ends in an error of the library. */
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { clientOver, created, errorOf, order, orderId } from "../support/client.js";

test("a call succeeds although its listener returns a rejected promise, of another realm", async () => {
  const onEvent = () => runInNewContext("Promise.reject(new Error('the log is full'))");
  const payments = clientOver(async () => new Response(created, { status: 201 }), { onEvent });
  expect(await payments.createOrder(order)).toMatchObject({ orderId });
});

test("an error function of the application's own zod sees no input, and one that throws changes no error", async () => {
  const customError = vi.fn(() => {
    throw new TypeError("a foreign error");
  });
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
