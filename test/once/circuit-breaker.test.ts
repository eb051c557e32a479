/** When the circuit breaker opens, and how it closes. */
import type { PaymentError } from "merchant-payments";
import { paymentError } from "merchant-payments/testing";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { CircuitBreaker } from "../../src/once/worker/circuit-breaker.js";
import { MINUTE } from "./records.js";

const unknown = paymentError("timeout");
const notSent = paymentError("connection", { outcome: "not_sent" });
const forbidden = paymentError("service_error", { statusKey: "HTTP_403", httpStatus: 403 });
const denied = paymentError("service_error", { statusKey: "HTTP_401", httpStatus: 401 });
const readOnly = paymentError("service_error", { statusKey: "MERCHANT_ACCT_READ_ONLY" });
const page = paymentError("unexpected_response", { outcome: "unknown", httpStatus: 404 });
const tooMany = paymentError("service_error", { statusKey: "HTTP_429", httpStatus: 429, retryAfterMs: 150_000 });
const unauthorized = paymentError("unexpected_response", { httpStatus: 401 });
const rejectedAs = (statusKey: string) => paymentError("service_error", { statusKey, outcome: "unknown" });
const expired = paymentError("service_error", { statusKey: "CARD_EXPIRED" });

let breaker: CircuitBreaker;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "Date"], now: 0 });
  breaker = new CircuitBreaker();
  return () => void vi.useRealTimers();
});

const fail = (error: PaymentError, count: number, first = 1) => {
  for (let key = first; key < first + count; key += 1) breaker.note(`K-${key}`, error);
};
/** A key that is tried. */
const attempt = (key: string, failure?: PaymentError, unlistedKey?: string) => {
  const isAdmitted = breaker.enter(key);
  if (isAdmitted) breaker.note(key, failure, false, unlistedKey);
  breaker.leave(key);
  return isAdmitted;
};
const pass = (minutes: number) => vi.advanceTimersByTime(minutes * MINUTE);

describe("the circuit breaker opens", () => {
  test.each<[PaymentError, number, string]>([
    [unknown, 10, "no response said what became of the last calls: "],
    [notSent, 3, "the last calls did not reach the service: "],
    [forbidden, 3, "the last calls failed because of the credentials"],
    [page, 3, "the last calls failed because of the credentials"],
  ])("after so many distinct keys in a row: $code, %i", (error, count, reason) => {
    fail(error, count - 1);
    fail(error, 1);
    expect([breaker.enter("K-99"), breaker.status()]).toEqual([true, { isOpen: false }]);
    fail(error, 1, count);
    expect([breaker.enter("K-99"), breaker.status().isOpen]).toEqual([false, true]);
    expect(breaker.status().reason).toContain(reason);
  });

  test.each<[string, PaymentError | undefined]>([
    ["a success", undefined],
    ["a rejection", paymentError("service_error", { statusKey: "ORDER_NOT_FOUND" })],
    ["a rejection as done", rejectedAs("PAYMENT_COMPLETED")],
    ["a rejection as too much", rejectedAs("FINALIZE_AMT_EXCEEDED")],
    ["a rejection as annulled", rejectedAs("PAYMENT_ANNULLED")],
  ])("not if %s passes between", (_, passing) => {
    fail(forbidden, 2);
    expect(breaker.note("K-0", passing)).toEqual({ areWell: true, pass: true });
    fail(forbidden, 2, 3);
    expect(breaker.status().isOpen).toBe(false);
  });

  test("counts no call that was invalid or aborted, and no worker slower than its lease", () => {
    for (let key = 0; key < 20; key += 1) {
      breaker.note(`K-${key}`, paymentError("invalid_input"));
      breaker.note(`K-${key}`, paymentError("aborted", { outcome: "unknown" }));
      breaker.note(`K-${key}`, unknown, true);
    }
    expect(breaker.status().isOpen).toBe(false);
  });

  test.each([
    [["CARD_EXPIRED"], 10],
    [["A", "B", "C", "D"], 30],
  ])("after unlisted status keys: %j on %i keys", (statusKeys, count) => {
    for (let key = 0; key < count; key += 1) {
      expect(breaker.status().isOpen).toBe(false);
      breaker.note(`K-${key}`, expired, false, statusKeys[key % statusKeys.length] as string);
    }
    expect(breaker.status().reason).toContain(`set the client option statusKeys (${statusKeys.join(", ")})`);
  });

  test("tells whether other keys fail in the same way", () => {
    expect(breaker.note("K-1", unknown)).toEqual({ areWell: true, pass: false });
    expect(breaker.note("K-2", unknown)).toEqual({ areWell: false, pass: false });
    breaker.note("K-3", undefined);
    expect(breaker.note("K-1", denied)).toEqual({ areWell: true, pass: true });
  });
});

describe("an open circuit breaker", () => {
  test("tries one key at a time after 1, 2, 4, 8, 15, 15 minutes, never the last one again, and closes when it passes", () => {
    fail(notSent, 3);
    for (const [index, minutes] of [1, 2, 4, 8, 15, 15].entries()) {
      pass(minutes - 0.01);
      expect(breaker.isTrialDue).toBe(false);
      pass(0.01);
      if (index > 0) expect(attempt(`K-${index}`)).toBe(false); // the last one
      expect(breaker.enter(`K-${index + 1}`)).toBe(true);
      expect(breaker.enter("K-99")).toBe(false); // one at a time
      breaker.note(`K-${index + 1}`, notSent);
      breaker.leave(`K-${index + 1}`);
    }
    pass(15);
    expect([attempt("K-9"), breaker.status().isOpen, attempt("K-10")]).toEqual([true, false, true]);
  });

  test("tries the last key again if no other one has come for a minute", () => {
    fail(notSent, 3);
    pass(1);
    attempt("K-1", notSent);
    pass(2);
    expect(attempt("K-1", notSent)).toBe(false);
    pass(1.01);
    expect(attempt("K-1")).toBe(true);
    expect(breaker.status().isOpen).toBe(false);
  });

  test("is not changed by calls in flight", () => {
    breaker.enter("K-0");
    fail(unknown, 10);
    breaker.note("K-0", undefined);
    breaker.leave("K-0");
    pass(0.5);
    breaker.note("K-11", unknown);
    expect(breaker.status()).toMatchObject({ isOpen: true, retryAt: new Date(MINUTE) });
  });

  test("waits no shorter than the service asks", () => {
    fail(tooMany, 3);
    expect(breaker.status().retryAt).toEqual(new Date(150_000));
  });

  test.each<[string, PaymentError, boolean]>([
    ["401", denied, true],
    ["401 without an envelope", unauthorized, true],
    ["an account that is read-only", readOnly, true],
    ["403", forbidden, false],
    ["429", tooMany, false],
    ["a page in the place of a response", page, false],
  ])("after %s waits for resume: %s", (_, error, waits) => {
    fail(error, 3);
    expect(breaker.status().retryAt === undefined).toBe(waits);
    expect(breaker.status().reason?.endsWith(". Fix this, and then call once.resume() in each worker")).toBe(waits);
    pass(60);
    expect(breaker.isTrialDue).toBe(!waits);
    breaker.resume();
    expect(attempt("K-1", error)).toBe(true);
    expect(breaker.status().isOpen).toBe(true);
    breaker.resume();
    expect([attempt("K-2"), breaker.status().isOpen]).toEqual([true, false]);
  });

  test("leaves the pause as it is after a trial with an unlisted key", () => {
    fail(notSent, 3);
    for (const key of ["K-1", "K-2", "K-3"]) {
      pass(1);
      expect(attempt(key, expired, "CARD_EXPIRED")).toBe(true);
    }
    expect(breaker.status().retryAt).toEqual(new Date(4 * MINUTE));
  });

  test("goes on with another key where a trial sent nothing", () => {
    fail(notSent, 3);
    pass(1);
    breaker.enter("K-1");
    breaker.leave("K-1"); // it was blocked by another key
    expect(attempt("K-2")).toBe(true);
    expect(breaker.status().isOpen).toBe(false);
  });

  test("is resumed without effect where it is closed", () => {
    breaker.resume();
    expect(breaker.status()).toEqual({ isOpen: false });
  });
});
