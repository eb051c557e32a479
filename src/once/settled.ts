/** What becomes of a key by what a worker has found out. */
import type { ReceivedResponse } from "../index.js";
import type { Company } from "./line.js";
import { isUnfinished, type OnceRecord, type StoredFinalization } from "./record.js";
import { isUndisturbed } from "./reserve.js";
import type { Known } from "./store.js";
import { changed, moved, noted, opened, type Terms } from "./transition.js";
import type { Verdict } from "./verdict.js";

/** What a worker has found out. */
export interface Finding {
  readonly verdict: Verdict;
  readonly finalization: StoredFinalization;
  /** Of the request that was sent: the key may stand for another one by now. */
  readonly fingerprint: string;
  readonly reason?: string | undefined;
  readonly advice?: string | undefined;
  readonly answer?: ReceivedResponse | undefined;
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
  const next = { ...own, ...told, finalization, token: undefined, settledBy: token, dueAt: undefined };
  const wasAsked = own.state !== "sending";
  switch (verdict.state) {
    case "released": {
      const refusals = own.refusals + (verdict.isBound && company.othersPass ? 1 : 0);
      const isPoisonous = refusals >= MAX_REFUSALS; // it keeps being refused while others pass
      return moved({ ...next, refusals, isBound: verdict.isBound }, isPoisonous ? "parked" : "released", now);
    }
    case "open":
      return opened(
        { ...next, asked: own.asked + (wasAsked && company.isAlone ? 1 : 0) },
        verdict.sendAgain,
        now,
        terms,
      );
    case "pending":
      return opened({ ...next, asked: own.asked + (wasAsked ? 1 : 0), state: "pending" }, true, now, terms);
    case "captured":
      if (isUndisturbed(own, others)) return moved(next, "captured", now);
      return moved({ ...next, isDirty: true, reason: DISTURBED }, "conflict", now);
    default:
      return moved({ ...next, isDirty: own.isDirty || verdict.state === "conflict" }, verdict.state, now);
  }
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
  const history = noted(own, { at: now, late: { state: verdict.state, finalization } });
  const kept = changed({ ...own, history });
  const isAwaited = isThis && isUnfinished(own) && own.state !== "released";
  if (!isSuccess || isAwaited) return kept;
  const ids = [own.finalization.transactionId, finalization.transactionId];
  const isSame = isThis && own.state === "captured" && new Set(ids.filter((id) => id !== undefined)).size <= 1;
  if (isSame) return { ...kept, finalization: { ...finalization, ...own.finalization } };
  const reason = `a success came after it was ${own.state}`;
  return moved({ ...own, history, isDirty: true, reason, token: undefined, dueAt: undefined }, "conflict", now);
}
