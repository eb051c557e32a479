import type { Decimal } from "decimal.js";

/** The balance of an authorization, as the service reports it with a finalization or its rejection. */
export interface AuthorizationBalance {
  /** Whether the authorization accepts further finalizations. */
  readonly canFinalizeAgain: boolean;
  /** The amount left to finalize; 0 if `canFinalizeAgain` is false. */
  readonly amountRemainingForFinalize: Decimal;
  /** The amount finalized so far. This call's amount is included once it is completed. Excludes pending amounts. */
  readonly totalAmountFinalized: Decimal;
  /** The amount accepted but not completed: by the service's figures, this money has not moved yet. */
  readonly totalAmountPendingFinalization: Decimal;
}

/**
 * What a response says about a finalization. Each field is present only if the response had it in readable form. In a
 * success with `canFinalizeAgain: false`, missing remaining and pending amounts are 0.
 */
export interface ReportedFinalization extends Partial<AuthorizationBalance> {
  /** The transaction of the finalization, not the authorization's. */
  readonly transactionId?: string;
  readonly batchId?: string;
  readonly acquirerId?: string;
  /** Names of figures with an invalid amount, for example `"125,00"`. Treat these figures as unknown, not as 0. */
  readonly unreadable?: readonly Exclude<keyof AuthorizationBalance, "canFinalizeAgain">[];
}

/** What the response to a second finalization proves about the first one. */
export type FinalizationProof =
  | { readonly state: "captured"; readonly by: "first" | "repeat" }
  | { readonly state: "pending"; readonly canAskAgain: boolean }
  | { readonly state: "not_captured" }
  | { readonly state: "unknown"; readonly canAskAgain: boolean }
  | { readonly state: "conflict" };

/** What a balance that was read proves about a finalization. */
export type LookUpProof =
  | { readonly state: "captured"; readonly by: "look_up" }
  | { readonly state: "pending" | "unknown"; readonly canAskAgain: true }
  | { readonly state: "conflict" };
