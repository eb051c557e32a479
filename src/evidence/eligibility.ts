import type { Resolvable } from "../errors/call-facts.js";
import { Exact } from "../model/amount.js";
import type { PaymentMethod } from "../model/payment-method.js";

/** A finalization and the merchant's facts about its authorization. Amounts are decimal text. */
export interface SecondFinalization {
  readonly paymentMethod: PaymentMethod;
  readonly amount: string;
  readonly authorizedAmount: string;
  readonly finalizedBefore: string;
}

/** Whether the service cannot accept the finalization a second time, if it treats the listed methods as declared. */
export function isSafeToSendAgain(second: SecondFinalization, sendAgain: readonly PaymentMethod[]): boolean {
  if (!sendAgain.includes(second.paymentMethod)) return false;
  if (second.paymentMethod === "card") return new Exact(second.finalizedBefore).isZero();
  return isAllThatIsLeft(second);
}

/** Whether the amount is all that is left of the authorization, and too much to fit twice. */
export function isAllThatIsLeft(second: Omit<SecondFinalization, "paymentMethod">): boolean {
  const { amount, authorizedAmount, finalizedBefore } = second;
  const all = new Exact(finalizedBefore).plus(amount);
  // Some services accept 115 % of an authorization, so a small rest would fit twice.
  const fitsTwice = all.plus(amount).lte(new Exact(authorizedAmount).times("1.15"));
  return all.eq(authorizedAmount) && !fitsTwice;
}

/** A finalization, and those of the facts about its authorization that the merchant has given. */
type GivenFinalization = Pick<SecondFinalization, "amount"> & {
  readonly [Fact in Exclude<keyof SecondFinalization, "amount">]: SecondFinalization[Fact] | undefined;
};

/** Says whether `resolveFinalization` takes a finalization that `finalize` has taken. */
export function resolvableAs(
  { paymentMethod, amount, authorizedAmount, finalizedBefore }: GivenFinalization,
  { sendAgain, canLookUp }: { readonly sendAgain: readonly PaymentMethod[]; readonly canLookUp: boolean },
): Resolvable {
  if (new Exact(amount).isZero() || (!canLookUp && sendAgain.length === 0)) return "never";
  if (paymentMethod === undefined) return "with_facts";
  if (!canLookUp && !sendAgain.includes(paymentMethod)) return "never";
  if (paymentMethod === "card") return canLookUp || authorizedAmount !== undefined ? "now" : "with_facts";
  if (finalizedBefore === undefined) return "with_facts";
  if (canLookUp) return "now";
  if (authorizedAmount === undefined) return "with_facts";
  return isAllThatIsLeft({ amount, authorizedAmount, finalizedBefore }) ? "now" : "never";
}
