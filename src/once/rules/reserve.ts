/** Who may take a key, and for what. */

import { invalid } from "../errors.js";
import type { KnownRecords, OnceRecord, RequestOfKey } from "../record.js";
import {
  capturedBy,
  capturedInFullBy,
  isUndisturbed,
  isUnfinished,
  sameFacts,
  trustedFacts,
  whyNoMore,
} from "./authorization.js";
import { updatedExpiry } from "./expiry.js";
import { demandNewKey } from "./key.js";
import { sameEffect, sameWords } from "./same.js";
import { fresh, isEligible, moved, NOT_LOOKED_UP, pauseAfter, replaced, type Terms, unresolved } from "./transition.js";

/**
 * Applies the delivery of a job to its key. The first case that fits counts. A key that the worker shall send now gets
 * the worker's token.
 *
 * @throws PaymentValidationError if the key stands for another request, or is new and not in NFC.
 */
export function delivered(known: KnownRecords, given: RequestOfKey, token: string, terms: Terms): OnceRecord {
  const { own, now } = known;
  if (own === undefined) {
    demandNewKey(given.key);
    return reserved(fresh(given, now), known, token, terms);
  }
  if (own.isWithdrawn) return own;
  const replacing = () => reserved(replaced(own, given, { at: now }), known, token, terms);
  if (sameEffect(own.request, given.request)) {
    if (isReplaceable(own) && hasNewWords(own, given)) return replacing();
    return own.isErased ? own : redelivered(own, known, given, token, terms);
  }
  const past = own.history.findLast(({ request }) => request !== undefined && sameEffect(request, given.request));
  if (past !== undefined) {
    const by = past.by === undefined ? "a later delivery" : past.by;
    const at = new Date(past.at).toISOString();
    const rule = `stands for another request: this one was replaced by ${by} at ${at}. Drop this delivery, and do not give it a new key`;
    throw invalid("key", "not_allowed", rule);
  }
  if (isReplaceable(own)) return replacing();
  const rule = `stands for another request, which is ${own.state}: if this is the same job, correct it with once.correct, because under a new key it can be captured twice; only a different job gets a different key`;
  throw invalid("key", "not_allowed", rule);
}

/** A delivery replaces only a request that the service rejected, and that no person gave. */
const isReplaceable = ({ state, mayBeCaptured, isErased, isFromPerson }: OnceRecord) =>
  state === "rejected" && !mayBeCaptured && !isErased && !isFromPerson;

function hasNewWords({ request, history }: OnceRecord, given: RequestOfKey): boolean {
  const past = history.flatMap((entry) => entry.request ?? []);
  return ![request, ...past].some((each) => sameWords(each, given.request));
}

/** Keeps the stored request, even if the delivery differs in anything but its effect. */
function redelivered(
  own: OnceRecord,
  known: KnownRecords,
  given: RequestOfKey,
  token: string,
  terms: Terms,
): OnceRecord {
  const { state, isSent, mayBeCaptured, isFromPerson } = own;
  const isFree = state === "blocked" || state === "retryable" || (state === "rejected" && !isSent);
  if (!isFree || hasLapsed(own, known.now, terms)) return takenOver(known, token, terms);
  if (mayBeCaptured || isFromPerson) return reserved(own, known, token, terms);
  const { paymentMethod, authorizedAmount, currencyCode, hasLineItems } = given.request;
  const request = { ...own.request, paymentMethod, authorizedAmount, currencyCode, hasLineItems };
  const told = { request, ...updatedExpiry(own, given), factsAt: known.now };
  return reserved({ ...own, ...told }, known, token, terms);
}

/** A decision about a key that may be captured lapses, because its balance becomes too old. */
const hasLapsed = ({ decidedAt = 0, mayBeCaptured }: OnceRecord, now: number, { personAfterMs }: Terms) =>
  mayBeCaptured && decidedAt + personAfterMs <= now;

/** Reserves for sending, unless another key of the authorization is unfinished, the facts disagree, or nothing is left. */
function reserved(own: OnceRecord, { others, now }: KnownRecords, token: string, terms: Terms): OnceRecord {
  const { decidedAt } = own;
  const ahead = others.find(isUnfinished);
  if (ahead !== undefined) {
    const dueAt = decidedAt === undefined ? undefined : now + pauseAfter(0, terms);
    const reason = `waits for ${ahead.key} of the same authorization`;
    return moved(own, "blocked", now, { blockedBy: ahead.key, reason, decidedAt, dueAt });
  }
  const reason = reasonNotToSend(own, others);
  if (reason !== undefined) return moved(own, own.mayBeCaptured ? "parked" : "rejected", now, { reason });
  const sum = { ...capturedBy(others), reason: undefined, isSent: true, decidedAt };
  return moved(own, "sending", now, { ...sum, ...leased(own, token, now, terms) });
}

function reasonNotToSend({ request, isSent }: OnceRecord, others: readonly OnceRecord[]): string | undefined {
  const facts = trustedFacts(others) ?? request;
  if (!sameFacts(facts, request)) {
    const { paymentMethod, authorizedAmount, currencyCode } = facts;
    return `its paymentMethod, authorizedAmount or currencyCode differs from those of its authorization's other keys: ${paymentMethod}, ${authorizedAmount} ${currencyCode}`;
  }
  const last = isSent ? undefined : capturedInFullBy(others, facts);
  return last && whyNoMore(last, facts);
}

const leased = ({ attempts, firstSentAt }: OnceRecord, token: string, now: number, terms: Terms) => ({
  token,
  attempts: attempts + 1,
  firstSentAt: firstSentAt ?? now,
  lastSentAt: now,
  dueAt: now + terms.leaseMs,
  ...NOT_LOOKED_UP,
  mayArriveUntil: now + terms.leaseMs + terms.maxNetworkDelayMs,
});

/**
 * Does what is due on a key: takes over an expired lease, sends it again to find out, or carries out a decision. A key that has been
 * open for too long is left to a person, and so is one whose authorization soon expires.
 *
 * @param canCall - False if no call may be made: then only what needs no service is done.
 */
export function takenOver(known: KnownRecords, token: string, terms: Terms, canCall = true): OnceRecord {
  const { now, others } = known;
  const own = known.own as OnceRecord; // whoever takes over has seen it, and nothing is ever deleted
  if (own.token === token) return own; // already stored: only the response to COMMIT was lost
  const isToWarn = (own.expiryWarningAt ?? Infinity) <= now;
  const warned = isToWarn ? { ...own, isExpiring: true } : own;
  if (own.dueAt === undefined || own.dueAt > now) return warned;
  const isOverdue = own.isOverdue || own.openSince + terms.personAfterMs <= now;
  const isAsBefore = isOverdue === own.isOverdue && own.token === undefined;
  const marked = isAsBefore ? warned : { ...warned, token: undefined, isOverdue };
  const free = { ...marked, isExpiring: own.isExpiring }; // an attempt comes before the warning: it may capture
  switch (own.state) {
    case "sending":
      return unresolved({ ...free, reason: "the worker that sent it did not report back" }, true, known, terms);
    case "unknown":
    case "pending":
      if (!isUndisturbed(own, others) || !isEligible(own, others, terms))
        return unresolved(marked, false, known, terms);
      return canCall ? { ...free, ...leased(own, token, now, terms) } : marked;
    case "captured": // and to be booked
      return marked;
  }
  const isToSend = own.decidedAt !== undefined && !hasLapsed(own, now, terms);
  if (!isToSend) return { ...marked, dueAt: undefined };
  return canCall ? reserved(free, known, token, terms) : marked;
}
