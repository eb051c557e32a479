/** Who may take a key, and for what. */
import { invalid } from "./request.js";
import { capturedBy, capturedInFullBy, isUndisturbed, isUnfinished, sameFacts, trustedFacts } from "./authorization.js";
import type { OnceRecord } from "./record.js";
import { sameEffect, sameWords } from "./same.js";
import type { OnceKnown } from "./store.js";
import { type Asked, fresh, isEligible, moved, replaced, type Terms, unresolved } from "./transition.js";

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
  const isSame = sameEffect(own.request, asked.request);
  const replacing = () => reserved(replaced(own, asked, { at: now }), known, token, terms);
  if (isSame && isReplaceable(own) && hasNewWords(own, asked)) return replacing();
  if (isSame && !own.isErased) return redelivered(own, known, asked, token, terms);
  if (isSame) return own;
  const past = own.history.find(({ request }) => request !== undefined && sameEffect(request, asked.request));
  if (past !== undefined) {
    const who = past.by === undefined ? "by a later delivery" : `by ${past.by}`;
    throw invalid("key", "not_allowed", `stands for another request: this one was replaced ${who} on ${timeOf(past)}`);
  }
  if (isReplaceable(own)) return replacing();
  const rule = `stands for another request, which is ${own.state}: take another key, or correct this one`;
  throw invalid("key", "not_allowed", rule);
}

const timeOf = ({ at }: { readonly at: number }) => new Date(at).toISOString();

/** A delivery replaces only a request that the service rejected, and that no person gave. */
const isReplaceable = ({ state, mayBeCaptured, isErased, isFromPerson }: OnceRecord) =>
  state === "rejected" && !mayBeCaptured && !isErased && !isFromPerson;

function hasNewWords(own: OnceRecord, asked: Asked): boolean {
  const past = own.history.flatMap(({ request }) => request ?? []);
  return ![own.request, ...past].some((request) => sameWords(request, asked.request));
}

/** The stored request counts, whatever the delivery says beside its effect. */
function redelivered(own: OnceRecord, known: OnceKnown, asked: Asked, token: string, terms: Terms): OnceRecord {
  const isUnsent = own.state === "rejected" && !own.isSent;
  const isFree = own.state === "waiting" || own.state === "retryable" || (isUnsent && !own.isErased);
  if (!isFree || hasLapsed(own, known.now, terms)) return takenOver(known, token, terms);
  const isOpen = !own.mayBeCaptured && !own.isFromPerson;
  const { paymentMethod, authorizedAmount, currencyCode, hasLineItems } = asked.request;
  const facts = { paymentMethod, authorizedAmount, currencyCode, hasLineItems };
  const next = isOpen ? { ...own, request: { ...own.request, ...facts }, factsAt: known.now } : own;
  return reserved(next, known, token, terms);
}

/** A decision on a key that may be captured lapses: the balance that it was made on is too old by then. */
export const hasLapsed = ({ decidedAt, mayBeCaptured }: OnceRecord, now: number, { personAfterMs }: Terms) =>
  mayBeCaptured && decidedAt !== undefined && decidedAt + personAfterMs <= now;

/** For sending: unless another key of the authorization is unfinished, the facts disagree, or nothing is left. */
function reserved(own: OnceRecord, { others, now }: OnceKnown, token: string, terms: Terms): OnceRecord {
  const { decidedAt } = own;
  const ahead = others.find(isUnfinished);
  if (ahead !== undefined) {
    const dueAt = decidedAt === undefined ? undefined : now + (terms.resolveAfterMs[0] ?? 0);
    const reason = `waits for ${ahead.key} of the same authorization`;
    return moved(own, "waiting", now, { blockedBy: ahead.key, reason, decidedAt, dueAt });
  }
  const facts = trustedFacts(others) ?? own.request;
  const full = own.isSent ? undefined : capturedInFullBy(others, facts);
  const fault = !sameFacts(facts, own.request)
    ? "the facts of its authorization are others: paymentMethod, authorizedAmount or currencyCode differ from its other keys"
    : full && `nothing is left of its authorization: ${full.key} has captured it in full`;
  if (fault !== undefined) return moved(own, own.mayBeCaptured ? "parked" : "rejected", now, { reason: fault });
  const sum = { ...capturedBy(others), reason: undefined, advice: undefined, isSent: true, decidedAt };
  return moved(own, "sending", now, { ...sum, ...leased(own, token, now, terms) });
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
  const { own, now } = known;
  if (own === undefined || own.token === token || own.dueAt === undefined || own.dueAt > now) return own as OnceRecord;
  const isOverdue = own.isOverdue || own.openSince + terms.personAfterMs <= now;
  const free = { ...own, token: undefined, isOverdue };
  if (own.state === "sending") {
    return unresolved({ ...free, reason: "the worker that sent it did not report back" }, true, known, terms);
  }
  if (own.state === "unknown" || own.state === "pending") return askedAgain(free, known, token, terms, canCall);
  if (own.state === "captured") return isOverdue === own.isOverdue ? own : free;
  const isToSend = own.decidedAt !== undefined && !hasLapsed(own, now, terms);
  if (isToSend && canCall) return reserved(free, known, token, terms);
  return isOverdue ? { ...free, dueAt: isToSend ? own.dueAt : undefined } : own;
}

function askedAgain(own: OnceRecord, known: OnceKnown, token: string, terms: Terms, canCall: boolean): OnceRecord {
  const { now, others } = known;
  if (!isUndisturbed(own, others) || !isEligible(own, others, terms)) return unresolved(own, false, known, terms);
  if (!canCall) return own;
  return { ...own, ...leased(own, token, now, terms) };
}

