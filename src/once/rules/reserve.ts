/** Who may send a key, and for what. */

import { isFinalizedOnce } from "../../model/payment-method.js";
import type { StoredFacts } from "../entry.js";
import type { KnownRecords, OnceRecord } from "../record.js";
import { aheadOf, factsOf, isEligible, lastCaptureOf, sameFacts, sumOfCaptured } from "./authorization.js";
import { pauseAfter, type Terms } from "./terms.js";
import { held, moved, parked } from "./transition.js";

/** What a worker brings to a key. */
export interface Reserving {
  readonly token: string;
  readonly terms: Terms;
  /** Whether the circuit breaker admits a call for the key. */
  readonly canCall: boolean;
}

/** Reserves a key for sending. The first case that fits counts. A key that is to be sent now gets the token. */
export function reserved(own: OnceRecord, known: KnownRecords, { token, terms, canCall }: Reserving): OnceRecord {
  const { others, now } = known;
  const ahead = aheadOf(known);
  if (ahead !== undefined) {
    const waits = { blockedBy: ahead, reason: `waits for ${ahead} of the same authorization`, pauses: own.pauses + 1 };
    return queued(own, now, terms, waits);
  }
  const facts = factsOf(others) ?? own.request;
  if (!sameFacts(facts, own.request)) return denied(own, now, otherFacts(facts));
  const last = own.isSent ? undefined : lastCaptureOf(others, facts);
  if (last !== undefined) return denied(own, now, whyNoMore(last, facts));
  if (!canCall) return queued(own, now, terms, { reason: "the circuit breaker is open" });
  const taken = { ...own, finalizedBefore: sumOfCaptured(others) };
  const isToResolve = own.isMarked && own.mayBeCaptured && isEligible(own, others, terms);
  const state = isToResolve ? "unknown" : "sending";
  return held(moved(taken, state, now, { isMarked: own.isMarked, reason: undefined }), token, now, terms);
}

/** The record of a key that nobody sends now. It keeps its mark, and the sweep sends it after a pause. */
export const queued = (own: OnceRecord, now: number, terms: Terms, more: Partial<OnceRecord>): OnceRecord =>
  moved(own, "queued", now, { isMarked: own.isMarked, dueAt: now + pauseAfter(own.pauses, terms), ...more });

const denied = (own: OnceRecord, now: number, reason: string): OnceRecord =>
  own.mayBeCaptured
    ? parked({ ...own, reason }, "facts", now)
    : moved(own, "rejected", now, { reason, advice: undefined });

const otherFacts = ({ paymentMethod, authorizedAmount, currencyCode }: StoredFacts) =>
  `its paymentMethod, authorizedAmount or currencyCode differs from those of its authorization's other keys: ${paymentMethod}, ${authorizedAmount} ${currencyCode}`;

/** Says why nothing more can be captured once this key has captured. */
function whyNoMore({ key, request }: OnceRecord, { paymentMethod }: StoredFacts): string {
  const captured = `${key} has captured ${request.totalAmount} of this authorization`;
  if (paymentMethod === "card") return `${captured}, and a card is captured once`;
  if (isFinalizedOnce(paymentMethod)) return `${captured}, and ${paymentMethod} is captured in full only`;
  return `${captured}, and the service accepts no further capture`;
}
