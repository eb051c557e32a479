import type { OnceRecord } from "../../once/index.js";

/** A record made by hand; what matters to a test is given. */
export function recordOf(key: string, more: Partial<OnceRecord> = {}): OnceRecord {
  const counts = { version: 1, attempts: 1, asked: 0, refusals: 0, quietAt: 0, before: "0", isBeforeSure: true };
  const no = { isDirty: false, isBound: false, isBooked: false };
  const request = {
    fingerprint: `["","${key}","10.00"]`,
    transactionId: key,
    totalAmount: "10.00",
    body: "",
    paymentMethod: "card",
    authorizedAmount: "10.00",
    currencyCode: "SEK",
  } as const;
  return {
    key,
    authorization: `authorization of ${key}`,
    request,
    state: "sending",
    stateSince: 1_000,
    ...counts,
    ...no,
    finalization: {},
    history: [],
    ...more,
  };
}
