import * as z from "zod/mini";
import type { Amount } from "../model/amount.js";
import { type LineItem, lineItemsSchema } from "../model/line-item.js";
import { objectOf } from "../model/objects.js";
import { optionsOf } from "../model/options.js";
import { type PaymentMethod, paymentMethods } from "../model/payment-method.js";
import {
  balance,
  currencyCode,
  guid,
  type InputTerms,
  optionalText,
  totalAmount,
  transactionId,
} from "../model/schema.js";
import { type CallOptions, callOptionNames, callOptionsShape, inSecondArgument } from "../options/call.js";

/** What to finalize (capture): all or part of an authorization. null and empty text are treated as absent. */
export interface Finalization {
  /** The service's identifier of the order, a GUID in any usual form. If given, it is part of the request's path. */
  orderId?: string | null | undefined;
  /** The authorization's transaction, 18 characters. A string, because a number would lose digits. */
  transactionId: string;
  /** Greater than 0: for a credit product (invoice, installments) the full authorized amount, for card at most that. */
  totalAmount: Amount;
  /** Required for a part of an order that has lines; not allowed for one without lines, such as a card or swish order. */
  lineItems?: readonly LineItem[] | null | undefined;
  /** The merchant's invoice number, printed on invoices. */
  invoiceId?: string | null | undefined;
}

/** What you know about the authorization. It is not sent: with each fact, the client checks more rules before it sends. */
export interface AuthorizationFacts {
  /** What the customer pays with. */
  paymentMethod?: PaymentMethod | null | undefined;
  /** The full amount of the authorization, not what is left of it. */
  authorizedAmount?: Amount | null | undefined;
  /**
   * The finalized amount that the service reported before your first attempt. It excludes pending amounts. A wrong
   * figure can cause a second capture.
   */
  finalizedBefore?: Amount | null | undefined;
  /** The order's currency. It decides only the number of decimals; 2 if absent. */
  currencyCode?: string | null | undefined;
  /** Whether the order was created with line items. */
  hasLineItems?: boolean | null | undefined;
}

/** Options of `finalize`. */
export interface FinalizeOptions extends CallOptions {
  authorization?: AuthorizationFacts | null | undefined;
}

export function finalizationSchema(terms: InputTerms) {
  const shape = {
    orderId: z.optional(guid),
    transactionId,
    totalAmount: totalAmount(terms),
    lineItems: z.optional(lineItemsSchema(terms)),
    invoiceId: optionalText,
  };
  return objectOf(shape, terms);
}

const factsShape = {
  paymentMethod: z.optional(z.enum(paymentMethods)),
  authorizedAmount: z.optional(balance),
  finalizedBefore: z.optional(balance),
  currencyCode: z.optional(currencyCode),
  hasLineItems: z.optional(z.boolean()),
};

export const finalizeOptionsSchema = optionsOf({
  ...callOptionsShape,
  authorization: z.optional(objectOf(factsShape)),
});

export interface FinalizeCall {
  readonly input: z.output<ReturnType<typeof finalizationSchema>>;
  readonly options: z.output<typeof finalizeOptionsSchema>;
}

const facts = Object.keys(factsShape);

export const finalizationWords = {
  input: {
    required: {
      transactionId:
        "give the id of the authorization's transaction, 18 characters, which the service makes when the customer pays; createOrder does not return it",
    },
    elsewhere: {
      ...inSecondArgument(["authorization", ...callOptionNames]),
      ...inSecondArgument(facts, "authorization."),
    },
  },
  options: {
    elsewhere: Object.fromEntries(facts.map((name) => [name, `did you mean authorization.${name}?`])),
  },
};
