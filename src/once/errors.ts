import { type AnyPaymentError, PaymentValidationError, type ValidationCode } from "../index.js";
import type { OnceState, StoredFinalization } from "./record.js";

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
    super(`captures have stopped: ${SENTENCES[reason]}, then call once.resume()`, { cause });
    this.reason = reason;
  }
}

/** What a person decided does not hold: the message says why, and what to do first. Nothing was changed. */
export class OnceDecisionError extends Error {
  override readonly name = "OnceDecisionError";
}

/** What a worker knew of a key when the store failed. */
export interface OnceUnstored {
  readonly key: string;
  /** What became of the key; absent where nothing had been sent. */
  readonly state?: OnceState | undefined;
  /** The capture's own identifiers. */
  readonly finalization: Pick<StoredFinalization, "transactionId" | "batchId" | "acquirerId">;
}

/**
 * The store stayed away. Without a `state` nothing was sent, or a decision may not be stored. With a `state` the outcome
 * is known and not stored: keep it. The sweep finds out later; if it cannot, decide `captured` with these identifiers.
 * `cause` is what the store threw.
 */
export class OnceStoreError extends Error implements OnceUnstored {
  override readonly name = "OnceStoreError";
  readonly key: string;
  readonly state: OnceState | undefined;
  readonly finalization: OnceUnstored["finalization"];

  constructor({ key, state, finalization }: OnceUnstored, cause: unknown) {
    const known =
      state === undefined
        ? "nothing was sent. Fix the store, then call again"
        : `it is ${state}; keep this error's finalization. Fix the store; the sweep then goes on`;
    super(`${key} could not be stored: ${known}`, { cause });
    this.key = key;
    this.state = state;
    this.finalization = finalization;
  }
}

/** @throws OnceDecisionError when it is not so. */
export function demand(isSo: unknown, otherwise: string): asserts isSo {
  if (!isSo) throw new OnceDecisionError(otherwise);
}

export function invalid(path: string, code: ValidationCode, rule: string): PaymentValidationError {
  const issues = [{ path, code, message: `${path} ${rule}` }];
  return new PaymentValidationError({ operation: "finalize", identifiers: {} }, issues);
}
