/** What the status key of a response says, beside the meanings that the merchant has declared. */

import { bareKey, leavesOpen } from "../../errors/status-catalogue.js";
import type { PaymentError } from "../../index.js";
import type { OnceRecord } from "../record.js";
import type { Terms } from "./transition.js";

type MeaningOf = Terms["meaningOf"];

/** The key of a response that the meaning of its key decides, in upper case. */
export function decidingKeyOf(error: PaymentError | undefined, meaningOf: MeaningOf): string | undefined {
  if (error?.code !== "service_error" || error.statusKey === undefined || leavesOpen(error.httpStatus))
    return undefined;
  const statusKey = bareKey(error.statusKey);
  const isContradicted = error.meaning === undefined && (meaningOf(statusKey) !== undefined || namesCapture(error));
  return isContradicted ? undefined : statusKey;
}

/** The key of a response that concerns only this call, although nobody has declared what it means. */
export function unlistedKeyOf(error: PaymentError | undefined, meaningOf: MeaningOf): string | undefined {
  if (error?.code !== "service_error" || error.statusKey === undefined || leavesOpen(error.httpStatus))
    return undefined;
  const isUnlisted = error.meaning === undefined && meaningOf(error.statusKey) === undefined;
  return isUnlisted && error.scope === "call" ? bareKey(error.statusKey) : undefined;
}

/** Whether a rejection carries the id of a finalization, so that it may have been made whatever its key means. */
function namesCapture({ finalization, transactionId }: PaymentError): boolean {
  const ids = [finalization?.transactionId, finalization?.acquirerId];
  return ids.some((id) => id !== undefined && id !== transactionId);
}

/** The record with one more response of this key. */
export function withStatusKey(own: OnceRecord, statusKey: string | undefined): OnceRecord {
  if (statusKey === undefined) return own;
  return {
    ...own,
    statusKeyCounts: { ...own.statusKeyCounts, [statusKey]: (own.statusKeyCounts[statusKey] ?? 0) + 1 },
  };
}

/** Whether every attempt ended with a key that means, by now, that it did nothing. */
export function isRejectedThroughout({ statusKeyCounts, attempts }: OnceRecord, meaningOf: MeaningOf): boolean {
  const counts = Object.entries(statusKeyCounts).map(([key, count]) => (meaningOf(key) === "rejected" ? count : 0));
  return attempts > 0 && counts.reduce((sum, count) => sum + count, 0) === attempts;
}
