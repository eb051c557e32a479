import type { ReportedFinalization } from "../errors/authorization-balance.js";
import { Exact } from "../model/amount.js";

/** A finalization that the service calls a success. */
export interface SuccessfulCall extends BalanceBefore {
  /** Whether the status key is PENDING. */
  readonly isPending: boolean;
  /** The amount of this call, as decimal text. */
  readonly amount: string;
}

/** The merchant's facts about the authorization before a call, as decimal text. */
export interface BalanceBefore {
  readonly authorizedAmount: string | undefined;
  readonly finalizedBefore: string | undefined;
}

/**
 * What the figures of a success say about its amount: it is done or pending, they deny it, they prove nothing, it may be
 * both done and pending (`overlapping`), or it may be done although the key is PENDING (`perhaps_done`).
 */
export type FiguresVerdict = "done" | "pending" | "denied" | "unproven" | "overlapping" | "perhaps_done";

/** Judges a success by its own figures. If they deny it or cannot prove it, it is no success. */
export function figuresSay(told: ReportedFinalization, call: SuccessfulCall): FiguresVerdict {
  const { finalizedBefore } = call;
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = told;
  if (proveNothing(told)) return "unproven";
  const amount = new Exact(call.amount);
  const isPending = amount.gt(0) && pending?.gte(amount) === true;
  // The total may include this amount. Without `finalizedBefore`, it may also be what others have finalized.
  const mayBeIncluded =
    finalized !== undefined && (finalizedBefore === undefined ? amount.lte(finalized) : !finalized.eq(finalizedBefore));
  if (call.isPending) return mayBeDoneInstead(told, call) ? "perhaps_done" : "pending";
  if (isPending) return mayBeIncluded ? "overlapping" : "pending";
  if (finalized === undefined) return isUntouched(told, call) ? "denied" : "done";
  if (finalizedBefore === undefined) return amount.lte(finalized) ? "done" : "denied";
  return amount.plus(finalizedBefore).eq(finalized) ? "done" : "denied";
}

/** Whether a response with the key PENDING shows a total that may include this amount. */
function mayBeDoneInstead(told: ReportedFinalization, { amount, finalizedBefore }: SuccessfulCall): boolean {
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = told;
  if (finalized === undefined) return false;
  if (finalizedBefore !== undefined) return finalized.gt(finalizedBefore);
  return finalized.gte(amount) && !pending?.gte(amount);
}

/** A finalization that the service rejected as done, or as more than what is left. Amounts are decimal text. */
interface RejectedCall {
  readonly amount: string;
  /** Undefined if nobody knows. */
  readonly finalizedBefore: string | undefined;
}

/**
 * Whether the figures of a rejection prove that this call captured nothing: the total is as before, nothing is pending,
 * and less than the amount is left. Zeros alone prove nothing, because services fill rejections with them.
 */
export function showNoCapture(told: ReportedFinalization, { amount, finalizedBefore }: RejectedCall): boolean {
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = told;
  const { amountRemainingForFinalize: remaining, unreadable } = told;
  if (unreadable !== undefined || remaining?.lt(0) || remaining?.gte(amount)) return false;
  if (finalized?.eq(finalizedBefore ?? "0") !== true || pending?.isZero() !== true) return false;
  return remaining?.gt(0) === true || finalized.gt(0);
}

/**
 * Whether a figure is negative or unreadable. An unreadable remainder matters only if the total finalized is absent.
 */
export function proveNothing({ unreadable = [], ...told }: ReportedFinalization): boolean {
  const { totalAmountFinalized, totalAmountPendingFinalization, amountRemainingForFinalize } = told;
  const read = [totalAmountFinalized, totalAmountPendingFinalization, amountRemainingForFinalize];
  if (read.some((figure) => figure?.lt(0))) return true;
  return unreadable.some((name) => name !== "amountRemainingForFinalize" || totalAmountFinalized === undefined);
}

/** Whether all that was left before the call is still left. It is for a response without a total finalized. */
export function isUntouched(told: ReportedFinalization, { authorizedAmount, finalizedBefore }: BalanceBefore): boolean {
  const { totalAmountPendingFinalization: pending, amountRemainingForFinalize: remaining } = told;
  if (authorizedAmount === undefined || finalizedBefore === undefined || pending?.gt(0)) return false;
  return remaining?.gt(0) === true && new Exact(authorizedAmount).minus(finalizedBefore).eq(remaining);
}
