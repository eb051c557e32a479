/** When the circuit breaker opens, and how it closes. */
import type { AnyPaymentError } from "merchant-payments";
import { OnceStoppedError } from "merchant-payments/once";
import { paymentError } from "merchant-payments/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { CircuitBreaker } from "../../src/once/worker/circuit-breaker.js";

const unknown = paymentError("timeout");
const notSent = paymentError("connection", { outcome: "not_sent" });
const forbidden = paymentError("service_error", { statusKey: "HTTP_403", httpStatus: 403 });
const rejected = paymentError("service_error", { statusKey: "ORDER_NOT_FOUND" });
const already = paymentError("service_error", { statusKey: "PAYMENT_COMPLETED", outcome: "unknown" });
const blocked = paymentError("unexpected_response", { outcome: "unknown", httpStatus: 403 });
const expired = paymentError("service_error", { statusKey: "CARD_EXPIRED" });
const mistake = paymentError("invalid_input");
const aborted = paymentError("aborted", { outcome: "unknown" });

let breaker: CircuitBreaker;
beforeEach(() => {
  breaker = new CircuitBreaker({ unknowns: 10, rejections: 3 });
});

const fail = (error: AnyPaymentError, count: number) => {
  for (let key = 1; key <= count; key += 1) breaker.note(`K-${key}`, error);
};
const isOpen = () => {
  try {
    breaker.check();
    return false;
  } catch {
    return true;
  }
};

describe("the circuit breaker opens", () => {
  test.each([
    ["unknown", unknown, 10, "Wait until the service works again"],
    ["not_sent", notSent, 3, "fix the network"],
    ["merchant", forbidden, 3, "fix the credentials"],
  ] as const)("after %s outcomes over distinct keys in a row", async (reason, error, count, words) => {
    fail(error, count - 1);
    await breaker.enter();
    fail(error, count);
    expect(() => breaker.check()).toThrow(OnceStoppedError);
    await expect(breaker.enter()).rejects.toMatchObject({
      reason,
      cause: error,
      message: expect.stringContaining(words),
    });
  });

  test("never for one key alone", () => {
    for (let time = 0; time < 20; time += 1) breaker.note("K-1", forbidden);
    expect(isOpen()).toBe(false);
  });

  test.each([
    ["a capture", undefined],
    ["a rejection of one key", rejected],
    ["a rejection as done, whose outcome is unknown", already],
  ])("not if %s comes between", (_what, passed) => {
    fail(forbidden, 2);
    breaker.note("K-0", passed);
    fail(forbidden, 2);
    expect(isOpen()).toBe(false);
  });

  test.each([mistake, aborted])("without counting $code, which is the caller's own", (own) => {
    fail(forbidden, 2);
    expect(breaker.note("K-0", own)).toEqual({ areWell: true, pass: true });
    breaker.note("K-3", forbidden);
    expect(isOpen()).toBe(true);
  });

  /** Each has the status keys of the statusKeyCounts in turn, and how many keys get them until the circuit breaker opens. */
  test.each<[string, readonly string[], number, readonly string[]]>([
    ["ten keys get the same one", ["CARD_EXPIRED"], 10, ["CARD_EXPIRED"]],
    ["thirty keys get any", ["A", "B", "C", "D"], 30, ["A", "B", "C", "D"]],
  ])("after status keys that nobody has declared, if %s", (_what, statusKeys, count, named) => {
    for (let key = 0; key < count; key += 1) {
      expect(isOpen()).toBe(false);
      const unlistedKey = statusKeys[key % statusKeys.length];
      expect(breaker.note(`K-${key}`, expired, { unlistedKey })).toEqual({ areWell: true, pass: true });
    }
    expect(breaker.stopped()).toMatchObject({ reason: "status_keys", statusKeys: named, cause: expired });
    expect(breaker.stopped()?.message).toContain(`set the client option statusKeys (${named.join(", ")})`);
  });

  test("never for one key that gets undeclared status keys, or if a key passes between", () => {
    for (let time = 0; time < 40; time += 1) breaker.note("K-1", expired, { unlistedKey: "CARD_EXPIRED" });
    for (let key = 1; key <= 9; key += 1) breaker.note(`K-${key}`, expired, { unlistedKey: "CARD_EXPIRED" });
    breaker.note("K-0", undefined);
    for (let key = 1; key <= 9; key += 1) breaker.note(`K-${key}`, expired, { unlistedKey: "CARD_EXPIRED" });
    expect(isOpen()).toBe(false);
  });

  test("after three 403 without an envelope, as after 401", () => {
    fail(blocked, 2);
    expect(isOpen()).toBe(false);
    fail(blocked, 3);
    expect(breaker.stopped()).toMatchObject({ reason: "merchant" });
  });

  test("and stays open, however calls in flight end", () => {
    fail(forbidden, 3);
    breaker.note("K-4", undefined);
    breaker.note("K-5", forbidden);
    expect(isOpen()).toBe(true);
  });
});

test("the circuit breaker tells each key how its neighbours fared", () => {
  expect(breaker.note("K-1", forbidden)).toEqual({ areWell: true, pass: false });
  breaker.note("K-0", undefined);
  expect(breaker.note("K-1", forbidden)).toEqual({ areWell: true, pass: true });
  expect(breaker.note("K-2", forbidden)).toEqual({ areWell: false, pass: false });
});

describe("after resume()", () => {
  const entered: string[] = [];
  const enter = async (name: string) => {
    const leave = await breaker.enter();
    entered.push(name);
    return leave;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  beforeEach(() => {
    entered.length = 0;
    fail(forbidden, 3);
    breaker.resume();
  });

  test("one key goes first, and all go on if it passes", async () => {
    const leave = await enter("probe");
    const others = [enter("second"), enter("third")];
    await settled();
    expect(entered).toEqual(["probe"]);
    breaker.note("K-1", undefined);
    leave();
    await Promise.all(others);
    expect(entered).toEqual(["probe", "second", "third"]);
  });

  test("all others get OnceStoppedError if the first key fails", async () => {
    const leave = await enter("probe");
    const others = [enter("second"), enter("third")];
    breaker.note("K-1", unknown);
    leave();
    const stopped = { status: "rejected", reason: { reason: "unknown" } };
    expect(await Promise.allSettled(others)).toMatchObject([stopped, stopped]);
    expect(isOpen()).toBe(true);
  });

  test("one key that a filter rejects does not stop the others", async () => {
    const leave = await enter("probe");
    breaker.note("K-1", forbidden);
    leave();
    expect(isOpen()).toBe(false);
    (await enter("next"))();
    breaker.note("K-2", undefined);
    await Promise.all([breaker.enter(), breaker.enter()]);
  });

  test("one key is enough that gets 403 without an envelope, because it stays unknown", () => {
    breaker.note("K-1", blocked);
    expect(isOpen()).toBe(true);
  });

  test("an undeclared status key does not stop the others, but counts towards ten", async () => {
    for (let key = 1; key <= 9; key += 1) {
      const leave = await enter(`probe ${key}`);
      breaker.note(`K-${key}`, expired, { unlistedKey: "CARD_EXPIRED" });
      leave();
    }
    expect(entered).toHaveLength(9);
    breaker.note("K-10", expired, { unlistedKey: "CARD_EXPIRED" });
    expect(isOpen()).toBe(true);
  });

  test("the next key goes first if the first one finds nothing out", async () => {
    const leave = await enter("probe");
    const others = [enter("second"), enter("third")];
    leave();
    const next = await others[0];
    await settled();
    expect(entered).toEqual(["probe", "second"]);
    next?.();
    (await others[1])?.();
    expect(entered).toEqual(["probe", "second", "third"]);
  });
});

test("resume() of a closed circuit breaker changes nothing", async () => {
  breaker.resume();
  await Promise.all([breaker.enter(), breaker.enter()]);
  fail(notSent, 2);
  expect(isOpen()).toBe(false);
});
