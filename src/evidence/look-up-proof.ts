import type { LookUpProof } from "../errors/authorization-balance.js";
import { Exact } from "../model/amount.js";

/** A finalization, and the merchant's fact about its authorization. Amounts are decimal text. */
export interface FinalizationToFind {
  readonly amount: string;
  readonly finalizedBefore: string;
}

/** The balance of the authorization, as it was read. Amounts are decimal text. */
export interface BalanceRead {
  readonly finalized: string;
  readonly pending: string;
}

/** Judges a finalization by a balance that was read. The first condition that fits counts. */
export function provenByLookUp(first: FinalizationToFind, { finalized, pending }: BalanceRead): LookUpProof {
  const amount = new Exact(first.amount);
  const all = amount.plus(first.finalizedBefore);
  const isAsBefore = new Exact(first.finalizedBefore).eq(finalized);
  if (all.lt(finalized) || (isAsBefore && amount.lt(pending))) return { state: "conflict" };
  if (all.eq(finalized) && new Exact(pending).isZero()) return { state: "captured", by: "look_up" };
  if (isAsBefore && amount.eq(pending)) return { state: "pending", canAskAgain: true };
  // Not captured so far. The first request may still arrive, or the figures are old.
  return { state: "unknown", canAskAgain: true };
}
