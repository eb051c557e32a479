/** Wrong rules, each as a change to the library. The simulation must find every one of them. */
import type { Plant } from "./bundle.ts";

export interface Planted extends Plant {
  readonly rule: string;
}

const ALL_THAT_IS_LEFT = "all.eq(authorizedAmount.rawJSON) && !fitsTwice";
const OTHER_REJECTION = 'if (statusKey !== "SUCCESS" && statusKey !== "PENDING" && !isRejectedAsDone) return unknown;';
const provenBy = (key: string) =>
  `${OTHER_REJECTION} if (statusKey === "${key}") return { state: "captured", by: "first" };`;

const PROOF = "if (proof !== undefined) return proof.state";
const askedAnd = (what: string, verdict: string) => `if (proof !== undefined && ${what}) return ${verdict}; ${PROOF}`;
const PASSED = "Math.max(Date.now() - wall, performance.now() - steady)";

/** By file and rule: a text that occurs there once, and its replacement. */
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
    "a lease by the wall clock alone": [PASSED, "Date.now() - wall"],
    "a lease by the monotonic clock alone": [PASSED, "performance.now() - steady"],
  },
  "src/once/worker.ts": {
    "a stalled process ignores its lease": ["new Date(Date.now() + leaseMs - passedMs())", "undefined"],
  },
  "src/once/verdict.ts": {
    "retryable by not_sent after an unknown": [
      PROOF,
      askedAnd('error?.outcome === "not_sent"', '{ state: "retryable", isByMerchant: false }'),
    ],
    "retryable by 401 after an unknown": [
      PROOF,
      askedAnd('error?.scope === "merchant"', '{ state: "retryable", isByMerchant: true }'),
    ],
    "rejected by 1001 after an unknown": [
      PROOF,
      askedAnd(
        'error?.code === "service_error" && error.statusKey === "CUST_ACCT_NOT_ELIGIBLE"',
        '{ state: "rejected" }',
      ),
    ],
    "a first attempt that is rejected as done is rejected": ["error.mayBeDone", "false"],
    "a certain rejection, though the key may be captured": ["if (sent.mayBeCaptured || !is", "if (!is"],
    "a certain rejection, though a person's decision is in the sum": [
      " || !isFinalizedBeforeCertain) return false",
      ") return false",
    ],
    "a certain rejection, whatever is pending": [" || pending?.isZero() !== true", ""],
    "a certain rejection by zeros": ["finalized.gt(0) || remaining?.gt(0) === true", "true"],
    "a rejection is never certain": ['isCertain ? { state: "rejected" } : proven', "proven"],
    "a balance is read by the sum at the reservation": ["isUndisturbed(sent, others) ? proof", "true ? proof"],
  },
  "src/once/authorization.ts": {
    "captures of other keys do not count": ["sumOf(captured.map(({ request }) => request.totalAmount))", '"0"'],
    "a person's decision counts like the service's": [
      "captured.every(({ history }) => history.every(({ by }) => by === undefined))",
      "true",
    ],
    "the facts of a key that waits count": [
      'state === "sending" || state === "captured" || (mayBeCaptured && isSent)',
      "true",
    ],
    "captured in full, by the sum alone": ["(isFinalizedOnce(paymentMethod) || canFinalizeAgain === false)", "true"],
    "captured in full, though a person's decision is in the sum": [
      "if (!capturedBy(others).isFinalizedBeforeCertain) return undefined;",
      "",
    ],
  },
  "src/once/reserve.ts": {
    "mayArriveUntil without maxNetworkDelayMs": ["terms.leaseMs + terms.maxNetworkDelayMs", "terms.leaseMs"],
    "two keys of one authorization at once": ["if (ahead !== undefined)", "if (false)"],
    "facts are not compared at the reservation": ["if (!sameFacts(facts, request))", "if (false)"],
    "a delivery replaces whatever is not captured": [
      'state === "rejected" && !mayBeCaptured && !isErased',
      '["rejected", "retryable", "waiting"].includes(state) && !mayBeCaptured && !isErased',
    ],
    "a delivery replaces what a person gave": [" && !isErased && !isFromPerson", " && !isErased"],
    "a replaced request comes back": ["if (past !== undefined) {", "if (false) {"],
    "a replaced request comes back in other words": [
      "sameEffect(request, asked.request));",
      "sameWords(request, asked.request));",
    ],
    "an erased key is replaced": ["!mayBeCaptured && !isErased", "!mayBeCaptured"],
    "the sweep carries out no decision": ["own.decidedAt !== undefined && !hasLapsed", "false && !hasLapsed"],
    "a decision ends in waiting": ["reason, decidedAt, dueAt });", "reason, dueAt });"],
    "nothing becomes overdue": ["own.isOverdue || own.openSince + terms.personAfterMs <= now", "false"],
  },
  "src/once/outcome.ts": {
    "a decision ends in not_sent": ["{ rejections, decidedAt: own.decidedAt, dueAt }", "{ rejections, dueAt }"],
  },
  "src/once/owner.ts": {
    "what waits for a delivery is never due": ["if (!isBounded) return dueAt;", "return dueAt;"],
    "an overdue key waits for the sweep": [' || state === "conflict" || isOverdue)', ' || state === "conflict")'],
    "a decided key waits for a delivery": ['decidedAt === undefined ? "delivery" : "sweep"', '"delivery"'],
  },
  "src/once/adopt.ts": {
    "a capture is entered twice, by its transaction": ["demand(same === undefined,", "demand(true,"],
    "a capture is entered while a key of its amount is unfinished": ["    open === undefined,", "    true,"],
    "a capture is entered with other facts": ["facts === undefined || sameFacts(facts, request),", "true,"],
  },
  "src/once/decisions.ts": {
    "a decision holds while a worker sends": ["demand(!isHeld,", "return; demand(!isHeld,"],
    "a decision holds after mayArriveUntil, however old its snapshot": ["Math.min(seenAt, now) >=", "now >="],
    "a decision holds though the key has changed since": ["own.version === version", "true"],
    "a person may send again while an amount is pending": ["demand(pending.isZero(),", "demand(true,"],
    "a person may send again whatever is finalized": ["finalized.eq(finalizedBefore)", "true"],
    "a pending key is not captured, whatever is pending": ["!isPending || readBalance", "true || readBalance"],
    "facts are corrected though another key has captured by them": [
      "if (isFactsAlone && other === undefined) {",
      "if (isFactsAlone) {",
    ],
    "a key that is held is corrected": ["demand(seen.token === undefined,", "demand(true,"],
    "a key that may be captured is corrected by no balance": ["    demandBalanceAsBefore(seen, others, balance);", ""],
    "a key sent again is resolved, whatever was captured since": [
      "isUndisturbed(seen, others) && isEligible",
      "isEligible",
    ],
  },
  "src/once/books.ts": {
    "a capture is forgotten if book throws": ["book(tx, booked), withoutBook }", "book(tx, booked) }"],
    "a capture is booked twice if the response to COMMIT is lost": [
      ' === "captured" && !next.isBooked &&',
      ' === "captured" &&',
    ],
    "a capture whose book failed is booked": ["owned({ ...failed, dueAt", "owned({ ...failed, isBooked: true, dueAt"],
  },
  "src/once/sqlite.ts": {
    "merchants share their keys": ['this.#merchant = options.merchant ?? ""', 'this.#merchant = ""'],
    "a book that ended its transaction counts as booked": ["return failure;", "return { record };"],
  },
  "src/once/sqlite-book.ts": {
    "a constraint that COMMIT finds is the store's failure": ["codeOf(cause) === CONSTRAINT", "false"],
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
