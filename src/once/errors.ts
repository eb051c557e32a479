import { type PaymentError, PaymentValidationError, type ValidationCode } from "../index.js";
import type { OnceState, StoredFinalization } from "./entry.js";
import { type OnceStopReason, stopReasons } from "./stop-reasons.js";

/**
 * The circuit breaker is open, because several keys failed in the same way, and none passed between them. Nothing is
 * lost: a key that was certainly not captured is `retryable`; the sweep or a person resolves any other. `cause` is the
 * error of the last key. After `once.resume()`, keys are sent one at a time until the service processes one. If `retryAt`
 * is there, nobody has to call it: one key is tried from then on, and captures go on when one passes.
 */
export class OnceStoppedError extends Error {
  override readonly name = "OnceStoppedError";
  /** How the keys failed. */
  readonly reason: OnceStopReason;
  /** The status keys that the client does not know, in upper case; empty unless `reason` is `status_keys`. */
  readonly statusKeys: readonly string[];
  /** From when on one key is tried again; undefined if captures wait for `once.resume()`. */
  readonly retryAt: Date | undefined;
  /** The store's option `merchant`. */
  readonly merchant: string | undefined;
  declare readonly cause: PaymentError;

  /** @internal */
  constructor(
    reason: OnceStopReason,
    cause: PaymentError,
    statusKeys: readonly string[] = [],
    retryAt?: Date,
    merchant?: string,
  ) {
    const named = statusKeys.length === 0 ? "" : ` (${statusKeys.join(", ")})`;
    const next =
      retryAt === undefined
        ? ", then call once.resume()"
        : `. One key is tried again from ${retryAt.toISOString()} on, and captures go on when one passes`;
    const { what, fix } = stopReasons[reason];
    super(`captures${ofMerchant(merchant)} have stopped: ${what}. ${fix}${named}${next}`, { cause });
    this.reason = reason;
    this.statusKeys = statusKeys;
    this.retryAt = retryAt;
    this.merchant = merchant || undefined;
  }
}

/** A person's decision is invalid, and nothing was changed. The message says why, and what to do first. */
export class OnceDecisionError extends Error {
  override readonly name = "OnceDecisionError";
  /** The store's option `merchant`; absent if the store names none. */
  declare readonly merchant?: string;

  /** @internal */
  constructor(message: string, { merchant, ...more }: ErrorOptions & { readonly merchant?: string | undefined } = {}) {
    super(merchant ? `${message} (merchant ${merchant})` : message, more);
    if (merchant) this.merchant = merchant;
  }
}

/** What was known about a key when the store failed. */
export type Unstored = Pick<OnceStoreError, "key" | "finalization"> &
  Partial<Pick<OnceStoreError, "merchant" | "state">>;

/**
 * The store kept failing. Without a `state`, this call sent nothing, and a decision may or may not be stored. With a
 * `state`, the outcome is known but not stored: log it. The sweep finds out later. If it cannot and `state` is `captured`,
 * decide `captured` with these identifiers. `cause` is the error of the store.
 */
export class OnceStoreError extends Error {
  override readonly name = "OnceStoreError";
  /** Undefined if the store could not read its keys. */
  readonly key: string | undefined;
  /** The store's option `merchant`. */
  readonly merchant: string | undefined;
  /** The outcome of the call; undefined if nothing was sent. */
  readonly state: OnceState | undefined;
  /** The capture's own identifiers. */
  readonly finalization: Pick<StoredFinalization, "transactionId" | "batchId" | "acquirerId">;

  /** @internal */
  constructor({ key, merchant, state, finalization }: Unstored, cause: unknown) {
    const isNewer = cause instanceof NewerFormatError;
    const unsent = isNewer
      ? "was written by a newer version of merchant-payments: update this program. This call sent nothing"
      : "could not be stored: this call sent nothing. Fix the store, then call again";
    const fix = isNewer ? "update this program to the newer version of merchant-payments" : "fix the store";
    const sent = `is ${state}, and that could not be stored: log key, state and finalization of this error, and ${fix}. The sweep then finds out, or asks a person, who needs what you logged`;
    const whose = ofMerchant(merchant);
    const unread = `the store${whose} could not read its keys. Fix the store, then call again`;
    super(key === undefined ? unread : `${key}${whose} ${state === undefined ? unsent : sent}`, { cause });
    this.key = key;
    this.merchant = merchant || undefined;
    this.state = state;
    this.finalization = finalization;
  }
}

/** A newer version of the library wrote a document, whose rules this version does not know. */
export class NewerFormatError extends Error {}

/** For a message, after the name of a key or of the store. */
export const ofMerchant = (merchant: string | undefined) => (merchant ? ` of merchant ${merchant}` : "");

/** @throws OnceDecisionError with the message `otherwise` unless `isSo`. */
export function demand(isSo: unknown, otherwise: string): asserts isSo {
  if (!isSo) throw new OnceDecisionError(otherwise);
}

export function invalid(path: string, code: ValidationCode, rule: string): PaymentValidationError {
  return invalidIn([[path, code, rule]]);
}

export function invalidIn(
  faults: readonly (readonly [path: string, code: ValidationCode, rule: string])[],
): PaymentValidationError {
  const issues = faults.map(([path, code, rule]) => ({ path, code, message: `${path} ${rule}` }));
  return new PaymentValidationError({ operation: "finalize", identifiers: {} }, issues);
}
