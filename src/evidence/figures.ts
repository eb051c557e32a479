/** In these rules, A is the amount of the call, B finalized before, F finalized, P pending and R remaining. */
import type { ReportedFinalization } from "../errors/facts.js";
import { Exact } from "../model/amount.js";

/** The merchant's facts about the authorization before a call, as decimal text. */
export interface BalanceBefore {
  readonly authorizedAmount: string | undefined;
  readonly finalizedBefore: string | undefined;
}

export interface SuccessfulCall extends BalanceBefore {
  readonly isPending: boolean;
  readonly amount: string;
}

/** `overlapping`: it may be both done and pending. `perhaps_done`: it may be done although the key is PENDING. */
export type FiguresVerdict = "done" | "pending" | "denied" | "unproven" | "overlapping" | "perhaps_done";

/** Judges a success by its own figures. If they deny it or cannot prove it, it is no success. */
export function figuresSay(reported: ReportedFinalization, call: SuccessfulCall): FiguresVerdict {
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
  { amount: A, finalizedBefore: B = "0" }: Pick<SuccessfulCall, "amount" | "finalizedBefore">,
): boolean {
  const { totalAmountFinalized: F, totalAmountPendingFinalization: P, amountRemainingForFinalize: R } = reported;
  if (reported.unreadable !== undefined || R?.lt(0) || R?.gte(A)) return false;
  if (!F?.eq(B) || !P?.isZero()) return false;
  return R?.gt(0) === true || F.gt(0);
}

/** Whether a figure is negative or unreadable. An unreadable remainder matters only if the total finalized is absent. */
export function proveNothing(reported: ReportedFinalization): boolean {
  const { totalAmountFinalized: F, totalAmountPendingFinalization: P, amountRemainingForFinalize: R } = reported;
  if (F?.lt(0) || P?.lt(0) || R?.lt(0)) return true;
  const { unreadable = [] } = reported;
  return unreadable.some((name) => name !== "amountRemainingForFinalize" || F === undefined);
}

/** Whether all that was left before the call is still left. It is for a response without a total finalized. */
export function isUntouched(reported: ReportedFinalization, before: BalanceBefore): boolean {
  const { authorizedAmount, finalizedBefore } = before;
  const { totalAmountPendingFinalization: P, amountRemainingForFinalize: R } = reported;
  if (authorizedAmount === undefined || finalizedBefore === undefined || P?.gt(0)) return false;
  return R?.gt(0) === true && new Exact(authorizedAmount).minus(finalizedBefore).eq(R);
}
