/** Records and terms for the rules of `Once`: 60 of 100 SEK by PayPal, unless a test says otherwise. */
import type { OnceState, OnceStore, StoredRequest } from "merchant-payments/once";
import { INITIAL, type KnownRecords, type OnceRecord } from "../../src/once/record.js";
import type { Terms } from "../../src/once/rules/transition.js";
import { read, write } from "../../src/once/stores/document.js";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A lease of one minute, half an hour in the network, sent again after 1 and 5 minutes, a person after a day or 12 hours before an expiry. */
export const terms: Terms = {
  leaseMs: MINUTE,
  maxNetworkDelayMs: 30 * MINUTE,
  resolveAfterMs: [MINUTE, 5 * MINUTE],
  personAfterMs: 24 * HOUR,
  expiryWarningMs: 12 * HOUR,
  sendAgain: ["card", "invoice", "paypal"],
  isResolvable: () => true,
  meaningOf: () => undefined,
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
  const times = { stateSince: 0, openSince: 0, factsAt: 0 };
  const sent = { version: 1, attempts: 1, isSent: true, waitsFor: "nobody" } as const;
  return { ...INITIAL, ...times, ...sent, key: "K-1", authorizationId: "A-1", request, state, ...more };
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

export const known = (own: OnceRecord | undefined, now = 0, others: readonly OnceRecord[] = []): KnownRecords => ({
  own,
  now,
  others,
});

/** Puts a record into a store as it is. */
export async function put(store: OnceStore<never>, own: OnceRecord): Promise<OnceRecord> {
  return read((await store.change(own, () => ({ row: write(own) }))).document);
}

/** The whole record of a key, with the fields that a snapshot does not show. */
export async function readRecord(store: OnceStore<never>, key: string): Promise<OnceRecord> {
  const found = await store.find(key);
  if (found === undefined) throw new Error(`no key ${key}`);
  return read(found.document);
}
