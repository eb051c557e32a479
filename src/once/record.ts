import type { OnceBooking, OnceEntry, OnceSnapshot, StoredRequest } from "./entry.js";

/** Everything that `Once` knows about a key. Plain JSON; the rules read and change it. */
export interface OnceRecord extends Omit<OnceSnapshot, "seenAt"> {
  /** The authorization's transaction. No capture starts while another key of this authorization is unfinished. */
  readonly authorizationId: string;
  /** When the facts of the authorization were last stored. */
  readonly factsAt: number;
  /** Whether `correct` or `adopt` entered the request. */
  readonly isFromPerson: boolean;
  /** Whether the request has been sent at least once. */
  readonly isSent: boolean;
  /** When a person's `send_again` or `correct` told the sweep to send the request. */
  readonly decidedAt?: number | undefined;
  /** What the authorization's other keys had captured when a worker last took this key to send it, as decimal text. */
  readonly finalizedBefore: string;
  /** False if `finalizedBefore` relies on a person's decision. Then a person must resolve an unknown outcome. */
  readonly isFinalizedBeforeCertain: boolean;
  /** Identifies the worker that holds the key; absent if none does. */
  readonly token?: string | undefined;
  /** Identifies the last finished change, so that a retry of it finds what is stored. */
  readonly lastToken?: string | undefined;
  /** How often the request was repeated without finding out its outcome. */
  readonly repeats: number;
  /** How often the key was rejected with the scope `merchant` while other keys were processed. At 3, it is parked. */
  readonly rejections: number;
  /** Whether a response that proved nothing said that the service would accept another finalization. */
  readonly acceptsAnother: boolean;
  /** When a look-up last tried to read the balance, successfully or not. */
  readonly lookUpTriedAt?: number | undefined;
  /** How often `book` has failed since the capture. */
  readonly bookFailures: number;
  /** When the sweep sets `isExpiring`; absent if it need not. No attempt is made because of this time. */
  readonly expiryWarningAt?: number | undefined;
}

/**
 * The values of a new key, which documents leave out: never change one. A field that is added here is read from older
 * documents with this value.
 */
export const INITIAL = {
  version: 0,
  state: "blocked",
  waitsFor: "delivery",
  isOverdue: false,
  isExpiring: false,
  isFromPerson: false,
  isSent: false,
  mayBeCaptured: false,
  finalizedBefore: "0",
  isFinalizedBeforeCertain: true,
  mayArriveUntil: 0,
  attempts: 0,
  repeats: 0,
  rejections: 0,
  statusKeyCounts: {},
  acceptsAnother: false,
  isBooked: false,
  bookFailures: 0,
  isWithdrawn: false,
  isErased: false,
  finalization: {},
  history: [],
} as const satisfies Partial<OnceRecord>;

/** The records of a key and of the other keys of its authorization, read under lock. */
export interface KnownRecords {
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
  /** Undefined if the key is new. */
  readonly own: OnceRecord | undefined;
  readonly others: readonly OnceRecord[];
}

/** The request that a key stands for, and when its authorization expires. */
export type RequestOfKey = Pick<OnceRecord, "key" | "authorizationId" | "request" | "expiresAt">;

/** When the sweep next acts on the key. */
export function nextAt({ dueAt, expiryWarningAt }: Pick<OnceRecord, "dueAt" | "expiryWarningAt">): number | undefined {
  const times = [dueAt, expiryWarningAt].filter((time) => time !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** When the authorization expires, as long as that matters: the money may still be captured. */
export function openExpiryOf({ state, expiresAt }: Pick<OnceRecord, "state" | "expiresAt">): number | undefined {
  return ["captured", "rejected", "not_captured"].includes(state) ? undefined : expiresAt;
}

/** Whether the record is erased, and no words have come since. */
export function isBare(record: OnceRecord): boolean {
  const { isErased, request, history, response, reason, advice, lookedUp, lookUpTriedAt } = record;
  const isGone = [response, reason, advice, lookedUp, lookUpTriedAt].every((each) => each === undefined);
  const hasNoWhy = history.every((entry) => entry.why === undefined && !entry.request?.body && !entry.balance?.differs);
  return isErased && isGone && request.body === "" && hasNoWhy;
}

const withoutBody = ({ body: _, ...request }: StoredRequest) => request;

export const entryOf = (record: OnceRecord): OnceEntry => ({
  ...bookingOf(record),
  request: withoutBody(record.request),
});

export function bookingOf(record: OnceRecord): OnceBooking {
  const { key, merchant, version, state, stateSince, waitsFor, isOverdue, isExpiring, reason, advice } = record;
  const { request, finalization, isWithdrawn, isBooked, bookCause, blockedBy } = record;
  const { expiresAt, firstSentAt, lastSentAt, attempts } = record;
  const first = { key, merchant, version, state, stateSince, waitsFor, isOverdue, isExpiring, reason, advice };
  const times = { expiresAt, dueAt: nextAt(record), firstSentAt, lastSentAt };
  return { ...first, request, finalization, isWithdrawn, isBooked, bookCause, blockedBy, ...times, attempts };
}

export function snapshotOf(record: OnceRecord, seenAt: number): OnceSnapshot {
  const { openSince, mayBeCaptured, mayArriveUntil, statusKeyCounts, lookedUp, isErased, response, history } = record;
  const more = { openSince, mayBeCaptured, mayArriveUntil, statusKeyCounts, lookedUp, isErased, response, history };
  return { ...bookingOf(record), seenAt, ...more };
}
