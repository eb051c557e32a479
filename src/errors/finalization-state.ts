import type { Decimal } from "decimal.js";

/** Where the authorization stands, as the service says with a finalization and with its rejection. */
export interface FinalizationState {
  /** Whether the authorization accepts further finalizations. */
  readonly canFinalizeAgain: boolean;
  /** What is left to finalize; 0 when `canFinalizeAgain` is false. */
  readonly amountRemainingForFinalize: Decimal;
  /** Finalized so far, this call included. */
  readonly totalAmountFinalized: Decimal;
  /** Accepted by the service and not completed yet. */
  readonly totalAmountPendingFinalization: Decimal;
}

/** What an incomplete response says of a finalization: each field only where the response had it. */
export interface ReportedFinalization extends Partial<FinalizationState> {
  /** The transaction of the finalization, not the authorization's. */
  readonly transactionId?: string;
  readonly batchId?: string;
  readonly acquirerId?: string;
  /** The figures that the response had and that are no amounts, `"125,00"` for instance: they are neither absent nor 0. */
  readonly unreadable?: readonly Exclude<keyof FinalizationState, "canFinalizeAgain">[];
}

/** What the response to a second finalization proves about the first one. */
export type FinalizationProof =
  | { readonly state: "captured"; readonly by: "first" | "repeat" }
  | { readonly state: "pending" }
  | { readonly state: "not_captured" }
  | { readonly state: "unknown"; readonly canAskAgain: boolean }
  | { readonly state: "conflict" };
