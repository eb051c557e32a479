/** What an attempt means for its key: the one place where that is decided. */
import type { AnyPaymentError, FinalizationProof, FinalizeResult, ReportedFinalization, Result } from "../index.js";
import { sumOf } from "../model/amount.js";
import { isFinalizedOnce } from "../model/payment-method.js";
import { provenBy } from "../operations/balance-proof.js";
import type { OnceRecord } from "./record.js";

/** What became of a key, as far as an attempt tells. */
export type AttemptVerdict =
  | FinalizationProof
  | { readonly state: "rejected" }
  /** Proven not captured. `isBoundToRequest`: rejected for the merchant's sake or the moment's, so for the same request only. */
  | { readonly state: "retryable"; readonly isBoundToRequest: boolean };

type Attempt = Pick<OnceRecord, "request" | "finalizedBefore" | "mayBeCaptured">;

/** After `finalize`; what `resolveFinalization` proves is a verdict as it is. */
export function verdictOf(attempt: Attempt, call: Result<FinalizeResult>): AttemptVerdict {
  if (call.ok) return proven(attempt, call.value.pending ? "PENDING" : "SUCCESS", call.value);
  const { error } = call;
  if (error.outcome === "not_sent")
    return attempt.mayBeCaptured ? unknown : { state: "retryable", isBoundToRequest: false };
  if (error.outcome === "succeeded") return proven(attempt, "SUCCESS", reportedBy(error));
  if (error.outcome === "rejected") return rejected(attempt, error);
  return isMoreThanThis(attempt, error) ? { state: "conflict" } : unknown;
}

const unknown: AttemptVerdict = { state: "unknown", canAskAgain: true };

function rejected(attempt: Attempt, error: AnyPaymentError): AttemptVerdict {
  if (error.code === "service_error" && error.mayBeDone) {
    const { statusKey = "" } = error;
    const finalization = reportedBy(error);
    const isTooMuch = statusKey === "FINALIZE_AMT_EXCEEDED" && isMistaken(attempt, finalization);
    // A proxy may have sent the request twice and passed on the second response, of a first attempt too.
    return isTooMuch ? { state: "rejected" } : proven(attempt, statusKey, finalization);
  }
  if (attempt.mayBeCaptured) return unknown;
  return error.scope === "merchant" ? { state: "retryable", isBoundToRequest: true } : { state: "rejected" };
}

/** A mistake in the amount of a clean key: nothing was taken, and something is left, but less than was asked for. */
function isMistaken({ request, finalizedBefore, mayBeCaptured }: Attempt, told: ReportedFinalization): boolean {
  const { amountRemainingForFinalize: left, totalAmountFinalized, totalAmountPendingFinalization } = told;
  const isAsBefore = totalAmountFinalized?.eq(finalizedBefore) === true;
  const isNonePending = totalAmountPendingFinalization?.isZero() === true;
  return !mayBeCaptured && isAsBefore && isNonePending && left?.gt(0) === true && left.lt(request.totalAmount);
}

/** A success that its own figures deny, since they say that more was captured: perhaps twice. */
function isMoreThanThis({ request, finalizedBefore }: Attempt, error: AnyPaymentError): boolean {
  const told = error.code === "unexpected_response" ? reportedBy(error) : {};
  return told.totalAmountFinalized?.gt(sumOf([finalizedBefore, request.totalAmount])) === true;
}

function proven(
  { request, finalizedBefore }: Attempt,
  statusKey: string,
  finalization: ReportedFinalization,
): AttemptVerdict {
  const { paymentMethod, totalAmount: amount, authorizedAmount } = request;
  const isOnce = isFinalizedOnce(paymentMethod);
  return provenBy({ amount, authorizedAmount, finalizedBefore, isOnce }, finalization, statusKey);
}

export function reportedBy(error: AnyPaymentError): ReportedFinalization {
  return ("finalization" in error ? error.finalization : undefined) ?? {};
}
