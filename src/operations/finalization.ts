import * as z from "zod/mini";
import type { Amount } from "../model/amount.js";
import { type LineItem, lineItemSchema } from "../model/line-item.js";
import { type PaymentMethod, paymentMethods } from "../model/payment-method.js";
import { anyText, balance, currencyCode, guid, objectOf, text, totalAmount, type Waived } from "../model/schema.js";
import { type CallOptions, callOptionsShape } from "../options/call.js";

/** What to finalize (capture), all of an authorization or a part of it. null is treated as absent. */
export interface Finalization {
  /** The service's identifier of the order, a GUID. With it the order is part of the request's path. */
  orderId?: string | null | undefined;
  /** The authorization's transaction, 18 characters. A string: as a number it would lose digits. */
  transactionId: string;
  /** Greater than 0, with at most the decimals of its currency. The full amount for invoice and installments; at most what is authorized for card. */
  totalAmount: Amount;
  /** The lines of this finalization; required for a part of an order that has lines, not allowed for one without. */
  lineItems?: readonly LineItem[] | null | undefined;
  /** The merchant's invoice number, printed on invoices. */
  invoiceId?: string | null | undefined;
}

/**
 * What the merchant knows of the authorization. Each fact is optional, null is treated as absent; the contract's rules that need it are then
 * checked before anything is sent. The service is not sent it.
 */
export interface AuthorizationFacts {
  /** What the customer pays with. */
  paymentMethod?: PaymentMethod | null | undefined;
  /** The full amount of the authorization, not what is left of it. */
  authorizedAmount?: Amount | null | undefined;
  /** What the service itself has reported as finalized before this call, nothing pending among it. */
  finalizedBefore?: Amount | null | undefined;
  /** As in the order; only the number of decimals depends on it. */
  currencyCode?: string | null | undefined;
  /** Whether the order was created with line items: one without takes none when it is finalized. */
  hasLineItems?: boolean | null | undefined;
}

/** Options of `finalize`. */
export interface FinalizeOptions extends CallOptions {
  /** Facts to check the finalization by before it is sent. */
  authorization?: AuthorizationFacts | null | undefined;
}

/** @internal */
export function finalizationSchema(waived: Waived) {
  return objectOf({
    orderId: z.optional(guid()),
    transactionId: text(18, 18),
    totalAmount: totalAmount(waived),
    lineItems: z.optional(z.array(lineItemSchema(waived))),
    invoiceId: z.optional(anyText()),
  });
}

/** @internal */
export const finalizeOptionsSchema = objectOf({
  ...callOptionsShape,
  authorization: z.optional(
    objectOf({
      paymentMethod: z.optional(z.enum(paymentMethods)),
      authorizedAmount: z.optional(balance()),
      finalizedBefore: z.optional(balance()),
      currencyCode: z.optional(currencyCode()),
      hasLineItems: z.optional(z.boolean()),
    }),
  ),
});
