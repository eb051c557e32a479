/** How a record changes. Pure: a store calls what is made of this under lock, with its own clock. */
import { sumOf } from "../model/amount.js";
import type { OnceHistoryEntry, OnceRecord, OnceState } from "./record.js";

/** The times of `Once`, in milliseconds, and what it can find out by itself. */
export interface Terms {
  /** From the reservation to the moment when somebody else may take over. */
  readonly leaseMs: number;
  /** After a lease, how long an attempt may still arrive at the service. */
  readonly maxNetworkDelayMs: number;
  readonly resolveAfterMs: readonly number[];
  /** Whether a second finalization cannot be accepted beside the first. */
  readonly isEligible: (record: OnceRecord) => boolean;
}

/** The record in a state, as of now: in nobody's hand and with nothing due, unless `more` says so. */
export function moved(own: OnceRecord, state: OnceState, now: number, more: Partial<OnceRecord> = {}): OnceRecord {
  const stateSince = own.state === state ? own.stateSince : now;
  const next = { ...own, token: undefined, dueAt: undefined, blockedBy: undefined, ...more, state, stateSince };
  if (state === "parked" || state === "conflict") return { ...next, advice: questionOf(next) };
  return state === "captured" ? { ...next, reason: undefined, advice: undefined } : next;
}

/** What to ask whoever can see the service's books. */
function questionOf({ request, finalizedBefore, mayBeCaptured, mayArriveUntil }: OnceRecord): string {
  const { transactionId, orderId, totalAmount, currencyCode } = request;
  const order = orderId === undefined ? "" : ` of order ${orderId}`;
  const after = `${sumOf([finalizedBefore, totalAmount])} ${currencyCode}`;
  const since = mayBeCaptured ? `, seen after ${new Date(mayArriveUntil).toISOString()}` : "";
  return (
    `Ask the back office what is finalized and what is pending of authorization ${transactionId}${order}. ` +
    `${after} finalized: it is captured. ${finalizedBefore} ${currencyCode} finalized and nothing pending${since}: it is not. ` +
    "Anything else: somebody else has finalized, or it was captured twice."
  );
}

type Entry = Omit<OnceHistoryEntry, "state">;

/** The record with one entry more in its history. */
export function noted(own: OnceRecord, entry: Entry): OnceRecord {
  return { ...own, history: [...own.history, { ...entry, state: own.state }] };
}

/** What a key stands for. */
export type Asked = Pick<OnceRecord, "key" | "authorization" | "request">;

/** The record for a corrected request; what it was for is kept. */
export function withRequest(own: OnceRecord, asked: Asked, entry: Entry): OnceRecord {
  const anew = { asked: 0, rejections: 0, isBoundToRequest: false, finalization: {}, response: undefined };
  return { ...noted(own, { ...entry, request: own.request }), ...asked, ...anew };
}

/** From here on it may be captured: resolved with growing delays, or left to a person. What is pending stays listed as that. */
export function opened(own: OnceRecord, canAskAgain: boolean, now: number, terms: Terms): OnceRecord {
  const isPending = own.state === "pending"; // it may take days
  const delay = terms.resolveAfterMs[own.asked] ?? (isPending ? terms.resolveAfterMs.at(-1) : undefined);
  const isAskable = canAskAgain && delay !== undefined && terms.isEligible(own);
  const state = isPending ? "pending" : isAskable ? "unknown" : "parked";
  return moved(own, state, now, { mayBeCaptured: true, dueAt: isAskable ? now + delay : undefined });
}
