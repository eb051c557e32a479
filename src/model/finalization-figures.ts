import type { ReportedFinalization } from "../errors/finalization-state.js";
import { Exact } from "./amount.js";

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

/** Judges a success by its own figures. If they deny it or cannot prove it, it is no success. */
export function figuresSay(
  told: ReportedFinalization,
  call: SuccessfulCall,
): "done" | "pending" | "denied" | "unproven" {
  const { amount, finalizedBefore } = call;
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = told;
  if (proveNothing(told)) return "unproven";
  if (call.isPending) return "pending";
  const isPending = pending?.gt(0) === true && new Exact(amount).lte(pending);
  if (finalized === undefined && isPending) return "pending";
  if (finalized === undefined) return isUntouched(told, call) ? "denied" : "done";
  if (finalizedBefore === undefined) {
    // The figure includes earlier finalizations: 60 of 100 captured and these 40 pending must not pass for done.
    if (isPending) return "pending";
    return new Exact(amount).lte(finalized) ? "done" : "denied";
  }
  if (new Exact(finalizedBefore).plus(amount).eq(finalized)) return "done";
  return isPending && new Exact(finalizedBefore).eq(finalized) ? "pending" : "denied";
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
