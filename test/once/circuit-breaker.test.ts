/** When the circuit breaker opens, and how it closes. */
import type { PaymentError } from "merchant-payments";
import { OnceStoppedError } from "merchant-payments/once";
import { fault, paymentError } from "merchant-payments/testing";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CircuitBreaker } from "../../src/once/worker/circuit-breaker.js";
import { merchant, none, signed } from "./merchant.js";
import { MINUTE } from "./records.js";

const unknown = paymentError("timeout");
const internal = paymentError("service_error", { statusKey: "INTERNAL_ERROR" });
const notSent = paymentError("connection", { outcome: "not_sent" });
const forbidden = paymentError("service_error", { statusKey: "HTTP_403", httpStatus: 403 });
const denied = paymentError("service_error", { statusKey: "HTTP_401", httpStatus: 401 });
const rejected = paymentError("service_error", { statusKey: "ORDER_NOT_FOUND" });
const already = paymentError("service_error", { statusKey: "PAYMENT_COMPLETED", outcome: "unknown" });
const blocked = paymentError("unexpected_response", { outcome: "unknown", httpStatus: 403 });
const expired = paymentError("service_error", { statusKey: "CARD_EXPIRED" });
const tooMany = paymentError("service_error", { statusKey: "HTTP_429", httpStatus: 429, retryAfterMs: 150_000 });
const unauthorized = paymentError("unexpected_response", { httpStatus: 401 });
const mistake = paymentError("invalid_input");
const aborted = paymentError("aborted", { outcome: "unknown" });

let breaker: CircuitBreaker;
beforeEach(() => {
  breaker = new CircuitBreaker({ unknowns: 10, rejections: 3 });
});

const fail = (error: PaymentError, count: number, first = 1) => {
  for (let key = first; key < first + count; key += 1) breaker.note(`K-${key}`, error);
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
    ["unknown", internal, 10, "Wait until the service works again"],
    ["not_sent", notSent, 3, "fix the network"],
    ["merchant", forbidden, 3, "because of the credentials"],
  ] as const)("after %s outcomes over distinct keys in a row", async (reason, error, count, words) => {
    fail(error, count - 1);
    await breaker.enter("K-9", "delivery");
    fail(error, count);
    expect(() => breaker.check()).toThrow(OnceStoppedError);
    await expect(breaker.enter("K-9", "delivery")).rejects.toMatchObject({
      reason,
      cause: error,
      message: expect.stringContaining(words),
    });
  });

  test("never for one key alone", () => {
    for (let time = 0; time < 20; time += 1) breaker.note("K-1", forbidden);
    expect(isOpen()).toBe(false);
  });

  test.each<[string, PaymentError | undefined, object?]>([
    ["a capture", undefined],
    ["a rejection of one key", rejected],
    ["a rejection as done, whose outcome is unknown", already],
    ["a capture by a worker that took longer than its lease", undefined, { isStalled: true }],
  ])("not if %s comes between", (_what, passed, of = {}) => {
    fail(forbidden, 2);
    breaker.note("K-0", passed, of);
    fail(forbidden, 2, 3);
    expect(isOpen()).toBe(false);
  });

  test("without counting the failures of a worker that took longer than its lease", () => {
    for (let key = 1; key <= 20; key += 1) {
      expect(breaker.note(`K-${key}`, unknown, { isStalled: true })).toEqual({ areWell: false, pass: false });
    }
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
    expect(breaker.stopped()?.message).toContain(`set the client option \`statusKeys\` (${named.join(", ")})`);
  });

  test("never for one key that gets undeclared status keys, or if a key passes between", () => {
    for (let time = 0; time < 40; time += 1) breaker.note("K-1", expired, { unlistedKey: "CARD_EXPIRED" });
    for (let key = 1; key <= 9; key += 1) breaker.note(`K-${key}`, expired, { unlistedKey: "CARD_EXPIRED" });
    breaker.note("K-0", undefined);
    for (let key = 11; key <= 19; key += 1) breaker.note(`K-${key}`, expired, { unlistedKey: "CARD_EXPIRED" });
    expect(isOpen()).toBe(false);
  });

  test.each([403, 404, 405])("after three HTTP %i without an envelope, whose keys are unknown", (httpStatus) => {
    const page = paymentError("unexpected_response", { outcome: "unknown", httpStatus });
    fail(page, 2);
    expect(isOpen()).toBe(false);
    fail(page, 3);
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
    const leave = await breaker.enter("K-9", "delivery");
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
    breaker.note("K-2", paymentError("timeout", { timeoutMs: 1 }));
    expect(breaker.stopped()?.cause).toBe(unknown);
  });

  test("one key that a filter rejects does not stop the others", async () => {
    const leave = await enter("probe");
    breaker.note("K-1", forbidden);
    leave();
    expect(isOpen()).toBe(false);
    (await enter("next"))();
    breaker.note("K-2", undefined);
    await Promise.all([breaker.enter("K-9", "delivery"), breaker.enter("K-9", "delivery")]);
  });

  test.each([
    ["without an envelope", blocked],
    ["with a status key that nobody knows", paymentError("service_error", { statusKey: "FOREIGN", httpStatus: 403 })],
  ])("one key is enough that gets 403 %s, because it stays unknown", (_what, failure) => {
    breaker.note("K-1", failure);
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
  await Promise.all([breaker.enter("K-9", "delivery"), breaker.enter("K-9", "delivery")]);
  fail(notSent, 2);
  expect(isOpen()).toBe(false);
});

describe("an open circuit breaker", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "Date"], now: Date.UTC(2026, 0, 15) }));
  afterEach(() => void vi.useRealTimers());

  const enter = async (key: string, kind: "repeat" | "delivery" = "delivery") => {
    try {
      return await breaker.enter(key, kind);
    } catch {
      return undefined;
    }
  };
  /** Lets a key through, and says how its attempt ended. */
  const probe = async (key: string, failure: PaymentError | undefined, of = {}) => {
    const leave = await enter(key);
    if (leave === undefined) return false;
    breaker.note(key, failure, of);
    leave();
    return true;
  };
  const sameStatusKey = (count: number) => {
    for (let key = 1; key <= count; key += 1) breaker.note(`K-${key}`, expired, { unlistedKey: "CARD_EXPIRED" });
  };
  const pass = (ms: number) => void vi.advanceTimersByTime(ms);
  const retryAt = () => breaker.stopped()?.retryAt?.toISOString();

  test.each([
    ["unknown outcomes", unknown, 10],
    ["requests that were not sent", notSent, 3],
  ])("admits one key a minute after %s, and closes when it passes", async (_what, error, count) => {
    fail(error, count);
    expect(retryAt()).toBe("2026-01-15T00:01:00.000Z");
    expect(breaker.stopped()?.message).toMatch(
      /\. One key is tried again from 2026-01-15T00:01:00\.000Z on, and captures go on when one passes$/,
    );
    pass(MINUTE - 1);
    expect(await enter("K-20")).toBeUndefined();
    pass(1);
    const leave = await enter("K-20");
    expect([await enter("K-21"), isOpen()]).toEqual([undefined, true]);
    breaker.note("K-20", undefined);
    leave?.();
    expect(isOpen()).toBe(false);
  });

  test("waits longer after each probe that fails, up to 15 minutes", async () => {
    fail(unknown, 10);
    const pauses = [1, 2, 4, 8, 15, 15].map((minutes) => minutes * MINUTE);
    for (const [index, pause] of pauses.entries()) {
      pass(pause - 1);
      expect(await enter(`P-${index}`)).toBeUndefined();
      pass(1);
      expect(await probe(`P-${index}`, unknown)).toBe(true);
    }
  });

  test.each([
    ["429", tooMany],
    ["429 without an envelope", paymentError("unexpected_response", { httpStatus: 429, retryAfterMs: 150_000 })],
    ["the key HTTP_429", paymentError("service_error", { statusKey: "http_429", retryAfterMs: 150_000 })],
  ])("waits as long as Retry-After asks for after %s", async (_what, failure) => {
    fail(failure, 3);
    expect(retryAt()).toBe("2026-01-15T00:02:30.000Z");
    pass(2.5 * MINUTE);
    expect(await probe("K-4", failure)).toBe(true);
    expect(retryAt()).toBe("2026-01-15T00:05:00.000Z");
  });

  test.each([
    ["401", [denied]],
    ["a 401 without an envelope among unknown outcomes", [unauthorized, unknown]],
    [
      "a rejected account among 429",
      [paymentError("service_error", { statusKey: "MERCHANT_ACCT_READ_ONLY" }), tooMany],
    ],
  ])("waits for resume() after %s", async (_what, errors) => {
    for (const error of errors) breaker.note("K-0", error);
    fail(errors.at(-1) as PaymentError, 10);
    expect([isOpen(), retryAt()]).toEqual([true, undefined]);
    expect(breaker.stopped()?.message).toMatch(/, then call once\.resume\(\)$/);
    pass(24 * 60 * MINUTE);
    expect(await enter("K-20")).toBeUndefined();
  });

  test.each([
    ["403", forbidden],
    ["403 without an envelope", blocked],
    ["404 without an envelope", paymentError("unexpected_response", { httpStatus: 404 })],
  ])("tries again by itself after %s", (_what, failure) => {
    fail(failure, 3);
    expect([isOpen(), retryAt()]).toEqual([true, "2026-01-15T00:01:00.000Z"]);
  });

  test("waits for resume() after ten equal status keys that nobody has declared", async () => {
    sameStatusKey(10);
    pass(24 * 60 * MINUTE);
    expect([retryAt(), await enter("K-20")]).toEqual([undefined, undefined]);
  });

  test("waits for resume() once a probe, or a call in flight, is rejected with 401", async () => {
    fail(notSent, 3);
    pass(MINUTE);
    expect(await probe("K-4", denied)).toBe(true);
    expect([breaker.stopped()?.reason, retryAt()]).toEqual(["merchant", undefined]);
    breaker.resume();
    fail(notSent, 3);
    expect(retryAt()).toBe("2026-01-15T00:02:00.000Z");
    breaker.note("K-9", denied);
    breaker.note("K-8", notSent);
    expect([isOpen(), retryAt()]).toEqual([true, undefined]);
  });

  test.each<[string, () => void, object]>([
    ["401", () => fail(denied, 3), { reason: "merchant", cause: denied }],
    ["ten equal status keys", () => sameStatusKey(10), { reason: "status_keys", cause: expired }],
  ])("opened by %s waits for resume(), however calls in flight fail", async (_what, open, why) => {
    open();
    for (let key = 11; key <= 30; key += 1) breaker.note(`K-${key}`, unknown);
    expect(breaker.stopped()).toMatchObject(why);
    pass(24 * 60 * MINUTE);
    expect([retryAt(), await enter("K-40")]).toEqual([undefined, undefined]);
  });

  test("never admits the same key twice in a row", async () => {
    fail(notSent, 3);
    pass(MINUTE);
    await probe("K-4", notSent);
    pass(2 * MINUTE);
    expect(await enter("K-4")).toBeUndefined();
    expect(await probe("K-5", notSent)).toBe(true);
    pass(4 * MINUTE);
    expect(await probe("K-4", undefined)).toBe(true);
    expect(isOpen()).toBe(false);
  });

  test.each([
    ["an invalid request", mistake, {}],
    ["a call that its caller aborted", aborted, {}],
    ["a status key that nobody has declared", expired, { unlistedKey: "CARD_EXPIRED" }],
    ["a worker that took longer than its lease", unknown, { isStalled: true }],
  ])("keeps its pause after %s, and admits another key at once", async (_what, failure, of) => {
    fail(notSent, 3);
    pass(MINUTE);
    expect(await probe("K-4", failure, of)).toBe(true);
    expect(await enter("K-4")).toBeUndefined();
    expect(await probe("K-5", notSent)).toBe(true);
    expect(retryAt()).toBe("2026-01-15T00:03:00.000Z");
  });

  test("admits a key that the sweep sends again a minute before a delivery, if there may be one", async () => {
    for (let key = 1; key <= 10; key += 1) breaker.note(`K-${key}`, unknown, { isRepeatable: key === 5 });
    pass(MINUTE);
    expect(await enter("K-20")).toBeUndefined();
    (await enter("K-5", "repeat"))?.();
    pass(MINUTE);
    expect(await probe("K-20", undefined)).toBe(true);
    fail(notSent, 3); // the next outage, in which the sweep sends nothing again
    pass(MINUTE);
    expect(await probe("K-21", undefined)).toBe(true);
  });

  test("is not closed by a call that was in flight when it opened", () => {
    fail(notSent, 3);
    pass(MINUTE);
    breaker.note("K-4", undefined);
    expect([isOpen(), retryAt()]).toEqual([true, "2026-01-15T00:01:00.000Z"]);
  });
});

test("a key that was reserved just before the circuit breaker opened is not sent", async () => {
  const { service, store, worker, sell, snapshot } = merchant({ stopAfter: { rejections: 1 } });
  const change: typeof store.change = async (place, decide) => {
    const changed = await store.change(place, decide);
    if (place.key === "K-2" && changed.document.includes('"state":"sending"')) {
      service.faults.next("finalize", fault.status(401));
      await expect(sell().capture("K-1", {}, once)).rejects.toThrow(OnceStoppedError);
    }
    return changed;
  };
  const once = worker({ store: Object.assign(Object.create(store), { change }) });
  await expect(sell().capture("K-2", {}, once)).rejects.toThrow(OnceStoppedError);
  expect(await snapshot("K-2")).toMatchObject({ state: "retryable", mayBeCaptured: false });
  expect(service.requests).toHaveLength(1);
});

test("an outage ends without a person if only keys are left that a person decided to send", async () => {
  const { service, once, sell, pass, snapshot, books } = merchant({ stopAfter: { rejections: 3 } });
  for (const key of ["K-1", "K-2", "K-3"]) {
    service.faults.next("finalize", fault.drop());
    await sell().capture(key, { totalAmount: "40.00" });
    pass(40 * MINUTE);
    await once.decide(await snapshot(key), { ...signed, as: "send_again", balance: none });
  }
  service.faults.every(1, "finalize", fault.refuse());
  await expect(once.sweep()).rejects.toThrow("the last calls did not reach the service");
  service.faults.clear();
  pass(MINUTE);
  await once.sweep(); // one key first
  await once.sweep();
  expect(books.toSorted()).toEqual(["K-1 40.00", "K-2 40.00", "K-3 40.00"]);
});

test("an outage of an hour ends without a person: the sweep tries a key, and captures go on", async () => {
  const { service, once, sell, pass, taken } = merchant({ stopAfter: { unknowns: 3 } });
  service.faults.every(1, "finalize", fault.status(503));
  for (const key of ["K-1", "K-2", "K-3"])
    await sell({ paymentMethod: "card" })
      .capture(key)
      .catch(() => undefined);
  const sent = service.requests.length;
  for (let minute = 0; minute < 60; minute += 1) {
    pass(MINUTE);
    await expect(once.sweep()).rejects.toThrow(OnceStoppedError);
  }
  expect(service.requests.length - sent).toBe(7); // after 1, 3, 7, 15, 30, 45 and 60 minutes
  service.faults.clear();
  for (let minute = 0; minute < 16; minute += 1) {
    pass(MINUTE);
    await once.sweep().catch(() => undefined);
  }
  expect(taken().toSorted()).toEqual(["100.00", "100.00", "100.00"]);
  await sell({ paymentMethod: "card" }).capture("K-4");
  expect(taken()).toHaveLength(4);
});
