/** What an attempt means for its key. Only this file decides that. */

import { mayBeDoneBefore } from "../../errors/status-catalogue.js";
import { provenBy } from "../../evidence/balance-proof.js";
import { showNoCapture } from "../../evidence/figures.js";
import type { FinalizationProof, PaymentError, ReportedFinalization, StatusMeaning } from "../../index.js";
import { sumOf } from "../../model/amount.js";
import { isFinalizedOnce } from "../../model/payment-method.js";
import type { OnceRecord } from "../record.js";
import { capturedBy, isUndisturbed } from "./authorization.js";
import { factsFor, type Terms } from "./transition.js";

/** How an attempt ended: what it sent, and what the service said. */
export interface Attempt {
  /** The record as it was reserved. */
  readonly sent: OnceRecord;
  /** If the attempt repeated an earlier one: what its response proves. */
  readonly proof?: FinalizationProof | undefined;
  /** If the attempt has a result: whether the service has not completed it. */
  readonly isPending?: boolean;
  readonly error?: PaymentError | undefined;
  readonly reported: ReportedFinalization;
}

/** What an attempt says about its key. */
export type AttemptVerdict =
  | FinalizationProof
  | { readonly state: "rejected" }
  /** Certainly not captured. `isByMerchant`: rejected for a reason that concerns the merchant. */
  | { readonly state: "retryable"; readonly isByMerchant: boolean };

type Others = readonly OnceRecord[];
type Declared = Pick<Terms, "sendAgain">;

const unknown: AttemptVerdict = { state: "unknown", canAskAgain: true };

/** Judges by what the other keys have captured now: they may have captured more since this one was sent. */
export function verdictOf(attempt: Attempt, others: Others, declared: Declared): AttemptVerdict {
  const { sent, proof, isPending, error, reported } = attempt;
  if (proof !== undefined) return proof.state === "unknown" ? proof : undisturbed(proof, sent, others);
  const provenAs = (meaning: StatusMeaning) => proven(sent, others, declared, reported, meaning);
  if (error === undefined) return provenAs(isPending ? "pending" : "success");
  const isOpen = !sent.mayBeCaptured || sent.decidedAt !== undefined;
  if (error.outcome === "not_sent") return isOpen ? { state: "retryable", isByMerchant: false } : unknown;
  if (error.outcome === "succeeded") return provenAs("success");
  const meaning = error.code === "service_error" ? error.meaning : undefined;
  if (mayBeDoneBefore(meaning)) {
    // A proxy may have sent the request twice and passed on the second response, of a first attempt too.
    const isCertain = meaning !== "released" && isCertainlyRejected(sent, others, reported);
    return isCertain ? { state: "rejected" } : provenAs(meaning);
  }
  if (isMoreThanThis(sent, others, reported)) return { state: "conflict" };
  if (error.outcome !== "rejected") return unknown;
  if (isOpen && error.scope === "merchant") return { state: "retryable", isByMerchant: true };
  return sent.mayBeCaptured ? unknown : { state: "rejected" };
}

/** Whether the balance proves that this key captured nothing: its amount is too high, or nothing is left. */
function isCertainlyRejected(sent: OnceRecord, others: Others, reported: ReportedFinalization): boolean {
  const { finalizedBefore, isFinalizedBeforeCertain } = capturedBy(others);
  if (sent.mayBeCaptured || !isFinalizedBeforeCertain) return false;
  return showNoCapture(reported, { amount: sent.request.totalAmount, finalizedBefore });
}

/** Whether the response's own figures show that more was captured, perhaps twice. */
export function isMoreThanThis(
  { request }: OnceRecord,
  others: Others,
  { totalAmountFinalized }: ReportedFinalization,
) {
  const { finalizedBefore } = capturedBy(others);
  return totalAmountFinalized?.gt(sumOf([finalizedBefore, request.totalAmount])) === true;
}

function proven(
  sent: OnceRecord,
  others: Others,
  { sendAgain }: Declared,
  reported: ReportedFinalization,
  meaning: StatusMeaning,
): FinalizationProof {
  const { paymentMethod, authorizedAmount } = factsFor({ own: sent, others });
  const { finalizedBefore } = capturedBy(others);
  const isCard = paymentMethod === "card";
  const isDeclared = !sent.mayBeCaptured || sendAgain.includes(paymentMethod);
  const isOnce = isCard || (isFinalizedOnce(paymentMethod) && isDeclared);
  const amount = sent.request.totalAmount;
  // A person who decides to send it again has seen that no earlier attempt captured it.
  const mayBeCaptured = sent.mayBeCaptured && sent.decidedAt === undefined;
  const first = { amount, authorizedAmount, finalizedBefore, isOnce, isCard, mayBeCaptured };
  const proof = provenBy(first, reported, meaning);
  return proof.state === "captured" ? undisturbed(proof, sent, others) : proof;
}

/** A conflict if other keys have captured since: the balance may be theirs. */
const undisturbed = (proof: FinalizationProof, sent: OnceRecord, others: Others): FinalizationProof =>
  isUndisturbed(sent, others) ? proof : { state: "conflict" };
