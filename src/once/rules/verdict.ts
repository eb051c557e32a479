import { mayBeDoneBefore } from "../../errors/status-catalogue.js";
import { provenBy, showNoCapture } from "../../evidence/balance-proof.js";
import type { PaymentError, ReportedFinalization, StatusMeaning } from "../../index.js";
import { isFinalizedOnce } from "../../model/payment-method.js";
import type { OnceRecord } from "../record.js";
import { factsFor, isSumCertain, isSumSame, sumOfCaptured, sumWith } from "./authorization.js";

type FinalizationProof = ReturnType<typeof provenBy>;

/** What a worker has found out by one call. */
export interface Attempt extends Pick<OnceRecord, "finalization" | "reason" | "response"> {
  readonly sent: OnceRecord;
  /** If the call resolves an earlier one: what its response proves. */
  readonly proof?: FinalizationProof | undefined;
  /** If the call succeeded: whether the service has not completed it. */
  readonly isPending?: boolean | undefined;
  readonly error?: PaymentError | undefined;
  /** The status key of a response that concerns only its key, but which nobody has declared. */
  readonly unlistedKey?: string | undefined;
  readonly reported: ReportedFinalization;
}

export type AttemptVerdict =
  | FinalizationProof
  /** Certainly not captured. `isByMerchant`: rejected for a reason that concerns the merchant. */
  | { readonly state: "queued"; readonly isByMerchant: boolean }
  /** `isProven`: by the balance, because its amount is too high, or nothing is left. */
  | { readonly state: "rejected"; readonly isProven: boolean };

const UNKNOWN: AttemptVerdict = { state: "unknown", canAskAgain: true };

/** The first row that fits decides. The balance counts by the sum now: the other keys may have captured meanwhile. */
export function verdictOf(made: Attempt, others: readonly OnceRecord[], sendAgain: readonly string[]): AttemptVerdict {
  const { sent, proof, isPending, error, reported } = made;
  const isOpen = !sent.mayBeCaptured || sent.isMarked;
  const isByMerchant = isOpen && error?.outcome === "rejected" && error.scope === "merchant";
  const meaning = meaningOf(error, isPending);

  if (isOpen && error?.outcome === "not_sent") return { state: "queued", isByMerchant: false };
  // The client has judged by the sum at the start: what was the other keys' then may be this key's now.
  if (proof?.state === "not_captured" && !isSumSame(sent, others)) return UNKNOWN;
  if (proof !== undefined && !isByMerchant) return proof;
  const call = { amount: sent.request.totalAmount, finalizedBefore: sumOfCaptured(others) };
  const isDenied = meaning === "already_finalized" || meaning === "amount_exceeded";
  const isProven = isDenied && isSumCertain(others) && showNoCapture(reported, call);
  if (!sent.mayBeCaptured && isProven) return { state: "rejected", isProven };
  if (meaning === "success" || meaning === "pending" || mayBeDoneBefore(meaning)) {
    return provenBy(firstOf(sent, others, sendAgain), reported, meaning);
  }
  if (isMoreShown(sent, others, reported)) return { state: "conflict" };
  if (isByMerchant) return { state: "queued", isByMerchant };
  if (!sent.mayBeCaptured && error?.outcome === "rejected") return { state: "rejected", isProven: false };
  return UNKNOWN;
}

function meaningOf(error: PaymentError | undefined, isPending: boolean | undefined): StatusMeaning | undefined {
  if (error === undefined) return isPending ? "pending" : "success";
  if (error.outcome === "succeeded") return "success";
  return error.code === "service_error" ? error.meaning : undefined;
}

/** Whether the response's own figures show that more was captured, perhaps twice. */
export const isMoreShown = (own: OnceRecord, others: readonly OnceRecord[], reported: ReportedFinalization): boolean =>
  reported.totalAmountFinalized?.gt(sumWith(own, others)) === true;

function firstOf(sent: OnceRecord, others: readonly OnceRecord[], sendAgain: readonly string[]) {
  const { paymentMethod, authorizedAmount } = factsFor(sent, others);
  const isCard = paymentMethod === "card";
  const isDeclared = !sent.mayBeCaptured || sendAgain.includes(paymentMethod);
  return {
    amount: sent.request.totalAmount,
    authorizedAmount,
    finalizedBefore: sumOfCaptured(others),
    isOnce: isCard || (isFinalizedOnce(paymentMethod) && isDeclared),
    isCard,
    mayBeCaptured: sent.mayBeCaptured && !sent.isMarked, // a person has seen that no earlier attempt captured it
  };
}
