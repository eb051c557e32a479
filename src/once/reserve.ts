/** Who may take a key, and for what. */
import { sumOf } from "../model/amount.js";
import { isFinalizedOnce } from "../model/payment-method.js";
import { isUnfinished, type OnceRecord, type StoredRequest } from "./record.js";
import { invalid } from "./request.js";
import type { OnceKnown } from "./store.js";
import { type Asked, moved, opened, type Terms, withRequest } from "./transition.js";

/**
 * Takes the key for a first attempt, or for asking what became of an earlier one; the record then has the worker's token.
 * Otherwise the record is as it stands.
 *
 * @throws PaymentValidationError when the key stands for another request.
 */
export function reserve(known: OnceKnown, asked: Asked, token: string, terms: Terms): OnceRecord {
  const { own = fresh(asked, known.now), now } = known;
  if (own.token === token) return own; // stored already: only the response was lost
  const isFree = isFreeForAnother(own);
  if (!isFree && own.request.fingerprint !== asked.request.fingerprint) {
    const rule = `stands for another request, which is ${own.state}: take another key, or correct this one`;
    throw invalid("key", "not_allowed", rule);
  }
  const isCorrected = isFree && !isSame(own.request, asked.request); // in its lines, say
  if (isCorrected) return take(withRequest(own, asked, { at: now }), known, token, terms);
  if (own.state === "retryable" || own.state === "waiting") return take(own, known, token, terms);
  return takeOver(known, token, terms);
}

const isFreeForAnother = ({ state, mayBeCaptured, isBoundToRequest }: OnceRecord) =>
  !mayBeCaptured && !isBoundToRequest && (state === "retryable" || state === "waiting" || state === "rejected");

const isSame = (one: StoredRequest, other: StoredRequest) =>
  (Object.keys({ ...one, ...other }) as (keyof StoredRequest)[]).every((name) => one[name] === other[name]);

function fresh(asked: Asked, now: number): OnceRecord {
  const counts = { version: 0, attempts: 0, asked: 0, rejections: 0, mayArriveUntil: 0, finalizedBefore: "0" };
  const flags = { isFinalizedBeforeCertain: true, mayBeCaptured: false, isBoundToRequest: false, isBooked: false };
  return { ...asked, state: "waiting", stateSince: now, ...counts, ...flags, finalization: {}, history: [] };
}

/** For sending: unless another key of the authorization is unfinished. */
function take(own: OnceRecord, { others, now }: OnceKnown, token: string, terms: Terms): OnceRecord {
  const ahead = others.find(isUnfinished);
  if (ahead !== undefined)
    return moved(own, "waiting", now, { blockedBy: ahead.key, reason: `waits for ${ahead.key}` });
  const before = capturedBy(others);
  const first = others.find(({ state }) => state === "captured");
  const isSecond = first !== undefined && before.isFinalizedBeforeCertain && !own.mayBeCaptured;
  if (isSecond && isFinalizedOnce(own.request.paymentMethod)) {
    const reason = `${first.key} has captured this authorization, which ${own.request.paymentMethod} finalizes only once`;
    return moved(own, "rejected", now, { ...before, reason, advice: undefined });
  }
  const facts = { ...before, reason: undefined, advice: undefined };
  return moved(own, "sending", now, { ...facts, ...lease(own, token, now, terms) });
}

/** What the others have captured, those that a conflict has reopened among them. */
function capturedBy(others: readonly OnceRecord[]) {
  const captured = others.filter(({ state }) => state === "captured" || state === "conflict");
  const finalizedBefore = sumOf(captured.map(({ request }) => request.totalAmount));
  return {
    finalizedBefore,
    isFinalizedBeforeCertain: captured.every(({ history }) => history.every(({ by }) => by === undefined)),
  };
}

/** Whether the others stand as they did when this one was reserved: by that its balance is read. */
export const isUndisturbed = (own: OnceRecord, others: readonly OnceRecord[]) =>
  capturedBy(others).finalizedBefore === own.finalizedBefore;

const lease = ({ attempts }: OnceRecord, token: string, now: number, { leaseMs, maxNetworkDelayMs }: Terms) => ({
  token,
  attempts: attempts + 1,
  dueAt: now + leaseMs,
  mayArriveUntil: now + leaseMs + maxNetworkDelayMs,
});

/** What ran out is no longer known; what is due is asked about. */
export function takeOver(known: OnceKnown, token: string, terms: Terms): OnceRecord {
  const { now } = known;
  const own = known.own as OnceRecord; // whoever takes over has seen it, and nothing is ever deleted
  if (own.token === token || own.dueAt === undefined || own.dueAt > now) return own;
  if (own.state === "sending") return opened({ ...own, reason: "its worker was not heard of again" }, true, now, terms);
  if (own.state !== "unknown" && own.state !== "pending") return own;
  if (!terms.isEligible(own) || !isUndisturbed(own, known.others)) return opened(own, false, now, terms);
  return { ...own, ...lease(own, token, now, terms) };
}
