import { PaymentValidationError, type ValidationIssue } from "../index.js";
import type { OnceState } from "./entry.js";

/** A person's decision is refused, and nothing was changed. The message says why, and what to do first. */
export class OnceDecisionError extends Error {
  override readonly name = "OnceDecisionError";
}

/** What was known about a key when the store failed. */
export type Unstored = Partial<Pick<OnceStoreError, "key" | "merchant" | "state" | "finalization">>;

/**
 * The store kept failing. Without a `state`, this call sent nothing: deliver the job again. With a `state`, the outcome is
 * known but not stored: log this error. The sweep finds out later, or a person decides with these identifiers.
 */
export class OnceStoreError extends Error {
  override readonly name = "OnceStoreError";
  /** Undefined if the store could not read its keys. */
  readonly key: string | undefined;
  readonly merchant: string | undefined;
  /** The outcome of the call; undefined if nothing was sent. */
  readonly state: OnceState | undefined;
  /** The capture's own identifiers. */
  readonly finalization: Readonly<Partial<Record<"transactionId" | "batchId" | "acquirerId", string | undefined>>>;
  /** Whether a repetition fails as well, until somebody mends the store or the program. */
  readonly isPermanent: boolean;

  /** @internal */
  constructor({ key, merchant, state, finalization = {} }: Unstored, cause: unknown) {
    const { isPermanent, message } = Object(cause) as { readonly isPermanent?: unknown; readonly message?: unknown };
    const fix = isPermanent === true ? String(message) : "fix the store";
    const more = isPermanent === true ? `: ${message}` : "";
    const whose = ofMerchant(merchant);
    const unread = `the store${whose} could not be read or written, and nothing was sent: ${fix}. Then call again`;
    const unsent = `${key}${whose} could not be stored, and this call sent nothing: ${fix}. Then deliver the job again`;
    const lost = `${key}${whose} is ${state}, and that could not be stored. (1) Log key, state and finalization of this error. (2) Fix the store${more}. (3) The sweep then finds out what became of it, or asks a person, who needs what you logged.`;
    super(key === undefined ? unread : state === undefined ? unsent : lost, { cause });
    const { transactionId, batchId, acquirerId } = finalization;
    this.key = key;
    this.merchant = merchant || undefined;
    this.state = state;
    this.finalization = { transactionId, batchId, acquirerId };
    this.isPermanent = isPermanent === true;
  }
}

export const ofMerchant = (merchant: string | undefined) => (merchant ? ` of merchant ${merchant}` : "");

/** @throws OnceDecisionError with the message `otherwise` unless `isSo`. */
export function demand(isSo: unknown, otherwise: string): asserts isSo {
  if (!isSo) throw new OnceDecisionError(otherwise);
}

export const invalidBy = (issues: readonly ValidationIssue[]) =>
  new PaymentValidationError({ operation: "finalize", identifiers: {} }, issues);

export const invalid = (path: string, code: ValidationIssue["code"], rule: string) =>
  invalidBy([{ path, code, message: `${path} ${rule}` }]);
