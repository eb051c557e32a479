import type { FinalizationProof, ReportedFinalization } from "../errors/finalization-state.js";
import { REJECTED_AS_DONE } from "../errors/status-catalogue.js";
import { Exact } from "../model/amount.js";
import { isUntouched, proveNothing } from "../model/finalization-figures.js";

/** The merchant's facts about the finalization that was sent again. Amounts are decimal text. */
export interface FirstFinalization {
  readonly amount: string;
  readonly authorizedAmount: string;
  /** Finalized before the first attempt. */
  readonly finalizedBefore: string;
  /** Whether the contract lets this payment method be finalized only once. */
  readonly isOnce: boolean;
}

/** Status keys after which the service's response cannot change. */
const FINAL = ["PAYMENT_COMPLETED", "PAYMENT_ANNULLED"];

/**
 * Judges the first finalization by the balance, because a status key alone may be about another finalization.
 *
 * @param statusKey - of a success or of a rejection; empty if there was neither.
 */
export function provenBy(first: FirstFinalization, reported: ReportedFinalization, statusKey = ""): FinalizationProof {
  const isRejectedAsDone = REJECTED_AS_DONE.includes(statusKey);
  const unknown: FinalizationProof = { state: "unknown", canAskAgain: !FINAL.includes(statusKey) };
  if (statusKey !== "SUCCESS" && statusKey !== "PENDING" && !isRejectedAsDone) return unknown;

  const { amount, finalizedBefore, isOnce } = first;
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = reported;
  const all = new Exact(finalizedBefore).plus(amount);
  if (finalized?.gt(all)) return { state: "conflict" };
  if (proveNothing(reported)) return unknown;

  if (statusKey === "PENDING") {
    const isTwice = new Exact(finalized ?? finalizedBefore).plus(pending ?? amount).gt(all);
    return { state: isTwice ? "conflict" : "pending" };
  }
  const isNonePending = pending === undefined || pending.isZero();
  const isDone = finalized?.eq(all) === true && isNonePending;
  if (statusKey === "SUCCESS") {
    const isBare = finalized === undefined && isNonePending && !isUntouched(reported, first);
    if (isDone || (isBare && isOnce)) return { state: "captured", by: "repeat" };
    if (finalized === undefined) return unknown;
  }
  const isAsBefore = finalized?.eq(finalizedBefore) === true;
  if (isAsBefore && pending?.eq(amount)) return { state: "pending" };
  if (isDone) return { state: "captured", by: "first" };
  // The rest was annulled: the figures, written out, show only what was captured before.
  const isAnnulled = statusKey === "PAYMENT_ANNULLED" && isAsBefore && finalized.gt(0) && pending?.isZero() === true;
  if (isAnnulled) return { state: "not_captured" };
  // Services fill rejections with zeros, which prove nothing.
  const isPositive = [pending, reported.amountRemainingForFinalize].some((figure) => figure?.gt(0));
  const isNil = finalized === undefined || (finalized.isZero() && !isPositive);
  return isRejectedAsDone && isNil ? unknown : { state: "conflict" };
}
