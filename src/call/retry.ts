import type { AnyPaymentError } from "../errors/to-result.js";
import { causeOf } from "../wire/attached.js";
import type { Deadline } from "../wire/deadline.js";
import { FinalError } from "../wire/library-error.js";
import { CONNECT_TIMEOUT } from "../wire/outcome.js";
import type { CallInFlight } from "./send.js";

const FIRST_RETRY_MS = 250;
const CONNECTING_MS = 12_000; // undici's connect timeout is 10 s, in practice up to 10.5 s

/** Makes attempts. Another one follows only if the last was proven not sent, or was a read with outcome `unknown`. */
export async function repeated<T>(attempt: (number: number) => Promise<T>, call: CallInFlight): Promise<T> {
  const { limits, facts, observer, deadline } = call;
  let lost: AnyPaymentError | undefined; // its outcome stays `unknown`, even if a later attempt is not sent
  for (let number = 1; ; number += 1) {
    try {
      return await attempt(number);
    } catch (thrown) {
      const error = thrown as AnyPaymentError; // anything else has no outcome and is rethrown
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

/** Returns the wait before another attempt; undefined if the call is over or too little time is left. */
function delayAfter(error: AnyPaymentError, number: number, deadline: Deadline): number | undefined {
  if (deadline.ended !== undefined) return undefined;
  const longest = FIRST_RETRY_MS * 2 ** (number - 1);
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
