/** Who takes a key in hand, and for what. */
import { sumOf } from "../model/amount.js";
import { isUnfinished, type OnceRecord, type StoredRequest } from "./record.js";
import { invalid } from "./request.js";
import type { Known } from "./store.js";
import { changed, moved, opened, type Terms, withRequest } from "./transition.js";

/** What a worker comes with. */
export interface Claim {
  readonly key: string;
  readonly authorization: string;
  readonly token: string;
  readonly request: StoredRequest;
}

/**
 * Takes the key for a first attempt, or for asking what became of an earlier one; the record then has the claim's token.
 * Otherwise the record is as it stands.
 *
 * @throws PaymentValidationError when the key stands for another request.
 */
export function reserve(known: Known, claim: Claim, terms: Terms): OnceRecord {
  const { own, others, now } = known;
  const { request } = claim;
  if (own === undefined) return take(fresh(claim, now), others, claim.token, now, terms);
  if (own.token === claim.token) return own; // stored already: only the answer was lost
  const isFree = isFreeForAnother(own);
  if (!isFree && own.request.fingerprint !== request.fingerprint) {
    throw invalid(
      "key",
      "not_allowed",
      `stands for another request, which is ${own.state}: take another key, or correct it by hand`,
    );
  }
  const isCorrected = isFree && !isSame(own.request, request); // in its lines, say
  if (isCorrected || own.state === "released" || own.state === "waiting") {
    const next = isCorrected ? withRequest(own, request, claim.authorization, { at: now }) : own;
    return take(next, others, claim.token, now, terms);
  }
  return takeOver(known, claim.token, terms);
}

const isFreeForAnother = ({ state, isDirty, isBound }: OnceRecord) =>
  !isDirty && !isBound && (state === "released" || state === "waiting" || state === "refused");

const isSame = (one: StoredRequest, other: StoredRequest) =>
  (Object.keys({ ...one, ...other }) as (keyof StoredRequest)[]).every((name) => one[name] === other[name]);

function fresh({ key, authorization, request }: Claim, now: number): OnceRecord {
  const counts = { version: 0, attempts: 0, asked: 0, refusals: 0, quietAt: 0, before: "0", isBeforeSure: true };
  const no = { isDirty: false, isBound: false, isBooked: false };
  return {
    key,
    authorization,
    request,
    state: "waiting",
    stateSince: now,
    ...counts,
    ...no,
    finalization: {},
    history: [],
  };
}

/** For sending: unless another key of the authorization is unfinished. */
function take(own: OnceRecord, others: readonly OnceRecord[], token: string, now: number, terms: Terms): OnceRecord {
  const ahead = others.find(isUnfinished);
  if (ahead !== undefined) return moved(own, "waiting", now, { behind: ahead.key, reason: `waits for ${ahead.key}` });
  const facts = { ...capturedBy(others), behind: undefined, reason: undefined, advice: undefined };
  return moved({ ...own, ...facts, ...lease(token, now, terms), attempts: own.attempts + 1 }, "sending", now);
}

/** What the others have captured, those that a conflict has reopened among them. */
function capturedBy(others: readonly OnceRecord[]) {
  const captured = others.filter(({ state }) => state === "captured" || state === "conflict");
  const before = sumOf(captured.map(({ request }) => request.totalAmount));
  return { before, isBeforeSure: captured.every(({ history }) => history.every(({ by }) => by === undefined)) };
}

/** Whether the others stand as they did when this one was reserved: by that its balance is read. */
export const isUndisturbed = (own: OnceRecord, others: readonly OnceRecord[]) =>
  capturedBy(others).before === own.before;

const lease = (token: string, now: number, { leaseMs, horizonMs }: Terms) => ({
  token,
  dueAt: now + leaseMs,
  quietAt: now + leaseMs + horizonMs,
});

/** What ran out is no longer known; what is due is asked about. */
export function takeOver(known: Known, token: string, terms: Terms): OnceRecord {
  const { now } = known;
  const own = known.own as OnceRecord; // whoever takes over has seen it, and nothing is ever deleted
  if (own.token === token || own.dueAt === undefined || own.dueAt > now) return own;
  switch (own.state) {
    case "sending":
      return opened({ ...own, reason: "its worker was not heard of again" }, true, now, terms);
    case "open":
    case "pending":
      if (!terms.isEligible(own) || !isUndisturbed(own, known.others)) return opened(own, false, now, terms);
      return changed({ ...own, ...lease(token, now, terms), attempts: own.attempts + 1 });
    default:
      return own;
  }
}
