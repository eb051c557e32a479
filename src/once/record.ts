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
  readonly isMarked: boolean; // by send_again or correct: a person has seen that no earlier attempt captured it
  /** What the authorization's other keys had captured when a worker last took this key, as decimal text. */
  readonly finalizedBefore: string;
  readonly token?: string | undefined; // of the worker that holds the key, whether or not its lease is over
  readonly lastToken?: string | undefined; // of the last finished change, so that a retry finds what is stored
  readonly pauses: number;
  readonly rejections: number; // with the scope merchant, while other keys passed
  readonly unlistedKey?: string | undefined;
  readonly acceptsAnother: boolean; // a response that proved nothing said that the service would accept another one
  readonly isBookTried: boolean; // book was called, and may have written without the transaction
  readonly isAged: boolean; // onChange has been told that the key is queued for too long
  readonly personAt?: number | undefined; // when the sweep marks it as overdue, or as aged
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
  readonly now: number; // the store's clock, or the latest time that is stored in these records
  readonly own: OnceRecord | undefined;
  readonly others: readonly OnceRecord[];
  readonly unreadable?: string | undefined; // a key of the authorization that only a newer release can read
  readonly sameCapture?: string | undefined; // another key, of any authorization, that has stored the captureId
}

export type RequestOfKey = Pick<OnceRecord, "key" | "authorizationId" | "request" | "expiresAt">;

/** The times of `Once`, in milliseconds, and what it can resolve by itself. */
export interface Terms {
  readonly leaseMs: number; // from the reservation to the moment when the sweep may take over
  readonly maxNetworkDelayMs: number;
  readonly personAfterMs: number;
  readonly sendAgain: readonly PaymentMethod[]; // that may be sent again, as the merchant has declared
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
