import type { FinalizationProof, ReportedFinalization } from "../errors/authorization-balance.js";
import { mayBeDoneBefore, type StatusMeaning } from "../errors/status-catalogue.js";
import { Exact } from "../model/amount.js";
import { isUntouched, proveNothing } from "./figures.js";

/** The merchant's facts about the finalization that was sent again. Amounts are decimal text. */
export interface FirstFinalization {
  readonly amount: string;
  readonly authorizedAmount: string;
  /** Finalized before the first attempt. */
  readonly finalizedBefore: string;
  /** Whether a second finalization of this authorization cannot be accepted. */
  readonly isOnce: boolean;
  /** Whether the contract rules out a second finalization by the payment method alone. */
  readonly isCard: boolean;
  /** Whether an earlier attempt may have captured the amount. */
  readonly mayBeCaptured: boolean;
}

/**
 * Judges the first finalization by the balance, because a status key alone may be about another finalization.
 *
 * @param meaning - of the status key of a success or of a failure; undefined if there was none that counts.
 */
export function provenBy(
  first: FirstFinalization,
  reported: ReportedFinalization,
  meaning: StatusMeaning | undefined,
): FinalizationProof {
  const proof = judged(first, reported, meaning);
  if (proof.state !== "unknown" && proof.state !== "pending") return proof;
  const isFinal = meaning === "already_finalized" || meaning === "released"; // the next response would be the same
  // The service says that it would accept another finalization.
  const isOpen = !first.isCard && reported.canFinalizeAgain === true;
  return isFinal || isOpen ? { ...proof, canAskAgain: false } : proof;
}

const PENDING: FinalizationProof = { state: "pending", canAskAgain: true };

function judged(
  first: FirstFinalization,
  reported: ReportedFinalization,
  meaning: StatusMeaning | undefined,
): FinalizationProof {
  const isRejectedAsDone = mayBeDoneBefore(meaning);
  const unknown: FinalizationProof = { state: "unknown", canAskAgain: true };
  if (meaning !== "success" && meaning !== "pending" && !isRejectedAsDone) return unknown;

  const { amount, finalizedBefore, isOnce, mayBeCaptured } = first;
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = reported;
  const all = new Exact(finalizedBefore).plus(amount);
  if (finalized?.gt(all)) return { state: "conflict" };
  if (proveNothing(reported)) return unknown;

  if (meaning === "pending") {
    const isPerhapsDone = finalized?.eq(all) === true && !pending?.gte(amount);
    if (isPerhapsDone) return unknown;
    const isTwice = new Exact(finalized ?? finalizedBefore).plus(pending ?? amount).gt(all);
    return isTwice ? { state: "conflict" } : PENDING;
  }
  const isNonePending = pending === undefined || pending.isZero();
  const isDone = finalized?.eq(all) === true && isNonePending;
  if (meaning === "success") {
    const isBare = finalized === undefined && isNonePending && !isUntouched(reported, first);
    if (isDone || (isBare && isOnce)) return { state: "captured", by: "repeat" };
    if (finalized === undefined) return unknown;
  }
  const isAsBefore = finalized?.eq(finalizedBefore) === true;
  if (isAsBefore && pending?.eq(amount)) return PENDING;
  // An annulled authorization may show as finalized what was released: only the key of a capture proves one.
  if (isDone && meaning === "already_finalized") return mayBeCaptured ? { state: "captured", by: "first" } : unknown;
  if (isDone) return { state: "unknown", canAskAgain: false };
  if (meaning === "released" && isAsBefore && finalized.isZero() && isNonePending) return unknown;
  // The rest was annulled: the figures, written out, show only what was captured before.
  const isAnnulled = meaning === "released" && isAsBefore && finalized.gt(0) && pending?.isZero() === true;
  if (isAnnulled) return { state: "not_captured" };
  // Services fill rejections with zeros, which prove nothing.
  const isPositive = [pending, reported.amountRemainingForFinalize].some((figure) => figure?.gt(0));
  const isNil = finalized === undefined || (finalized.isZero() && !isPositive);
  return isRejectedAsDone && isNil ? unknown : { state: "conflict" };
}
