/** A person's decisions about a key. Pure functions over a record. */
import type { Amount } from "../index.js";
import { amountText, Exact } from "../model/amount.js";
import { capturedBy, isUndisturbed, isUnfinished, sameFacts, trustedFacts } from "./authorization.js";
import { demand } from "./errors.js";
import type { Fields } from "./input.js";
import type { OnceRecord, OnceSnapshot } from "./record.js";
import type { OnceAuthorization } from "./request.js";
import { sameWords } from "./same.js";
import type { OnceKnown } from "./store.js";
import { type Asked, isEligible, moved, noted, reopened, replaced, type Terms } from "./transition.js";

/** Who decides, and why. Both are required, and stored in the key's history. */
export interface OnceByPerson {
  /** Who decides. `erase` keeps it. */
  readonly by: string;
  /** The reason. `erase` removes it. */
  readonly why: string;
}

/**
 * The balance of the authorization in the back office. If the key's `mayBeCaptured` is true, look up the balance after
 * the key's `mayArriveUntil`.
 */
export interface OnceBalance {
  /** The amount that is finalized, by all keys together. */
  readonly finalized: Amount;
  /** The amount that is accepted and not completed. */
  readonly pending: Amount;
}

/**
 * A person's decision about a key. While a worker holds a key with `mayBeCaptured: false`, only `captured` is possible.
 *
 * - `captured`: the money moved. Always possible. The capture is booked, unless it already is.
 * - `not_captured`: no money moved. If `mayBeCaptured` is true, the snapshot must be taken after `mayArriveUntil`. A
 *   pending key also needs a `balance` in which nothing is pending. A booked capture also needs `unbook`.
 * - `send_again`: no money moved, and the sweep sends the request. If `mayBeCaptured` is true, the snapshot must be
 *   taken after `mayArriveUntil`. In the `balance`, `pending` must be 0, and `finalized` must equal the other keys'
 *   captures. If `mayBeCaptured` is true and the request can be repeated safely, the sweep uses `resolveFinalization`,
 *   which can also capture.
 */
export type OnceDecision = OnceByPerson &
  (
    | {
        readonly as: "captured";
        /** The transaction of the capture itself. @defaultValue what the service reported */
        readonly transactionId?: string | null | undefined;
        /** The settlement batch of the capture. @defaultValue what the service reported */
        readonly batchId?: string | null | undefined;
      }
    | { readonly as: "not_captured"; readonly balance?: OnceBalance | null | undefined }
    | { readonly as: "send_again"; readonly balance: OnceBalance }
  );

const SIGNED = { by: "text", why: "text", balance: "object" } as const;

export const DECISION_FIELDS: Fields = { ...SIGNED, as: "text", transactionId: "text", batchId: "text" };
export const CORRECTION_FIELDS: Fields = { ...SIGNED, authorization: "object" };

/** Who corrects a request and why, and what is known of its authorization. */
export interface OnceCorrection extends OnceByPerson {
  /** The facts of the new request's authorization. */
  readonly authorization: OnceAuthorization;
  /** The balance of the old request's authorization. Required if the key's `mayBeCaptured` is true. */
  readonly balance?: OnceBalance | null | undefined;
}

/** The snapshot that a decision is about, or its three fields. */
export type OnceVersion = Pick<OnceSnapshot, "key" | "version" | "seenAt">;

/** @throws TypeError */
export function demandVersion(given: OnceVersion): void {
  const { key, version, seenAt } = given ?? {};
  if (typeof key === "string" && typeof version === "number" && typeof seenAt === "number") return;
  throw new TypeError("version must be a snapshot of once.get or once.list, or its key, version and seenAt");
}

const DECISIONS = ["captured", "not_captured", "send_again"];

/** Applies a decision. @throws OnceDecisionError if it is invalid. */
export function decided(known: OnceKnown, version: OnceVersion, decision: OnceDecision, token: string, terms: Terms) {
  const { own, now, others } = known;
  if (own?.lastToken === token) return own; // already stored: only the response to COMMIT was lost
  const { as, by, why } = decision;
  demand(DECISIONS.includes(as), `as must be one of ${DECISIONS.join(", ")}`);
  const seen = asSeen(own, version, decision);
  const { key, state } = seen;
  // A held key is in flight, and a captured one was captured as the service said: a person who denies it may be wrong.
  const mayBeCaptured = seen.mayBeCaptured || seen.token !== undefined || state === "captured";
  const reason = `${as}, decided by ${by}: ${why}`;
  const next = reopened({ ...noted(seen, { at: now, by, why }), mayBeCaptured, reason }, now);
  if (as === "captured") {
    const transactionId = decision.transactionId ?? seen.finalization.transactionId;
    const batchId = decision.batchId ?? seen.finalization.batchId;
    return moved({ ...next, finalization: { ...seen.finalization, transactionId, batchId } }, "captured", now);
  }
  demandNothingArrives(seen, version, now);
  if (as === "not_captured") {
    const isPending = state === "pending";
    demand(
      !isPending || readBalance(decision.balance).pending.isZero(),
      `${key} is pending: not_captured needs a balance in which nothing is pending. Wait, and look up the balance again`,
    );
    return moved(next, "not_captured", now);
  }
  demand(
    state !== "captured" && !seen.isErased,
    `${key} is ${seen.isErased ? "erased" : state}: it must not be sent again`,
  );
  demandBalanceAsBefore(seen, others, decision.balance);
  const isAskable = mayBeCaptured && isUndisturbed(seen, others) && isEligible(seen, others, terms);
  if (isAskable) return moved(next, "unknown", now, { asked: 0, dueAt: now });
  return moved(next, "retryable", now, { rejections: 0, decidedAt: now, dueAt: now });
}

/** Replaces a key's request, or corrects its facts. @throws OnceDecisionError if the correction is invalid. */
export function corrected(
  { own, now, others }: OnceKnown,
  version: OnceVersion,
  correction: OnceCorrection,
  asked: Asked,
  token: string,
): OnceRecord {
  if (own?.lastToken === token) return own;
  const { by, why, balance } = correction;
  const seen = asSeen(own, version, correction);
  const { key, state, mayBeCaptured, request } = seen;
  demand(!seen.isErased, `${key} is erased: it cannot be corrected any more`);
  demand(seen.token === undefined, `${key} is held by a worker: take a new snapshot when the worker is done`);
  const decision = { decidedAt: now, dueAt: now, reason: `corrected by ${by}: ${why}` };
  const next = replaced(seen, asked, { at: now, by, why });
  const isFactsAlone = sameWords(request, asked.request) && !sameFacts(request, asked.request);
  const other = others.find((each) => each.state === "sending" || each.state === "captured" || each.mayBeCaptured);
  if (isFactsAlone && other === undefined) {
    const { isSent, rejections, finalization, response, reason } = seen;
    const same = { ...next, isSent, asked: seen.asked, rejections, finalization, response, reason };
    return isSendable(seen) ? moved(same, "retryable", now, decision) : same;
  }
  const isAgreed = !isFactsAlone || sameFacts(asked.request, trustedFacts(others) ?? asked.request);
  demand(
    isAgreed,
    `${key}: its paymentMethod, authorizedAmount and currencyCode must be those of ${other?.key}, of the same authorization. If those are wrong, correct ${other?.key} first`,
  );
  demand(
    state !== "pending" && state !== "captured",
    `${key} is ${state}, so that its request cannot be corrected: look up what became of it, and decide that first`,
  );
  if (mayBeCaptured) {
    demandNothingArrives(seen, version, now);
    demandBalanceAsBefore(seen, others, balance);
  }
  return moved(next, "retryable", now, decision);
}

const isSendable = ({ state, mayBeCaptured }: OnceRecord) =>
  !mayBeCaptured && ["waiting", "retryable", "rejected", "not_captured", "parked"].includes(state);

function asSeen(own: OnceRecord | undefined, { key, version }: OnceVersion, { by, why }: OnceByPerson): OnceRecord {
  demand(by && why, "by and why are required: who decides, and for what reason");
  demand(own !== undefined, `there is no key ${key}`);
  demand(own.version === version, `${key} has changed since this snapshot: take a new one`);
  return own;
}

/** Demands that no earlier attempt can still arrive. */
function demandNothingArrives(own: OnceRecord, { seenAt }: OnceVersion, now: number): void {
  const { key, mayBeCaptured, token, mayArriveUntil } = own;
  const isHeld = token !== undefined && !mayBeCaptured;
  demand(!isHeld, `${key} is held by a worker: take a new snapshot when the worker is done`);
  const when = new Date(mayArriveUntil).toISOString();
  const isPast = !mayBeCaptured || Math.min(seenAt, now) >= mayArriveUntil;
  demand(
    isPast,
    `${key}: an earlier attempt could still arrive when this snapshot was taken: take a new snapshot after ${when}, and look up the balance again`,
  );
}

/** Demands that the balance is exactly what the other keys captured: then this key moved no money. */
function demandBalanceAsBefore(
  { key }: OnceRecord,
  others: readonly OnceRecord[],
  balance: OnceBalance | null | undefined,
): void {
  const ahead = others.find(isUnfinished);
  demand(ahead === undefined, `${key}: ${ahead?.key} of the same authorization is not finished: decide that key first`);
  const { finalized, pending } = readBalance(balance);
  const stillPending = `${key} must not be sent again while something is pending: wait, and look up the balance again`;
  demand(pending.isZero(), stillPending);
  const { finalizedBefore } = capturedBy(others);
  const otherwise = `${key} must not be sent again: ${finalized.toFixed()} is finalized, and the other keys captured ${finalizedBefore}. If the balance has this capture in it, decide captured; otherwise find out first why the two differ`;
  demand(finalized.eq(finalizedBefore), otherwise);
}

function readBalance(balance: OnceBalance | null | undefined) {
  const finalized = new Exact(amountText(balance?.finalized, "balance.finalized"));
  return { finalized, pending: new Exact(amountText(balance?.pending, "balance.pending")) };
}
