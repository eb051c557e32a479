/** How a record changes. Pure functions, which run in a store's transaction, under lock and by the store's clock. */
import type { HistoryEvent, OnceState } from "../entry.js";
import type { KnownRecords, OnceRecord, RequestOfKey, Terms } from "../record.js";
import { HOUR, INITIAL, isClosed, MINUTE } from "../record.js";
import { isEligible, isSumSame } from "./authorization.js";

/** The pauses before a key is sent, sent again to find out, or its hook is called again. The last one repeats. */
const PAUSES_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];

export const pauseAfter = (pauses: number, { personAfterMs }: Terms): number =>
  Math.min(PAUSES_MS[pauses] ?? HOUR, personAfterMs);

/** The record in a state, as of now: held by nobody, not marked, and nothing due, unless `more` says so. */
export function moved(own: OnceRecord, state: OnceState, now: number, more: Partial<OnceRecord> = {}): OnceRecord {
  const isSame = own.state === state;
  const free = { token: undefined, isMarked: false, dueAt: undefined, blockedBy: undefined, question: undefined };
  const closing = own.closing + (state === "captured" && own.isBookTried ? 0 : 1); // the books may have it already
  const closed = isClosed({ state }) && !isSame ? { closing, pauses: 0 } : {};
  const since = isSame ? own : { hookCause: undefined, stateSince: now };
  return { ...own, ...free, ...closed, ...more, hookCause: since.hookCause, stateSince: since.stateSince, state };
}

export function noted(own: OnceRecord, event: Omit<HistoryEvent, "state">): OnceRecord {
  return { ...own, history: [...own.history, { ...event, state: own.state }] };
}

/** The record with its age counted anew. The next sweep, which knows the times of `Once`, goes on with it. */
export function reopened(own: OnceRecord, now: number): OnceRecord {
  return { ...own, openSince: now, isOverdue: false, isAged: false, pauses: 0, rejections: 0, personAt: now };
}

export function fresh(given: RequestOfKey, now: number): OnceRecord {
  return { ...INITIAL, ...given, stateSince: now, openSince: now, changedAt: now, factsAt: now };
}

export function replaced(own: OnceRecord, given: RequestOfKey, event: Omit<HistoryEvent, "state">): OnceRecord {
  const isSamePlace = own.authorizationId === given.authorizationId;
  const expiresAt = given.expiresAt ?? (isSamePlace ? own.expiresAt : undefined);
  const ofOld = { finalization: {}, response: undefined, reason: undefined, advice: undefined, unlistedKey: undefined };
  const facts = { factsAt: event.at, isFromPerson: event.by !== undefined, acceptsAnother: false };
  const kept = noted(own, { ...event, request: own.request });
  const anew = { ...kept, ...given, ...ofOld, ...facts, expiresAt, isSent: false, recorded: withoutFailed(own) };
  return reopened(anew, event.at);
}

const withoutFailed = ({ recorded }: OnceRecord) => (recorded === "failed" ? undefined : recorded);

export function held(own: OnceRecord, token: string, now: number, terms: Terms): OnceRecord {
  const dueAt = now + terms.leaseMs;
  const sent = { isSent: true, attempts: own.attempts + 1, firstSentAt: own.firstSentAt ?? now, lastSentAt: now };
  const mayArriveUntil = Math.max(own.mayArriveUntil, dueAt + terms.maxNetworkDelayMs);
  return { ...own, ...sent, token, dueAt, mayArriveUntil, recorded: withoutFailed(own) };
}

/** Whether sending the key again finds out its outcome, also by the sum now. */
export const isRepeatable = (own: OnceRecord, others: readonly OnceRecord[], terms: Terms) =>
  isSumSame(own, others) && isEligible(own, others, terms);

/** The record of a key that may be captured. It is sent again after growing pauses, or a person finds out. */
export function unresolved(own: OnceRecord, { now, others }: KnownRecords, terms: Terms, isLast = false): OnceRecord {
  const isLeft = own.pauses < PAUSES_MS.length && !isLast;
  if (!isLeft || !isRepeatable(own, others, terms)) return parked(own, "balance", now);
  return moved(own, "unknown", now, { mayBeCaptured: true, dueAt: now + pauseAfter(own.pauses, terms) });
}

/** Whatever is parked may be captured, except what the service refuses. A person decides it, although it was withdrawn. */
export function parked(own: OnceRecord, question: NonNullable<OnceRecord["question"]>, now: number): OnceRecord {
  const mayBeCaptured = own.mayBeCaptured || question !== "refused";
  return moved(own, "parked", now, { question, mayBeCaptured, isWithdrawn: false });
}
