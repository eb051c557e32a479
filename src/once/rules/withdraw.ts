/** Closes a key, so that its job captures nothing, and erases the personal data of a closed key. */

import type { HistoryEvent, StoredRequest } from "../entry.js";
import { demand } from "../errors.js";
import { isDone, type KnownRecords, type OnceRecord, type RequestOfKey } from "../record.js";
import { fresh, moved, noted } from "./transition.js";

/** A key that was withdrawn before a delivery has no request. This one stands in for it. */
const NO_REQUEST: StoredRequest = {
  transactionId: "",
  totalAmount: "0",
  body: "",
  paymentMethod: "other",
  authorizedAmount: "0",
  currencyCode: "",
};

/** No two withdrawn keys share an authorization: a store would lock and read all of them for each. */
export const withdrawnRequest = (key: string): RequestOfKey => ({
  key,
  authorizationId: `withdrawn ${key}`,
  request: NO_REQUEST,
});

/**
 * Closes a key that is not known, or that cannot be captured.
 *
 * @param version - That of the snapshot that the person saw, if they saw one; 0 if there was no key.
 * @throws OnceDecisionError
 */
export function withdrawn(
  { own, now }: KnownRecords,
  given: RequestOfKey,
  { by, why }: { readonly by: string; readonly why: string },
  version?: number | undefined,
): OnceRecord {
  if (own?.isWithdrawn) return own;
  const { key } = given;
  const isAsSeen = version === undefined || version === (own?.version ?? 0);
  demand(isAsSeen, `${key} has changed since this snapshot: take a new one`);
  if (own !== undefined) {
    const isUnsent = own.state === "queued" || own.question === "refused";
    const isFree = isUnsent && own.token === undefined && !own.mayBeCaptured;
    demand(
      isFree,
      `${key} is ${own.state}: only a key that cannot be captured is withdrawn. Look at it, and decide it`,
    );
  }
  const signed = noted(own ?? fresh(given, now), { at: now, as: "withdrawn", by, why });
  return moved({ ...signed, isWithdrawn: true, reason: `withdrawn by ${by}: ${why}` }, "not_captured", now);
}

/** The record without personal data; undefined if something may still happen to it, or if it has none. */
export function erased(record: OnceRecord, now: number, before: number): OnceRecord | undefined {
  const isQuiet = isDone(record) && record.stateSince < before && record.mayArriveUntil < now;
  if (!isQuiet || isBare(record)) return undefined;
  const request = { ...record.request, body: "" };
  const gone = { response: undefined, reason: undefined, advice: undefined, isErased: true };
  return { ...record, ...gone, request, history: record.history.map(withoutWords) };
}

function withoutWords({ why: _, request, balance, ...event }: HistoryEvent): HistoryEvent {
  const differs = balance?.differs && ""; // that it differed still counts
  const ofRequest = request && { request: { ...request, body: "" } };
  return { ...event, ...ofRequest, ...(balance && { balance: { ...balance, differs } }) };
}

/** Whether the record is erased, and no words have come since. */
export function isBare({ isErased, request, response, reason, advice, history }: OnceRecord): boolean {
  const words = [
    request.body,
    response,
    reason,
    advice,
    ...history.flatMap(({ why, balance }) => [why, balance?.differs]),
  ];
  return isErased && words.every((each) => !each);
}
