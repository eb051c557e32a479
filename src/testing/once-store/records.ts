import type { OnceRecord } from "../../once/index.js";

/** A record; what matters to a test is given. */
export function recordOf(key: string, more: Partial<OnceRecord> = {}): OnceRecord {
  const counts = { version: 1, attempts: 1, asked: 0, rejections: 0, bookFailures: 0, finalizedBefore: "0" };
  const times = { stateSince: 1_000, openSince: 1_000, factsAt: 1_000, mayArriveUntil: 0 };
  const was = { isFromPerson: false, isSent: true, isOverdue: false, isErased: false };
  const flags = { ...was, isFinalizedBeforeCertain: true, mayBeCaptured: false, isBooked: false };
  const request = {
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
    waitsFor: "sweep",
    ...times,
    ...counts,
    ...flags,
    finalization: {},
    history: [],
    ...more,
  };
}
