/** How the outcome of an attempt changes its key. */
import { mayBeDoneBefore } from "../../errors/status-catalogue.js";
import type { OnceHistoryEntry, StoredFinalization } from "../entry.js";
import type { KnownRecords, OnceRecord } from "../record.js";
import { captureIdOf, isUndisturbed } from "./authorization.js";
import { sameEffect, sameWords } from "./same.js";
import { decidingKeyOf, unlistedKeyOf, withStatusKey } from "./status-keys.js";
import { isEligible, moved, noted, pauseAfter, type Terms, unresolved } from "./transition.js";
import { type Attempt, type AttemptVerdict, isMoreThanThis, verdictOf } from "./verdict.js";

/** How the keys just before this one ended. */
export interface Neighbours {
  /** No other key failed in the same way just before. */
  readonly areWell: boolean;
  /** Also, a key has passed since the circuit breaker closed. */
  readonly pass: boolean;
}

/** How an attempt ended, with what is stored of it. */
export interface AttemptOutcome extends Pick<OnceRecord, "finalization" | "reason" | "advice" | "response"> {
  readonly attempt: Attempt;
  /** A failure that other keys have too does not count against this one. */
  readonly neighbours: Neighbours;
}

const MAX_REJECTIONS = 3;
const DISTURBED = "another key of its authorization has been captured since it was sent";

/** Applies an outcome once. The worker's lease may be over, and another worker may hold the key. */
export function withOutcome(known: KnownRecords, token: string, outcome: AttemptOutcome, terms: Terms): OnceRecord {
  const own = known.own as OnceRecord; // it was reserved, and nothing is ever deleted
  const verdict = verdictOf(outcome.attempt, known.others, terms);
  if (own.token === token) return after(own, verdict, outcome, known, terms);
  return late(own, verdict, outcome, known, terms);
}

/** The client does not know what the other keys have captured: its words may say that this one may be captured. */
function proved({ error }: Attempt): Partial<OnceRecord> {
  if (error?.code !== "service_error" || !mayBeDoneBefore(error.meaning)) return {};
  return {
    reason: `the service rejected it (${error.statusKey}), and the balance in its response shows that it was not captured`,
    advice:
      "It was not captured. Look up what is left of the authorization. If the job can be corrected, deliver it again under the same key.",
  };
}

function after(
  own: OnceRecord,
  verdict: AttemptVerdict,
  { attempt, neighbours, ...told }: AttemptOutcome,
  known: KnownRecords,
  terms: Terms,
): OnceRecord {
  const { now, others } = known;
  const acceptsAnother = own.acceptsAnother || showsAnother(verdict, attempt);
  const isOfCapture = attempt.error?.code !== "service_error" || verdict.state === "captured";
  const later = isOfCapture ? told.finalization : balanceOf(told.finalization); // a rejection may name another key's capture
  const finalization = updated(own.finalization, later);
  const counted = withStatusKey(own, decidingKeyOf(attempt.error, terms.meaningOf));
  const next = { ...counted, ...told, finalization, acceptsAnother };
  const repeats = own.state === "sending" ? own.repeats : own.repeats + 1;
  switch (verdict.state) {
    case "retryable":
    case "not_captured": {
      if (keptSince(own).some(isSuccessful)) return contradicted(next, now); // it must not be sent again
      if (verdict.state === "not_captured") return moved(next, "not_captured", now);
      const rejections = own.rejections + (verdict.isByMerchant && neighbours.pass ? 1 : 0);
      if (rejections >= MAX_REJECTIONS) return moved(next, "parked", now, { rejections }); // it is rejected while others pass
      const dueAt = own.decidedAt === undefined ? undefined : now + pauseAfter(0, terms);
      return moved(next, "retryable", now, { rejections, decidedAt: own.decidedAt, dueAt });
    }
    case "unknown": {
      const kept = own.state === "unknown" ? keptSince(own).findLast(({ state }) => state === "captured") : undefined;
      if (kept !== undefined && isUndisturbed(own, others) && isEligible(next, others, terms)) {
        const finalization = updated(next.finalization, kept.finalization);
        return moved(next, "captured", now, { finalization, reason: undefined });
      }
      const isCounted = neighbours.areWell || isServiceResponse(attempt);
      const repeated = { ...next, repeats: isCounted ? repeats : own.repeats };
      const unlisted = unlistedKeyOf(attempt.error, terms.meaningOf);
      const isSameAgain = unlisted !== undefined && Number(next.statusKeyCounts[unlisted]) > 1; // it would come again and again
      if (isSameAgain) return moved(repeated, "parked", now, { mayBeCaptured: true });
      return unresolved(repeated, verdict.canAskAgain, known, terms);
    }
    case "pending":
      return unresolved(moved(next, "pending", now, { repeats }), verdict.canAskAgain, known, terms);
    case "conflict": {
      const reason = isUndisturbed(own, others) ? told.reason : DISTURBED;
      return moved(next, "conflict", now, { mayBeCaptured: true, reason });
    }
    case "captured":
      return moved(next, "captured", now, { reason: undefined });
    case "rejected":
      return moved(next, "rejected", now, proved(attempt));
  }
}

/** Whether the service itself responded, rather than nobody or an intermediary. */
const isServiceResponse = ({ error }: Attempt) =>
  error === undefined || error.code === "service_error" || error.finalization !== undefined;

/** Whether a response that decided nothing says that the service would accept another finalization. */
const showsAnother = ({ state }: AttemptVerdict, { reported }: Attempt): boolean =>
  (state === "unknown" || state === "pending") && reported.canFinalizeAgain === true;

const balanceOf = ({ transactionId: _, batchId: __, acquirerId: ___, ...balance }: StoredFinalization) => balance;

/** Keeps the identifiers, and takes the balance of the last response that had one. */
function updated(earlier: StoredFinalization, later: StoredFinalization): StoredFinalization {
  const { transactionId, batchId, acquirerId } = earlier;
  const isTold = Object.keys(balanceOf(later)).length > 0;
  return { transactionId, batchId, acquirerId, ...(isTold ? {} : balanceOf(earlier)), ...later };
}

type LateOutcome = NonNullable<OnceHistoryEntry["late"]>;

/** Outcomes of earlier attempts that came while this worker held the key. */
const keptSince = ({ history, lastSentAt = 0 }: OnceRecord) =>
  history.flatMap(({ at, late }) => (late !== undefined && at >= lastSentAt ? late : []));

/** A success, or a conflict that names the capture's own transaction. */
const isSuccessful = ({ state, finalization }: LateOutcome) =>
  state === "captured" || state === "pending" || (state === "conflict" && finalization.transactionId !== undefined);

const contradicted = (own: OnceRecord, now: number) =>
  moved(own, "conflict", now, { mayBeCaptured: true, reason: `a success came after it was ${own.state}` });

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
  const { sent, reported } = attempt;
  const { state, token } = own;
  const told = { state: verdict.state, finalization };
  const acceptsAnother = own.acceptsAnother || showsAnother(verdict, attempt);
  const kept = noted({ ...own, acceptsAnother }, { at: now, late: told });
  if (!isSuccessful(told)) return kept;
  const isSameRequest = (own.isErased ? sameEffect : sameWords)(sent.request, own.request);
  if (!isSameRequest) return contradicted(kept, now);
  const isUndecided = token === undefined && (state === "unknown" || state === "parked");
  const isOnlyOne = own.attempts === 1 || isEligible(own, others, terms); // or the service cannot accept a second one
  if (verdict.state === "captured" && isUndecided && isOnlyOne) return after(own, verdict, outcome, known, terms);
  if (["sending", "unknown", "pending", "parked", "conflict"].includes(state)) return kept;
  const ids = [own, { ...own, finalization }].map(captureIdOf).filter((id) => id !== undefined);
  const isSameTransaction = new Set(ids).size <= 1;
  if (state === "captured" && isSameTransaction && !isMoreThanThis(sent, others, reported)) {
    return { ...kept, finalization: { ...finalization, ...own.finalization } };
  }
  return contradicted(kept, now);
}
