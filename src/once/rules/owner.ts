/** Who has to act next on a key, by when, and what a person is asked. */

import type { OnceWaitsFor } from "../entry.js";
import { isClosed, isDone, type OnceRecord } from "../record.js";
import { questionOf } from "./question.js";
import { expiryWarningOf, hasLapsed, isHarmless } from "./sweep.js";
import type { Terms } from "./terms.js";

/** The first case that fits counts. */
function ownerOf(record: OnceRecord): OnceWaitsFor {
  if (isDone(record)) return "nobody";
  if (record.state === "parked") return "person";
  if (record.isOverdue) return "person";
  return "sweep";
}

/** Why an overdue key waits for a person. */
function overdueQuestionOf(record: OnceRecord, now: number, terms: Terms | undefined): OnceRecord["question"] {
  if (isClosed(record)) return "hook";
  if (record.state === "queued") return terms && hasLapsed(record, now, terms) ? "decision_lapsed" : "expires";
  if ((expiryWarningOf(record) ?? Number.POSITIVE_INFINITY) <= now) return "expires";
  return record.state === "pending" ? "pending" : "balance";
}

/**
 * The record with its owner, and with a question if that is a person. Whatever waits for the sweep is due within
 * `personAfterMs`.
 *
 * @param terms - Undefined for a decision, which leaves the times to the sweep.
 */
export function withOwner(
  record: OnceRecord,
  others: readonly OnceRecord[],
  now: number,
  terms?: Terms | undefined,
): OnceRecord {
  const waitsFor = ownerOf(record);
  const isForPerson = waitsFor === "person";
  const question = record.state === "parked" ? record.question : overdueQuestionOf(record, now, terms);
  const personAt = terms === undefined ? record.personAt : personAtOf(record, terms);
  const owned = {
    ...record,
    waitsFor,
    question: isForPerson ? question : undefined,
    personAt: waitsFor === "nobody" ? undefined : personAt,
    dueAt: waitsFor === "nobody" ? undefined : dueAtOf(record, personAt),
    hookCause: isClosed(record) && waitsFor !== "nobody" ? record.hookCause : undefined,
  };
  return { ...owned, advice: adviceOf(owned, others) };
}

/** When it becomes overdue, or aged; undefined if it is, or if a worker holds it. */
function personAtOf(record: OnceRecord, { personAfterMs }: Terms): number | undefined {
  const { state, token, isOverdue, isAged, openSince } = record;
  if (token !== undefined || isOverdue || state === "parked") return undefined;
  const oldAt = isHarmless(record) && isAged ? undefined : openSince + personAfterMs;
  const times = [oldAt, expiryWarningOf(record)].filter((time) => time !== undefined);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** A pending key that cannot be sent again is due when a person takes it over. */
const dueAtOf = ({ state, dueAt }: OnceRecord, personAt: number | undefined) =>
  state === "pending" ? (dueAt ?? personAt) : dueAt;

const FIX_HOOK =
  "Fix the cause: `hookCause` has its code, and `onChange` gets each error. The sweep then calls it again.";

/** The client's advice is about one attempt, so it is kept only after a rejection. */
export function adviceOf(record: OnceRecord, others: readonly OnceRecord[]): string | undefined {
  const { state, waitsFor, advice, hookCause, isAged, reason } = record;
  if (waitsFor === "person") return questionOf(record, others);
  if (state === "captured" && hookCause !== undefined) {
    return `The money moved, and \`book\` failed, so that your books lack this capture. Do not capture it again. ${FIX_HOOK}`;
  }
  if (state === "queued" && isAged)
    return `Not captured for long: ${reason}. The sweep goes on. Withdraw it if it must not be captured any more.`;
  return state === "rejected" ? advice : undefined;
}
