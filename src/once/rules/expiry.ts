/** When an authorization expires, and when a person is warned. It says nothing about money. */

import { type OnceRecord, openExpiryOf, type RequestOfKey } from "../record.js";

/** The time of a new delivery or correction. Without one, that of the same authorization stays. */
export function updatedExpiry(own: OnceRecord, given: RequestOfKey): Pick<OnceRecord, "expiresAt" | "isExpiring"> {
  const isSame = own.authorizationId === given.authorizationId;
  const expiresAt = given.expiresAt ?? (isSame ? own.expiresAt : undefined);
  return { expiresAt, isExpiring: own.isExpiring && expiresAt === own.expiresAt };
}

/** When the sweep warns a person; undefined if it has, or if the key waits for a person anyway. */
export function warningAt(record: OnceRecord, expiryWarningMs: number): number | undefined {
  const { isExpiring, waitsFor, token, stateSince, openSince, lastSentAt = 0 } = record;
  const expiresAt = openExpiryOf(record);
  const isToWarn = !isExpiring && waitsFor !== "person" && token === undefined;
  if (!isToWarn || expiresAt === undefined) return undefined;
  // Not before the key's last change: a time long past would look as if no sweep were running.
  return Math.max(expiresAt - expiryWarningMs, stateSince, openSince, lastSentAt);
}

/** For the question to a person. */
export function expirySentence(record: OnceRecord): string {
  const expiresAt = openExpiryOf(record);
  if (expiresAt === undefined) return "";
  return ` The authorization expires at ${new Date(expiresAt).toISOString()}: from then on, the service may release it.`;
}
