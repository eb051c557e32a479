/**
 * Wrong rules, each as a change to the library, that only whole histories can find: they hold in every single step. The
 * simulation must find every one of them. Rules of a single step have their tests in test/once.
 */
import type { Plant } from "./bundle.ts";

export interface Planted extends Plant {
  readonly rule: string;
}

const OTHER_REJECTION = 'if (meaning !== "success" && meaning !== "pending" && !isRejectedAsDone) return unknown;';

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
    "a repeat's success is a capture": [
      'if (meaning === "success" && isDone) return',
      'if (meaning === "success") return',
    ],
  },
  "src/once/stores/sqlite-clock.ts": {
    "the time of a file is that of the wall clock": ["if (last === undefined) return", "return"],
  },
  "src/once/worker/attempt.ts": {
    "a lease by the wall clock alone": ["Math.max(Date.now() - wall, performance.now() - steady)", "Date.now() - wall"],
  },
  "src/once/worker/worker.ts": {
    "a stalled process ignores its lease": ["new Date(Date.now() + leaseMs - passedMs())", "undefined"],
  },
  "src/once/rules/verdict.ts": {
    "a certain rejection, though a person's decision is in the sum": [
      " || !isFinalizedBeforeCertain) return false",
      ") return false",
    ],
    "a balance is read by the sum at the reservation": ["isUndisturbed(sent, others) ? proof", "true ? proof"],
  },
  "src/once/rules/authorization.ts": {
    "the facts of a key that waits count": [
      'state === "sending" || state === "captured" || (mayBeCaptured && isSent)',
      "true",
    ],
  },
  "src/once/rules/reserve.ts": {
    "mayArriveUntil without maxNetworkDelayMs": ["terms.leaseMs + terms.maxNetworkDelayMs", "terms.leaseMs"],
    "two keys of one authorization at once": ["if (ahead !== undefined)", "if (false)"],
    "a replaced request comes back in other words": [
      "sameEffect(request, given.request));",
      "sameWords(request, given.request));",
    ],
  },
  "src/once/rules/decisions.ts": {
    "a decision holds after mayArriveUntil, however old its snapshot": ["Math.min(seenAt, now) >=", "now >="],
  },
};

export const planted: readonly Planted[] = Object.entries(changes).flatMap(([file, rules]) =>
  Object.entries(rules).map(([rule, [text, by]]) => ({ rule, file, text, by })),
);
