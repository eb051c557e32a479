/** How a record changes. Pure functions, which run in a store's transaction, under lock and by the store's clock. */

import type { HistoryEvent, OnceState } from "../entry.js";
import { INITIAL, isClosed, type KnownRecords, type OnceRecord, type RequestOfKey } from "../record.js";
import { isEligible, isSumSame } from "./authorization.js";
import { PAUSES_MS, pauseAfter, type Terms } from "./terms.js";

/** The record in a state, as of now: held by nobody, not marked, and nothing due, unless `more` says so. */
export function moved(own: OnceRecord, state: OnceState, now: number, more: Partial<OnceRecord> = {}): OnceRecord {
  const isSame = own.state === state;
  const free = { token: undefined, isMarked: false, dueAt: undefined, blockedBy: undefined, question: undefined };
  const closed = { closing: own.closing + 1, pauses: 0 };
  const hookCause = isSame ? own.hookCause : undefined;
  const stateSince = isSame ? own.stateSince : now;
  return { ...own, ...free, ...(isClosed({ state }) && !isSame && closed), ...more, hookCause, state, stateSince };
}

/** The record with one more event in its history. */
export function noted(own: OnceRecord, event: Omit<HistoryEvent, "state">): OnceRecord {
  return { ...own, history: [...own.history, { ...event, state: own.state }] };
}

/** The record with its age counted anew, and due at once: the sweep, which knows the times of `Once`, goes on with it. */
export const reopened = (own: OnceRecord, now: number): OnceRecord => ({
  ...own,
  openSince: now,
  isOverdue: false,
  isAged: false,
  pauses: 0,
  personAt: now,
});

export const fresh = (given: RequestOfKey, now: number): OnceRecord => ({
  ...INITIAL,
  ...given,
  stateSince: now,
  openSince: now,
  changedAt: now,
  factsAt: now,
});

/** The record with another request. The old one is kept in the history. */
export function replaced(own: OnceRecord, given: RequestOfKey, event: Omit<HistoryEvent, "state">): OnceRecord {
  const isSamePlace = own.authorizationId === given.authorizationId;
  const anew = {
    isSent: false,
    isFromPerson: event.by !== undefined,
    factsAt: event.at,
    rejections: 0,
    unlistedKey: undefined,
    acceptsAnother: false,
    finalization: {},
    response: undefined,
    reason: undefined,
    advice: undefined,
    expiresAt: given.expiresAt ?? (isSamePlace ? own.expiresAt : undefined),
    recorded: withoutFailed(own),
  };
  const kept = noted(own, { ...event, request: own.request });
  return reopened({ ...kept, ...given, ...anew }, event.at);
}

/** A capture stays recorded, whatever happens. */
export const withoutFailed = ({ recorded }: OnceRecord) => (recorded === "failed" ? undefined : recorded);

/** The record as a worker holds it to send the request. */
export function held(own: OnceRecord, token: string, now: number, terms: Terms): OnceRecord {
  return {
    ...own,
    token,
    isSent: true,
    recorded: withoutFailed(own),
    attempts: own.attempts + 1,
    firstSentAt: own.firstSentAt ?? now,
    lastSentAt: now,
    dueAt: now + terms.leaseMs,
    mayArriveUntil: now + terms.leaseMs + terms.maxNetworkDelayMs,
  };
}

/** Whether sending the key again finds out its outcome, also by the sum now. */
export const isRepeatable = (own: OnceRecord, others: readonly OnceRecord[], terms: Terms) =>
  isSumSame(own, others) && isEligible(own, others, terms);

/** The record of a key that may be captured. It is sent again after growing pauses, or a person finds out. */
export function unresolved(own: OnceRecord, { now, others }: KnownRecords, terms: Terms, isLast = false): OnceRecord {
  const isLeft = own.pauses < PAUSES_MS.length && !isLast;
  if (isLeft && isRepeatable(own, others, terms)) {
    return moved(own, "unknown", now, { mayBeCaptured: true, dueAt: now + pauseAfter(own.pauses, terms) });
  }
  return parked(own, "balance", now);
}

/** Whatever is parked may be captured, except what the service refuses. */
export const parked = (own: OnceRecord, question: NonNullable<OnceRecord["question"]>, now: number): OnceRecord =>
  moved(own, "parked", now, { question, mayBeCaptured: own.mayBeCaptured || question !== "refused" });
