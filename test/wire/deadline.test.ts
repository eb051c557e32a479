import { getEventListeners } from "node:events";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Deadline, nextPoll, nextTurn } from "../../src/wire/deadline.js";

beforeEach(() => {
  vi.useFakeTimers();
});

const deadlineOf = (timeoutMs: number, signal?: AbortSignal) =>
  new Deadline({ startedAt: performance.now(), timeoutMs, signal, sendBefore: undefined });
const never = new Promise<never>(() => {});
const over = new Error("the call is over");

describe("a deadline", () => {
  test("ends the call when its time is over and the process has read its sockets once more", async () => {
    const deadline = deadlineOf(1_000);
    const { signal } = deadline;
    vi.advanceTimersByTime(1_000);
    expect(signal.aborted).toBe(false);
    await nextTurn(); // a busy process may take seconds for each
    expect(deadline).toMatchObject({ ended: "timeout", remainingMs: 0 });
    expect(signal.aborted).toBe(true);
  });

  test("ends the call outside Node, too", async () => {
    vi.stubGlobal("process", undefined);
    const deadline = deadlineOf(1_000);
    await vi.advanceTimersByTimeAsync(1_001);
    vi.unstubAllGlobals(); // before anything else needs it
    expect(deadline.signal.aborted).toBe(true);
  });

  test("remembers what came first", async () => {
    const controller = new AbortController();
    const timedOut = deadlineOf(1_000, controller.signal);
    const aborted = deadlineOf(1_000, AbortSignal.abort());
    vi.advanceTimersByTime(1_000);
    await nextPoll();
    controller.abort();
    expect([timedOut.ended, aborted.ended]).toEqual(["timeout", "aborted"]);
  });

  test("ends the call when its time is over, although a busy process delays the timer", () => {
    const deadline = deadlineOf(1_000);
    const listener = vi.fn();
    deadline.onEnd(listener);
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1_000);
    expect(deadline).toMatchObject({ ended: "timeout", signal: { aborted: true } });
    expect(listener).toHaveBeenCalledOnce();
    deadline.close();
  });

  test("does not pass on the caller's reason, which might look like any error", () => {
    const deadline = deadlineOf(1_000, AbortSignal.abort(new TypeError("fetch failed")));
    expect(deadline.signal.reason).toMatchObject({ name: "AbortError" });
    deadline.close();
  });
});

describe("a listener of the deadline", () => {
  test("can be removed, also by another listener at the end", async () => {
    const deadline = deadlineOf(1_000);
    const listener = vi.fn();
    deadline.onEnd(listener)();
    deadline.onEnd(() => takeBack());
    const takeBack = deadline.onEnd(listener);
    vi.advanceTimersByTime(1_000);
    await nextPoll();
    expect(listener).not.toHaveBeenCalled();
  });
});

describe("closing the deadline", () => {
  test("leaves no timer and no listener behind, and ignores a later abort", () => {
    const controller = new AbortController();
    const deadline = deadlineOf(1_000, controller.signal);
    const left = () => [vi.getTimerCount(), getEventListeners(controller.signal, "abort").length];
    expect(left()).toEqual([1, 1]);
    deadline.close();
    expect(left()).toEqual([0, 0]);
    controller.abort();
    expect(deadline.ended).toBeUndefined();
  });
});

describe("a race with the deadline", () => {
  test("ends with the call, at once if the call has ended", async () => {
    const deadline = deadlineOf(1_000);
    const race = expect(deadline.race(never)).rejects.toEqual(over);
    vi.advanceTimersByTime(1_000);
    await race;
    await expect(deadline.race(never)).rejects.toEqual(over);
  });

  test("survives a promise that fails afterwards", async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const deadline = deadlineOf(1_000, AbortSignal.abort());
    await expect(deadline.race(promise)).rejects.toEqual(over);
    reject(new Error("too late"));
    deadline.close();
  });
});
