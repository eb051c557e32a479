/** Records and terms for the rules of `Once`: 60 of 100 SEK by PayPal, unless a test says otherwise. */
import type { OnceRecord, OnceState, StoredRequest } from "merchant-payments/once";
import type { OnceKnown } from "../../src/once/store.js";
import type { Terms } from "../../src/once/transition.js";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A lease of one minute, half an hour in the network, asked after 1 and 5 minutes, a person after a day. */
export const terms: Terms = {
  leaseMs: MINUTE,
  maxNetworkDelayMs: 30 * MINUTE,
  resolveAfterMs: [MINUTE, 5 * MINUTE],
  personAfterMs: 24 * HOUR,
  isResolvable: () => true,
};
export const partOnly: Terms = { ...terms, isResolvable: () => false };

export const request: StoredRequest = {
  transactionId: "202601150000000001",
  totalAmount: "60.00",
  body: "",
  paymentMethod: "paypal",
  authorizedAmount: "100.00",
  currencyCode: "SEK",
};

export function record(state: OnceState, more: Partial<OnceRecord> = {}): OnceRecord {
  return {
    key: "K-1",
    version: 1,
    state,
    stateSince: 0,
    waitsFor: "nobody",
    isOverdue: false,
    openSince: 0,
    authorization: "A-1",
    request,
    factsAt: 0,
    isFromPerson: false,
    isSent: true,
    mayBeCaptured: false,
    finalizedBefore: "0",
    isFinalizedBeforeCertain: true,
    mayArriveUntil: 0,
    attempts: 1,
    asked: 0,
    rejections: 0,
    isBooked: false,
    bookFailures: 0,
    isErased: false,
    finalization: {},
    history: [],
    ...more,
  };
}

/** Collects the items of an iterable. */
export async function allOf<T>(each: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of each) all.push(one);
  return all;
}

/** A record that a worker has held since 0. */
export const heldByWorker = (more: Partial<OnceRecord> = {}) =>
  record("sending", { token: "mine", dueAt: MINUTE, mayArriveUntil: 31 * MINUTE, ...more });

export const known = (own: OnceRecord | undefined, now = 0, others: readonly OnceRecord[] = []): OnceKnown => ({
  own,
  now,
  others,
});
