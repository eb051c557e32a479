/** What becomes of a key by the outcome of an attempt. */
import { isUnfinished } from "./authorization.js";
import type { Neighbours } from "./circuit-breaker.js";
import type { OnceHistoryEntry, OnceRecord, StoredFinalization } from "./record.js";
import { sameWords } from "./same.js";
import type { OnceKnown } from "./store.js";
import { isEligible, moved, noted, type Terms, unresolved } from "./transition.js";
import { type Attempt, type AttemptVerdict, verdictOf } from "./verdict.js";

/** What a worker found out. */
export interface AttemptOutcome extends Pick<OnceRecord, "finalization" | "reason" | "advice" | "response"> {
  readonly attempt: Attempt;
  /** A failure that other keys meet too does not count against this one. */
  readonly neighbours: Neighbours;
}

const MAX_REJECTIONS = 3;

/** Stores an outcome, once. The worker's lease may be over, and another worker may hold the key. */
export function withOutcome(known: OnceKnown, token: string, outcome: AttemptOutcome, terms: Terms): OnceRecord {
  const own = known.own as OnceRecord; // it was reserved, and nothing is ever deleted
  if (own.lastToken === token) return own; // stored already: only the response to the commit was lost
  const verdict = verdictOf(own, known.others, outcome.attempt);
  if (own.token !== token) return late(own, token, verdict, outcome, known, terms);
  return after(own, token, verdict, outcome, known, terms);
}

function after(
  own: OnceRecord,
  token: string,
  verdict: AttemptVerdict,
  { attempt: _, neighbours, ...told }: AttemptOutcome,
  known: OnceKnown,
  terms: Terms,
): OnceRecord {
  const { now } = known;
  const next = { ...own, ...told, finalization: { ...own.finalization, ...told.finalization }, lastToken: token };
  const asked = own.state === "sending" ? own.asked : own.asked + 1;
  switch (verdict.state) {
    case "retryable": {
      const rejections = own.rejections + (verdict.isByMerchant && neighbours.pass ? 1 : 0);
      if (rejections >= MAX_REJECTIONS) return moved(next, "parked", now, { rejections }); // it is rejected while others pass
      const dueAt = own.decidedAt === undefined ? undefined : now + (terms.resolveAfterMs[0] ?? 0);
      return moved(next, "retryable", now, { rejections, decidedAt: own.decidedAt, dueAt });
    }
    case "unknown": {
      const kept = keptSuccess(own);
      if (kept !== undefined && isEligible(own, known.others, terms)) return capturedLate(next, kept, now);
      const counted = { ...next, asked: neighbours.areWell ? asked : own.asked };
      return unresolved(counted, verdict.canAskAgain, known, terms);
    }
    case "pending":
      return unresolved({ ...next, asked, state: "pending", stateSince: sinceOf(own, now) }, true, known, terms);
    case "conflict":
      return moved(next, "conflict", now, { mayBeCaptured: true });
    case "captured":
      return moved(next, "captured", now, { reason: undefined });
    default:
      return moved(next, verdict.state, now);
  }
}

const sinceOf = ({ state, stateSince }: OnceRecord, now: number) => (state === "pending" ? stateSince : now);

/** A success of an earlier attempt, which came while this worker was asking. */
function keptSuccess({ state, history, lastSentAt = 0 }: OnceRecord): StoredFinalization | undefined {
  if (state !== "unknown") return undefined;
  return history.findLast(({ at, late }) => at >= lastSentAt && late?.state === "captured")?.late?.finalization;
}

const capturedLate = (own: OnceRecord, finalization: StoredFinalization, now: number): OnceRecord =>
  moved({ ...own, finalization: { ...own.finalization, ...finalization } }, "captured", now, { reason: undefined });

/** What is known of an outcome that came after its lease was over. */
interface Late {
  readonly own: OnceRecord;
  /** A success, or a balance that is off together with the capture's own transaction. */
  readonly isSuccess: boolean;
  readonly isCapture: boolean;
  /** Whether the key still stands for the request that was sent. */
  readonly isSameRequest: boolean;
  /** Whether its transaction is the one that the key has, where both are known. */
  readonly isSameTransaction: boolean;
  /** Sent once, or a second one cannot be accepted beside the first. */
  readonly isOnlyOne: boolean;
}

/** What a late outcome does: the first line that fits. A success may not be overlooked. */
const LATE: readonly [does: "closes" | "is kept" | "adds its ids" | "conflicts", when: (late: Late) => boolean][] = [
  ["is kept", ({ isSuccess }) => !isSuccess],
  ["closes", ({ own, isCapture, isSameRequest, isOnlyOne }) => isCapture && isSameRequest && isOnlyOne && isUndecided(own)],
  ["is kept", ({ own, isSameRequest }) => isSameRequest && isUnfinished(own) && own.state !== "retryable"],
  ["adds its ids", ({ own, isSameRequest, isSameTransaction }) => own.state === "captured" && isSameRequest && isSameTransaction],
  ["conflicts", () => true],
];

const isUndecided = ({ token, state }: OnceRecord) => token === undefined && (state === "unknown" || state === "parked");

function late(
  own: OnceRecord,
  token: string,
  verdict: AttemptVerdict,
  outcome: AttemptOutcome,
  known: OnceKnown,
  terms: Terms,
): OnceRecord {
  const { now, others } = known;
  const { finalization, attempt } = outcome;
  const ids = [own.finalization.transactionId, finalization.transactionId].filter((id) => id !== undefined);
  const isOff = verdict.state === "conflict" && finalization.transactionId !== undefined;
  const found: Late = {
    own,
    isSuccess: verdict.state === "captured" || verdict.state === "pending" || isOff,
    isCapture: verdict.state === "captured",
    isSameRequest: sameWords(attempt.request, own.request) || own.isErased,
    isSameTransaction: new Set(ids).size <= 1,
    isOnlyOne: own.attempts === 1 || isEligible(own, others, terms),
  };
  const entry: Omit<OnceHistoryEntry, "state"> = { at: now, late: { state: verdict.state, finalization } };
  const kept = noted(own, entry);
  const [does] = LATE.find(([, when]) => when(found)) as (typeof LATE)[number];
  if (does === "closes") return after(own, token, verdict, outcome, known, terms);
  if (does === "is kept") return kept;
  if (does === "adds its ids") return { ...kept, finalization: { ...finalization, ...own.finalization } };
  return moved(kept, "conflict", now, { mayBeCaptured: true, reason: `a success came after it was ${own.state}` });
}
