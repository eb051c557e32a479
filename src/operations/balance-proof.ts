import type { PartialFinalization } from "../errors/payment-service-error.js";
import { Exact } from "../model/amount.js";

/** The finalization that was sent again, as far as the merchant's facts say it. */
export interface Resolved {
  /** Decimal text. */
  readonly amount: string;
  /** Finalized before the first attempt, as decimal text. */
  readonly before: string;
  /** Whether the contract lets this payment method be finalized only once. */
  readonly isOnce: boolean;
}

/** What a second answer proves about the first one. */
export type FinalizationProof =
  | { readonly state: "captured"; readonly by: "first" | "repeat" }
  | { readonly state: "pending" }
  | { readonly state: "not_captured" }
  | { readonly state: "unknown"; readonly sendAgain: boolean }
  | { readonly state: "conflict" };

/** Refusals that a finalization meets which was made before. */
export const REFUSED_AS_DONE = ["PAYMENT_COMPLETED", "FINALIZE_AMT_EXCEEDED", "PAYMENT_ANNULLED"];

/**
 * Goes by the balance: a key alone may be about somebody else's finalization.
 *
 * @param statusKey of a success or of a refusal; undefined where the service said neither.
 */
export function provenBy(first: Resolved, told: PartialFinalization, statusKey = ""): FinalizationProof {
  const { amount, before, isOnce } = first;
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = told;
  const all = new Exact(before).plus(amount);
  const isNonePending = pending === undefined || pending.isZero();
  const isDone = finalized?.eq(all) === true && isNonePending;
  const isAsBefore = finalized?.eq(before) === true;
  const isUnderWay = isAsBefore && pending?.eq(amount) === true;

  if (statusKey === "PENDING") {
    const isTwice = new Exact(finalized ?? before).plus(pending ?? amount).gt(all);
    return { state: isTwice ? "conflict" : "pending" };
  }
  if (statusKey === "SUCCESS") {
    const isBare = finalized === undefined && isNonePending;
    if (isDone || (isBare && isOnce)) return { state: "captured", by: "repeat" };
    if (finalized === undefined) return { state: "unknown", sendAgain: true };
    return { state: isUnderWay ? "pending" : "conflict" };
  }
  if (!REFUSED_AS_DONE.includes(statusKey)) return { state: "unknown", sendAgain: true };
  if (isUnderWay) return { state: "pending" };
  if (isDone) return { state: "captured", by: "first" };
  // A part may have been captured and the rest annulled: what was there before, written out, is still there alone.
  const isReleased = statusKey === "PAYMENT_ANNULLED" && isAsBefore && finalized.gt(0) && pending?.isZero() === true;
  if (isReleased) return { state: "not_captured" };
  // Services fill refusals with zeros, which say nothing.
  const isPositive = [pending, told.amountRemainingForFinalize].some((figure) => figure?.gt(0));
  const isNil = finalized === undefined || (finalized.isZero() && !isPositive);
  return isNil ? { state: "unknown", sendAgain: statusKey === "FINALIZE_AMT_EXCEEDED" } : { state: "conflict" };
}
