/** When the line stops, and how it goes on. */
import { OnceStoppedError } from "merchant-payments/once";
import { paymentError } from "merchant-payments/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { CircuitBreaker } from "../../src/once/circuit-breaker.js";

const unknown = paymentError("timeout");
const notSent = paymentError("connection", { outcome: "not_sent" });
const forbidden = paymentError("service_error", { statusKey: "HTTP_403", httpStatus: 403 });
const refused = paymentError("service_error", { statusKey: "PAYMENT_COMPLETED" });
const mistake = paymentError("invalid_input");
const aborted = paymentError("aborted", { outcome: "unknown" });

let line: CircuitBreaker;
beforeEach(() => {
  line = new CircuitBreaker({ unknowns: 10, rejections: 3 });
});

const fail = (error: typeof unknown | typeof notSent | typeof forbidden, count: number) => {
  for (let key = 1; key <= count; key += 1) line.note(`K-${key}`, error);
};
const isStopped = () => {
  try {
    line.check();
    return false;
  } catch {
    return true;
  }
};

describe("it stops", () => {
  test.each([
    ["unknown", unknown, 10, "wait until the service is well"],
    ["not_sent", notSent, 3, "fix the network"],
    ["merchant", forbidden, 3, "fix the credentials"],
  ] as const)("%s, over distinct keys in a row", async (reason, error, count, words) => {
    fail(error, count - 1);
    await line.enter();
    fail(error, count);
    expect(() => line.check()).toThrow(OnceStoppedError);
    await expect(line.enter()).rejects.toMatchObject({ reason, cause: error, message: expect.stringContaining(words) });
  });

  test("not by one key alone, however often", () => {
    for (let time = 0; time < 20; time += 1) line.note("K-1", forbidden);
    expect(isStopped()).toBe(false);
  });

  test.each([
    ["a capture", undefined],
    ["a rejection of one's own", refused],
  ])("not when %s comes between", (_what, passed) => {
    fail(forbidden, 2);
    line.note("K-0", passed);
    fail(forbidden, 2);
    expect(isStopped()).toBe(false);
  });

  test.each([mistake, aborted])("$code is the caller's own, and says nothing", (own) => {
    fail(forbidden, 2);
    expect(line.note("K-0", own)).toEqual({ areWell: true, pass: true });
    line.note("K-3", forbidden);
    expect(isStopped()).toBe(true);
  });

  test("and stays stopped, whatever was still under way", () => {
    fail(forbidden, 3);
    line.note("K-4", undefined);
    line.note("K-5", forbidden);
    expect(isStopped()).toBe(true);
  });
});

test("each is told how the others fared", () => {
  expect(line.note("K-1", forbidden)).toEqual({ areWell: true, pass: false });
  line.note("K-0", undefined);
  expect(line.note("K-1", forbidden)).toEqual({ areWell: true, pass: true });
  expect(line.note("K-2", forbidden)).toEqual({ areWell: false, pass: false });
});

describe("it is resumed", () => {
  const entered: string[] = [];
  const enter = async (name: string) => {
    const leave = await line.enter();
    entered.push(name);
    return leave;
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  beforeEach(() => {
    entered.length = 0;
    fail(forbidden, 3);
    line.resume();
  });

  test("one goes first; when it passes, all go on", async () => {
    const leave = await enter("probe");
    const others = [enter("second"), enter("third")];
    await settled();
    expect(entered).toEqual(["probe"]);
    line.note("K-1", undefined);
    leave();
    await Promise.all(others);
    expect(entered).toEqual(["probe", "second", "third"]);
  });

  test("when it fails, the others are turned away, and the first key's failures count anew", async () => {
    const leave = await enter("probe");
    const others = [enter("second"), enter("third")];
    line.note("K-1", unknown);
    leave();
    const turnedAway = { status: "rejected", reason: { reason: "unknown" } };
    expect(await Promise.allSettled(others)).toMatchObject([turnedAway, turnedAway]);
    expect(isStopped()).toBe(true);
  });

  test("when it finds nothing out, or breaks, the next one is the probe", async () => {
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

test("a line that has not stopped has nothing to resume", async () => {
  line.resume();
  await Promise.all([line.enter(), line.enter()]);
  fail(notSent, 2);
  expect(isStopped()).toBe(false);
});
