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
