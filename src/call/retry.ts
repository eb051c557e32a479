import type { AnyPaymentError } from "../errors/to-result.js";
import { causeOf } from "../wire/attached.js";
import type { Deadline } from "../wire/deadline.js";
import { FinalError } from "../wire/library-error.js";
import { CONNECT_TIMEOUT } from "../wire/outcome.js";
import type { CallInFlight } from "./send.js";

const FIRST_RETRY_MS = 250;
const CONNECTING_MS = 12_000; // undici gives up connecting after 10 s, in practice after up to 10.5 s

/**
 * Makes attempts: another one only after one that is proven not to have been sent, or that tells nothing and changes
 * nothing.
 */
export async function repeated<T>(attempt: (number: number) => Promise<T>, call: CallInFlight): Promise<T> {
  const { limits, facts, observer, deadline } = call;
  let lost: AnyPaymentError | undefined; // a later attempt that was not sent does not unsay it
  for (let number = 1; ; number += 1) {
    try {
      return await attempt(number);
    } catch (thrown) {
      const error = thrown as AnyPaymentError; // whatever else it is has no outcome, and is thrown on
      if (error.outcome === "unknown") lost = error;
      const isUnsent = error.code === "connection" && error.safeToRetry;
      const isFinal = number > limits.maxRetries || causeOf(error) instanceof FinalError;
      const isWorthwhile = !isFinal && (isUnsent || (facts.effect === "read" && error === lost));
      const delayMs = isWorthwhile ? delayAfter(error, number, deadline) : undefined;
      if (delayMs !== undefined) {
        observer.retrying(error, delayMs);
        await pause(delayMs, deadline);
        if (deadline.ended !== "timeout") continue;
      }
      throw error.outcome === "not_sent" ? (lost ?? error) : error;
    }
  }
}

/** How long to wait before another attempt; undefined when the call is over, or it could not end in time. */
function delayAfter(error: AnyPaymentError, number: number, deadline: Deadline): number | undefined {
  if (deadline.ended !== undefined) return undefined;
  const longest = FIRST_RETRY_MS * 2 ** (number - 1);
  const delayMs = longest / 2 + (Math.random() * longest) / 2;
  const isSlow = error.code === "connection" && error.cause.code === CONNECT_TIMEOUT;
  return delayMs + (isSlow ? CONNECTING_MS : 0) < deadline.remainingMs ? delayMs : undefined;
}

/** Waits, but no longer than the call may go on. */
function pause(delayMs: number, deadline: Deadline): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    deadline.onEnd(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
