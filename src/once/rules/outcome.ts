/** How the outcome of an attempt changes its key. */

import { mayBeDoneBefore } from "../../errors/status-catalogue.js";
import type { HistoryEvent, StoredFinalization } from "../entry.js";
import { HOUR, type KnownRecords, type OnceRecord, type Terms } from "../record.js";
import { captureIdOf, isEligible, isSumSame } from "./authorization.js";
import { sameEffect, sameWords } from "./request.js";
import { queued } from "./reserve.js";
import { isRepeatable, moved, noted, parked, unresolved } from "./transition.js";
import { type Attempt, type AttemptVerdict, isMoreShown, verdictOf } from "./verdict.js";

export interface Neighbours {
  /** No other key failed in the same way just before. */
  readonly areWell: boolean;
  /** Also, a key has passed since the circuit breaker closed. */
  readonly pass: boolean;
}

export interface AttemptOutcome extends Pick<OnceRecord, "finalization" | "reason" | "advice" | "response"> {
  readonly attempt: Attempt;
  /** A failure that other keys have too does not count against this one. */
  readonly neighbours: Neighbours;
}

const MAX_REJECTIONS = 3;
const DISTURBED = "another key of its authorization has been captured since it was sent";
const IN_FULL = {
  reason: "the service rejected it, and the balance in its response shows that it was not captured",
  advice:
    "It was not captured. Look up what is left of the authorization. If the job can be corrected, deliver it again under the same key.",
};

/** Applies an outcome once. The worker's lease may be over, and another worker may hold the key. */
export function withOutcome(known: KnownRecords, token: string, outcome: AttemptOutcome, terms: Terms): OnceRecord {
  const own = known.own as OnceRecord; // it was reserved, and nothing is ever deleted
  const verdict = verdictOf(outcome.attempt, known.others, terms.sendAgain);
  return own.token === token ? applied(own, verdict, outcome, known, terms) : late(own, verdict, outcome, known, terms);
}

function applied(
  own: OnceRecord,
  verdict: AttemptVerdict,
  outcome: AttemptOutcome,
  known: KnownRecords,
  terms: Terms,
): OnceRecord {
  const { now, others } = known;
  const { attempt, neighbours } = outcome;
  const next = withResponse(own, verdict, outcome);
  const isCounted = neighbours.areWell || isServiceResponse(attempt);
  const pauses = own.pauses + (isCounted ? 1 : 0);
  const kept = successesSince(own);
  switch (verdict.state) {
    case "queued": {
      if (kept.length > 0) return parked(next, "late_success", now);
      const rejections = own.rejections + (verdict.isByMerchant && neighbours.pass ? 1 : 0);
      if (rejections >= MAX_REJECTIONS) return parked({ ...next, rejections }, "refused", now);
      return queued(next, now, terms, { rejections, pauses });
    }
    case "rejected":
    case "not_captured": {
      if (kept.length > 0) return parked(next, "late_success", now);
      const { error } = attempt;
      const isProven =
        error?.code === "service_error" && mayBeDoneBefore(error.meaning) && verdict.state === "rejected";
      return moved({ ...next, mayBeCaptured: false, ...(isProven && IN_FULL) }, verdict.state, now);
    }
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
      const { unlistedKey = own.unlistedKey } = attempt;
      if (attempt.unlistedKey !== undefined && unlistedKey === own.unlistedKey)
        return parked(next, "unlisted_key", now);
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
function withResponse(own: OnceRecord, verdict: AttemptVerdict, outcome: AttemptOutcome): OnceRecord {
  const { attempt, finalization, reason, advice, response } = outcome;
  const isRejection = attempt.error?.code === "service_error";
  const { canFinalizeAgain: _, ...balanceAndIds } = finalization;
  const ofCapture = verdict.state === "captured" ? balanceAndIds : withoutIds(balanceAndIds);
  const told = updated(own.finalization, isRejection ? ofCapture : finalization);
  const isOpen = verdict.state === "unknown" || verdict.state === "pending";
  const acceptsAnother = own.acceptsAnother || (isOpen && attempt.reported.canFinalizeAgain === true);
  return { ...own, reason, advice, response, finalization: told, acceptsAnother };
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

/** Successes of earlier attempts that came while this worker held the key. */
const successesSince = ({ history, lastSentAt = 0 }: OnceRecord): readonly LateOutcome[] =>
  history.flatMap(({ at, late }) => (late !== undefined && at >= lastSentAt && isSuccess(late) ? late : []));

/** Applies an outcome that came after its lease was over. No success may be overlooked. */
function late(
  own: OnceRecord,
  verdict: AttemptVerdict,
  outcome: AttemptOutcome,
  known: KnownRecords,
  terms: Terms,
): OnceRecord {
  const { now, others } = known;
  const { finalization, attempt } = outcome;
  const isOthers = verdict.state === "captured" && known.sameCapture !== undefined;
  const told: LateOutcome = { state: isOthers ? "conflict" : verdict.state, finalization };
  const acceptsAnother = withResponse(own, verdict, outcome).acceptsAnother;
  const kept = noted({ ...own, acceptsAnother }, { at: now, late: told });
  if (!isSuccess(told)) return kept;
  const isSameRequest = (own.isErased ? sameEffect : sameWords)(attempt.sent.request, own.request);
  const ids = [captureIdOf(own.request, own.finalization), captureIdOf(own.request, finalization)];
  const isSameId = new Set(ids.filter((id) => id !== undefined)).size <= 1;
  const isParkedForBalance = own.question === "balance" || own.question === "unlisted_key";
  const isUndecided = own.state === "unknown" || (own.state === "parked" && isParkedForBalance);
  const isOnlyOne = own.attempts === 1 || isEligible(own, others, terms); // the service cannot accept a second one
  const isClosing = verdict.state === "captured" && isUndecided && own.token === undefined && isOnlyOne;

  if (!isSameRequest) return parked(kept, "late_success", now);
  if (own.token !== undefined) return kept; // the worker that holds it finds this success
  if (!isSameId) return parked(kept, "late_success", now);
  if (isClosing) return captured(withResponse(kept, verdict, outcome), known);
  if (own.state === "captured" && !isOthers && !isMoreShown(attempt.sent, others, attempt.reported)) {
    return { ...kept, finalization: { ...finalization, ...own.finalization } };
  }
  const isOpen =
    own.state === "unknown" || own.state === "pending" || (own.state === "parked" && own.question !== "refused");
  return isOpen ? kept : parked(kept, "late_success", now);
}
