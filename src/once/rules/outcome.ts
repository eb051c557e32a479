import { mayBeDoneBefore } from "../../errors/status-catalogue.js";
import { provenBy, showNoCapture } from "../../evidence/balance-proof.js";
import type { PaymentError, ReportedFinalization, StatusMeaning } from "../../index.js";
import { isFinalizedOnce } from "../../model/payment-method.js";
import type { HistoryEvent, StoredFinalization } from "../entry.js";
import { HOUR, type KnownRecords, type OnceRecord, type Terms } from "../record.js";
import { captureIdOf, factsFor, isEligible, isSumCertain, isSumSame, sumOfCaptured, sumWith } from "./authorization.js";
import { sameEffect, sameWords } from "./request.js";
import { queued } from "./reserve.js";
import { isRepeatable, moved, noted, parked, unresolved } from "./transition.js";

type FinalizationProof = ReturnType<typeof provenBy>;

/** What a worker has found out by one call. */
export interface Attempt extends Pick<OnceRecord, "finalization" | "reason" | "response"> {
  readonly sent: OnceRecord;
  readonly proof?: FinalizationProof | undefined; // if the call resolves an earlier one: what its response proves
  readonly isPending?: boolean | undefined; // the call succeeded, and the service has not completed it
  readonly error?: PaymentError | undefined;
  readonly unlistedKey?: string | undefined; // of a response that concerns only its key, and that nobody has declared
  readonly reported: ReportedFinalization;
}

type AttemptVerdict =
  | FinalizationProof
  /** Certainly not captured. `isByMerchant`: rejected for a reason that concerns the merchant. */
  | { readonly state: "queued"; readonly isByMerchant: boolean }
  /** `isProven`: by the balance, because its amount is too high, or nothing is left. */
  | { readonly state: "rejected"; readonly isProven: boolean };

export const UNKNOWN: FinalizationProof = { state: "unknown", canAskAgain: true };

/** If a person decided about another key, the figures of a rejection prove nothing: they may be about that key. */
export function verdictOf(made: Attempt, others: readonly OnceRecord[], sendAgain: readonly string[]): AttemptVerdict {
  const isRejection = mayBeDoneBefore(meaningOf(made.error, made.isPending));
  if (!isRejection || isSumCertain(others)) return shownBy(made, others, sendAgain);
  return isMoreShown(made.sent, others, made.reported) ? { state: "conflict" } : UNKNOWN;
}

/** The first row that fits decides. The balance counts by the sum now: the other keys may have captured meanwhile. */
function shownBy(made: Attempt, others: readonly OnceRecord[], sendAgain: readonly string[]): AttemptVerdict {
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
  const isProven = isDenied && showNoCapture(reported, call);
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
const isMoreShown = (own: OnceRecord, others: readonly OnceRecord[], reported: ReportedFinalization): boolean =>
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

export interface Neighbours {
  readonly areWell: boolean; // no other key failed in the same way just before
  readonly pass: boolean; // also, a key has passed since the circuit breaker closed
}

export interface Outcome extends Attempt {
  readonly neighbours: Neighbours; // a failure that other keys have too does not count against this one
}

const MAX_REJECTIONS = 3;
const DISTURBED = "another key of its authorization has been captured since it was sent";
const PROVEN = {
  reason: "the service rejected it, and the balance in its response shows that it was not captured",
  advice:
    "It was not captured. Look up what is left of the authorization. If the job can be corrected, deliver it again under the same key.",
};

/** Applies an outcome once. The worker's lease may be over, and another worker may hold the key. */
export function withOutcome(known: KnownRecords, token: string, outcome: Outcome, terms: Terms): OnceRecord {
  const own = known.own as OnceRecord; // it was reserved, and nothing is ever deleted
  const { now, others } = known;
  const { neighbours } = outcome;
  if (own.token !== token) return late(known, outcome, terms);
  const verdict = verdictOf(outcome, others, terms.sendAgain);
  const next = withResponse(own, verdict, outcome);
  const isCounted = neighbours.areWell || isServiceResponse(outcome);
  const pauses = own.pauses + (isCounted ? 1 : 0);
  const kept = successesSince(own);
  const isDenied = verdict.state === "queued" || verdict.state === "rejected" || verdict.state === "not_captured";
  if (isDenied && kept.length > 0) return parked(next, "late_success", now);
  switch (verdict.state) {
    case "queued": {
      const rejections = own.rejections + (verdict.isByMerchant && neighbours.pass ? 1 : 0);
      if (rejections >= MAX_REJECTIONS) return parked({ ...next, rejections }, "refused", now);
      return queued(next, now, terms, { rejections, pauses });
    }
    case "rejected":
      return moved({ ...next, ...(verdict.isProven && PROVEN) }, "rejected", now);
    case "not_captured":
      return moved(next, "not_captured", now, { mayBeCaptured: false });
    case "captured":
      return captured(next, known);
    case "conflict":
      return parked(next, "more_captured", now);
    case "pending": {
      const pauseMs = Math.min(HOUR, terms.personAfterMs);
      const dueAt = verdict.canAskAgain && isRepeatable(next, others, terms) ? now + pauseMs : undefined;
      return moved(next, "pending", now, { mayBeCaptured: true, pauses: 0, dueAt });
    }
    case "unknown": {
      const success = own.state === "unknown" ? kept.findLast(({ state }) => state === "captured") : undefined;
      if (success !== undefined && isRepeatable(next, others, terms)) {
        return captured({ ...next, finalization: updated(next.finalization, success.finalization) }, known);
      }
      const { unlistedKey = own.unlistedKey } = outcome;
      const isAgain = outcome.unlistedKey !== undefined && unlistedKey === own.unlistedKey;
      if (isAgain) return parked(next, "unlisted_key", now);
      const repeated = { ...next, unlistedKey, pauses: own.state === "sending" ? 0 : pauses };
      return unresolved(repeated, known, terms, !verdict.canAskAgain);
    }
  }
}

function captured(own: OnceRecord, { now, others, sameCapture }: KnownRecords): OnceRecord {
  const ids = successesSince(own).map(({ finalization }) => captureIdOf(own.request, finalization));
  const ownId = captureIdOf(own.request, own.finalization);
  if (ids.some((id) => id !== undefined && id !== ownId)) return parked(own, "late_success", now);
  if (sameCapture !== undefined) {
    const reason = `the service reported the capture that ${sameCapture} has already`;
    return parked({ ...own, reason, finalization: withoutIds(own.finalization) }, "more_captured", now);
  }
  if (!isSumSame(own, others)) return parked({ ...own, reason: DISTURBED }, "balance", now);
  return moved({ ...own, reason: undefined }, "captured", now);
}

/** Whether the service itself responded, rather than nobody or an intermediary. */
const isServiceResponse = ({ error }: Attempt) =>
  error === undefined || error.code === "service_error" || error.finalization !== undefined;

/** The record with what a response told. A rejection may name another key's capture, and says nothing of the next one. */
function withResponse(own: OnceRecord, verdict: AttemptVerdict, outcome: Outcome): OnceRecord {
  const { error, reported, finalization, reason, response } = outcome;
  const isRejection = error?.code === "service_error";
  const { canFinalizeAgain: _, ...balanceAndIds } = finalization;
  const ofCapture = verdict.state === "captured" ? balanceAndIds : withoutIds(balanceAndIds);
  const told = updated(own.finalization, isRejection ? ofCapture : finalization);
  const isOpen = verdict.state === "unknown" || verdict.state === "pending";
  const acceptsAnother = own.acceptsAnother || (isOpen && reported.canFinalizeAgain === true);
  return { ...own, reason, advice: error?.advice, response, finalization: told, acceptsAnother };
}

const withoutIds = ({ transactionId: _, batchId: __, acquirerId: ___, ...balance }: StoredFinalization) => balance;

/** Keeps the identifiers, and takes the balance of the last response that had one. */
function updated(earlier: StoredFinalization, later: StoredFinalization): StoredFinalization {
  const { transactionId, batchId, acquirerId } = earlier;
  const hasBalance = Object.keys(withoutIds(later)).length > 0;
  return hasBalance ? { transactionId, batchId, acquirerId, ...later } : { ...earlier, ...later };
}

type LateOutcome = NonNullable<HistoryEvent["late"]>;

/** A success, or more than the keys say with the id of a capture. */
const isSuccess = ({ state, finalization }: LateOutcome) =>
  state === "captured" || state === "pending" || (state === "conflict" && finalization.transactionId !== undefined);

/** Successes that were kept since the key was stored, replaced or last decided. */
const successesSince = ({ history, openSince }: OnceRecord): readonly LateOutcome[] =>
  history.flatMap(({ at, late }) => (late !== undefined && at >= openSince && isSuccess(late) ? late : []));

/** Applies an outcome that came after its lease was over. Whatever may be a success is kept, or asks a person. */
function late(known: KnownRecords, outcome: Outcome, terms: Terms): OnceRecord {
  const { now, others, sameCapture } = known;
  const verdict = shownBy(outcome, others, terms.sendAgain);
  const own = known.own as OnceRecord;
  const { sent, reported, finalization } = outcome;
  const { state, question, token } = own;
  const [ownId, id] = [own.finalization, finalization].map((each) => captureIdOf(own.request, each));
  const isOthers = verdict.state === "captured" && id !== undefined && sameCapture !== undefined;
  const told: LateOutcome = { state: isOthers ? "conflict" : verdict.state, finalization };
  const { acceptsAnother } = withResponse(own, verdict, outcome);
  const kept = noted({ ...own, acceptsAnother }, { at: now, late: told });
  if (!isSuccess(told)) return kept;
  const isSameRequest = (own.isErased ? sameEffect : sameWords)(sent.request, own.request);
  if (!isSameRequest) return parked(kept, "late_success", now);
  if (token !== undefined) return kept; // the worker that holds it finds this success
  if (ownId !== undefined && id !== undefined && ownId !== id) return parked(kept, "late_success", now);

  const isParked = state === "parked" && (question === "balance" || question === "unlisted_key");
  const isOnlyOne = own.attempts === 1 || isEligible(own, others, terms); // the service cannot accept a second one
  if (verdict.state === "captured" && (state === "unknown" || isParked) && isOnlyOne) {
    return captured(withResponse(kept, verdict, outcome), known);
  }
  if (state === "captured" && !isOthers && !isMoreShown(sent, others, reported)) {
    return { ...kept, finalization: { ...finalization, ...own.finalization } };
  }
  const isOpen = state === "unknown" || state === "pending" || (state === "parked" && question !== "refused");
  return isOpen ? kept : parked(kept, "late_success", now);
}
