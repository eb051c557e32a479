/** Who has to act next on a key, by when, and what a person is asked. */

import { asProperty } from "../../errors/status-catalogue.js";
import type { OnceWaitsFor } from "../entry.js";
import type { OnceRecord } from "../record.js";
import { isUnfinished } from "./authorization.js";
import { expirySentence, warningAt } from "./expiry.js";
import { lookUpSentence } from "./look-up.js";
import { balanceQuestion } from "./question.js";
import type { Terms } from "./transition.js";

/** Whether nothing is left to do on a key. */
export function isClosed({ state, isBooked }: OnceRecord): boolean {
  return state === "rejected" || state === "not_captured" || (state === "captured" && isBooked);
}

/** The first condition that fits counts. */
function ownerOf(record: OnceRecord): OnceWaitsFor {
  const { state, isOverdue, isExpiring, decidedAt } = record;
  if (isClosed(record)) return "nobody";
  if (state === "parked" || state === "conflict" || isOverdue) return "person";
  if (isExpiring && state !== "captured") return "person"; // what is captured cannot expire
  if (state === "retryable" || state === "blocked") return decidedAt === undefined ? "delivery" : "sweep";
  return "sweep";
}

/**
 * The record with its owner, and with a question if that is a person. A key that waits for a delivery or for the sweep is
 * due when it becomes overdue, at the latest, so that no key is forgotten.
 */
export function withOwner(record: OnceRecord, others: readonly OnceRecord[], terms: Terms): OnceRecord {
  const owned = withQuestion({ ...record, waitsFor: ownerOf(record), advice: adviceOf(record) }, others, terms);
  return { ...owned, dueAt: dueAtOf(owned, terms), expiryWarningAt: warningAt(owned, terms.expiryWarningMs) };
}

/** The record with its question, if it waits for a person. What is decided about the other keys changes the question. */
export function withQuestion(record: OnceRecord, others: readonly OnceRecord[], terms: Terms): OnceRecord {
  if (record.waitsFor !== "person") return record;
  return { ...record, advice: questionOf(record, others, terms) + expirySentence(record) };
}

const NOT_BOOKED =
  "The money moved, and `book` failed, so that your books lack this capture. Do not capture it again. Fix the cause: `bookCause` has its code, and `onChange` gets each error. The sweep then books the capture.";

/** The client's advice is about one attempt, so it is kept only after a rejection. */
function adviceOf({ state, advice, isBooked, bookFailures }: OnceRecord): string | undefined {
  if (state === "captured" && !isBooked && bookFailures > 0) return NOT_BOOKED;
  return state === "rejected" ? advice : undefined;
}

function dueAtOf(record: OnceRecord, { personAfterMs }: Terms): number | undefined {
  const { waitsFor, state, token, stateSince, openSince, dueAt } = record;
  const isBounded = (waitsFor === "delivery" || waitsFor === "sweep") && token === undefined;
  if (!isBounded) return dueAt;
  if (state === "pending" && dueAt === undefined) return Math.max(stateSince, openSince) + personAfterMs;
  const overdueAt = openSince + personAfterMs;
  return Math.min(dueAt ?? overdueAt, overdueAt);
}

const DELIVER = "deliver the job again, or decide not_captured if it must not be captured any more.";

/** What a person is asked. */
function questionOf(record: OnceRecord, others: readonly OnceRecord[], terms: Terms): string {
  const { key, state, mayBeCaptured, blockedBy, bookFailures } = record;
  if (state === "captured") {
    return `\`book\` keeps failing: ${bookFailures} times for ${key}, whose money has moved. Do not decide anything. Fix the cause: \`bookCause\` has its code, and \`onChange\` gets each error. The sweep then books the capture.`;
  }
  const isBehind = others.some((each) => each.key === blockedBy && isUnfinished(each));
  const isUncaptured = (state === "retryable" || state === "blocked") && !mayBeCaptured;
  const then = isUncaptured ? DELIVER : "decide by the balance of its authorization.";
  // The stored question must also be true once the key that is ahead is closed.
  if (isBehind) return `Decide ${blockedBy} first: this key waits for it. Once ${blockedBy} is closed, ${then}`;
  if (isUncaptured) return `No delivery came: ${DELIVER}`;
  const keys = { own: record, others };
  return unlistedQuestion(record, terms) + balanceQuestion(keys) + lookUpSentence(keys);
}

/** What to ask the service, if its responses say nothing to this client. */
function unlistedQuestion({ statusKeyCounts }: OnceRecord, { meaningOf }: Terms): string {
  const unlisted = Object.keys(statusKeyCounts).filter((statusKey) => meaningOf(statusKey) === undefined);
  if (unlisted.length === 0) return "";
  const option = `statusKeys: { ${unlisted.map((statusKey) => `${asProperty(statusKey)}: …`).join(", ")} }`;
  return (
    `The service responded with ${unlisted.join(", ")}, which this client does not know. Ask the service what it means, and set the client option ${option} ("rejected" only if nothing was done whenever it comes). ` +
    "If each attempt ended with a key that means rejected, decide not_captured. Otherwise: "
  );
}
