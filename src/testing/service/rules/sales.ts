/** An order that a customer has paid, from the few details that a test sets. */
import type { Decimal } from "decimal.js";
import * as z from "zod/mini";
import { amount, object, optionsOf } from "../input.js";
import { type AuthorizeOptions, authorizeShape } from "./authorizations.js";
import { isCreditProduct } from "./payment-methods.js";

/** What is sold, and how it is paid for. */
export interface SellOptions extends Omit<AuthorizeOptions, "authorizedAmount"> {
  /** The order's total; all of it is authorized. */
  readonly totalAmount: string | Decimal;
  /** @defaultValue "SEK" */
  readonly currencyCode?: string;
  /** @defaultValue one line item of the whole amount for invoice and installments, which need one; otherwise none */
  readonly lineItems?: readonly object[];
  /** @defaultValue a unique number */
  readonly orderNumber?: string;
}

export const sellShape = {
  paymentMethod: authorizeShape.paymentMethod,
  totalAmount: amount,
  currencyCode: z.exactOptional(z.string()),
  lineItems: z.exactOptional(z.array(object())),
  orderNumber: z.exactOptional(z.string()),
  pending: authorizeShape.pending,
};

export const sellSchema = optionsOf(sellShape);

/** An authorized order. Pass it to `finalize` to finalize the full amount. */
export interface Sale {
  readonly orderId: string;
  readonly transactionId: string;
  /** As you gave it; a Decimal becomes decimal text. */
  readonly totalAmount: string;
}

/** An order with everything that its payment method requires. */
export function orderToSell(sale: z.output<typeof sellSchema>): object {
  const { paymentMethod, totalAmount, currencyCode = "SEK", lineItems, orderNumber } = sale;
  const simple = { orderNumber, totalAmount, currencyCode };
  const name = { firstName: "Åsa", lastName: "Ek" };
  if (isCreditProduct(paymentMethod)) {
    const line = { id: "1", name: "Goods", totalLineAmount: totalAmount };
    return { ...simple, lineItems: lineItems ?? [line], billTo: { name }, customer: { customerId: "C-1", name } };
  }
  const orderDescription = paymentMethod === "paypal" ? "Goods" : undefined;
  if (lineItems === undefined && orderDescription === undefined) return simple;
  return { ...simple, lineItems: lineItems ?? [], billTo: { name }, orderDescription };
}
