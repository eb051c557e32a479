import { Decimal, type ReportedFinalization } from "merchant-payments";

/** The figures of a response: finalized, pending, remaining. */
export function figures(finalized?: string, pending?: string, remaining?: string): ReportedFinalization {
  return {
    ...(finalized && { totalAmountFinalized: new Decimal(finalized) }),
    ...(pending && { totalAmountPendingFinalization: new Decimal(pending) }),
    ...(remaining && { amountRemainingForFinalize: new Decimal(remaining) }),
  };
}
