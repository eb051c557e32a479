import { vi } from "vitest";

/** Lets no time pass but what a test says: no deadline ends by itself, however busy the machine. Sockets go on. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
}

/** So much time passes, after what is on its way over loopback has arrived. */
export async function passTime(ms: number): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(ms);
}
