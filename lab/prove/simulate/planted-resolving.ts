/** Shorter rules of what may be sent a second time, and of what the response to it proves. */
import type { Planted } from "./planted.ts";

const table = "src/operations/balance-proof.ts";
const eligibility = "src/operations/resolve-finalization.ts";

const isAllThatIsLeft = "if (all.eq(authorizedAmount.rawJSON) && !fitsTwice) return;";
const isAnotherRejection = 'if (!REJECTED_AS_DONE.includes(statusKey)) return { state: "unknown", canAskAgain: true };';
const byRepeat = 'if (isDone || (isBare && isOnce)) return { state: "captured", by: "repeat" };';
export const plantedInResolving: readonly Planted[] = [
  { rule: "eligible is what the caller says", file: eligibility, text: isAllThatIsLeft, by: "return;" },
  {
    rule: "eligible is more than half of what is left",
    file: eligibility,
    text: isAllThatIsLeft,
    by: "if (total.times(2).plus(before).gt(authorizedAmount.rawJSON)) return;",
  },
  {
    rule: "eligible is half of what is left (>= in place of >)",
    file: eligibility,
    text: isAllThatIsLeft,
    by: `if (total.times(2).plus(before).eq(authorizedAmount.rawJSON)) return; ${isAllThatIsLeft}`,
  },
  {
    rule: "eligible is all that is left, however little",
    file: eligibility,
    text: isAllThatIsLeft,
    by: "if (all.eq(authorizedAmount.rawJSON)) return;",
  },
  {
    rule: "FINALIZE_AMT_EXCEEDED proves it",
    file: table,
    text: isAnotherRejection,
    by: `${isAnotherRejection} if (statusKey === "FINALIZE_AMT_EXCEEDED") return { state: "captured", by: "first" };`,
  },
  {
    rule: "the key alone: PAYMENT_COMPLETED proves it",
    file: table,
    text: isAnotherRejection,
    by: `${isAnotherRejection} if (statusKey === "PAYMENT_COMPLETED") return { state: "captured", by: "first" };`,
  },
  {
    rule: "the pending amount covers it",
    file: table,
    text: "pending?.eq(amount) === true",
    by: "pending?.gte(amount) === true",
  },
  {
    rule: "ANNULLED with F = before is not captured",
    file: table,
    text: "isAsBefore && finalized.gt(0) && pending?.isZero() === true",
    by: "isAsBefore",
  },
  {
    rule: "a repeat's success is a capture",
    file: table,
    text: byRepeat,
    by: 'return { state: "captured", by: "repeat" };',
  },
  {
    rule: "a success without figures is a capture, though something is pending",
    file: table,
    text: "const isBare = finalized === undefined && isNonePending;",
    by: "const isBare = finalized === undefined;",
  },
  {
    rule: "PENDING is pending, whatever the balance says",
    file: table,
    text: 'state: isTwice ? "conflict" : "pending"',
    by: 'state: "pending"',
  },
  {
    rule: "captured by the first, though something is pending",
    file: table,
    text: "const isDone = finalized?.eq(all) === true && isNonePending;",
    by: "const isDone = finalized === undefined ? false : finalized.plus(pending ?? 0).eq(all);",
  },
];
