import type { PaymentError } from "../errors/kinds.js";
import { isFinal } from "../wire/attached.js";
import type { Deadline } from "../wire/deadline.js";
import { CONNECT_TIMEOUT } from "../wire/outcome.js";
import type { CallInFlight } from "./send.js";

const FIRST_RETRY_MS = 250;
const CONNECTING_MS = 12_000; // undici's connect timeout is 10 s, in practice up to 10.5 s

/**
 * Waits before another attempt and returns true; returns false if there is none. Another attempt follows only one that
 * was proven not sent, or a read with outcome `unknown`.
 */
export async function waitForRetry(error: PaymentError, attempt: number, call: CallInFlight): Promise<boolean> {
  const { limits, facts, observer, deadline } = call;
  const isLostRead = facts.effect === "read" && error.outcome === "unknown";
  const isLast = attempt > limits.maxRetries || isFinal(error);
  const delayMs = (error.safeToRetry || isLostRead) && !isLast ? delayAfter(error, attempt, deadline) : undefined;
  if (delayMs === undefined) return false;
  observer.retrying(error, delayMs);
  await pause(delayMs, deadline);
  return deadline.ended !== "timeout";
}

/** Returns the wait before another attempt; undefined if the call is over or too little time is left. */
function delayAfter(error: PaymentError, attempt: number, deadline: Deadline): number | undefined {
  if (deadline.ended !== undefined) return undefined;
  const longest = FIRST_RETRY_MS * 2 ** (attempt - 1);
  const delayMs = longest / 2 + (Math.random() * longest) / 2;
  const isSlow = error.code === "connection" && error.cause.code === CONNECT_TIMEOUT;
  return delayMs + (isSlow ? CONNECTING_MS : 0) < deadline.remainingMs ? delayMs : undefined;
}

/** Waits, at most until the call ends. */
function pause(delayMs: number, deadline: Deadline): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    deadline.onEnd(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
