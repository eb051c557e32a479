/** What a person decides about a key, with the service's back office at hand. Pure functions over a record. */
import type { Amount } from "../index.js";
import { amountText, Exact } from "../model/amount.js";
import { demand } from "./errors.js";
import { isUnfinished, type OnceRecord, type OnceSnapshot } from "./record.js";
import type { OnceAuthorization } from "./request.js";
import { isUndisturbed } from "./reserve.js";
import type { OnceKnown } from "./store.js";
import { type Asked, moved, noted, type Terms, withRequest } from "./transition.js";

/**
 * What a person decides about a key. `by` and `why` are kept in its history.
 *
 * - `captured`: always possible. The capture is booked.
 * - `not_captured`: possible once no earlier attempt can still arrive at the service.
 * - `send_again`: as `not_captured`, and only while nothing is pending and the balance is what it was before the capture.
 *   Where `Once` can find out by asking the service, it does that instead.
 */
export type OnceDecision = {
  readonly by: string;
  readonly why: string;
} & (
  | { readonly as: "captured"; readonly transactionId?: string; readonly batchId?: string }
  | { readonly as: "not_captured" }
  | { readonly as: "send_again"; readonly balance: { readonly finalized: Amount; readonly pending: Amount } }
);

/** Who corrects a request, why, and the facts of its authorization. */
export interface OnceCorrection {
  readonly by: string;
  readonly why: string;
  readonly authorization: OnceAuthorization;
}

/** Which state of a key a decision is about: a snapshot, or its three fields from wherever they were written down. */
export type OnceVersion = Pick<OnceSnapshot, "key" | "version" | "seenAt">;

const DECISIONS = ["captured", "not_captured", "send_again"];

/** @throws OnceDecisionError */
export function decided(
  { own, now, others }: OnceKnown,
  version: OnceVersion,
  decision: OnceDecision,
  terms: Terms,
): OnceRecord {
  const { as, by, why } = decision;
  demand(DECISIONS.includes(as) && by && why, `say as what, by whom and why: ${DECISIONS.join(", ")}`);
  const seen = asSeen(own, version);
  const { key, state, finalizedBefore } = seen;
  const next = { ...noted(seen, { at: now, by, why }), reason: `${as}, decided by ${by}: ${why}` };
  if (as === "captured") {
    const { transactionId = seen.finalization.transactionId, batchId = seen.finalization.batchId } = decision;
    return moved(next, "captured", now, { finalization: { ...seen.finalization, transactionId, batchId } });
  }
  demand(as === "not_captured" || !isAccepted(seen), `${key} is ${state}: it must not be sent again`);
  demandNothingArrives(seen, version, now);
  if (as === "not_captured") return moved(next, "not_captured", now);
  const ahead = others.find(isUnfinished);
  demand(ahead === undefined, `${key}: ${ahead?.key} of the same authorization is not finished: decide that key first`);
  const finalized = new Exact(amountText(decision.balance?.finalized, "balance.finalized"));
  const pending = new Exact(amountText(decision.balance.pending, "balance.pending"));
  demand(pending.isZero(), `${key}: something is pending, so it must not be sent again; wait for it`);
  const otherwise = `${key}: something was finalized since it was sent, perhaps this: it must not be sent again`;
  demand(finalized.eq(finalizedBefore), otherwise);
  const isResolvable = seen.mayBeCaptured && isUndisturbed(seen, others) && terms.isEligible(seen);
  if (isResolvable) return moved(next, "unknown", now, { asked: 0, dueAt: now });
  return moved(next, "retryable", now, { rejections: 0 });
}

/** Puts a corrected request in the place of what the key stood for. @throws OnceDecisionError */
export function corrected(
  { own, now }: OnceKnown,
  version: OnceVersion,
  { by, why }: Pick<OnceCorrection, "by" | "why">,
  asked: Asked,
): OnceRecord {
  const seen = asSeen(own, version);
  demand(!isAccepted(seen), `${seen.key} is ${seen.state}: decide first what became of it`);
  demandNothingArrives(seen, version, now);
  const next = withRequest(seen, asked, { at: now, by, why });
  return moved(next, "retryable", now, { reason: `corrected by ${by}: ${why}` });
}

/** Whether the service has accepted what the key stands for. */
const isAccepted = ({ state }: OnceRecord) => state === "pending" || state === "captured";

function asSeen(own: OnceRecord | undefined, { key, version }: OnceVersion): OnceRecord {
  demand(own !== undefined, `there is no key ${key}`);
  demand(own.version === version, `${key} has changed since this snapshot: take a new one`);
  return own;
}

/** Nothing that was sent may still arrive when somebody decides that it did not. */
function demandNothingArrives(own: OnceRecord, { seenAt }: OnceVersion, now: number): void {
  const { key, mayBeCaptured, token, mayArriveUntil } = own;
  const isHeld = token !== undefined && !mayBeCaptured;
  demand(!isHeld, `${key} is held by a worker: take a new snapshot when the worker is done`);
  const when = new Date(mayArriveUntil).toISOString();
  const isPast = !mayBeCaptured || Math.min(seenAt, now) >= mayArriveUntil;
  demand(isPast, `${key}: an earlier attempt could still arrive when this snapshot was taken; take one after ${when}`);
}
