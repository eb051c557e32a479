/** What an attempt means for its key: the one place where that is decided. */
import type { AnyPaymentError, FinalizeResult, PartialFinalization, Settled } from "../index.js";
import { sumOf } from "../model/amount.js";
import { isCredit } from "../model/payment-method.js";
import { type FinalizationProof, provenBy } from "../operations/resolution.js";
import type { OnceRecord } from "./record.js";

/** What became of a key, as far as an attempt tells. */
export type Verdict =
  | { readonly state: "captured" | "pending" | "not_captured" | "refused" | "conflict" }
  /** Proven not captured. `isBound`: refused for the merchant's sake or the moment's, so for the same request only. */
  | { readonly state: "released"; readonly isBound: boolean }
  /** Not known. `sendAgain`: whether asking again can tell. */
  | { readonly state: "open"; readonly sendAgain: boolean };

type Attempt = Pick<OnceRecord, "request" | "before" | "isDirty">;

const REFUSED_AS_DONE = ["PAYMENT_COMPLETED", "FINALIZE_AMT_EXCEEDED", "PAYMENT_ANNULLED"];

/** After `finalize`. */
export function verdictOf(attempt: Attempt, call: Settled<FinalizeResult>): Verdict {
  if (call.ok) return proven(attempt, call.value.pending ? "PENDING" : "SUCCESS", call.value);
  const { error } = call;
  switch (error.outcome) {
    case "not_sent":
      return attempt.isDirty ? open : { state: "released", isBound: false };
    case "succeeded":
      return proven(attempt, "SUCCESS", finalizationIn(error));
    case "rejected":
      return refused(attempt, error);
    case "unknown":
      return isMoreThanThis(attempt, error) ? { state: "conflict" } : open;
  }
}

const open: Verdict = { state: "open", sendAgain: true };

function refused(attempt: Attempt, error: AnyPaymentError): Verdict {
  const statusKey = error.code === "service_error" ? error.statusKey : undefined;
  if (statusKey !== undefined && REFUSED_AS_DONE.includes(statusKey)) {
    const finalization = finalizationIn(error);
    const isTooMuch =
      statusKey === "FINALIZE_AMT_EXCEEDED" && !attempt.isDirty && isMoreThanIsLeft(attempt, finalization);
    // A hop may have sent the request twice and handed on the second answer, on a first attempt too.
    return isTooMuch ? { state: "refused" } : proven(attempt, statusKey, finalization);
  }
  if (attempt.isDirty) return open;
  return error.scope === "merchant" ? { state: "released", isBound: true } : { state: "refused" };
}

/** A mistake in the amount: nothing was taken, and something is left, but less than was asked for. */
function isMoreThanIsLeft({ request, before }: Attempt, told: PartialFinalization): boolean {
  const { amountRemainingForFinalize: left, totalAmountFinalized, totalAmountPendingFinalization } = told;
  const isAsBefore = totalAmountFinalized?.eq(before) === true;
  const isNonePending = totalAmountPendingFinalization?.isZero() === true;
  return isAsBefore && isNonePending && left?.gt(0) === true && left.lt(request.totalAmount);
}

/** A success that its own figures deny, since they say that more was captured: perhaps twice. */
function isMoreThanThis({ request, before }: Attempt, error: AnyPaymentError): boolean {
  const told = error.code === "unexpected_response" ? finalizationIn(error) : {};
  return told.totalAmountFinalized?.gt(sumOf([before, request.totalAmount])) === true;
}

function proven({ request, before }: Attempt, statusKey: string, finalization: PartialFinalization): Verdict {
  const { paymentMethod, totalAmount: amount } = request;
  const isOnce = paymentMethod === "card" || isCredit(paymentMethod);
  return verdictOfProof(provenBy({ amount, before, isOnce }, finalization, statusKey));
}

/** After `resolveFinalization`, or of the figures that an answer gives. */
export function verdictOfProof(proof: FinalizationProof): Verdict {
  return proof.state === "unknown" ? { state: "open", sendAgain: proof.sendAgain } : { state: proof.state };
}

function finalizationIn(error: AnyPaymentError): PartialFinalization {
  return ("finalization" in error ? error.finalization : undefined) ?? {};
}
