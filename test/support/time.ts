import type { PaymentEvent } from "merchant-payments";
import { vi } from "vitest";

/** Until the test ends, time passes only as the test says, however busy the machine is. Sockets keep working. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
}

/**
 * Lets this time pass, after everything in flight over loopback has arrived. No time passes if the test has ended
 * meanwhile.
 */
export async function passTime(ms: number): Promise<void> {
  const clock = setTimeout; // each test that stops time has its own
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  if (vi.isFakeTimers() && setTimeout === clock) vi.advanceTimersByTime(ms);
}

/** For the `onEvent` of a client while time is stopped: the pause before another attempt is over at once. */
export async function skipPause({ type }: PaymentEvent): Promise<void> {
  if (type === "retry") await passTime(500);
}
