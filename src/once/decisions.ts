/** What a person decides about a key, with the service's back office at hand. Pure functions over a record. */
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

/** Who decides, and why. Both are kept in the key's history. */
export interface OnceByPerson {
  readonly by: string;
  readonly why: string;
}

/** What the back office shows of the authorization, taken after the last attempt could arrive. */
export interface OnceBalance {
  readonly finalized: Amount;
  readonly pending: Amount;
}

/**
 * What a person decides about a key.
 *
 * - `captured`: always possible. The capture is booked, unless it is already.
 * - `not_captured`: possible once no earlier attempt can arrive any more; of a pending key, only with nothing pending.
 * - `send_again`: as `not_captured`, and only while nothing is pending and the balance is what the other keys captured.
 *   The sweep sends it. Where `Once` can find out by asking the service, it does that instead.
 */
export type OnceDecision = OnceByPerson &
  (
    | {
        readonly as: "captured";
        /** The capture's own transaction, and its settlement batch. @defaultValue what the service named */
        readonly transactionId?: string | null | undefined;
        readonly batchId?: string | null | undefined;
      }
    | { readonly as: "not_captured"; readonly balance?: OnceBalance | null | undefined }
    | { readonly as: "send_again"; readonly balance: OnceBalance }
  );

const SIGNED = { by: "text", why: "text", balance: "object" } as const;

export const DECISION_FIELDS: Fields = { ...SIGNED, as: "text", transactionId: "text", batchId: "text" };
export const CORRECTION_FIELDS: Fields = { ...SIGNED, authorization: "object" };

/** Who corrects a request, why, the facts of its authorization, and the balance where the key may be captured. */
export interface OnceCorrection extends OnceByPerson {
  readonly authorization: OnceAuthorization;
  readonly balance?: OnceBalance | null | undefined;
}

/** Which state of a key a decision is about: a snapshot, or its three fields from wherever they were written down. */
export type OnceVersion = Pick<OnceSnapshot, "key" | "version" | "seenAt">;

/** @throws TypeError */
export function demandVersion(given: OnceVersion): void {
  const { key, version, seenAt } = given ?? {};
  if (typeof key === "string" && typeof version === "number" && typeof seenAt === "number") return;
  throw new TypeError("version must be a snapshot of once.get or once.list, or its key, version and seenAt");
}

const DECISIONS = ["captured", "not_captured", "send_again"];

/** @throws OnceDecisionError */
export function decided(known: OnceKnown, version: OnceVersion, decision: OnceDecision, token: string, terms: Terms) {
  const { own, now, others } = known;
  if (own?.lastToken === token) return own; // stored already: only the response to the commit was lost
  const { as, by, why } = decision;
  demand(DECISIONS.includes(as), `decide as one of ${DECISIONS.join(", ")}`);
  const seen = asSeen(own, version, decision);
  const { key, state } = seen;
  // In flight, or captured as the service said: a person who says otherwise may be wrong.
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
      `${key} is pending: not_captured needs a balance in which nothing is pending`,
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

/** Puts a corrected request in the place of what the key stood for, or corrects its facts. @throws OnceDecisionError */
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
  demand(isAgreed, `${key}: ${other?.key} has the facts of this authorization: correct that key first`);
  demand(state !== "pending" && state !== "captured", `${key} is ${state}: decide first what became of it`);
  if (mayBeCaptured) {
    demandNothingArrives(seen, version, now);
    demandBalanceAsBefore(seen, others, balance);
  }
  return moved(next, "retryable", now, decision);
}

const isSendable = ({ state, mayBeCaptured }: OnceRecord) =>
  !mayBeCaptured && ["waiting", "retryable", "rejected", "not_captured", "parked"].includes(state);

function asSeen(own: OnceRecord | undefined, { key, version }: OnceVersion, { by, why }: OnceByPerson): OnceRecord {
  demand(by && why, "say by whom and why");
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

/** The balance shows what the other keys captured, and nothing else: this one moved no money. */
function demandBalanceAsBefore(
  { key }: OnceRecord,
  others: readonly OnceRecord[],
  balance: OnceBalance | null | undefined,
): void {
  const ahead = others.find(isUnfinished);
  demand(ahead === undefined, `${key}: ${ahead?.key} of the same authorization is not finished: decide that key first`);
  const { finalized, pending } = readBalance(balance);
  demand(pending.isZero(), `${key}: something is pending, so it must not be sent again; wait for it`);
  const { finalizedBefore } = capturedBy(others);
  const otherwise = `${key}: ${finalized.toFixed()} is finalized and the other keys captured ${finalizedBefore}, so this may be captured: it must not be sent again`;
  demand(finalized.eq(finalizedBefore), otherwise);
}

function readBalance(balance: OnceBalance | null | undefined) {
  const finalized = new Exact(amountText(balance?.finalized, "balance.finalized"));
  return { finalized, pending: new Exact(amountText(balance?.pending, "balance.pending")) };
}
