/** What the delivery of a job does to its key. */

import type { StoredRequest } from "../entry.js";
import { invalid } from "../errors.js";
import type { KnownRecords, OnceRecord, RequestOfKey } from "../record.js";
import { sameEffect, sameWords } from "./request.js";
import { type Reserving, reserved } from "./reserve.js";
import { hasLapsed, swept } from "./sweep.js";
import { fresh, replaced } from "./transition.js";

/**
 * The first row that fits decides. The stored request is always the one that is sent.
 *
 * @throws PaymentValidationError if the key stands for another request.
 */
export function delivered(known: KnownRecords, given: RequestOfKey, by: Reserving): OnceRecord {
  const { own, now } = known;
  const replacing = (record: OnceRecord) => reserved(replaced(record, given, { at: now }), known, by);

  if (own === undefined) return reserved(fresh(given, now), known, by);
  if (own.isWithdrawn) return own;
  if (sameEffect(own.request, given.request)) {
    if (isReplaceable(own) && hasNewWords(own, given.request)) return replacing(own);
    if (own.isErased) return own;
    if (own.state === "queued" && isDue(own, now) && !hasLapsed(own, now, by.terms))
      return redelivered(own, known, given, by);
    if (own.state === "rejected" && !own.isSent) {
      const next = redelivered(own, known, given, by);
      return next.state === "rejected" ? own : next;
    }
    return swept(known, by);
  }
  const past = own.history.findLast(({ request }) => request !== undefined && sameEffect(request, given.request));
  if (past !== undefined) {
    const by = past.by ?? "a later delivery";
    const at = new Date(past.at).toISOString();
    const rule = `stands for another request: this one was replaced by ${by} at ${at}. Drop this delivery, and do not give it a new key`;
    throw invalid("key", "not_allowed", rule);
  }
  if (isReplaceable(own)) return replacing(own);
  const rule = `stands for another request, which is ${own.state}: under a new key, the same job can be captured twice. Withdraw or correct this key first; only a different job gets a different key`;
  throw invalid("key", "not_allowed", rule);
}

/** A delivery replaces only a request that was rejected, and that no person gave. */
const isReplaceable = ({ state, mayBeCaptured, isErased, isFromPerson }: OnceRecord) =>
  state === "rejected" && !mayBeCaptured && !isErased && !isFromPerson;

function hasNewWords({ request, history }: OnceRecord, given: StoredRequest): boolean {
  const past = history.flatMap((event) => event.request ?? []);
  return ![request, ...past].some((each) => sameWords(each, given));
}

const isDue = ({ dueAt = Number.POSITIVE_INFINITY, token }: OnceRecord, now: number) =>
  token === undefined && dueAt <= now;

/** Reserves the stored request, with the delivery's facts if they can still change. */
function redelivered(own: OnceRecord, known: KnownRecords, given: RequestOfKey, by: Reserving): OnceRecord {
  if (own.mayBeCaptured || own.isFromPerson) return reserved(own, known, by);
  const { paymentMethod, authorizedAmount, currencyCode, hasLineItems } = given.request;
  const request = { ...own.request, paymentMethod, authorizedAmount, currencyCode, hasLineItems };
  const expiresAt = given.expiresAt ?? own.expiresAt;
  return reserved({ ...own, request, expiresAt, factsAt: known.now }, known, by);
}
