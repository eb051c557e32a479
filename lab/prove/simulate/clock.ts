/** Time that passes only when the simulation says so. Each process reads its own clocks, which may be wrong. */
import { activity } from "./activity.ts";

interface Timer {
  readonly due: number;
  readonly ring: () => void;
}

const BEGINNING = 1_000_000;

let now = BEGINNING;
let timers = new Set<Timer>();

/** Replaces the timers and clocks that the library uses. */
export function installClock(): void {
  const setTimer = (ring: () => void, ms = 0) => {
    const timer = { due: now + ms, ring };
    timers.add(timer);
    return timer;
  };
  const monotonic = () => now + (activity.getStore()?.process.clocks.monotonic ?? 0);
  Object.assign(globalThis, { setTimeout: setTimer, clearTimeout: (timer: Timer) => timers.delete(timer) });
  Object.defineProperty(performance, "now", { value: monotonic });
  Date.now = () => now + (activity.getStore()?.process.clocks.wall ?? 0);
  Math.random = () => 0.5; // the length of a pause before a retry
}

export function startClock(): void {
  now = BEGINNING;
  timers = new Set();
}

/** Once nothing else can happen, time passes until the next timer. */
export function passWhenIdle(): void {
  const next = Math.min(...[...timers].map(({ due }) => due));
  if (next !== Number.POSITIVE_INFINITY) setImmediate(() => passUntil(next));
}

/** Rings the timers that are due by then, in order. */
export function passUntil(moment: number): void {
  const due = [...timers].filter((timer) => timer.due <= moment).sort((a, b) => a.due - b.due);
  for (const timer of due) {
    if (!timers.delete(timer)) continue;
    now = Math.max(now, timer.due);
    timer.ring();
  }
  now = Math.max(now, moment);
}

export const timeNow = () => now;
