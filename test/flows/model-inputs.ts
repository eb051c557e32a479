import type { FinalizeOptions, LineItem } from "merchant-payments";
import type { Step } from "./model-steps.js";
import { decimalText, type ModelAuthorization, type Money, sum } from "./payment-model.js";

/** An order and a transaction that no service handed out. */
export const unknownOrder = "00000000-0000-4000-8000-000000000001";
export const unknownTransaction = "209901010000000001";

type Finalize = Extract<Step, { readonly does: "finalize" }>;

/** The one at a position, counted round and round; none for -1, and when there are none. */
export function pick<T>(all: readonly T[], position: number): T | undefined {
  return all[position % all.length];
}

/** A line of which only the total matters. */
export function lineItem(amount: Money): LineItem {
  return { name: "Coffee", quantity: 1, totalLineAmount: decimalText(amount) };
}

/** What a merchant knows of an authorization. */
export function factsOf({
  method,
  authorized,
  order,
}: ModelAuthorization): NonNullable<FinalizeOptions["authorization"]> {
  return { paymentMethod: method, authorizedAmount: decimalText(authorized), hasLineItems: order.lines.length > 0 };
}

/** The amount that a step finalizes, by what was taken before. */
export function amountOf({ amount }: Finalize, authorization: ModelAuthorization | undefined): Money {
  const all = authorization?.authorized ?? 12_500n;
  const taken = sum(authorization?.parts.map((part) => part.amount) ?? []);
  switch (amount) {
    case "all":
      return all;
    case "rest":
      return taken < all ? all - taken : 1n;
    case "half":
      return all / 2n + 1n;
    case "öre":
      return 1n;
    case "tooMuch":
      return all - taken + 1n;
    case "zero":
      return 0n;
  }
}

/** Lines that add up to the amount, or are off by one öre. */
export function linesOf({ lines }: Finalize, amount: Money): readonly Money[] | undefined {
  switch (lines) {
    case "none":
      return undefined;
    case "empty":
      return [];
    case "two":
      return [amount + 100n, -100n];
    case "off":
      return [amount, 1n];
  }
}
