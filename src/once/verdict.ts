/** What an attempt means for its key: the one place where that is decided. */
import type { AnyPaymentError, FinalizationProof, ReportedFinalization } from "../index.js";
import { sumOf } from "../model/amount.js";
import { isFinalizedOnce } from "../model/payment-method.js";
import { provenBy } from "../operations/balance-proof.js";
import { capturedBy, isUndisturbed } from "./authorization.js";
import type { OnceRecord } from "./record.js";
import { factsFor } from "./transition.js";

/** How an attempt ended: what it sent, and what the service said. */
export interface Attempt {
  /** The record as it was reserved. */
  readonly sent: OnceRecord;
  /** Of an attempt that asked what became of an earlier one: what that proves. */
  readonly proof?: FinalizationProof | undefined;
  /** Of a result: whether the service has completed it. */
  readonly status?: "SUCCESS" | "PENDING" | undefined;
  readonly error?: AnyPaymentError | undefined;
  readonly reported: ReportedFinalization;
}

/** What became of a key, as far as an attempt tells. */
export type AttemptVerdict =
  | FinalizationProof
  | { readonly state: "rejected" }
  /** Proven not captured. `isByMerchant`: rejected for the merchant's sake. */
  | { readonly state: "retryable"; readonly isByMerchant: boolean };

type Others = readonly OnceRecord[];

const unknown: AttemptVerdict = { state: "unknown", canAskAgain: true };

/** Judges by what the other keys have captured now: they may have captured more since this one was sent. */
export function verdictOf(attempt: Attempt, others: Others): AttemptVerdict {
  const { sent, proof, status, error, reported } = attempt;
  if (proof !== undefined) return proof.state === "unknown" ? proof : undisturbed(proof, sent, others);
  if (error === undefined) return proven(sent, others, reported, status);
  const isOpen = !sent.mayBeCaptured || sent.decidedAt !== undefined;
  if (error.outcome === "not_sent") return isOpen ? { state: "retryable", isByMerchant: false } : unknown;
  if (error.outcome === "succeeded") return proven(sent, others, reported, "SUCCESS");
  if (error.code === "service_error" && error.outcome === "rejected" && error.mayBeDone) {
    const { statusKey } = error;
    // A proxy may have sent the request twice and passed on the second response, of a first attempt too.
    const isCertain = statusKey !== "PAYMENT_ANNULLED" && isCertainlyRejected(sent, others, reported);
    return isCertain ? { state: "rejected" } : proven(sent, others, reported, statusKey);
  }
  if (isMoreThanThis(sent, others, reported)) return { state: "conflict" };
  if (error.outcome !== "rejected") return unknown;
  if (isOpen && error.scope === "merchant") return { state: "retryable", isByMerchant: true };
  return sent.mayBeCaptured ? unknown : { state: "rejected" };
}

/** A key that cannot be captured, with a balance that shows that nothing was: too much was asked for, or nothing is left. */
function isCertainlyRejected(sent: OnceRecord, others: Others, reported: ReportedFinalization): boolean {
  const { finalizedBefore, isFinalizedBeforeCertain } = capturedBy(others);
  if (sent.mayBeCaptured || !isFinalizedBeforeCertain) return false;
  const {
    totalAmountFinalized: finalized,
    totalAmountPendingFinalization: pending,
    amountRemainingForFinalize: remaining,
  } = reported;
  if (finalized?.eq(finalizedBefore) !== true || pending?.isZero() !== true) return false;
  if (reported.unreadable !== undefined || remaining?.lt(0)) return false;
  const isPositive = finalized.gt(0) || remaining?.gt(0) === true; // services fill rejections with zeros
  return isPositive && (remaining === undefined || remaining.lt(sent.request.totalAmount));
}

/** A response whose own figures show that more was captured: perhaps twice. */
export function isMoreThanThis(
  { request }: OnceRecord,
  others: Others,
  { totalAmountFinalized }: ReportedFinalization,
) {
  const { finalizedBefore } = capturedBy(others);
  return totalAmountFinalized?.gt(sumOf([finalizedBefore, request.totalAmount])) === true;
}

function proven(sent: OnceRecord, others: Others, reported: ReportedFinalization, statusKey = ""): FinalizationProof {
  const { paymentMethod, authorizedAmount } = factsFor({ own: sent, others });
  const { finalizedBefore } = capturedBy(others);
  const isOnce = isFinalizedOnce(paymentMethod);
  const first = { amount: sent.request.totalAmount, authorizedAmount, finalizedBefore, isOnce };
  const proof = provenBy(first, reported, statusKey);
  return proof.state === "captured" ? undisturbed(proof, sent, others) : proof;
}

/** A conflict where other keys have captured since: the balance may be theirs. */
const undisturbed = (proof: FinalizationProof, sent: OnceRecord, others: Others): FinalizationProof =>
  isUndisturbed(sent, others) ? proof : { state: "conflict" };
