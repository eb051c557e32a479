/**
 * Wrong rules, each as a change to the library, that only whole histories can find: they hold in every single step. The
 * simulation must find every one of them. Rules of a single step have their tests in test/once.
 */
import type { Plant } from "./bundle.ts";

export interface Planted extends Plant {
  readonly rule: string;
}

const OTHER_REJECTION = 'if (meaning !== "success" && meaning !== "pending" && !isRejectedAsDone) return UNKNOWN;';

/** By file and rule: a text that occurs there once, and its replacement. */
const changes: Readonly<Record<string, Readonly<Record<string, readonly [text: string, by: string]>>>> = {
  "src/evidence/balance-proof.ts": {
    "eligible: more than half of the rest": [
      "all.eq(authorizedAmount) && !fitsTwice",
      "all.plus(amount).gt(authorizedAmount)",
    ],
    "the status key alone: PAYMENT_COMPLETED proves the capture": [
      OTHER_REJECTION,
      `${OTHER_REJECTION} if (meaning === "already_finalized") return { state: "captured", by: "first" };`,
    ],
    // The client judges by the sum at the start, so that one of the two guards is enough.
    "a balance is read by the sum at the reservation": [
      "const isDone = B === undefined ? F.gte(A) : F.eq(A.plus(B));",
      "const isDone = F.gte(A);",
    ],
    "a repeat's success is a capture": [
      'if (meaning === "success" && isDone) return',
      'if (meaning === "success") return',
    ],
  },
  "src/once/worker/store-change.ts": {
    "a lease by the wall clock alone": ["Math.max(Date.now() - wall, performance.now() - steady)", "Date.now() - wall"],
  },
  "src/once/worker/worker.ts": {
    "a stalled process ignores its lease": ["new Date(Date.now() + leaseMs - passedMs())", "undefined"],
  },
  "src/once/record.ts": {
    "a hook that succeeded once is never called again": [
      'record.recorded === (record.state === "captured" ? "captured" : "failed")',
      "record.recorded !== undefined",
    ],
  },
  "src/once/sqlite.ts": {
    "a hook runs after the transaction that says that it has": [
      "let cause = runHook",
      "this.#put(hook.succeeded, row.version); this.database.exec('commit'); let cause = runHook",
    ],
  },
  "src/once/rules/request.ts": {
    "finalizedBefore is not told to the client": ["&& /[1-9]/.test(sum) ? undefined : sum", "? undefined : undefined"],
  },
  "src/once/rules/outcome.ts": {
    "a rejection's figures count, though a person's decision is in the sum": [
      "!isRejection || isSumCertain(others)",
      "true",
    ],
    "a worker whose lease is over stores its outcome": ["if (own.token !== token)", "if (false)"],
    "a balance is read by the sum at the reservation": ["if (!isSumSame(own, others)) return", "if (false) return"],
  },
  "src/once/rules/authorization.ts": {
    "finalizedBefore is forgotten": ["sumOf(others.filter(isInSum)", "sumOf([].filter(isInSum)"],
    "the facts of a key that waits count": [
      'state === "sending" || state === "captured" || (mayBeCaptured && isSent)',
      "true",
    ],
  },
  "src/once/rules/transition.ts": {
    "mayArriveUntil without maxNetworkDelayMs": ["dueAt + terms.maxNetworkDelayMs", "dueAt"],
    "the mark of send_again outlives the attempt": ["isMarked: false", "isMarked: own.isMarked"],
  },
  "src/once/rules/reserve.ts": {
    "a key is taken over though its lease is not over": [
      "const isDue = isPast(own.dueAt, now);",
      "const isDue = own.token !== token;",
    ],
    "two keys of one authorization at once": ["if (ahead !== undefined)", "if (false)"],
    "a replaced request comes back in other words": [
      "sameEffect(request, given.request));",
      "sameWords(request, given.request));",
    ],
  },
  "src/once/rules/decide.ts": {
    "a decision holds after mayArriveUntil, however old its snapshot": ["seen.seenAt > own", "now > own"],
    "a decision needs no evidence": ["demand(new Exact(finalized).eq(sum),", "demand(true,"],
    "a decision holds, though another key has moved since": ["demand(moved === undefined,", "demand(true,"],
    "a balance shows a capture, though another key is unfinished": [
      "demand(isNamed || ahead === undefined,",
      "demand(true,",
    ],
  },
  "src/once/rules/withdraw.ts": {
    "a key that may be captured is corrected": ['!mayBeCaptured && state !== "captured"', 'state !== "captured"'],
  },
};

export const planted: readonly Planted[] = Object.entries(changes).flatMap(([file, rules]) =>
  Object.entries(rules).map(([rule, [text, by]]) => ({ rule, file, text, by })),
);
