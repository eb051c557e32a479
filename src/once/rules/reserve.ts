import { isFinalizedOnce } from "../../model/payment-method.js";
import type { StoredRequest } from "../entry.js";
import { invalid } from "../errors.js";
import { DAY, isClosed, type KnownRecords, type OnceRecord, type RequestOfKey, type Terms } from "../record.js";
import { aheadOf, differenceOf, isEligible, lastCaptureOf, sumOfCaptured } from "./authorization.js";
import { sameEffect, sameWords } from "./request.js";
import { fresh, held, isRepeatable, moved, parked, pauseAfter, replaced, unresolved } from "./transition.js";

export interface Reserving {
  readonly token: string;
  readonly terms: Terms;
  readonly canCall: boolean; // the circuit breaker admits it
  readonly openReason?: string | undefined; // of the circuit breaker
}

/** Reserves a key for sending. The first case that fits counts. A key that is to be sent now gets the token. */
export function reserved(own: OnceRecord, known: KnownRecords, by: Reserving): OnceRecord {
  const { token, terms, canCall, openReason = "" } = by;
  const { others, now } = known;
  const ahead = aheadOf(known);
  if (ahead !== undefined) {
    const waits = { blockedBy: ahead, reason: `waits for ${ahead} of the same authorization`, pauses: own.pauses + 1 };
    return queued(own, now, terms, waits);
  }
  const differs = differenceOf(own.request, others);
  if (differs !== undefined) return denied(own, now, differs, OTHER_FACTS);
  const last = own.isSent ? undefined : lastCaptureOf(others, own.request);
  if (last !== undefined) {
    const isOnce = isFinalizedOnce(own.request.paymentMethod);
    const why = isOnce ? `${own.request.paymentMethod} is captured once` : "the service accepts no further capture";
    const captured = `${last.key} has captured ${last.request.totalAmount} of this authorization`;
    return denied(own, now, `${captured}, and ${why}`, NO_MORE);
  }
  if (!canCall) return queued(own, now, terms, { reason: `the circuit breaker is open: ${openReason}` });
  const taken = { ...own, finalizedBefore: sumOfCaptured(others) };
  const isToResolve = own.isMarked && own.mayBeCaptured && isEligible(own, others, terms);
  const state = isToResolve ? "unknown" : "sending";
  return held(moved(taken, state, now, { isMarked: own.isMarked, reason: undefined }), token, now, terms);
}

export const queued = (own: OnceRecord, now: number, terms: Terms, more: Partial<OnceRecord>): OnceRecord =>
  moved(own, "queued", now, { isMarked: own.isMarked, dueAt: now + pauseAfter(own.pauses, terms), ...more });

const OTHER_FACTS = "No money moved with this key. Look up which facts are right, and change only what is wrong.";
const NO_MORE = "No money moved with this key. Unless the other key is wrong, the rest needs a new authorization.";

const denied = (own: OnceRecord, now: number, reason: string, advice: string): OnceRecord =>
  own.mayBeCaptured ? parked({ ...own, reason }, "facts", now) : moved(own, "rejected", now, { reason, advice });

/** Takes over a lease, marks what is overdue, and takes a key to send it. It changes nothing that is not due. */
export function swept(known: KnownRecords, by: Reserving): OnceRecord {
  const { now, others, unreadable } = known;
  const { token, terms, canCall } = by;
  const own = known.own as OnceRecord; // nothing is ever deleted
  const isDue = isPast(own.dueAt, now);
  const isToMark = isPast(own.personAt, now);
  if (own.token === token || !(isDue || isToMark)) return own;
  const marked = withAge(own, now, isToMark, terms);
  if (!isDue || isClosed(own)) return marked; // a closed key is due for its hook
  if (own.token !== undefined) {
    const reason = "the worker that sent it did not report back";
    const pauses = own.state === "sending" ? 0 : own.pauses + 1;
    return unresolved({ ...marked, reason, pauses }, known, terms);
  }
  if (own.state === "queued") {
    if (hasLapsed(own, now, terms)) return moved(marked, "queued", now, { isMarked: own.isMarked });
    return canCall ? reserved(marked, known, by) : marked;
  }
  if (unreadable !== undefined) {
    return moved(marked, own.state, now, { blockedBy: unreadable, dueAt: now + pauseAfter(own.pauses, terms) });
  }
  if (isRepeatable(own, others, terms)) return canCall ? held(marked, token, now, terms) : marked;
  return own.state === "pending" ? moved(marked, "pending", now) : parked(marked, "balance", now);
}

export const isPast = (time: number | undefined, now: number) => time !== undefined && time <= now;

/** A decision about a key that may be captured lapses, because its balance becomes too old. */
export const hasLapsed = ({ state, mayBeCaptured, openSince }: OnceRecord, now: number, { personAfterMs }: Terms) =>
  state === "queued" && mayBeCaptured && openSince + personAfterMs <= now;

export const isHarmless = ({ state, mayBeCaptured }: OnceRecord) => state === "queued" && !mayBeCaptured;

export const expiryWarningOf = (record: OnceRecord): number | undefined =>
  record.expiresAt === undefined || isClosed(record) ? undefined : record.expiresAt - DAY;

function withAge(own: OnceRecord, now: number, isToMark: boolean, { personAfterMs }: Terms): OnceRecord {
  const isOld = own.openSince + personAfterMs <= now;
  const isOverdue = own.isOverdue || isPast(expiryWarningOf(own), now) || (isOld && !isHarmless(own));
  const isAged = own.isAged || (isOld && isHarmless(own));
  const isSame = isOverdue === own.isOverdue && isAged === own.isAged;
  return isSame && !isToMark ? own : { ...own, isOverdue, isAged };
}

/** What a delivery does to its key. The first row that fits decides. @throws PaymentValidationError if it is refused. */
export function delivered(known: KnownRecords, given: RequestOfKey, by: Reserving): OnceRecord {
  const { own, now } = known;
  if (own === undefined) return reserved(fresh(given, now), known, by);
  if (own.isWithdrawn) return own;
  const isSame = sameEffect(own.request, given.request);
  const past = own.history.findLast(({ request }) => request !== undefined && sameEffect(request, given.request));
  const isNew = isSame ? hasNewWords(own, given.request) : past === undefined;
  if (isNew && isReplaceable(own)) return reserved(replaced(own, given, { at: now }), known, by);
  if (isSame) return repeated(own, known, given, by);
  if (past !== undefined) {
    const replacer = `${past.by ?? "a later delivery"} at ${new Date(past.at).toISOString()}`;
    const rule = `stands for another request: this one was replaced by ${replacer}. Drop this delivery, and do not give it a new key`;
    throw invalid("key", "not_allowed", rule);
  }
  throw invalid("key", "not_allowed", `stands for another request, which ${whatToDo(own)}`);
}

function whatToDo({ state, mayBeCaptured, token }: OnceRecord): string {
  if (state === "captured") {
    return "is captured. Drop this delivery. If more must be captured, that is a new job with its own key";
  }
  return mayBeCaptured || token !== undefined
    ? "may be captured. Drop this delivery, and do not give it a new key. Once it is known that nothing was captured, correct this key with review.correct"
    : `is ${state}. If this is the same job, correct this key with review.correct. Only a different job gets a different key`;
}

const isReplaceable = ({ state, mayBeCaptured, isErased, isFromPerson }: OnceRecord) =>
  state === "rejected" && !mayBeCaptured && !isErased && !isFromPerson;

function hasNewWords({ request, history }: OnceRecord, given: StoredRequest): boolean {
  const past = history.flatMap((event) => event.request ?? []);
  return ![request, ...past].some((each) => sameWords(each, given));
}

function repeated(own: OnceRecord, known: KnownRecords, given: RequestOfKey, by: Reserving): OnceRecord {
  if (own.isErased) return own;
  const isDue = own.token === undefined && isPast(own.dueAt, known.now);
  if (own.state === "queued" && isDue && !hasLapsed(own, known.now, by.terms)) return anew(own, known, given, by);
  if (own.state !== "rejected" || own.isSent) return swept(known, by);
  const next = anew(own, known, given, by);
  return next.state === "rejected" ? own : next;
}

/** Reserves the stored request, with the delivery's facts if they can still change. */
function anew(own: OnceRecord, known: KnownRecords, given: RequestOfKey, by: Reserving): OnceRecord {
  if (own.mayBeCaptured || own.isFromPerson) return reserved(own, known, by);
  const { paymentMethod, authorizedAmount, currencyCode, hasLineItems } = given.request;
  const request = { ...own.request, paymentMethod, authorizedAmount, currencyCode, hasLineItems };
  const expiresAt = given.expiresAt ?? own.expiresAt;
  return reserved({ ...own, request, expiresAt, factsAt: known.now }, known, by);
}
