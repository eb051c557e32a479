import type { AnyPaymentError } from "../index.js";

/** What every other key meets as well. */
export type OnceStopReason = "merchant" | "not_sent" | "unknown";

const SENTENCES: Readonly<Record<OnceStopReason, string>> = {
  merchant:
    "the service, or something in front of it, rejects every call: fix the credentials, the account or the base URL",
  not_sent: "no request reaches the service: fix the network or the base URL",
  unknown: "no call gets a response that tells what happened: wait until the service is well",
};

/**
 * The circuit breaker is open: several keys in a row failed in the same way. What was proven unsent is `retryable`, the
 * rest is `unknown`; nothing is lost. `cause` is the error of the last of them. `once.resume()` goes on, one key at a time
 * until one passes.
 */
export class OnceStoppedError extends Error {
  override readonly name = "OnceStoppedError";
  readonly reason: OnceStopReason;
  declare readonly cause: AnyPaymentError;

  constructor(reason: OnceStopReason, cause: AnyPaymentError) {
    super(`captures have stopped: ${SENTENCES[reason]}, then resume`, { cause });
    this.reason = reason;
  }
}

/** What a person decided does not hold: the message says why, and what to do first. Nothing was changed. */
export class OnceDecisionError extends Error {
  override readonly name = "OnceDecisionError";
}

/** @throws OnceDecisionError when it is not so. */
export function demand(isSo: unknown, otherwise: string): asserts isSo {
  if (!isSo) throw new OnceDecisionError(otherwise);
}
