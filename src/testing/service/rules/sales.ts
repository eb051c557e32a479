/** An order that a customer has paid, from the few details that a test sets. */
import { type AmountInput, decimalText } from "./amounts.js";
import type { AuthorizeOptions } from "./authorizations.js";
import { isCreditProduct } from "./payment-methods.js";

/** What is sold, and how it is paid for. */
export interface SellOptions extends Omit<AuthorizeOptions, "amount"> {
  /** The order's total; all of it is authorized. */
  readonly amount: AmountInput;
  /** @defaultValue "SEK" */
  readonly currency?: string;
  /** @defaultValue one line item of the whole amount for invoice and installments, which need one; otherwise none */
  readonly lineItems?: readonly object[];
  /** @defaultValue a unique number */
  readonly orderNumber?: string;
}

/** An authorized order. Pass it to `finalize` to finalize the full amount. */
export interface Sale {
  readonly orderId: string;
  readonly transactionId: string;
  /** As you gave it; a Decimal becomes decimal text. */
  readonly totalAmount: string;
}

/** An order with everything that its payment method requires. */
export function orderToSell(
  { paymentMethod, amount, currency = "SEK", lineItems, orderNumber }: SellOptions,
  freeNumber: string,
): object {
  if (decimalText(amount) === undefined)
    throw new TypeError('sell.amount must be decimal text like "125.00", or a Decimal.');
  const simple = { orderNumber: orderNumber ?? freeNumber, totalAmount: amount, currencyCode: currency };
  const name = { firstName: "Åsa", lastName: "Ek" };
  if (isCreditProduct(paymentMethod)) {
    const line = { id: "1", name: "Goods", totalLineAmount: amount };
    return { ...simple, lineItems: lineItems ?? [line], billTo: { name }, customer: { customerId: "C-1", name } };
  }
  const orderDescription = paymentMethod === "paypal" ? "Goods" : undefined;
  if (lineItems === undefined && orderDescription === undefined) return simple;
  return { ...simple, lineItems: lineItems ?? [], billTo: { name }, orderDescription };
}
