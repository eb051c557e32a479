import type { Decimal } from "decimal.js";
import type { FinalizationProof, LookUpProof, ReportedFinalization } from "../errors/authorization-balance.js";
import type { PaymentError } from "../errors/kinds.js";
import type { LookUp } from "../options/resolve.js";

/** The balance of an authorization, as the client option `lookUp` read it. */
export interface LookedUpBalance {
  /** What was captured on the authorization and completed. */
  readonly finalized: Decimal;
  /** What was accepted and is not completed. */
  readonly pending: Decimal;
  /** When the reading began. */
  readonly at: Date;
}

/**
 * What became of a finalization.
 *
 * - `captured`: by the balance, the money moved, once. `by` is `repeat` if the service accepted this call. It is `first` if the service
 *   rejected this call and the balance includes the amount. It is `look_up` if the balance that `lookUp` read includes
 *   the amount.
 * - `pending`: the service has not completed it. By its figures, no money has moved yet.
 * - `not_captured`: the authorization was released before the amount was captured.
 * - `unknown`: still not known. If `canAskAgain` is true, call again later. If not, store the finalization for manual
 *   review.
 * - `conflict`: the balance fits none of these states. Somebody else may have finalized this authorization. It needs
 *   manual review.
 */
export type FinalizationResolution = (FinalizationProof | LookUpProof) & {
  /** The capture's ids and the balance, as reported. Each field is present only if the response had it. */
  readonly finalization: ReportedFinalization;
  /** The error of this second call, if it failed. If `lookUp` failed, `causeOf(error)` returns what it threw. */
  readonly error?: PaymentError;
  /** What `lookUp` read, if the finalization was not sent again. */
  readonly balance?: LookedUpBalance;
};

/** Reads the balance of an authorization. @throws PaymentError if it could not be read. */
export type LookUpBalance = (
  authorization: Parameters<LookUp>[0],
  options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal | undefined },
) => Promise<LookedUpBalance | undefined>;
