/** How a record changes. Pure functions, which run in a store's transaction, under lock and by the store's clock. */

import type { PaymentMethod, StatusMeaning } from "../../index.js";
import type { OnceHistoryEntry, OnceState, StoredFacts, StoredRequest } from "../entry.js";
import { INITIAL, type KnownRecords, type OnceRecord, type RequestOfKey } from "../record.js";
import { capturedBy, isMoreShown, isUndisturbed, trustedFacts } from "./authorization.js";
import { updatedExpiry } from "./expiry.js";

/** The times of `Once`, in milliseconds, and what it can resolve by itself. */
export interface Terms {
  /** From the reservation to the moment when another worker may take over. */
  readonly leaseMs: number;
  /** After a lease, how long an attempt may still arrive at the service. */
  readonly maxNetworkDelayMs: number;
  /** The pauses before a key is sent again to find out, and before `book` is tried again. */
  readonly resolveAfterMs: readonly number[];
  /** How long a key may be open before it waits for a person. */
  readonly personAfterMs: number;
  /** How long before its authorization expires a key waits for a person. */
  readonly expiryWarningMs: number;
  /** The payment methods that may be sent again, as the merchant has declared. */
  readonly sendAgain: readonly PaymentMethod[];
  /** Whether, by these facts and declarations, the service cannot accept a second finalization beside the first. */
  readonly isResolvable: (request: StoredRequest, facts: StoredFacts, finalizedBefore: string) => boolean;
  /** What a status key means; undefined if nobody has declared it. */
  readonly meaningOf: (statusKey: string) => StatusMeaning | undefined;
}

const MINUTE = 60_000;

/** The pause after that many attempts. */
export const pauseAfter = (attempts: number, { resolveAfterMs }: Terms): number =>
  resolveAfterMs[attempts] ?? resolveAfterMs.at(-1) ?? MINUTE;

/** The record in a state, as of now: held by nobody, not decided, and nothing due, unless `more` says so. */
export function moved(own: OnceRecord, state: OnceState, now: number, more: Partial<OnceRecord> = {}): OnceRecord {
  const stateSince = own.state === state ? own.stateSince : now;
  const free = { token: undefined, dueAt: undefined, blockedBy: undefined, decidedAt: undefined };
  return { ...own, ...free, ...more, state, stateSince };
}

/** Figures from before a request was sent or replaced say nothing about it. */
export const NOT_LOOKED_UP = { lookedUp: undefined, lookUpTriedAt: undefined };

type Entry = Omit<OnceHistoryEntry, "state">;

/** The record with one more entry in its history. */
export function noted(own: OnceRecord, entry: Entry): OnceRecord {
  return { ...own, history: [...own.history, { ...entry, state: own.state }] };
}

/** The record with `personAfterMs` counted anew, from now, and a new warning before its authorization expires. */
export const reopened = (own: OnceRecord, now: number): OnceRecord => ({
  ...own,
  openSince: now,
  isOverdue: false,
  isExpiring: false,
});

export const fresh = (given: RequestOfKey, now: number): OnceRecord => ({
  ...INITIAL,
  ...given,
  stateSince: now,
  openSince: now,
  factsAt: now,
});

/** The record with another request. The old request is kept in the history. */
export function replaced(own: OnceRecord, given: RequestOfKey, entry: Entry): OnceRecord {
  const told = { finalization: {}, response: undefined, reason: undefined, advice: undefined, ...NOT_LOOKED_UP };
  const counts = { repeats: 0, rejections: 0 };
  const anew = { ...told, ...counts, ...updatedExpiry(own, given), isSent: false, factsAt: entry.at };
  const isFromPerson = entry.by !== undefined;
  return reopened({ ...noted(own, { ...entry, request: own.request }), ...given, ...anew, isFromPerson }, entry.at);
}

/** The facts by which a key is judged: those of its authorization, or its own if there are none. */
export function factsFor({ own, others }: Pick<KnownRecords, "own" | "others">): StoredFacts {
  const record = own as OnceRecord;
  return trustedFacts([record, ...others]) ?? record.request;
}

/**
 * Whether the key can be sent again to find out its outcome. It cannot if a person's decision is in the sum, if the
 * service has shown more money than the facts say, or if it has said that it would accept another finalization.
 */
export function isEligible(own: OnceRecord, others: readonly OnceRecord[], terms: Terms): boolean {
  const facts = factsFor({ own, others });
  const { finalizedBefore, isFinalizedBeforeCertain } = capturedBy(others);
  if (own.acceptsAnother && facts.paymentMethod !== "card") return false; // a correction can change the method
  if (!isFinalizedBeforeCertain || isMoreShown([own, ...others], facts)) return false;
  return terms.isResolvable(own.request, facts, finalizedBefore);
}

/**
 * The record of a key whose outcome is not known. It is sent again after growing pauses, or a person finds out. A pending key
 * stays pending, and is sent again after each last pause.
 */
export function unresolved(
  own: OnceRecord,
  canAskAgain: boolean,
  { now, others }: KnownRecords,
  terms: Terms,
): OnceRecord {
  const isPending = own.state === "pending"; // it may take days
  const { length } = terms.resolveAfterMs;
  const isLeft = own.repeats < length || (isPending && length > 0);
  const isRepeatable = canAskAgain && isLeft && isUndisturbed(own, others) && isEligible(own, others, terms);
  const dueAt = isRepeatable ? now + pauseAfter(own.repeats, terms) : undefined;
  const state = isPending ? "pending" : dueAt === undefined ? "parked" : "unknown";
  return moved(own, state, now, { mayBeCaptured: true, dueAt });
}
