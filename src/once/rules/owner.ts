import { asProperty } from "../../errors/status-catalogue.js";
import { Exact } from "../../model/amount.js";
import type { OnceWaitsFor } from "../entry.js";
import { isClosed, isDone, type OnceRecord, type Terms } from "../record.js";
import { isSumCertain, isUnfinished, sumOfCaptured, sumWith } from "./authorization.js";
import { expiryWarningOf, hasLapsed, isHarmless, isPast } from "./reserve.js";

function overdueQuestionOf(record: OnceRecord, now: number, terms: Terms | undefined): OnceRecord["question"] {
  if (isClosed(record)) return "hook";
  if (record.state === "queued") return terms && hasLapsed(record, now, terms) ? "decision_lapsed" : "expires";
  if (isPast(expiryWarningOf(record), now)) return "expires";
  return record.state === "pending" ? "pending" : "balance";
}

/** Sets owner, question and times. Without `terms`, after a decision, the times are left to the sweep. */
export function withOwner(record: OnceRecord, others: readonly OnceRecord[], now: number, terms?: Terms): OnceRecord {
  const isForPerson = record.state === "parked" || record.isOverdue;
  const waitsFor: OnceWaitsFor = isDone(record) ? "nobody" : isForPerson ? "person" : "sweep";
  const question = record.state === "parked" ? record.question : overdueQuestionOf(record, now, terms);
  const personAt = terms === undefined ? record.personAt : personAtOf(record, terms);
  // A pending key that cannot be sent again is due when a person takes it over.
  const dueAt = record.state === "pending" ? (record.dueAt ?? personAt) : record.dueAt;
  const hookCause = isClosed(record) ? record.hookCause : undefined;
  const times = waitsFor === "nobody" ? { personAt: undefined, dueAt: undefined } : { personAt, dueAt, hookCause };
  const asked = waitsFor === "person" ? question : undefined;
  const owned = { ...record, hookCause: undefined, ...times, waitsFor, question: asked };
  return { ...owned, advice: adviceOf(owned, others) };
}

/** When it becomes overdue, or aged; undefined if it is, or if a worker holds it. */
function personAtOf(record: OnceRecord, { personAfterMs }: Terms): number | undefined {
  const { state, token, isOverdue, isAged, openSince } = record;
  if (token !== undefined || isOverdue || state === "parked") return undefined;
  const oldAt = isHarmless(record) && isAged ? undefined : openSince + personAfterMs;
  const times = [oldAt, expiryWarningOf(record)].filter((time) => time !== undefined);
  return times.sort((one, other) => one - other)[0];
}

const FIX_HOOK =
  "Fix the cause: `hookCause` has its code, and `onChange` gets each error. The sweep then calls it again.";

/** The client's advice is about one attempt, so it is kept only after a rejection. */
export function adviceOf(record: OnceRecord, others: readonly OnceRecord[]): string | undefined {
  const { state, waitsFor, advice, hookCause, isAged } = record;
  if (waitsFor === "person") return questionOf(record, others);
  if (state === "captured" && hookCause !== undefined) {
    return `The money moved, and \`book\` failed, so that your books lack this capture. Do not capture it again. ${FIX_HOOK}`;
  }
  if (state === "queued" && isAged) return unsentAdvice(record);
  return state === "rejected" ? advice : undefined;
}

function unsentAdvice({ blockedBy, reason }: OnceRecord): string {
  const resume =
    "Fix the cause. If once.status() of a worker then shows isOpen without retryAt, call once.resume() there.";
  const fix = blockedBy === undefined ? resume : `If ${blockedBy} waits for a person, decide ${blockedBy} first.`;
  return `No money moved with this key: ${reason}. ${fix} The sweep then sends this key. Withdraw it only if it must not be captured any more.`;
}

type Texts = { readonly [Question in NonNullable<OnceRecord["question"]>]?: (record: OnceRecord) => string };

/** What a person does without the balance. */
const TASKS: Texts = {
  hook: ({ key, state }) =>
    `${state === "captured" ? `The money of ${key} moved, and your books lack it: \`book\`` : `${key} was not captured, and \`fail\``} keeps failing. Do not decide anything. ${FIX_HOOK}`,
  refused: ({ reason }) =>
    `The service rejects this key alone, while others pass: ${reason}. It was not captured. Fix the cause and decide send_again, correct it with review.correct, or withdraw it.`,
  more_captured: ({ request, mayArriveUntil }) =>
    `More was captured than the keys of this authorization say, perhaps twice. (1) After ${timeOf(mayArriveUntil)}, find its captures among the transactions of ${namedIn(request)} in the back office. (2) If one of them is this key's, decide captured, with its transactionId and without a balance. (3) Refund what is too much. (4) If none is this key's, find out who captured them; then decide not_captured. Do not decide send_again.`,
  expires: (record) => unsentAdvice(record),
};

/** Why a person looks up the balance. */
const REASONS: Texts = {
  unlisted_key: ({ unlistedKey = "" }) =>
    `The service responded with ${unlistedKey}, which this client does not know. Ask the service what it means, and set the client option statusKeys: { ${asProperty(unlistedKey)}: … } ("rejected" only if nothing was done whenever it comes). `,
  late_success: () =>
    "The money may have moved: a success came after this key was closed, queued or replaced. See `history`. ",
  facts: ({ reason }) => `It was not sent, because ${reason}. Look up which facts are right. `,
  decision_lapsed: () => "The decision to send it was not carried out in time, so its balance is too old. ",
  pending: () => "The capture has been pending for long. Ask the service when it will complete. ",
};

function questionOf(record: OnceRecord, others: readonly OnceRecord[]): string {
  const { question = "balance" } = record;
  const task = question === "expires" && !isHarmless(record) ? undefined : TASKS[question]?.(record);
  const why = REASONS[question]?.(record) ?? "";
  return (task ?? why + balanceQuestion(record, others)) + expiryOf(record);
}

/** Asks for the figures, or for the transactions where the sum of the other keys proves nothing. */
function balanceQuestion(own: OnceRecord, others: readonly OnceRecord[]): string {
  const { totalAmount, currencyCode, authorizedAmount } = own.request;
  const sum = sumOfCaptured(others);
  const all = sumWith(own, others);
  const ahead = others.find(isUnfinished);
  const wait = ` Do this after ${timeOf(own.mayArriveUntil)}: until then, the request may still arrive.`;
  const where = `Look up the finalized and the pending amount of ${namedIn(own.request)} in the back office; add what was refunded to the finalized amount.${wait}`;
  const isTooMuch = new Exact(all).gt(authorizedAmount);
  const share = `${all} of ${authorizedAmount} ${currencyCode}`;
  const tooMuch = isTooMuch ? ` With this key, ${share} would be captured: its amount is probably too large.` : "";
  const wrong =
    " Wrong authorization: if the back office does not know it, check that you look in the right merchant account and environment. If you do, decide not_captured with a balance of 0 and 0, and then correct the job.";
  if (ahead !== undefined || !isSumCertain(others)) {
    const why = ahead === undefined ? "a person decided about another key of it" : `${ahead.key} of it is not finished`;
    return `${where}${tooMuch} Its sums alone prove little, because ${why}, so look at its transactions. Made: if a capture of ${totalAmount} ${currencyCode} is there that no other key has, decide captured, with its transactionId. Not made: if there is none and nothing is pending, decide not_captured, with the balance that you see. Other: find out first what was captured.${wrong}`;
  }
  const isDone = `${currencyCode} is finalized and nothing is pending, decide`;
  const again = own.question === "late_success" ? "" : "; or send_again, which captures it";
  const made = ` Made: if ${all} ${isDone} captured.`;
  const notMade = ` Not made: if ${sum} ${isDone} not_captured, after which the job can be corrected`;
  const twice = "Other: somebody else captured too, or this was captured twice: find out which before you decide.";
  const cases = isTooMuch
    ? `${notMade}. Pending: look again later. Other: it may have been captured twice. Find out from the transactions before you decide.`
    : `${made}${notMade}${again}. Pending: look again later. ${twice}`;
  return where + tooMuch + cases + wrong;
}

const namedIn = ({ transactionId, orderId }: OnceRecord["request"]) =>
  `authorization ${transactionId}${orderId === undefined ? "" : ` of order ${orderId}`}`;

function expiryOf(record: OnceRecord): string {
  if (record.expiresAt === undefined || isClosed(record)) return "";
  return ` The authorization expires at ${timeOf(record.expiresAt)}: from then on, the service may release it.`;
}

const timeOf = (time: number) => new Date(time).toISOString();
