/** What a person decides of a key, after a look into the service's back office. Pure, as the policy is. */
import type { Amount } from "../index.js";
import { amountText, Exact } from "../model/amount.js";
import { demand } from "./errors.js";
import { isUnfinished, type OnceLook, type OnceRecord } from "./record.js";
import { isUndisturbed } from "./reserve.js";
import type { Known } from "./store.js";
import { type Asked, moved, noted, type Terms, withRequest } from "./transition.js";

/** Who says so, and why. Both are kept. */
export interface Signed {
  readonly by: string;
  readonly why: string;
}

/**
 * - `captured`: always possible; it is booked with that.
 * - `not_captured`: once no earlier attempt can arrive any more.
 * - `send_again`: the same, with nothing pending and the balance as it was before, as the back office shows it. What can be
 *   resolved is resolved instead.
 */
export type Decision = Signed &
  (
    | { readonly as: "captured"; readonly transactionId?: string; readonly batchId?: string }
    | { readonly as: "not_captured" }
    | { readonly as: "send_again"; readonly balance: { readonly finalized: Amount; readonly pending: Amount } }
  );

/** A look that a decision is made on: as listed, or its three fields from wherever they were written down. */
export type Look = Pick<OnceLook, "key" | "version" | "seenAt">;

/** @throws OnceDecisionError */
export function decided({ own, now, others }: Known, look: Look, decision: Decision, terms: Terms): OnceRecord {
  const { as, by, why } = decision;
  const isWord = ["captured", "not_captured", "send_again"].includes(as);
  demand(isWord && by && why, "say as what, by whom and why: captured, not_captured or send_again");
  const seen = asSeen(own, look);
  const { key, state, before } = seen;
  const next = { ...noted(seen, { at: now, by, why }), reason: `${as}, said ${by}: ${why}` };
  if (as === "captured") {
    const { transactionId = seen.finalization.transactionId, batchId = seen.finalization.batchId } = decision;
    return moved(next, "captured", now, { finalization: { ...seen.finalization, transactionId, batchId } });
  }
  demand(as === "not_captured" || !isTaken(seen), `${key} is ${state}: it must not be sent again`);
  demandQuiet(seen, look, now);
  if (as === "not_captured") return moved(next, "not_captured", now);
  const ahead = others.find(isUnfinished);
  demand(ahead === undefined, `${key}: ${ahead?.key} is under way: see first to that`);
  const finalized = new Exact(amountText(decision.balance?.finalized, "balance.finalized"));
  const pending = new Exact(amountText(decision.balance.pending, "balance.pending"));
  demand(pending.isZero(), `${key}: something is pending, so it must not be sent again; wait for it`);
  const otherwise = `${key}: something has been finalized since it was sent, perhaps this: it must not be sent again`;
  demand(finalized.eq(before), otherwise);
  const isResolvable = seen.isDirty && isUndisturbed(seen, others) && terms.isEligible(seen);
  if (isResolvable) return moved(next, "open", now, { asked: 0, dueAt: now });
  return moved(next, "released", now, { refusals: 0 });
}

/** Puts a corrected request in the place of what the key stood for. @throws OnceDecisionError */
export function corrected({ own, now }: Known, look: Look, { by, why }: Signed, asked: Asked): OnceRecord {
  const seen = asSeen(own, look);
  demand(!isTaken(seen), `${seen.key} is ${seen.state}: say first what became of it`);
  demandQuiet(seen, look, now);
  const next = withRequest(seen, asked, { at: now, by, why });
  return moved(next, "released", now, { reason: `corrected by ${by}: ${why}` });
}

const isTaken = ({ state }: OnceRecord) => state === "pending" || state === "captured";

function asSeen(own: OnceRecord | undefined, { key, version }: Look): OnceRecord {
  demand(own !== undefined, `there is no key ${key}`);
  demand(own.version === version, `${key} has changed since you looked: look again`);
  return own;
}

/** Nothing that was sent may still arrive when somebody says that it did not. */
function demandQuiet({ key, isDirty, token, quietAt }: OnceRecord, { seenAt }: Look, now: number): void {
  demand(isDirty || token === undefined, `${key} is in a worker's hand: look again when it is done`);
  const when = new Date(quietAt).toISOString();
  const wait = now < quietAt ? `look again after ${when}` : `that was only sure after ${when}: look again`;
  const isQuiet = !isDirty || Math.min(seenAt, now) >= quietAt;
  demand(isQuiet, `${key}: an earlier attempt may have arrived since you looked; ${wait}`);
}
