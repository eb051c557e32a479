/** What a test says of an order that a customer has paid, and the order that this makes. */
import { type AmountInput, decimalText } from "./amounts.js";
import type { AuthorizeOptions } from "./authorizations.js";
import { isCreditProduct } from "./payment-methods.js";

/** What is sold, and how it is paid. */
export interface SellOptions extends Omit<AuthorizeOptions, "amount"> {
  /** The order's total; all of it is authorized. */
  readonly amount: AmountInput;
  /** @defaultValue "SEK" */
  readonly currency?: string;
  /** @defaultValue one line over the whole amount for invoice and installments, which need one; none otherwise */
  readonly lineItems?: readonly object[];
  /** @defaultValue a number of its own */
  readonly orderNumber?: string;
}

/** An authorized order, in the words in which `finalize` takes all of it. */
export interface Sale {
  readonly orderId: string;
  readonly transactionId: string;
  /** As it was given, or as a Decimal is written. */
  readonly totalAmount: string;
}

/** An order with all that its payment method demands. */
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
