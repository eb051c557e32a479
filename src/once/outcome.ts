/** What becomes of a key by the outcome of an attempt. */
import { isUndisturbed } from "./authorization.js";
import type { Neighbours } from "./circuit-breaker.js";
import type { OnceHistoryEntry, OnceRecord, StoredFinalization } from "./record.js";
import { sameEffect, sameWords } from "./same.js";
import type { OnceKnown } from "./store.js";
import { isEligible, moved, noted, pauseAfter, type Terms, unresolved } from "./transition.js";
import { type Attempt, type AttemptVerdict, isMoreThanThis, verdictOf } from "./verdict.js";

/** What a worker found out. */
export interface AttemptOutcome extends Pick<OnceRecord, "finalization" | "reason" | "advice" | "response"> {
  readonly attempt: Attempt;
  /** A failure that other keys meet too does not count against this one. */
  readonly neighbours: Neighbours;
}

const MAX_REJECTIONS = 3;
const DISTURBED = "another key of its authorization has been captured since it was sent";

/** Stores an outcome, once. The worker's lease may be over, and another worker may hold the key. */
export function withOutcome(known: OnceKnown, token: string, outcome: AttemptOutcome, terms: Terms): OnceRecord {
  const own = known.own as OnceRecord; // it was reserved, and nothing is ever deleted
  if (own.lastToken === token) return own; // stored already: only the response to the commit was lost
  const verdict = verdictOf(outcome.attempt, known.others);
  if (own.token === token) return after(own, verdict, outcome, known, terms);
  return late(own, verdict, outcome, known, terms);
}

function after(
  own: OnceRecord,
  verdict: AttemptVerdict,
  { attempt: _, neighbours, ...told }: AttemptOutcome,
  known: OnceKnown,
  terms: Terms,
): OnceRecord {
  const { now, others } = known;
  const next = { ...own, ...told, finalization: updated(own.finalization, told.finalization) };
  const asked = own.state === "sending" ? own.asked : own.asked + 1;
  switch (verdict.state) {
    case "retryable": {
      if (keptSince(own).some(isSuccessful)) return contradicted(next, now); // it must not be sent again
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
      const counted = { ...next, asked: neighbours.areWell ? asked : own.asked };
      return unresolved(counted, verdict.canAskAgain, known, terms);
    }
    case "pending": {
      const stateSince = own.state === "pending" ? own.stateSince : now;
      return unresolved({ ...next, asked, state: "pending", stateSince }, true, known, terms);
    }
    case "conflict": {
      const reason = isUndisturbed(own, others) ? told.reason : DISTURBED;
      return moved(next, "conflict", now, { mayBeCaptured: true, reason });
    }
    case "captured":
      return moved(next, "captured", now, { reason: undefined });
    default:
      return moved(next, verdict.state, now);
  }
}

/** Identifiers stay, the balance is that of the last response that told one. */
function updated(earlier: StoredFinalization, later: StoredFinalization): StoredFinalization {
  const { transactionId, batchId, acquirerId, ...balance } = earlier;
  const { transactionId: _, batchId: __, acquirerId: ___, ...newBalance } = later;
  const isTold = Object.values(newBalance).some((figure) => figure !== undefined);
  return { transactionId, batchId, acquirerId, ...(isTold ? {} : balance), ...later };
}

type LateOutcome = NonNullable<OnceHistoryEntry["late"]>;

/** Outcomes of earlier attempts, which came while this worker had the key. */
const keptSince = ({ history, lastSentAt = 0 }: OnceRecord) =>
  history.flatMap(({ at, late }) => (late !== undefined && at >= lastSentAt ? late : []));

/** A success, or a balance that is off together with the capture's own transaction. */
const isSuccessful = ({ state, finalization }: LateOutcome) =>
  state === "captured" || state === "pending" || (state === "conflict" && finalization.transactionId !== undefined);

const contradicted = (own: OnceRecord, now: number) =>
  moved(own, "conflict", now, { mayBeCaptured: true, reason: `a success came after it was ${own.state}` });

/** What is known of an outcome that came after its lease was over. */
interface Late {
  readonly own: OnceRecord;
  readonly isSuccess: boolean;
  readonly isCapture: boolean;
  /** Whether the key still stands for the request that was sent. */
  readonly isSameRequest: boolean;
  /** Whether its transaction is the one that the key has, where both are known. */
  readonly isSameTransaction: boolean;
  /** Whether its balance shows more than this capture and those of the other keys. */
  readonly isTooMuch: boolean;
  /** Sent once, or a second one cannot be accepted beside the first. */
  readonly isOnlyOne: boolean;
}

type LateEffect = "closes" | "is kept" | "adds its ids" | "conflicts";

/** What a late outcome does: the first line that fits. A success may not be overlooked. */
const LATE: readonly [LateEffect, when: (late: Late) => boolean][] = [
  ["is kept", ({ isSuccess }) => !isSuccess],
  ["conflicts", ({ isSameRequest }) => !isSameRequest],
  ["closes", ({ own, isCapture, isOnlyOne }) => isCapture && isOnlyOne && isUndecided(own)],
  ["is kept", ({ own }) => ["sending", "unknown", "pending", "parked", "conflict"].includes(own.state)],
  [
    "adds its ids",
    ({ own, isSameTransaction, isTooMuch }) => own.state === "captured" && isSameTransaction && !isTooMuch,
  ],
  ["conflicts", () => true],
];

const isUndecided = ({ token, state }: OnceRecord) =>
  token === undefined && (state === "unknown" || state === "parked");

function late(
  own: OnceRecord,
  verdict: AttemptVerdict,
  outcome: AttemptOutcome,
  known: OnceKnown,
  terms: Terms,
): OnceRecord {
  const { now, others } = known;
  const { finalization, attempt } = outcome;
  const { request } = attempt.sent;
  const ids = [own.finalization.transactionId, finalization.transactionId].filter((id) => id !== undefined);
  const told = { state: verdict.state, finalization };
  const found: Late = {
    own,
    isSuccess: isSuccessful(told),
    isCapture: verdict.state === "captured",
    isSameRequest: own.isErased ? sameEffect(request, own.request) : sameWords(request, own.request),
    isSameTransaction: new Set(ids).size <= 1,
    isTooMuch: isMoreThanThis(attempt.sent, others, attempt.reported),
    isOnlyOne: own.attempts === 1 || isEligible(own, others, terms),
  };
  const kept = noted(own, { at: now, late: told });
  const [effect] = LATE.find(([, when]) => when(found)) as (typeof LATE)[number];
  switch (effect) {
    case "closes":
      return after(own, verdict, outcome, known, terms);
    case "is kept":
      return kept;
    case "adds its ids":
      return { ...kept, finalization: { ...finalization, ...own.finalization } };
    case "conflicts":
      return contradicted(kept, now);
  }
}
