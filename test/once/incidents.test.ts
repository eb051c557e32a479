/** Runs in which the simulation found something wrong, each with the rules that it needs. */
import { OnceStoppedError } from "merchant-payments/once";
import { paymentError } from "merchant-payments/testing";
import { expect, test } from "vitest";
import { CircuitBreaker } from "../../src/once/circuit-breaker.js";

test("keys pass although one key that a filter rejects comes first after each resume()", async () => {
  const breaker = new CircuitBreaker({ unknowns: 10, rejections: 3 });
  const forbidden = paymentError("service_error", { statusKey: "HTTP_403", httpStatus: 403 });
  for (const key of ["K-1", "K-2", "K-3"]) breaker.note(key, forbidden);
  await expect(breaker.enter()).rejects.toThrow(OnceStoppedError);
  breaker.resume();

  const leave = await breaker.enter();
  breaker.note("K-1", forbidden);
  leave();
  expect(() => breaker.check()).not.toThrow();

  const leaveNext = await breaker.enter();
  breaker.note("K-2", undefined);
  leaveNext();
  await Promise.all([breaker.enter(), breaker.enter()]);
});
