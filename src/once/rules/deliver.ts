import type { StoredRequest } from "../entry.js";
import { invalid } from "../errors.js";
import type { KnownRecords, OnceRecord, RequestOfKey } from "../record.js";
import { sameEffect, sameWords } from "./request.js";
import { hasLapsed, isPast, type Reserving, reserved, swept } from "./reserve.js";
import { fresh, replaced } from "./transition.js";

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
