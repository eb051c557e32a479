/** Who may take a key, and for what. */
import { capturedBy, capturedInFullBy, isUndisturbed, isUnfinished, sameFacts, trustedFacts } from "./authorization.js";
import { invalid } from "./errors.js";
import type { OnceRecord } from "./record.js";
import { sameEffect, sameWords } from "./same.js";
import type { OnceKnown } from "./store.js";
import { type Asked, fresh, isEligible, moved, pauseAfter, replaced, type Terms, unresolved } from "./transition.js";

/**
 * What a delivery of a job makes of its key. The first case that fits counts. The record has the worker's token where
 * something is to be sent; otherwise it says how the key stands.
 *
 * @throws PaymentValidationError when the key stands for another request.
 */
export function delivered(known: OnceKnown, asked: Asked, token: string, terms: Terms): OnceRecord {
  const { own, now } = known;
  if (own === undefined) return reserved(fresh(asked, now), known, token, terms);
  if (own.token === token) return own; // stored already: only the response to the commit was lost
  const replacing = () => reserved(replaced(own, asked, { at: now }), known, token, terms);
  if (sameEffect(own.request, asked.request)) {
    if (isReplaceable(own) && hasNewWords(own, asked)) return replacing();
    return own.isErased ? own : redelivered(own, known, asked, token, terms);
  }
  const past = own.history.findLast(({ request }) => request !== undefined && sameEffect(request, asked.request));
  if (past !== undefined) {
    const by = past.by === undefined ? "a later delivery" : past.by;
    const at = new Date(past.at).toISOString();
    throw invalid("key", "not_allowed", `stands for another request: this one was replaced by ${by} at ${at}`);
  }
  if (isReplaceable(own)) return replacing();
  const rule = `stands for another request, which is ${own.state}: another job needs another key, a correction needs once.correct`;
  throw invalid("key", "not_allowed", rule);
}

/** A delivery replaces only a request that the service rejected, and that no person gave. */
const isReplaceable = ({ state, mayBeCaptured, isErased, isFromPerson }: OnceRecord) =>
  state === "rejected" && !mayBeCaptured && !isErased && !isFromPerson;

function hasNewWords({ request, history }: OnceRecord, asked: Asked): boolean {
  const past = history.flatMap((entry) => entry.request ?? []);
  return ![request, ...past].some((each) => sameWords(each, asked.request));
}

/** The stored request counts, whatever the delivery says beside its effect. */
function redelivered(own: OnceRecord, known: OnceKnown, asked: Asked, token: string, terms: Terms): OnceRecord {
  const { state, isSent, mayBeCaptured, isFromPerson } = own;
  const isFree = state === "waiting" || state === "retryable" || (state === "rejected" && !isSent);
  if (!isFree || hasLapsed(own, known.now, terms)) return takenOver(known, token, terms);
  if (mayBeCaptured || isFromPerson) return reserved(own, known, token, terms);
  const { paymentMethod, authorizedAmount, currencyCode, hasLineItems } = asked.request;
  const request = { ...own.request, paymentMethod, authorizedAmount, currencyCode, hasLineItems };
  return reserved({ ...own, request, factsAt: known.now }, known, token, terms);
}

/** A decision on a key that may be captured lapses: the balance that it was made on is too old by then. */
const hasLapsed = ({ decidedAt = 0, mayBeCaptured }: OnceRecord, now: number, { personAfterMs }: Terms) =>
  mayBeCaptured && decidedAt + personAfterMs <= now;

/** For sending: unless another key of the authorization is unfinished, the facts disagree, or nothing is left. */
function reserved(own: OnceRecord, { others, now }: OnceKnown, token: string, terms: Terms): OnceRecord {
  const { decidedAt } = own;
  const ahead = others.find(isUnfinished);
  if (ahead !== undefined) {
    const dueAt = decidedAt === undefined ? undefined : now + pauseAfter(0, terms);
    const reason = `waits for ${ahead.key} of the same authorization`;
    return moved(own, "waiting", now, { blockedBy: ahead.key, reason, decidedAt, dueAt });
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
  return last && `${last.key} has captured this authorization in full`;
}

const leased = ({ attempts, firstSentAt }: OnceRecord, token: string, now: number, terms: Terms) => ({
  token,
  attempts: attempts + 1,
  firstSentAt: firstSentAt ?? now,
  lastSentAt: now,
  dueAt: now + terms.leaseMs,
  mayArriveUntil: now + terms.leaseMs + terms.maxNetworkDelayMs,
});

/**
 * What is due on a key: an expired lease is taken over, the service is asked, a decision is carried out, and a key that
 * has been open for too long is left to a person.
 *
 * @param canCall - False while no call may be made: then only what needs no service is done.
 */
export function takenOver(known: OnceKnown, token: string, terms: Terms, canCall = true): OnceRecord {
  const { now, others } = known;
  const own = known.own as OnceRecord; // whoever takes over has seen it, and nothing is ever deleted
  if (own.token === token || own.dueAt === undefined || own.dueAt > now) return own;
  const isOverdue = own.isOverdue || own.openSince + terms.personAfterMs <= now;
  const free = { ...own, token: undefined, isOverdue };
  const marked = isOverdue === own.isOverdue && own.token === undefined ? own : free;
  switch (own.state) {
    case "sending":
      return unresolved({ ...free, reason: "the worker that sent it did not report back" }, true, known, terms);
    case "unknown":
    case "pending":
      if (!isUndisturbed(own, others) || !isEligible(own, others, terms)) return unresolved(free, false, known, terms);
      return canCall ? { ...free, ...leased(own, token, now, terms) } : marked;
    case "captured": // and to be booked
      return marked;
  }
  const isToSend = own.decidedAt !== undefined && !hasLapsed(own, now, terms);
  if (!isToSend) return { ...free, dueAt: undefined };
  return canCall ? reserved(free, known, token, terms) : marked;
}
