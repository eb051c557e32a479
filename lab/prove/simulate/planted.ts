/** Rules that are too short, each as a change to the library. The simulation must find every one of them. */
import type { Plant } from "./bundle.ts";

export interface Planted extends Plant {
  readonly rule: string;
}

const ALL_THAT_IS_LEFT = "all.eq(authorizedAmount.rawJSON) && !fitsTwice";
const OTHER_REJECTION = 'if (statusKey !== "SUCCESS" && statusKey !== "PENDING" && !isRejectedAsDone) return unknown;';
const provenBy = (key: string) =>
  `${OTHER_REJECTION} if (statusKey === "${key}") return { state: "captured", by: "first" };`;

const ENDED = "ended(resolution, resolution,";
const endedIf = (error: string, verdict: string) =>
  `ended(resolution.error?.${error} ? ${verdict} : resolution, resolution,`;
const retryable = (isBound: boolean) => `{ state: "retryable", isBoundToRequest: ${isBound} }`;
const PASSED = "Math.max(Date.now() - wall, performance.now() - steady)";

/** By file and rule: the text that stands there once, and what takes its place. */
const changes: Readonly<Record<string, Readonly<Record<string, readonly [text: string, by: string]>>>> = {
  // What may be sent a second time, and what its response proves.
  "src/operations/resolve-finalization.ts": {
    "eligible: whatever the caller says": [ALL_THAT_IS_LEFT, "true"],
    "eligible: more than half of the rest": [
      ALL_THAT_IS_LEFT,
      "total.times(2).plus(before).gt(authorizedAmount.rawJSON)",
    ],
    "eligible: half of the rest (>= instead of >)": [
      ALL_THAT_IS_LEFT,
      `total.times(2).plus(before).eq(authorizedAmount.rawJSON) || (${ALL_THAT_IS_LEFT})`,
    ],
    "eligible: all that is left, however little": [ALL_THAT_IS_LEFT, "all.eq(authorizedAmount.rawJSON)"],
  },
  "src/operations/balance-proof.ts": {
    "FINALIZE_AMT_EXCEEDED proves the capture": [OTHER_REJECTION, provenBy("FINALIZE_AMT_EXCEEDED")],
    "the status key alone: PAYMENT_COMPLETED proves the capture": [OTHER_REJECTION, provenBy("PAYMENT_COMPLETED")],
    "a larger pending amount is this one": ["pending?.eq(amount))", "pending?.gte(amount))"],
    "PAYMENT_ANNULLED with F = B is not captured": [" && finalized.gt(0) && pending?.isZero() === true", ""],
    "a repeat's success is a capture": ["if (isDone || (isBare && isOnce)) return", "return"],
    "a success without figures is a capture, though an amount is pending": [
      "const isBare = finalized === undefined && isNonePending && !isUntouched(reported, first);",
      "const isBare = finalized === undefined;",
    ],
    "PENDING is pending, whatever the balance says": ['state: isTwice ? "conflict" : "pending"', 'state: "pending"'],
    "captured by the first, though an amount is pending": [
      "const isDone = finalized?.eq(all) === true && isNonePending;",
      "const isDone = finalized === undefined ? false : finalized.plus(pending ?? 0).eq(all);",
    ],
  },

  // The state of a key: who holds it, who may decide, when it is booked.
  "src/once/attempt.ts": {
    "retryable by not_sent after an unknown": [ENDED, endedIf('outcome === "not_sent"', retryable(false))],
    "retryable by 401 after an unknown": [ENDED, endedIf('scope === "merchant"', retryable(true))],
    "rejected by 1001 after an unknown": [
      ENDED,
      endedIf('statusKey === "CUST_ACCT_NOT_ELIGIBLE"', '{ state: "rejected" }'),
    ],
    "a lease by the wall clock alone": [PASSED, "Date.now() - wall"],
    "a lease by the monotonic clock alone": [PASSED, "performance.now() - steady"],
  },
  "src/once/reserve.ts": {
    "mayArriveUntil without maxNetworkDelayMs": ["leaseMs + maxNetworkDelayMs,", "leaseMs,"],
    "two keys of one authorization at once": ["if (ahead !== undefined)", "if (false)"],
    "captures of other keys do not count": ["sumOf(captured.map(({ request }) => request.totalAmount))", '"0"'],
    "a person's decision counts like the service's": ["history.every(({ by }) => by === undefined)", "true"],
    "a key takes any other request": ["const isFree = isFreeForAnother(own);", "const isFree = true;"],
  },
  "src/once/once.ts": {
    "a stalled process ignores its lease": ["new Date(Date.now() + leaseMs - passedMs())", "undefined"],
  },
  "src/once/verdict.ts": {
    "a first attempt that is rejected as done is rejected": ["error.mayBeDone", "false"],
    "FINALIZE_AMT_EXCEEDED is a conflict": ['isTooMuch ? { state: "rejected" } : proven', "proven"],
  },
  "src/once/decisions.ts": {
    "a decision holds while a worker sends": ["demand(!isHeld,", "return; demand(!isHeld,"],
    "a decision holds after mayArriveUntil, however old its snapshot": ["Math.min(seenAt, now) >=", "now >="],
    "a decision holds though the key has changed since": ["own.version === version", "true"],
    "a person may send again while an amount is pending": ["pending.isZero()", "true"],
    "a person may send again whatever is finalized": ["finalized.eq(finalizedBefore)", "true"],
    "a key sent again is resolved, whatever was captured since": ["isUndisturbed(seen, others) && terms", "terms"],
  },
  "src/once/books.ts": {
    "a capture is forgotten if book throws": ["if (!isOfBook(error)) throw error;", "throw error;"],
    "an error that book throws is ignored": ["return failed(error);", "return;"],
    "a capture is booked twice if the response to COMMIT is lost": [
      ' === "captured" && !next.isBooked',
      ' === "captured"',
    ],
    "a capture is marked not booked, though another worker booked it meanwhile": [
      "const { book, unbook } = books;",
      "const { book, unbook } = books; if (!isToBook) next = { ...next, isBooked: false };",
    ],
  },
  "src/once/circuit-breaker.ts": {
    "every 403 opens the circuit breaker": ["if (keys.size >= this.#limitOf(reason)) {", "if (true) {"],
    "the first 403 after resume() opens it": ['reason !== "unknown"', 'reason !== "unknown" && !this.#isProbing'],
  },
  "src/once/request.ts": { "zero amounts": ["if (!/[1-9]/.test(totalAmount)) {", "if (false) {"] },
};

export const planted: readonly Planted[] = Object.entries(changes).flatMap(([file, rules]) =>
  Object.entries(rules).map(([rule, [text, by]]) => ({ rule, file, text, by })),
);
