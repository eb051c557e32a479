/** What the sweep does with a key that is due. */

import { isClosed, type KnownRecords, type OnceRecord } from "../record.js";
import { type Reserving, reserved } from "./reserve.js";
import { EXPIRY_WARNING_MS, type Terms } from "./terms.js";
import { held, isRepeatable, moved, parked, unresolved } from "./transition.js";

/** Takes over a lease, marks what is overdue, and takes a key to send it. It changes nothing that is not due. */
export function swept(known: KnownRecords, by: Reserving): OnceRecord {
  const { now, others } = known;
  const { token, terms, canCall } = by;
  const own = known.own as OnceRecord; // nothing is ever deleted
  const isDue = (own.dueAt ?? Number.POSITIVE_INFINITY) <= now;
  const isToMark = (own.personAt ?? Number.POSITIVE_INFINITY) <= now;
  if (own.token === token || !(isDue || isToMark)) return own;
  const marked = withAge(own, now, isToMark, terms);
  if (!isDue || isClosed(own)) return marked; // a closed key is due for its hook
  if (own.token !== undefined) {
    const reason = "the worker that sent it did not report back";
    const pauses = own.state === "sending" ? 0 : own.pauses + 1;
    return unresolved({ ...marked, reason, pauses }, known, terms);
  }
  if (own.state === "queued") {
    if (hasLapsed(own, now, terms)) return moved(marked, "queued", now, { isMarked: own.isMarked });
    return canCall ? reserved(marked, known, by) : marked;
  }
  if (isRepeatable(own, others, terms)) return canCall ? held(marked, token, now, terms) : marked;
  return own.state === "pending" ? moved(marked, "pending", now) : parked(marked, "balance", now);
}

/** A decision about a key that may be captured lapses, because its balance becomes too old. */
export const hasLapsed = ({ state, mayBeCaptured, openSince }: OnceRecord, now: number, { personAfterMs }: Terms) =>
  state === "queued" && mayBeCaptured && openSince + personAfterMs <= now;

/** Whether only its age, and not its money, matters to a person. */
export const isHarmless = ({ state, mayBeCaptured }: OnceRecord) => state === "queued" && !mayBeCaptured;

/** When the authorization of an open key is about to expire. */
export const expiryWarningOf = (record: OnceRecord): number | undefined =>
  record.expiresAt === undefined || isClosed(record) ? undefined : record.expiresAt - EXPIRY_WARNING_MS;

/** The record, marked by its age: overdue, or only aged if it cannot be captured. */
function withAge(own: OnceRecord, now: number, isToMark: boolean, { personAfterMs }: Terms): OnceRecord {
  const isOld = own.openSince + personAfterMs <= now;
  const isExpiring = (expiryWarningOf(own) ?? Number.POSITIVE_INFINITY) <= now;
  const isOverdue = own.isOverdue || isExpiring || (isOld && !isHarmless(own));
  const isAged = own.isAged || (isOld && isHarmless(own));
  const isSame = isOverdue === own.isOverdue && isAged === own.isAged;
  return isSame && !isToMark ? own : { ...own, isOverdue, isAged };
}
