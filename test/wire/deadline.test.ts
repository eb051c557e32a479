import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Deadline } from "../../src/wire/deadline.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => {});

describe("a deadline", () => {
  test("does not end a call in time", () => {
    const deadline = new Deadline(1_000, undefined);
    vi.advanceTimersByTime(999);
    expect(deadline.ended).toBeUndefined();
    expect(deadline.signal.aborted).toBe(false);
    expect(deadline.remainingMs).toBe(1);
    deadline.close();
  });

  test("ends the call when its time is over", () => {
    const deadline = new Deadline(1_000, undefined);
    vi.advanceTimersByTime(1_000);
    expect(deadline.ended).toBe("timeout");
    expect(deadline.signal.aborted).toBe(true);
    expect(deadline.remainingMs).toBe(0);
  });

  test("ends the call when the caller gives up", () => {
    const controller = new AbortController();
    const deadline = new Deadline(1_000, controller.signal);
    controller.abort();
    expect(deadline.ended).toBe("aborted");
    expect(deadline.signal.aborted).toBe(true);
    deadline.close();
  });

  test("ends the call at once when the caller gave up before", () => {
    const deadline = new Deadline(1_000, AbortSignal.abort());
    expect(deadline.ended).toBe("aborted");
    expect(deadline.signal.aborted).toBe(true);
    deadline.close();
  });

  test("remembers what came first", () => {
    const controller = new AbortController();
    const timedOut = new Deadline(1_000, controller.signal);
    vi.advanceTimersByTime(1_000);
    controller.abort();
    expect(timedOut.ended).toBe("timeout");

    const aborted = new Deadline(1_000, AbortSignal.abort());
    vi.advanceTimersByTime(1_000);
    expect(aborted.ended).toBe("aborted");
  });

  test("ends the call when its time is over, though a busy process has kept the timer waiting", () => {
    const deadline = new Deadline(1_000, undefined);
    const listener = vi.fn();
    deadline.onEnd(listener);
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1_000);
    expect(deadline.ended).toBe("timeout");
    expect(deadline.signal.aborted).toBe(true);
    expect(listener).toHaveBeenCalledOnce();
    deadline.close();
  });

  test("does not hand the caller's reason on: it might look like anything", () => {
    const deadline = new Deadline(1_000, AbortSignal.abort(new TypeError("fetch failed")));
    expect(deadline.signal.reason).toMatchObject({ name: "AbortError" });
    deadline.close();
  });
});

describe("the signal", () => {
  test("is aborted with the call", () => {
    const deadline = new Deadline(1_000, undefined);
    const { signal } = deadline;
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(signal.aborted).toBe(true);
  });

  test("is aborted when it is asked for after the call", () => {
    const deadline = new Deadline(1_000, undefined);
    vi.advanceTimersByTime(1_000);
    expect(deadline.signal.aborted).toBe(true);
  });
});

describe("onEnd", () => {
  test("tells each listener once, in the order in which they came", () => {
    const controller = new AbortController();
    const deadline = new Deadline(1_000, controller.signal);
    const told: number[] = [];
    deadline.onEnd(() => told.push(1));
    deadline.onEnd(() => told.push(2));
    controller.abort();
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual([1, 2]);
    deadline.close();
  });

  test("tells at once when the call has ended", () => {
    const deadline = new Deadline(1_000, AbortSignal.abort());
    const listener = vi.fn();
    deadline.onEnd(listener);
    expect(listener).toHaveBeenCalledOnce();
    deadline.close();
  });

  test("can be taken back, also by another listener in the moment of the end", () => {
    const deadline = new Deadline(1_000, undefined);
    const listener = vi.fn();
    deadline.onEnd(listener)();
    deadline.onEnd(() => takeBack());
    const takeBack = deadline.onEnd(listener);
    vi.advanceTimersByTime(1_000);
    expect(listener).not.toHaveBeenCalled();
  });
});

describe("close", () => {
  test("leaves no timer behind", () => {
    const deadline = new Deadline(1_000, undefined);
    expect(vi.getTimerCount()).toBe(1);
    deadline.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("leaves no listener behind on the caller's signal", () => {
    const { signal } = new AbortController();
    const deadline = new Deadline(1_000, signal);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    deadline.close();
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  test("makes a later abort nobody's business", () => {
    const controller = new AbortController();
    const deadline = new Deadline(1_000, controller.signal);
    deadline.close();
    controller.abort();
    expect(deadline.ended).toBeUndefined();
  });
});

describe("race", () => {
  test("gives what the promise gives", async () => {
    const deadline = new Deadline(1_000, undefined);
    await expect(deadline.race(Promise.resolve("answer"))).resolves.toBe("answer");
    await expect(deadline.race(Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    deadline.close();
  });

  test("ends with the call", async () => {
    const deadline = new Deadline(1_000, undefined);
    const race = expect(deadline.race(never)).rejects.toEqual(new Error("the call is over"));
    vi.advanceTimersByTime(1_000);
    await race;
  });

  test("does not begin when the call has ended", async () => {
    const deadline = new Deadline(1_000, AbortSignal.abort());
    await expect(deadline.race(never)).rejects.toEqual(new Error("the call is over"));
    deadline.close();
  });

  test("leaves no listener behind", async () => {
    const deadline = new Deadline(1_000, undefined);
    const takeBack = vi.fn();
    vi.spyOn(deadline, "onEnd").mockReturnValue(takeBack);
    for (let piece = 0; piece < 20; piece += 1) await deadline.race(Promise.resolve());
    await deadline.race(Promise.reject(new Error("broken"))).catch(() => {});
    expect(takeBack).toHaveBeenCalledTimes(21);
    deadline.close();
  });

  test("takes no harm from a promise that fails afterwards", async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const deadline = new Deadline(1_000, AbortSignal.abort());
    await expect(deadline.race(promise)).rejects.toEqual(new Error("the call is over"));
    reject(new Error("too late"));
    deadline.close();
  });
});

test("a signal that cannot be taken leave of does no harm", () => {
  const signal = Object.assign(new AbortController().signal, {
    removeEventListener: () => {
      throw new Error("broken");
    },
  });
  expect(() => new Deadline(1_000, signal).close()).not.toThrow();
});
