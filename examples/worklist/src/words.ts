/** What a reviewer reads: the states, questions and decisions of `Once`, in words. */
import type { OnceDecision, OnceSnapshot, OnceState, OnceWaitsFor } from "merchant-payments/once";

export const stateWords: Readonly<Record<OnceState, string>> = {
  queued: "Waits to be sent",
  sending: "Being sent",
  unknown: "Outcome unknown",
  pending: "Pending at the service",
  parked: "Stopped for review",
  captured: "Captured",
  rejected: "Rejected",
  not_captured: "Not captured",
};

export const ownerWords: Readonly<Record<OnceWaitsFor, string>> = {
  person: "for a person",
  sweep: "for the sweep",
  nobody: "for nobody",
};

export const questionWords: Readonly<Record<NonNullable<OnceSnapshot["question"]>, string>> = {
  balance: "Was it captured?",
  more_captured: "Was it captured twice?",
  late_success: "A success came late: was it captured?",
  refused: "Why does the service reject only this one?",
  unlisted_key: "What does the service's new status key mean?",
  facts: "Which facts of the authorization are right?",
  pending: "Why is it pending for so long?",
  expires: "The authorization expires soon",
  decision_lapsed: "The decision was not carried out in time",
  hook: "Why can the books not be written?",
};

/** The cases of the advice, by what is decided. */
export const caseWords: Readonly<Record<OnceDecision["as"], readonly [name: string, rest: string]>> = {
  captured: ["Made", "the money moved. Your program writes it into the books."],
  not_captured: ["Not made", "it is no longer wanted, or must be corrected. Your program notes that it failed."],
  send_again: ["Not made, send it again", "your program sends the same request, which captures it."],
};

export const eventWords = {
  captured: "decided: made",
  not_captured: "decided: not made",
  send_again: "decided: not made, send it again",
  corrected: "corrected the request",
  withdrawn: "withdrew it",
  adopted: "entered the capture",
};

/** The fields of a request. */
export const fieldWords: Readonly<Record<string, string>> = {
  totalAmount: "Amount",
  transactionId: "Transaction of the authorization",
  orderId: "Order",
  paymentMethod: "Payment method",
  authorizedAmount: "Authorized amount",
  currencyCode: "Currency",
};

/** The words of the API in messages and advice, and what the page calls them. */
const names: readonly (readonly [api: RegExp, words: string])[] = [
  [/^(decide|correct|withdraw): /g, ""],
  [/ with review\.(adopt|correct)/g, ""],
  [/leave transactionId out/g, "leave the transaction empty"],
  [/give balance: \{ differs: "the reason" \}/g, "give the reason in “Why the figures differ”"],
  [/finalized and pending instead of differs/g, "the finalized and the pending amount instead of a reason"],
  [/decide not_captured with books: "removed"/g, "decide “Not made”, and tick that you removed it"],
  [/balance needs finalized and pending/g, "give the finalized and the pending amount"],
  [/balance\.finalized/g, "The finalized amount"],
  [/balance\.pending/g, "The pending amount"],
  [/(with its|the) transactionId/g, "$1 transaction"],
  [/(decide|decided|and) captured\b/g, "$1 “Made”"],
  [/(decide|decided|and) not_captured/g, "$1 “Not made”"],
  [/\bcaptured needs/g, "“Made” needs"],
  [/not_captured needs/g, "“Not made” needs"],
  [/send_again/g, "“Not made, send it again”"],
  [/(\d{4}-\d\d-\d\d)T([\d:]{8})\.\d{3}Z/g, "$1 $2 UTC"],
  [/: take a new (one|snapshot)/g, ": look at the page as it is now"],
];

/** What is wrong with a field of a corrected request. */
export const issueInWords = ({ path, message }: { readonly path: string; readonly message: string }) =>
  message.replace(path, fieldWords[path.split(".").at(-1) ?? ""] ?? path);

export const inWords = (text: string) => names.reduce((told, [api, words]) => told.replaceAll(api, words), text);

/** A length of time, in its largest unit. */
export function age(ms: number): string {
  const units = { day: 86_400_000, hour: 3_600_000, minute: 60_000 };
  const [unit, length] = Object.entries(units).find(([, each]) => ms >= each) ?? ["minute", Number.POSITIVE_INFINITY];
  const count = Math.floor(ms / length);
  return count === 0 ? "less than a minute" : `${count} ${unit}${count === 1 ? "" : "s"}`;
}

export const timeText = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
