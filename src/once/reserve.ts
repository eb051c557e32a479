/** Who takes a key in hand, and for what. */
import { amountOf, capturedOf, isUnfinished, type OnceRecord, type StoredRequest } from "./record.js";
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
  const isChanged = own.request.fingerprint !== request.fingerprint;
  if (isChanged && !isFreeForAnother(own)) {
    throw invalid(
      "key",
      "not_allowed",
      `stands for another request, which is ${own.state}: take another key, or correct it by hand`,
    );
  }
  if (isChanged || own.state === "released" || own.state === "waiting") {
    return take(
      isChanged ? withRequest(own, request, claim.authorization, { at: now }) : own,
      others,
      claim.token,
      now,
      terms,
    );
  }
  return takeOver(known, claim.token, terms);
}

const isFreeForAnother = ({ state, isDirty, isBound }: OnceRecord) =>
  !isDirty && !isBound && (state === "released" || state === "waiting" || state === "refused");

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
  const captured = capturedOf(others);
  const before = amountOf(captured);
  const isBeforeSure = captured.every(({ history }) => history.every(({ by }) => by === undefined));
  const facts = { before, isBeforeSure, behind: undefined, reason: undefined, advice: undefined };
  return moved({ ...own, ...facts, ...lease(token, now, terms), attempts: own.attempts + 1 }, "sending", now);
}

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
      if (!terms.isEligible(own)) return opened(own, false, now, terms);
      return changed({ ...own, ...lease(token, now, terms), attempts: own.attempts + 1 });
    default:
      return own;
  }
}
