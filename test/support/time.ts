import { onTestFinished, vi } from "vitest";

/** Until the test ends, no time passes but what it says, however busy the machine. Sockets go on. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** So much time passes, after what is on its way over loopback has arrived. */
export async function passTime(ms: number): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(ms);
}
