/** In these rules, A is the amount of the call, B finalized before, F finalized, P pending and R remaining. */
import type { FinalizationProof, ReportedFinalization, Resolvable } from "../errors/facts.js";
import { mayBeDoneBefore, type StatusMeaning } from "../errors/status-catalogue.js";
import { Exact } from "../model/amount.js";
import type { PaymentMethod } from "../model/payment-method.js";

/** A finalization and the merchant's facts about its authorization. Amounts are decimal text. */
export interface SecondFinalization {
  readonly paymentMethod: PaymentMethod;
  readonly amount: string;
  readonly authorizedAmount: string;
  readonly finalizedBefore: string;
}

/** Whether the service cannot accept the finalization a second time, if it treats the listed methods as declared. */
export function isSafeToSendAgain(second: SecondFinalization, sendAgain: readonly PaymentMethod[]): boolean {
  if (!sendAgain.includes(second.paymentMethod)) return false;
  if (second.paymentMethod === "card") return new Exact(second.finalizedBefore).isZero();
  return isAllThatIsLeft(second);
}

/** Whether the amount is all that is left of the authorization, and too much to fit twice. */
export function isAllThatIsLeft(second: Omit<SecondFinalization, "paymentMethod">): boolean {
  const { amount, authorizedAmount, finalizedBefore } = second;
  const all = new Exact(finalizedBefore).plus(amount);
  // Some services accept 115 % of an authorization, so a small rest would fit twice.
  const fitsTwice = all.plus(amount).lte(new Exact(authorizedAmount).times("1.15"));
  return all.eq(authorizedAmount) && !fitsTwice;
}

type GivenFinalization = Pick<SecondFinalization, "amount"> & {
  readonly [Fact in Exclude<keyof SecondFinalization, "amount">]: SecondFinalization[Fact] | undefined;
};

export function resolvableAs(
  { paymentMethod, amount, authorizedAmount, finalizedBefore }: GivenFinalization,
  { sendAgain, canLookUp }: { readonly sendAgain: readonly PaymentMethod[]; readonly canLookUp: boolean },
): Resolvable {
  if (new Exact(amount).isZero() || (!canLookUp && sendAgain.length === 0)) return "never";
  if (paymentMethod === undefined) return "with_facts";
  if (!canLookUp && !sendAgain.includes(paymentMethod)) return "never";
  if (paymentMethod === "card") return canLookUp || authorizedAmount !== undefined ? "now" : "with_facts";
  if (finalizedBefore === undefined) return "with_facts";
  if (canLookUp) return "now";
  if (authorizedAmount === undefined) return "with_facts";
  return isAllThatIsLeft({ amount, authorizedAmount, finalizedBefore }) ? "now" : "never";
}

export interface FirstFinalization extends Omit<SecondFinalization, "paymentMethod"> {
  /** Whether a second finalization of this authorization cannot be accepted. */
  readonly isOnce: boolean;
  /** Whether the contract rules out a second finalization by the payment method alone. */
  readonly isCard: boolean;
  /** Whether an earlier attempt may have captured the amount. */
  readonly mayBeCaptured: boolean;
}

/** Judges the first finalization by the balance, because a status key alone may be about another finalization. */
export function provenBy(
  first: FirstFinalization,
  reported: ReportedFinalization,
  meaning: StatusMeaning | undefined,
): FinalizationProof {
  const proof = judged(first, reported, meaning);
  if (proof.state !== "unknown" && proof.state !== "pending") return proof;
  const isFinal = meaning === "already_finalized" || meaning === "released"; // the next response would be the same
  const isOpen = !first.isCard && reported.canFinalizeAgain === true;
  return isFinal || isOpen ? { ...proof, canAskAgain: false } : proof;
}

const PENDING: FinalizationProof = { state: "pending", canAskAgain: true };
const UNKNOWN: FinalizationProof = { state: "unknown", canAskAgain: true };

/** The rows of the table, in its order. */
function judged(
  first: FirstFinalization,
  reported: ReportedFinalization,
  meaning: StatusMeaning | undefined,
): FinalizationProof {
  const A = new Exact(first.amount);
  const B = new Exact(first.finalizedBefore);
  const { totalAmountFinalized: F, totalAmountPendingFinalization: P, amountRemainingForFinalize: R } = reported;
  const all = B.plus(A);
  const isRejectedAsDone = mayBeDoneBefore(meaning);
  const isNonePending = P === undefined || P.isZero();
  const isDone = F?.eq(all) === true && isNonePending;
  const isAsBefore = F?.eq(B) === true;

  if (meaning !== "success" && meaning !== "pending" && !isRejectedAsDone) return UNKNOWN;
  if (F?.gt(all)) return { state: "conflict" };
  if (proveNothing(reported)) return UNKNOWN;

  if (meaning === "pending" && F?.eq(all) && !P?.gte(A)) return UNKNOWN;
  if (meaning === "pending" && new Exact(F ?? B).plus(P ?? A).gt(all)) return { state: "conflict" };
  if (meaning === "pending") return PENDING;

  if (meaning === "success" && isDone) return { state: "captured", by: "repeat" };
  if (meaning === "success" && F === undefined) {
    const isTaken = first.isOnce && isNonePending && !isUntouched(reported, first);
    return isTaken ? { state: "captured", by: "repeat" } : UNKNOWN;
  }
  if (isAsBefore && P?.eq(A)) return PENDING;

  // An annulled authorization may show as finalized what was released: only the key of a capture proves one.
  if (isDone && meaning === "already_finalized" && first.mayBeCaptured) return { state: "captured", by: "first" };
  if (isDone && meaning === "already_finalized") return UNKNOWN;
  if (isDone) return { state: "unknown", canAskAgain: false };
  if (meaning === "released" && isAsBefore && F.gt(0) && P?.isZero()) return { state: "not_captured" };
  // Services fill rejections with zeros, which prove nothing.
  if (meaning === "released" && isAsBefore && F.isZero() && isNonePending) return UNKNOWN;
  if (isRejectedAsDone && F === undefined) return UNKNOWN;
  if (isRejectedAsDone && F?.isZero() && !P?.gt(0) && !R?.gt(0)) return UNKNOWN;
  return { state: "conflict" };
}

/** Judges a finalization by a balance that was read, as decimal text. The first condition that fits counts. */
export function provenByLookUp(
  { amount, finalizedBefore }: Pick<FirstFinalization, "amount" | "finalizedBefore">,
  { finalized, pending }: { readonly finalized: string; readonly pending: string },
): FinalizationProof {
  const [A, B, F, P] = [new Exact(amount), new Exact(finalizedBefore), new Exact(finalized), new Exact(pending)];
  const all = B.plus(A);
  if (F.gt(all) || (F.eq(B) && P.gt(A))) return { state: "conflict" };
  if (F.eq(all) && P.isZero()) return { state: "captured", by: "look_up" };
  if (F.eq(B) && P.eq(A)) return PENDING;
  return UNKNOWN; // not captured so far: the first request may still arrive, or the figures are old
}

/** `overlapping`: it may be both done and pending. `perhaps_done`: it may be done although the key is PENDING. */
export type FiguresVerdict = "done" | "pending" | "denied" | "unproven" | "overlapping" | "perhaps_done";

/** Judges a success by its own figures. If they deny it or cannot prove it, it is no success. */
export function figuresSay(
  reported: ReportedFinalization,
  call: Omit<GivenFinalization, "paymentMethod"> & { readonly isPending: boolean },
): FiguresVerdict {
  const A = new Exact(call.amount);
  const B = call.finalizedBefore;
  const { totalAmountFinalized: F, totalAmountPendingFinalization: P } = reported;
  if (proveNothing(reported)) return "unproven";
  if (call.isPending) {
    if (F === undefined) return "pending";
    const mayBeDone = B === undefined ? F.gte(A) && !P?.gte(A) : F.gt(B);
    return mayBeDone ? "perhaps_done" : "pending";
  }
  if (A.gt(0) && P?.gte(A)) {
    if (F === undefined) return "pending";
    // Without B, the total may also be what others have finalized.
    const mayBeIncluded = B === undefined ? F.gte(A) : !F.eq(B);
    return mayBeIncluded ? "overlapping" : "pending";
  }
  if (F === undefined) return isUntouched(reported, call) ? "denied" : "done";
  const isDone = B === undefined ? F.gte(A) : F.eq(A.plus(B));
  return isDone ? "done" : "denied";
}

/**
 * Whether the figures of a rejection prove that this call captured nothing: the total is as before, nothing is pending,
 * and less than the amount is left. Zeros alone prove nothing, because services fill rejections with them.
 */
export function showNoCapture(
  reported: ReportedFinalization,
  { amount: A, finalizedBefore: B = "0" }: Pick<GivenFinalization, "amount" | "finalizedBefore">,
): boolean {
  const { totalAmountFinalized: F, totalAmountPendingFinalization: P, amountRemainingForFinalize: R } = reported;
  if (reported.unreadable !== undefined || R?.lt(0) || R?.gte(A)) return false;
  if (!F?.eq(B) || !P?.isZero()) return false;
  return R?.gt(0) === true || F.gt(0);
}

/** Whether a figure is negative or unreadable. An unreadable remainder matters only if the total finalized is absent. */
function proveNothing(reported: ReportedFinalization): boolean {
  const { totalAmountFinalized: F, totalAmountPendingFinalization: P, amountRemainingForFinalize: R } = reported;
  if (F?.lt(0) || P?.lt(0) || R?.lt(0)) return true;
  const { unreadable = [] } = reported;
  return unreadable.some((name) => name !== "amountRemainingForFinalize" || F === undefined);
}

/** Whether all that was left before the call is still left. It is for a response without a total finalized. */
function isUntouched(
  reported: ReportedFinalization,
  { authorizedAmount, finalizedBefore }: Pick<GivenFinalization, "authorizedAmount" | "finalizedBefore">,
): boolean {
  const { totalAmountPendingFinalization: P, amountRemainingForFinalize: R } = reported;
  if (authorizedAmount === undefined || finalizedBefore === undefined || P?.gt(0)) return false;
  return R?.gt(0) === true && new Exact(authorizedAmount).minus(finalizedBefore).eq(R);
}
