/** Time that passes only when the simulation says so. */
interface Timer {
  readonly due: number;
  readonly ring: () => void;
}

let now = 0;
let timers = new Set<Timer>();
let onShortTimer: (due: number) => void = () => undefined;

/** Replaces what the library knows of time. Timers shorter than a second, which are its pauses, tell the listener. */
export function installClock(): void {
  const setTimer = (ring: () => void, ms = 0) => {
    const timer = { due: now + ms, ring };
    timers.add(timer);
    if (ms < 1_000) onShortTimer(timer.due);
    return timer;
  };
  const performanceNow = () => now;
  Object.assign(globalThis, { setTimeout: setTimer, clearTimeout: (timer: Timer) => timers.delete(timer) });
  Object.defineProperty(performance, "now", { value: performanceNow });
  Date.now = performanceNow;
  Math.random = () => 0.5; // how long a pause is
}

export function startClock(listener: (due: number) => void): void {
  now = 0;
  timers = new Set();
  onShortTimer = listener;
}

/** Rings what is due by then, in order. */
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
