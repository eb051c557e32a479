import { PaymentConnectionError } from "../errors/payment-connection-error.js";
import type { Deadline } from "./deadline.js";
import { CONNECT_TIMEOUT } from "./outcome.js";

const FIRST_RETRY_MS = 250;
const CONNECTING_MS = 12_000; // undici gives up connecting after 10 s, in practice after up to 10.5 s

/** How long to wait before another attempt; undefined when there must be none, or when it could not end in time. */
export function retryDelay(
  error: unknown,
  attempt: number,
  maxRetries: number,
  deadline: Deadline,
): number | undefined {
  if (!(error instanceof PaymentConnectionError) || error.outcome !== "not_sent" || attempt > maxRetries) {
    return undefined;
  }
  const longest = FIRST_RETRY_MS * 2 ** (attempt - 1);
  const delayMs = longest / 2 + (Math.random() * longest) / 2;
  const neededMs = delayMs + (error.cause.code === CONNECT_TIMEOUT ? CONNECTING_MS : 0);
  return neededMs < deadline.remainingMs ? delayMs : undefined;
}

/** Waits, but no longer than the call may go on. */
export function pause(delayMs: number, deadline: Deadline): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    deadline.onEnd(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
