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
});

test("a race with the deadline ends with the call, at once if the call has ended", async () => {
  const deadline = deadlineOf(1_000);
  const race = expect(deadline.race(never)).rejects.toEqual(over);
  vi.advanceTimersByTime(1_000);
  await race;
  await expect(deadline.race(never)).rejects.toEqual(over);
});
