/** How a record changes. Pure functions: a store calls what is made of them under lock, with its own clock. */
import { capturedBy, isMoreShown, isUndisturbed, trustedFacts } from "./authorization.js";
import type { OnceHistoryEntry, OnceRecord, OnceState, StoredFacts, StoredRequest } from "./record.js";
import type { OnceKnown } from "./store.js";

/** The times of `Once`, in milliseconds, and what it can find out by itself. */
export interface Terms {
  /** From the reservation to the moment when another worker may take over. */
  readonly leaseMs: number;
  /** After a lease, how long an attempt may still arrive at the service. */
  readonly maxNetworkDelayMs: number;
  /** After how long the service is asked, or a capture booked again, each time after the time before. */
  readonly resolveAfterMs: readonly number[];
  /** After how long whatever is not closed waits for a person. */
  readonly personAfterMs: number;
  /** Whether a second finalization cannot be accepted beside the first, by these facts. */
  readonly isResolvable: (request: StoredRequest, facts: StoredFacts, finalizedBefore: string) => boolean;
}

const MINUTE = 60_000;

/** After so many attempts, the pause before the next one. */
export const pauseAfter = (attempts: number, { resolveAfterMs }: Terms): number =>
  resolveAfterMs[attempts] ?? resolveAfterMs.at(-1) ?? MINUTE;

/** The record in a state, as of now: held by nobody, not decided, and nothing due, unless `more` says so. */
export function moved(own: OnceRecord, state: OnceState, now: number, more: Partial<OnceRecord> = {}): OnceRecord {
  const stateSince = own.state === state ? own.stateSince : now;
  const free = { token: undefined, dueAt: undefined, blockedBy: undefined, decidedAt: undefined };
  return { ...own, ...free, ...more, state, stateSince };
}

type Entry = Omit<OnceHistoryEntry, "state">;

/** The record with one entry more in its history. */
export function noted(own: OnceRecord, entry: Entry): OnceRecord {
  return { ...own, history: [...own.history, { ...entry, state: own.state }] };
}

/** The record whose time until it is overdue begins anew. */
export const reopened = (own: OnceRecord, now: number): OnceRecord => ({ ...own, openSince: now, isOverdue: false });

/** What a key stands for. */
export type Asked = Pick<OnceRecord, "key" | "authorization" | "request">;

export function fresh(asked: Asked, now: number): OnceRecord {
  return {
    ...asked,
    version: 0,
    state: "waiting",
    stateSince: now,
    waitsFor: "delivery",
    isOverdue: false,
    openSince: now,
    factsAt: now,
    isFromPerson: false,
    isSent: false,
    mayBeCaptured: false,
    finalizedBefore: "0",
    isFinalizedBeforeCertain: true,
    mayArriveUntil: 0,
    attempts: 0,
    asked: 0,
    rejections: 0,
    isBooked: false,
    bookFailures: 0,
    isErased: false,
    finalization: {},
    history: [],
  };
}

/** The record for another request; the one that it replaces is kept in the history. */
export function replaced(own: OnceRecord, asked: Asked, entry: Entry): OnceRecord {
  const told = { finalization: {}, response: undefined, reason: undefined, advice: undefined };
  const anew = { ...told, isSent: false, asked: 0, rejections: 0, factsAt: entry.at };
  const isFromPerson = entry.by !== undefined;
  return reopened({ ...noted(own, { ...entry, request: own.request }), ...asked, ...anew, isFromPerson }, entry.at);
}

/** The facts that a key is judged by: those of its authorization, and its own while there are none. */
export function factsFor({ own, others }: Pick<OnceKnown, "own" | "others">): StoredFacts {
  const record = own as OnceRecord;
  return trustedFacts([record, ...others]) ?? record.request;
}

/**
 * Whether the service can be asked what became of the key, by sending the same finalization again. Not where a person's
 * decision is in the sum, and not where the service has shown more money than the facts say.
 */
export function isEligible(own: OnceRecord, others: readonly OnceRecord[], terms: Terms): boolean {
  const facts = factsFor({ own, others });
  const { finalizedBefore, isFinalizedBeforeCertain } = capturedBy(others);
  if (!isFinalizedBeforeCertain || isMoreShown([own, ...others], facts)) return false;
  return terms.isResolvable(own.request, facts, finalizedBefore);
}

/**
 * The record once its outcome is not known: asked about with growing delays, or left to a person. What is pending stays
 * pending, and is asked about by the hour.
 */
export function unresolved(
  own: OnceRecord,
  canAskAgain: boolean,
  { now, others }: OnceKnown,
  terms: Terms,
): OnceRecord {
  const isPending = own.state === "pending"; // it may take days
  const { length } = terms.resolveAfterMs;
  const isLeft = own.asked < length || (isPending && length > 0);
  const isAskable = canAskAgain && isLeft && isUndisturbed(own, others) && isEligible(own, others, terms);
  const dueAt = isAskable ? now + pauseAfter(own.asked, terms) : undefined;
  const state = isPending ? "pending" : dueAt === undefined ? "parked" : "unknown";
  return moved(own, state, now, { mayBeCaptured: true, dueAt });
}
