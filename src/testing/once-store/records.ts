import type { OnceRecord } from "../../once/index.js";

/** A record; what matters to a test is given. */
export function recordOf(key: string, more: Partial<OnceRecord> = {}): OnceRecord {
  const counts = { version: 1, attempts: 1, asked: 0, rejections: 0, mayArriveUntil: 0, finalizedBefore: "0" };
  const flags = { isFinalizedBeforeCertain: true, mayBeCaptured: false, isBoundToRequest: false, isBooked: false };
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
    ...flags,
    finalization: {},
    history: [],
    ...more,
  };
}
