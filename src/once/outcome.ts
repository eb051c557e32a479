/** What becomes of a key by the outcome of an attempt. */
import type { Neighbours } from "./circuit-breaker.js";
import { isUnfinished, type OnceRecord } from "./record.js";
import { isUndisturbed } from "./reserve.js";
import type { OnceKnown } from "./store.js";
import { moved, noted, opened, type Terms } from "./transition.js";
import type { AttemptVerdict } from "./verdict.js";

/** What a worker found out. */
export interface AttemptOutcome extends Pick<OnceRecord, "finalization" | "reason" | "advice" | "response"> {
  readonly verdict: AttemptVerdict;
  /** Of the request that was sent: the key may stand for another one by now. */
  readonly fingerprint: string;
  /** A failure that other keys meet too does not count against this one. */
  readonly neighbours: Neighbours;
}

const MAX_REJECTIONS = 3;
const DISTURBED = "another key of its authorization has been captured since it was sent";

/** Stores an outcome, once. The worker's lease may be over, and another worker may hold the key. */
export function withOutcome(known: OnceKnown, token: string, outcome: AttemptOutcome, terms: Terms): OnceRecord {
  const own = known.own as OnceRecord; // it was reserved, and nothing is ever deleted
  if (own.lastToken === token) return own; // stored already: only the response to the commit was lost
  return own.token === token ? after(own, token, outcome, known, terms) : late(own, token, outcome, known, terms);
}

function after(
  own: OnceRecord,
  token: string,
  outcome: AttemptOutcome,
  { now, others }: OnceKnown,
  terms: Terms,
): OnceRecord {
  const { verdict, neighbours, fingerprint: _, ...told } = outcome;
  const finalization = { ...own.finalization, ...told.finalization };
  const next = { ...own, ...told, finalization, lastToken: token };
  const asked = own.state === "sending" ? own.asked : own.asked + 1;
  if (verdict.state === "retryable") {
    const { isBoundToRequest } = verdict;
    const rejections = own.rejections + (isBoundToRequest && neighbours.pass ? 1 : 0);
    const isPoisonous = rejections >= MAX_REJECTIONS; // it keeps being rejected while others pass
    return moved(next, isPoisonous ? "parked" : "retryable", now, { rejections, isBoundToRequest });
  }
  if (verdict.state === "unknown") {
    return opened({ ...next, asked: neighbours.areWell ? asked : own.asked }, verdict.canAskAgain, now, terms);
  }
  if (verdict.state === "pending") return opened({ ...next, asked, state: "pending" }, true, now, terms);
  if (verdict.state === "captured" && !isUndisturbed(own, others)) {
    return moved(next, "conflict", now, { mayBeCaptured: true, reason: DISTURBED });
  }
  return moved(next, verdict.state, now, { mayBeCaptured: own.mayBeCaptured || verdict.state === "conflict" });
}

/** An outcome that came after the lease was over. A success may not be overlooked. */
function late(own: OnceRecord, token: string, outcome: AttemptOutcome, known: OnceKnown, terms: Terms): OnceRecord {
  const { now } = known;
  const { verdict, finalization } = outcome;
  const isBalanceOff = verdict.state === "conflict"; // after a rejection it may be off by what others did since
  const isSuccess = ["captured", "pending"].includes(verdict.state) || (isBalanceOff && finalization.transactionId);
  const isThis = outcome.fingerprint === own.request.fingerprint;
  const isUndecided = own.token === undefined && (own.state === "unknown" || own.state === "parked");
  const isOnlyOne = own.attempts === 1 || terms.isEligible(own); // of two parts that were sent, both may be captured
  if (isThis && isOnlyOne && isUndecided && verdict.state === "captured") {
    return after(own, token, outcome, known, terms);
  }
  const kept = noted(own, { at: now, late: { state: verdict.state, finalization } });
  const isAwaited = isThis && isUnfinished(own) && own.state !== "retryable";
  if (!isSuccess || isAwaited) return kept;
  const ids = [own.finalization.transactionId, finalization.transactionId];
  const isSame = isThis && own.state === "captured" && new Set(ids.filter((id) => id !== undefined)).size <= 1;
  if (isSame) return { ...kept, finalization: { ...finalization, ...own.finalization } };
  return moved(kept, "conflict", now, { mayBeCaptured: true, reason: `a success came after it was ${own.state}` });
}
