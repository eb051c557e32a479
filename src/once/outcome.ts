/** What becomes of a key by what a worker has found out. */
import type { Company } from "./circuit-breaker.js";
import { isUnfinished, type OnceRecord } from "./record.js";
import { isUndisturbed } from "./reserve.js";
import type { Known } from "./store.js";
import { moved, noted, opened, type Terms } from "./transition.js";
import type { Verdict } from "./verdict.js";

/** What a worker has found out. */
export interface Finding extends Pick<OnceRecord, "finalization" | "reason" | "advice" | "answer"> {
  readonly verdict: Verdict;
  /** Of the request that was sent: the key may stand for another one by now. */
  readonly fingerprint: string;
  /** What meets every key does not count against this one. */
  readonly company: Company;
}

const MAX_REFUSALS = 3;
const DISTURBED = "another key of its authorization has been captured since it was sent";

/** Stores what a worker has found out, once; its lease may be over, and somebody else at it. */
export function settled(known: Known, token: string, finding: Finding, terms: Terms): OnceRecord {
  const own = known.own as OnceRecord; // it was reserved, and nothing is ever deleted
  if (own.settledBy === token) return own; // stored already: only the answer was lost
  return own.token === token ? after(own, token, finding, known, terms) : late(own, token, finding, known, terms);
}

function after(own: OnceRecord, token: string, finding: Finding, { now, others }: Known, terms: Terms): OnceRecord {
  const { verdict, company, fingerprint: _, ...told } = finding;
  const finalization = { ...own.finalization, ...told.finalization };
  const next = { ...own, ...told, finalization, settledBy: token };
  const asked = own.state === "sending" ? own.asked : own.asked + 1;
  if (verdict.state === "released") {
    const refusals = own.refusals + (verdict.isBound && company.othersPass ? 1 : 0);
    const isPoisonous = refusals >= MAX_REFUSALS; // it keeps being refused while others pass
    return moved(next, isPoisonous ? "parked" : "released", now, { refusals, isBound: verdict.isBound });
  }
  if (verdict.state === "unknown") {
    return opened({ ...next, asked: company.isAlone ? asked : own.asked }, verdict.sendAgain, now, terms);
  }
  if (verdict.state === "pending") return opened({ ...next, asked, state: "pending" }, true, now, terms);
  if (verdict.state === "captured" && !isUndisturbed(own, others)) {
    return moved(next, "conflict", now, { isDirty: true, reason: DISTURBED });
  }
  return moved(next, verdict.state, now, { isDirty: own.isDirty || verdict.state === "conflict" });
}

/** An outcome of somebody whose lease was over. A success may not be overlooked. */
function late(own: OnceRecord, token: string, finding: Finding, known: Known, terms: Terms): OnceRecord {
  const { now } = known;
  const { verdict, finalization } = finding;
  const isBalanceOff = verdict.state === "conflict"; // after a refusal it may be off by what others did since
  const isSuccess = ["captured", "pending"].includes(verdict.state) || (isBalanceOff && finalization.transactionId);
  const isThis = finding.fingerprint === own.request.fingerprint;
  const isOpen = own.token === undefined && (own.state === "open" || own.state === "parked");
  const isAlone = own.attempts === 1 || terms.isEligible(own); // of two parts that were sent, both may be captured
  if (isThis && isAlone && isOpen && verdict.state === "captured") return after(own, token, finding, known, terms);
  const kept = noted(own, { at: now, late: { state: verdict.state, finalization } });
  const isAwaited = isThis && isUnfinished(own) && own.state !== "released";
  if (!isSuccess || isAwaited) return kept;
  const ids = [own.finalization.transactionId, finalization.transactionId];
  const isSame = isThis && own.state === "captured" && new Set(ids.filter((id) => id !== undefined)).size <= 1;
  if (isSame) return { ...kept, finalization: { ...finalization, ...own.finalization } };
  return moved(kept, "conflict", now, { isDirty: true, reason: `a success came after it was ${own.state}` });
}
