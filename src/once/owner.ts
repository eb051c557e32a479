/** Who has to act next on a key, by when, and what a person is asked. */
import { sumOf } from "../model/amount.js";
import { capturedBy } from "./authorization.js";
import type { OnceRecord, OnceWaitsFor } from "./record.js";
import type { Terms } from "./transition.js";

/** Whether nothing is left to do on a key. */
export function isClosed({ state, isBooked }: OnceRecord): boolean {
  return state === "rejected" || state === "not_captured" || (state === "captured" && isBooked);
}

/** The first line that fits. */
export function waitsFor(record: OnceRecord): OnceWaitsFor {
  const { state, isOverdue, decidedAt } = record;
  if (isClosed(record)) return "nobody";
  if (state === "parked" || state === "conflict" || isOverdue) return "person";
  if (state === "retryable" || state === "waiting") return decidedAt === undefined ? "delivery" : "sweep";
  return "sweep";
}

/**
 * The record with its owner, and with the question where that is a person. Whatever waits for a delivery or for the sweep
 * is due at the latest when it becomes overdue, so that nothing is forgotten.
 */
export function withOwner(record: OnceRecord, others: readonly OnceRecord[], { personAfterMs }: Terms): OnceRecord {
  const owner = waitsFor(record);
  const advice = adviceFor(record, owner, others);
  const isBounded = (owner === "delivery" || owner === "sweep") && record.token === undefined;
  if (!isBounded) return { ...record, waitsFor: owner, advice };
  const overdueAt = record.openSince + personAfterMs;
  return { ...record, waitsFor: owner, advice, dueAt: Math.min(record.dueAt ?? overdueAt, overdueAt) };
}

function adviceFor(record: OnceRecord, owner: OnceWaitsFor, others: readonly OnceRecord[]): string | undefined {
  if (owner === "person") return questionOf(record, others);
  return record.state === "rejected" ? record.advice : undefined;
}

/** What a person is asked, by whoever can see the service's books. */
function questionOf(record: OnceRecord, others: readonly OnceRecord[]): string {
  const { state, blockedBy, reason } = record;
  if (state === "captured") return `\`book\` keeps failing: ${reason}. Correct it; the sweep then books the capture.`;
  if (state === "waiting" && blockedBy !== undefined) return `Decide ${blockedBy} first: this key waits for it.`;
  if (state === "retryable" || state === "waiting") {
    return "No delivery of the job came. Deliver it again, or decide not_captured if it must not be captured any more.";
  }
  const balance = balanceQuestion(record, others);
  return state === "pending" ? `${balance} While it is pending, ask again later.` : balance;
}

function balanceQuestion({ request, mayBeCaptured, mayArriveUntil }: OnceRecord, others: readonly OnceRecord[]): string {
  const { transactionId, orderId, totalAmount, currencyCode } = request;
  const { finalizedBefore } = capturedBy(others);
  const order = orderId === undefined ? "" : ` of order ${orderId}`;
  const after = `${sumOf([finalizedBefore, totalAmount])} ${currencyCode}`;
  const since = mayBeCaptured ? `, seen after ${new Date(mayArriveUntil).toISOString()}` : "";
  return (
    `Look up in the back office what is finalized and what is pending of authorization ${transactionId}${order}. ` +
    `(1) ${after} finalized: it is captured. (2) ${finalizedBefore} ${currencyCode} finalized and nothing pending${since}: ` +
    "it is not captured. (3) Anything else: somebody else has finalized, or it was captured twice."
  );
}
