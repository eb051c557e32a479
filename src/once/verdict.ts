/** What an attempt means for its key: the one place where that is decided. */
import type { AnyPaymentError, FinalizationProof, ReportedFinalization } from "../index.js";
import { Exact, sumOf } from "../model/amount.js";
import { provenBy, REJECTED_AS_DONE } from "../operations/balance-proof.js";
import { capturedBy, isFinalizedOnce, isUndisturbed } from "./authorization.js";
import type { OnceRecord, StoredRequest } from "./record.js";
import { factsFor } from "./transition.js";

/** How an attempt ended: what it sent, and what the service said. */
export interface Attempt {
  readonly request: StoredRequest;
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

const unknown: AttemptVerdict = { state: "unknown", canAskAgain: true };

/** Judges by what the other keys have captured now: they may have captured more since this one was sent. */
export function verdictOf(own: OnceRecord, others: readonly OnceRecord[], attempt: Attempt): AttemptVerdict {
  const { proof, status, error, reported } = attempt;
  if (proof !== undefined) return isUndisturbed(own, others) || proof.state === "unknown" ? proof : { state: "conflict" };
  if (error === undefined) return proven(own, others, reported, status);
  const isOpen = !own.mayBeCaptured || own.decidedAt !== undefined;
  if (error.outcome === "not_sent") return isOpen ? { state: "retryable", isByMerchant: false } : unknown;
  if (error.outcome === "succeeded") return proven(own, others, reported, "SUCCESS");
  const statusKey = error.code === "service_error" && error.outcome === "rejected" ? error.statusKey : undefined;
  if (statusKey !== undefined && REJECTED_AS_DONE.includes(statusKey)) {
    // A proxy may have sent the request twice and passed on the second response, of a first attempt too.
    const isCertain = statusKey !== "PAYMENT_ANNULLED" && isCertainlyRejected(own, others, reported);
    return isCertain ? { state: "rejected" } : proven(own, others, reported, statusKey);
  }
  if (isMoreThanThis(own, others, reported)) return { state: "conflict" };
  if (error.outcome !== "rejected") return unknown;
  if (isOpen && error.scope === "merchant") return { state: "retryable", isByMerchant: true };
  return own.mayBeCaptured ? unknown : { state: "rejected" };
}

/** A key that cannot be captured, with a balance that shows that nothing was: too much was asked for, or nothing is left. */
function isCertainlyRejected(own: OnceRecord, others: readonly OnceRecord[], reported: ReportedFinalization): boolean {
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = reported;
  const { finalizedBefore, isFinalizedBeforeCertain } = capturedBy(others);
  if (own.mayBeCaptured || !isFinalizedBeforeCertain) return false;
  if (finalized?.eq(finalizedBefore) !== true || pending?.isZero() !== true) return false;
  const remaining = reported.amountRemainingForFinalize;
  const isPositive = finalized.gt(0) || remaining?.gt(0) === true; // services fill rejections with zeros
  return isPositive && (remaining === undefined || remaining.lt(own.request.totalAmount));
}

/** A response whose own figures show that more was captured: perhaps twice. */
function isMoreThanThis({ request }: OnceRecord, others: readonly OnceRecord[], { totalAmountFinalized }: ReportedFinalization) {
  const { finalizedBefore } = capturedBy(others);
  return totalAmountFinalized?.gt(sumOf([finalizedBefore, request.totalAmount])) === true;
}

function proven(own: OnceRecord, others: readonly OnceRecord[], reported: ReportedFinalization, statusKey = "") {
  const facts = factsFor({ own, others });
  const { finalizedBefore } = capturedBy(others);
  const first = { amount: own.request.totalAmount, finalizedBefore, isOnce: isFinalizedOnce(facts) };
  const proof = provenBy(first, reported, statusKey);
  const isDisturbed = !new Exact(finalizedBefore).eq(own.finalizedBefore);
  return proof.state === "captured" && isDisturbed ? ({ state: "conflict" } as const) : proof;
}
