import { onTestFinished, vi } from "vitest";

/** Until the test ends, no time passes but what it says, however busy the machine. Sockets go on. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Until the test ends, whoever waits for a time has it come at once: leases run out, deadlines pass. */
export function skipWaits(): void {
  vi.useFakeTimers().setTimerTickMode("nextTimerAsync");
  onTestFinished(() => void vi.useRealTimers());
}

/** So much time passes, after what is on its way over loopback has arrived; none where the test has ended meanwhile. */
export async function passTime(ms: number): Promise<void> {
  const clock = setTimeout; // each test that stops time has its own
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  if (vi.isFakeTimers() && setTimeout === clock) vi.advanceTimersByTime(ms);
}
