import type { PaymentMethod } from "../index.js";
import type { OnceEntry, OnceSnapshot, StoredFacts, StoredRequest } from "./entry.js";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Everything that is stored about a key. Plain JSON; the rules read and change it. */
export interface OnceRecord extends Omit<OnceSnapshot, "seenAt" | "isRecorded"> {
  /** The authorization's transaction. No capture starts while another key of this authorization is unfinished. */
  readonly authorizationId: string;
  readonly changedAt: number;
  readonly factsAt: number;
  readonly isFromPerson: boolean; // correct or adopt entered the request
  readonly isSent: boolean;
  /** The mark of `send_again` and `correct`: a person has seen that no earlier attempt captured it. */
  readonly isMarked: boolean;
  /** What the authorization's other keys had captured when a worker last took this key, as decimal text. */
  readonly finalizedBefore: string;
  /** Identifies the worker that holds the key, whether or not its lease is over; absent if none does. */
  readonly token?: string | undefined;
  /** Identifies the last finished change, so that a retry of it finds what is stored. */
  readonly lastToken?: string | undefined;
  readonly pauses: number;
  readonly rejections: number; // with the scope merchant, while other keys passed
  readonly unlistedKey?: string | undefined;
  /** Whether a response that proved nothing said that the service would accept another finalization. */
  readonly acceptsAnother: boolean;
  /** Whether `book` was ever called. It may have written without the transaction. */
  readonly isBookTried: boolean;
  readonly isAged: boolean; // onChange has been told that the key is queued for too long
  /** When the sweep marks the key as overdue, or as aged; absent if it need not. */
  readonly personAt?: number | undefined;
}

/** The values of a new key, which documents leave out: never change one. */
export const INITIAL = {
  version: 0,
  state: "queued",
  waitsFor: "sweep",
  isOverdue: false,
  isAged: false,
  isFromPerson: false,
  isSent: false,
  isMarked: false,
  mayBeCaptured: false,
  mayArriveUntil: 0,
  finalizedBefore: "0",
  attempts: 0,
  pauses: 0,
  rejections: 0,
  acceptsAnother: false,
  isBookTried: false,
  closing: 0,
  isWithdrawn: false,
  isErased: false,
  finalization: {},
  history: [],
} as const satisfies Partial<OnceRecord>;

/** The records of a key and of the other keys of its authorization, read under lock. */
export interface KnownRecords {
  /** Milliseconds since 1970: the store's clock, or the latest time that is stored in these records. */
  readonly now: number;
  readonly own: OnceRecord | undefined;
  readonly others: readonly OnceRecord[];
  readonly unreadable?: string | undefined; // a key of the authorization that only a newer release can read
  /** Another key, of any authorization, that has stored the `captureId` of this change. */
  readonly sameCapture?: string | undefined;
}

export type RequestOfKey = Pick<OnceRecord, "key" | "authorizationId" | "request" | "expiresAt">;

/** The times of `Once`, in milliseconds, and what it can resolve by itself. */
export interface Terms {
  /** From the reservation to the moment when the sweep may take over. */
  readonly leaseMs: number;
  readonly maxNetworkDelayMs: number;
  readonly personAfterMs: number;
  /** The payment methods that may be sent again, as the merchant has declared. */
  readonly sendAgain: readonly PaymentMethod[];
  /** Whether, by these facts and declarations, the service cannot accept a second finalization beside the first. */
  readonly isResolvable: (request: StoredRequest, facts: StoredFacts, finalizedBefore: string) => boolean;
}

export const isClosed = ({ state }: Pick<OnceRecord, "state">) =>
  state === "captured" || state === "rejected" || state === "not_captured";

export const isRecorded = (record: Pick<OnceRecord, "state" | "recorded">) =>
  isClosed(record) && record.recorded === (record.state === "captured" ? "captured" : "failed");

export const isDone = (record: OnceRecord) => record.isWithdrawn || isRecorded(record);

export function entryOf(record: OnceRecord): OnceEntry {
  const { key, merchant, version, state, stateSince, waitsFor, question, reason, advice, isWithdrawn } = record;
  const { finalization, recorded, closing, hookCause, blockedBy, expiresAt, dueAt } = record;
  const { firstSentAt, lastSentAt, attempts } = record;
  const { body: _, ...request } = record.request;
  const first = { key, merchant, version, state, stateSince, waitsFor, question, reason, advice, request, isWithdrawn };
  const books = { finalization, recorded, isRecorded: isRecorded(record), closing, hookCause };
  return { ...first, ...books, blockedBy, expiresAt, dueAt, firstSentAt, lastSentAt, attempts };
}

export function snapshotOf(record: OnceRecord, now: number): OnceSnapshot {
  const { request, openSince, mayBeCaptured, mayArriveUntil, isOverdue, isErased, response, history } = record;
  const more = { request, openSince, mayBeCaptured, mayArriveUntil, isOverdue, isErased, response, history };
  return { ...entryOf(record), seenAt: Math.max(now, record.changedAt), ...more };
}
