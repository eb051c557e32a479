import type { ReportedFinalization } from "../errors/finalization-state.js";
import { Exact } from "./amount.js";

/** A finalization that the service calls a success. */
export interface SuccessfulCall {
  /** Whether the status says that the service has not completed it. */
  readonly isPending: boolean;
  /** What this call asked for, as decimal text. */
  readonly amount: string;
  /** Finalized before this call, if the merchant knows it. */
  readonly finalizedBefore: string | undefined;
}

/** What a success's own figures say of it. One that they deny is no success. */
export function figuresSay(told: ReportedFinalization, call: SuccessfulCall): "done" | "pending" | "denied" {
  const { amount, finalizedBefore } = call;
  const { totalAmountFinalized: finalized, totalAmountPendingFinalization: pending } = told;
  if ([finalized, pending, told.amountRemainingForFinalize].some((figure) => figure?.lt(0))) return "denied";
  if (call.isPending) return "pending";
  const isPending = pending?.gt(0) === true && new Exact(amount).lte(pending);
  if (finalized === undefined) return isPending ? "pending" : "done";
  if (finalizedBefore === undefined) {
    // An earlier finalization is in the figure too: 60 of 100 captured and these 40 pending must not pass for done.
    if (isPending) return "pending";
    return new Exact(amount).lte(finalized) ? "done" : "denied";
  }
  if (new Exact(finalizedBefore).plus(amount).eq(finalized)) return "done";
  return isPending && new Exact(finalizedBefore).eq(finalized) ? "pending" : "denied";
}
