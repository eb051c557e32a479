/** What an attempt means for its key: the one place where that is decided. */
import type { AnyPaymentError, FinalizeResult, PartialFinalization, Settled } from "../index.js";
import { sumOf } from "../model/amount.js";
import { isCredit } from "../model/payment-method.js";
import { type FinalizationProof, provenBy, REFUSED_AS_DONE } from "../operations/balance-proof.js";
import type { OnceRecord } from "./record.js";

/** What became of a key, as far as an attempt tells. */
export type Verdict =
  | FinalizationProof
  | { readonly state: "refused" }
  /** Proven not captured. `isBound`: refused for the merchant's sake or the moment's, so for the same request only. */
  | { readonly state: "released"; readonly isBound: boolean };

type Attempt = Pick<OnceRecord, "request" | "before" | "isDirty">;

/** After `finalize`; what `resolveFinalization` proves is a verdict as it is. */
export function verdictOf(attempt: Attempt, call: Settled<FinalizeResult>): Verdict {
  if (call.ok) return proven(attempt, call.value.pending ? "PENDING" : "SUCCESS", call.value);
  const { error } = call;
  if (error.outcome === "not_sent") return attempt.isDirty ? unknown : { state: "released", isBound: false };
  if (error.outcome === "succeeded") return proven(attempt, "SUCCESS", finalizationIn(error));
  if (error.outcome === "rejected") return refused(attempt, error);
  return isMoreThanThis(attempt, error) ? { state: "conflict" } : unknown;
}

const unknown: Verdict = { state: "unknown", sendAgain: true };

function refused(attempt: Attempt, error: AnyPaymentError): Verdict {
  const statusKey = error.code === "service_error" ? error.statusKey : undefined;
  if (statusKey !== undefined && REFUSED_AS_DONE.includes(statusKey)) {
    const finalization = finalizationIn(error);
    const isTooMuch = statusKey === "FINALIZE_AMT_EXCEEDED" && isMistaken(attempt, finalization);
    // A hop may have sent the request twice and handed on the second answer, on a first attempt too.
    return isTooMuch ? { state: "refused" } : proven(attempt, statusKey, finalization);
  }
  if (attempt.isDirty) return unknown;
  return error.scope === "merchant" ? { state: "released", isBound: true } : { state: "refused" };
}

/** A mistake in the amount of a clean key: nothing was taken, and something is left, but less than was asked for. */
function isMistaken({ request, before, isDirty }: Attempt, told: PartialFinalization): boolean {
  const { amountRemainingForFinalize: left, totalAmountFinalized, totalAmountPendingFinalization } = told;
  const isAsBefore = totalAmountFinalized?.eq(before) === true;
  const isNonePending = totalAmountPendingFinalization?.isZero() === true;
  return !isDirty && isAsBefore && isNonePending && left?.gt(0) === true && left.lt(request.totalAmount);
}

/** A success that its own figures deny, since they say that more was captured: perhaps twice. */
function isMoreThanThis({ request, before }: Attempt, error: AnyPaymentError): boolean {
  const told = error.code === "unexpected_response" ? finalizationIn(error) : {};
  return told.totalAmountFinalized?.gt(sumOf([before, request.totalAmount])) === true;
}

function proven({ request, before }: Attempt, statusKey: string, finalization: PartialFinalization): Verdict {
  const { paymentMethod, totalAmount: amount } = request;
  const isOnce = paymentMethod === "card" || isCredit(paymentMethod);
  return provenBy({ amount, before, isOnce }, finalization, statusKey);
}

export function finalizationIn(error: AnyPaymentError): PartialFinalization {
  return ("finalization" in error ? error.finalization : undefined) ?? {};
}
