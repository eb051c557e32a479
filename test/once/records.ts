/** Records and terms for the rules of `Once`: 60 of 100 SEK by PayPal, unless a test says otherwise. */
import type { OnceState } from "merchant-payments/once";
import type { StoredRequest } from "../../src/once/entry.js";
import type { Terms } from "../../src/once/record.js";
import { INITIAL, type KnownRecords, type OnceRecord } from "../../src/once/record.js";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A lease of one minute, half an hour in the network, a person after a day. */
export const terms: Terms = {
  leaseMs: MINUTE,
  maxNetworkDelayMs: 30 * MINUTE,
  personAfterMs: 24 * HOUR,
  sendAgain: ["card", "invoice", "paypal"],
  isResolvable: () => true,
};
/** The service might accept it a second time. */
export const partOnly: Terms = { ...terms, isResolvable: () => false };

export const request: StoredRequest = {
  transactionId: "202601150000000001",
  totalAmount: "60.00",
  body: "",
  paymentMethod: "paypal",
  authorizedAmount: "100.00",
  currencyCode: "SEK",
};

/** A record that was sent once, unless `more` says otherwise. */
export function record(state: OnceState, more: Partial<OnceRecord> = {}): OnceRecord {
  const times = { stateSince: 0, openSince: 0, factsAt: 0, changedAt: 0 };
  const sent = { version: 1, attempts: 1, isSent: true, firstSentAt: 0, lastSentAt: 0 };
  return { ...INITIAL, ...times, ...sent, key: "K-1", authorizationId: "A-1", request, state, ...more };
}

/** A record that was never sent. */
export const unsent = (state: OnceState, more: Partial<OnceRecord> = {}) =>
  record(state, { attempts: 0, isSent: false, firstSentAt: undefined, lastSentAt: undefined, ...more });

/** A record that a worker has held since 0. */
export const heldByWorker = (more: Partial<OnceRecord> = {}) =>
  record("sending", { token: "mine", dueAt: MINUTE, mayArriveUntil: 31 * MINUTE, ...more });

/** Another key of the authorization. */
export const other = (state: OnceState, more: Partial<OnceRecord> = {}) => record(state, { key: "K-0", ...more });

/** What a person has decided about a key. */
export const decidedBy = (as: "captured" | "send_again" | "adopted" | "corrected") =>
  [{ at: 0, state: "parked" as const, as, by: "Åsa", why: "seen" }] as const;

export const known = (
  own: OnceRecord | undefined,
  now = 0,
  others: readonly OnceRecord[] = [],
  more: Partial<KnownRecords> = {},
): KnownRecords => ({ own, now, others, ...more });
