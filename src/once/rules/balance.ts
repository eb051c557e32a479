/** What the balance that a person gives must show. */

import type { Amount } from "../../index.js";
import { amountText, Exact } from "../../model/amount.js";
import type { OnceLookedUp } from "../entry.js";
import { demand } from "../errors.js";
import type { OnceRecord } from "../record.js";
import { capturedBy, isUnfinished } from "./authorization.js";
import { faultOfLookUp } from "./look-up.js";
import type { Terms } from "./transition.js";

/**
 * The balance of the authorization in the back office. If the key's `mayBeCaptured` is true, look up the balance after
 * the key's `mayArriveUntil`.
 */
export interface OnceBalance {
  /** The amount that is finalized, by all keys together. */
  readonly finalized: Amount;
  /** The amount that is accepted and not completed. */
  readonly pending: Amount;
}

/** Demands that a balance which was looked up is the stored one and supports the decision. */
export function demandLookUp(
  own: OnceRecord,
  others: readonly OnceRecord[],
  balance: OnceBalance | OnceLookedUp | null | undefined,
  as: "captured" | "not_captured" | "send_again",
  terms: Pick<Terms, "personAfterMs">,
): void {
  if (balance === null || balance === undefined || !("since" in balance)) return;
  const fault = faultOfLookUp(own, others, balance, as, terms);
  demand(fault === undefined, `${own.key}: ${fault}`);
}

/** Demands that the balance is exactly what the other keys captured: then this key moved no money. */
export function demandBalanceAsBefore(
  { key }: OnceRecord,
  others: readonly OnceRecord[],
  balance: OnceBalance | null | undefined,
): void {
  const ahead = others.find(isUnfinished);
  demand(ahead === undefined, `${key}: ${ahead?.key} of the same authorization is not finished: decide that key first`);
  const { finalized, pending } = readBalance(balance);
  const stillPending = `${key} must not be sent again while something is pending: wait, and look up the balance again`;
  demand(pending.isZero(), stillPending);
  const { finalizedBefore } = capturedBy(others);
  const otherwise = `${key} must not be sent again: ${finalized.toFixed()} is finalized, and the other keys captured ${finalizedBefore}. If the balance has this capture in it, decide captured; otherwise find out first why the two differ`;
  demand(finalized.eq(finalizedBefore), otherwise);
}

export function readBalance(balance: OnceBalance | null | undefined) {
  const finalized = new Exact(amountText(balance?.finalized, "balance.finalized"));
  return { finalized, pending: new Exact(amountText(balance?.pending, "balance.pending")) };
}
