import type { AnyPaymentError } from "../index.js";

/** What every other key meets as well. */
export type OnceStopReason = "merchant" | "not_sent" | "unknown";

const SENTENCES: Readonly<Record<OnceStopReason, string>> = {
  merchant:
    "the service, or something before it, refuses every call: mend the credentials, the account or the base URL",
  not_sent: "no request reaches the service: mend the network or the base URL",
  unknown: "no call gets a response that tells anything: wait until the service is well",
};

/**
 * The line has stopped: one key after the other met the same. What was proven unsent is released, the rest is open;
 * nothing is lost. `cause` is the error that the last of them ended in. `once.resume()` goes on, one key at a time until one
 * passes.
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
