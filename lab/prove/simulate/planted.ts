/** Rules that are too short, each as a change to the library. The simulation must find every one of them. */
import type { Plant } from "./bundle.ts";

export interface Planted extends Plant {
  readonly rule: string;
}

const ENDED = "ended(resolution, resolution,";
const PASSED = "Math.max(Date.now() - wall, performance.now() - steady)";
const ALL_THAT_IS_LEFT = "if (all.eq(authorizedAmount.rawJSON) && !fitsTwice) return;";
const OTHER_REJECTION = 'if (!REJECTED_AS_DONE.includes(statusKey)) return { state: "unknown", canAskAgain: true };';

/** By file and rule: the text that stands there once, and what takes its place. */
const changes: Readonly<Record<string, Readonly<Record<string, readonly [text: string, by: string]>>>> = {
  // What may be sent a second time, and what its response proves.
  "src/operations/resolve-finalization.ts": {
    "the caller says what is eligible": [ALL_THAT_IS_LEFT, "return;"],
    "more than half of what is left is eligible": [
      ALL_THAT_IS_LEFT,
      "if (total.times(2).plus(before).gt(authorizedAmount.rawJSON)) return;",
    ],
    "half of what is left is eligible (>= instead of >)": [
      ALL_THAT_IS_LEFT,
      `if (total.times(2).plus(before).eq(authorizedAmount.rawJSON)) return; ${ALL_THAT_IS_LEFT}`,
    ],
    "all that is left is eligible, however little": [ALL_THAT_IS_LEFT, "if (all.eq(authorizedAmount.rawJSON)) return;"],
  },
  "src/operations/balance-proof.ts": {
    "FINALIZE_AMT_EXCEEDED proves the capture": [
      OTHER_REJECTION,
      `${OTHER_REJECTION} if (statusKey === "FINALIZE_AMT_EXCEEDED") return { state: "captured", by: "first" };`,
    ],
    "the status key alone: PAYMENT_COMPLETED proves the capture": [
      OTHER_REJECTION,
      `${OTHER_REJECTION} if (statusKey === "PAYMENT_COMPLETED") return { state: "captured", by: "first" };`,
    ],
    "a larger pending amount is this one": ["pending?.eq(amount) === true", "pending?.gte(amount) === true"],
    "PAYMENT_ANNULLED with F = B is not captured": [
      "isAsBefore && finalized.gt(0) && pending?.isZero() === true",
      "isAsBefore",
    ],
    "a repeat's success is a capture": [
      'if (isDone || (isBare && isOnce)) return { state: "captured", by: "repeat" };',
      'return { state: "captured", by: "repeat" };',
    ],
    "a success without figures is a capture, though an amount is pending": [
      "const isBare = finalized === undefined && isNonePending;",
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
    "retryable by not_sent after an unknown": [
      ENDED,
      'ended(resolution.error?.outcome === "not_sent" ? { state: "retryable", isBoundToRequest: false } : resolution, resolution,',
    ],
    "retryable by 401 after an unknown": [
      ENDED,
      'ended(resolution.error?.scope === "merchant" ? { state: "retryable", isBoundToRequest: true } : resolution, resolution,',
    ],
    "rejected by 1001 after an unknown": [
      ENDED,
      'ended(resolution.error?.statusKey === "CUST_ACCT_NOT_ELIGIBLE" ? { state: "rejected" } : resolution, resolution,',
    ],
    "a lease by the wall clock alone": [PASSED, "Date.now() - wall"],
    "a lease by the monotonic clock alone": [PASSED, "performance.now() - steady"],
  },
  "src/once/reserve.ts": {
    "mayArriveUntil without maxNetworkDelayMs": [
      "mayArriveUntil: now + leaseMs + maxNetworkDelayMs,",
      "mayArriveUntil: now + leaseMs,",
    ],
    "two keys of one authorization at once": ["if (ahead !== undefined)", "if (false)"],
    "captures of other keys do not count": ["sumOf(captured.map(({ request }) => request.totalAmount))", '"0"'],
    "a person's decision counts like the service's": [
      "captured.every(({ history }) => history.every(({ by }) => by === undefined))",
      "true",
    ],
    "a key stands for any request": [
      "if (!isFree && own.request.fingerprint !== asked.request.fingerprint) {",
      "if (false) {",
    ],
  },
  "src/once/once.ts": {
    "a stalled process ignores its lease": [
      "const sendBefore = new Date(Date.now() + leaseMs - passedMs());",
      "const sendBefore = undefined;",
    ],
  },
  "src/once/verdict.ts": {
    "a first attempt that is rejected as done is rejected": [
      "if (statusKey !== undefined && REJECTED_AS_DONE.includes(statusKey)) {",
      "if (false) {",
    ],
    "FINALIZE_AMT_EXCEEDED is a conflict": ['return isTooMuch ? { state: "rejected" } : proven', "return proven"],
  },
  "src/once/decisions.ts": {
    "a decision holds while a worker sends": ["demand(!isHeld,", "return; demand(!isHeld,"],
    "a decision holds after mayArriveUntil, however old its snapshot": [
      "Math.min(seenAt, now) >= mayArriveUntil",
      "now >= mayArriveUntil",
    ],
    "a decision holds though the key has changed since": ["own.version === version", "true"],
    "a person may send again while an amount is pending": ["pending.isZero()", "true"],
    "a person may send again whatever is finalized": ["finalized.eq(finalizedBefore)", "true"],
    "a key that is sent again is resolved, whatever was captured since": [
      "isUndisturbed(seen, others) && terms",
      "terms",
    ],
  },
  "src/once/books.ts": {
    "a capture is forgotten if book throws": ["if (!isOfBook(error)) throw error;", "throw error;"],
    "an error that book throws is ignored": ["return failed(error);", "return;"],
    "a capture is booked twice if the response to COMMIT is lost": [
      'next.state === "captured" && !next.isBooked',
      'next.state === "captured"',
    ],
    "a capture is marked not booked, though another worker booked it meanwhile": [
      "const { book, unbook } = books;",
      "const { book, unbook } = books; if (!isToBook) next = { ...next, isBooked: false };",
    ],
  },
  "src/once/circuit-breaker.ts": {
    "every 403 opens the circuit breaker": ["if (keys.size >= this.#limitOf(reason)) {", "if (true) {"],
    "the first 403 after resume() opens it": [
      'if (reason !== "unknown") return rejections;',
      'if (reason !== "unknown" && !this.#isProbing) return rejections;',
    ],
  },
  "src/once/request.ts": { "zero amounts": ["if (!/[1-9]/.test(totalAmount)) {", "if (false) {"] },
};

export const planted: readonly Planted[] = Object.entries(changes).flatMap(([file, rules]) =>
  Object.entries(rules).map(([rule, [text, by]]) => ({ rule, file, text, by })),
);
