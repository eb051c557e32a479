import type { FinalizationProof, ReportedFinalization } from "../errors/finalization-state.js";
import { REJECTED_AS_DONE } from "../errors/status-catalogue.js";
import { Exact } from "../model/amount.js";

/** The finalization that was sent again, by the merchant's facts. */
export interface FirstFinalization {
  /** Decimal text. */
  readonly amount: string;
  /** Finalized before the first attempt, as decimal text. */
  readonly finalizedBefore: string;
  /** Whether the contract lets this payment method be finalized only once. */
  readonly isOnce: boolean;
}

/**
 * Judges by the balance: a status key alone may be about somebody else's finalization.
 *
 * @param statusKey - of a success or of a rejection; empty where the service said neither.
 */
export function provenBy(first: FirstFinalization, reported: ReportedFinalization, statusKey = ""): FinalizationProof {
  const { amount, finalizedBefore, isOnce } = first;
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = reported;
  const all = new Exact(finalizedBefore).plus(amount);
  const isNonePending = pending === undefined || pending.isZero();
  const isDone = finalized?.eq(all) === true && isNonePending;
  const isAsBefore = finalized?.eq(finalizedBefore) === true;
  const isPending = isAsBefore && pending?.eq(amount) === true;

  if (statusKey === "PENDING") {
    const isTwice = new Exact(finalized ?? finalizedBefore).plus(pending ?? amount).gt(all);
    return { state: isTwice ? "conflict" : "pending" };
  }
  if (statusKey === "SUCCESS") {
    const isBare = finalized === undefined && isNonePending;
    if (isDone || (isBare && isOnce)) return { state: "captured", by: "repeat" };
    if (finalized === undefined) return { state: "unknown", canAskAgain: true };
    return { state: isPending ? "pending" : "conflict" };
  }
  if (!REJECTED_AS_DONE.includes(statusKey)) return { state: "unknown", canAskAgain: true };
  if (isPending) return { state: "pending" };
  if (isDone) return { state: "captured", by: "first" };
  // A part may have been captured and the rest annulled: what was there before, written out, is still there alone.
  const isReleased = statusKey === "PAYMENT_ANNULLED" && isAsBefore && finalized.gt(0) && pending?.isZero() === true;
  if (isReleased) return { state: "not_captured" };
  // Services fill rejections with zeros, which say nothing.
  const isPositive = [pending, reported.amountRemainingForFinalize].some((figure) => figure?.gt(0));
  const isNil = finalized === undefined || (finalized.isZero() && !isPositive);
  return isNil ? { state: "unknown", canAskAgain: statusKey === "FINALIZE_AMT_EXCEEDED" } : { state: "conflict" };
}
