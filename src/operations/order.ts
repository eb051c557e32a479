import * as z from "zod/mini";
import type { Amount } from "../model/amount.js";
import { pathFault } from "../model/ids.js";
import { type LineItem, lineItemsSchema } from "../model/line-item.js";
import { isNothing, isNothingOrBlank, objectOf } from "../model/objects.js";
import { type Customer, customerSchema, type NameAndAddress, nameAndAddressSchema } from "../model/party.js";
import { currencyCode, type InputTerms, must, namesBelow, text, totalAmount } from "../model/schema.js";

/**
 * An order with only these three values, which are sent in the path. Lengths count UTF-16 units: two emoji are four
 * characters.
 */
export interface SimpleOrder {
  /** The merchant's own identifier, 4-50 characters. Must be unique for a credit product (invoice, installments). */
  orderNumber: string;
  /** Greater than 0, with at most the decimals of its currency: 2 in most, 0 in JPY and KRW. */
  totalAmount: Amount;
  /** ISO 4217: upper-case letters (`SEK`), or the number (`752`). `36` stands for `036`. */
  currencyCode: string;
}

/**
 * An order with more than the three values of {@link SimpleOrder}, sent in the body. null and empty text are treated as
 * absent.
 */
export interface DetailedOrder extends SimpleOrder {
  /**
   * At most 5,000 lines, which add up to `totalAmount`. Must be `[]` for card and swish. A credit product requires
   * at least one line.
   */
  lineItems: readonly LineItem[];
  /** Billing name and address: the invoice's, or the account holder's. */
  billTo: NameAndAddress;
  /** Name and address of the recipient. */
  shipTo?: NameAndAddress | null | undefined;
  /** Required for a credit product (invoice, installments). */
  customer?: Customer | null | undefined;
  /** The merchant's reference for the sales channel, 0-50 characters. */
  salesChannel?: string | null | undefined;
  /** The merchant's identifier of the sales location, 0-50 characters. Card payments only. */
  salesLocationId?: string | null | undefined;
  /** Free text, 1-255 characters, stored at transaction level. Required for PayPal. */
  orderDescription?: string | null | undefined;
  /** The merchant's reference for the buyer, exactly 30 characters. */
  purchaseReference?: string | null | undefined;
  /** The merchant's reference for the order, 1-40 characters, exported in the settlement file. */
  merchantReference?: string | null | undefined;
}

/** Either form of an order. A simple order with a field of the detailed form does not compile. */
export type Order =
  | (SimpleOrder & { [Key in Exclude<keyof DetailedOrder, keyof SimpleOrder>]?: null | undefined })
  | DetailedOrder;

const inPath = pathFault(
  "use another number, or add lineItems and billTo, because a detailed order has its number in the body",
);

function detailedShape(terms: InputTerms) {
  const shortestReference = terms.waived.has("purchaseReferenceLength") ? 0 : 30;
  return {
    orderNumber: text(4, 50),
    totalAmount: totalAmount(terms),
    currencyCode: currencyCode(),
    lineItems: lineItemsSchema(terms),
    salesChannel: z.optional(text(0, 50)),
    salesLocationId: z.optional(text(0, 50)),
    customer: z.optional(customerSchema(terms)),
    billTo: nameAndAddressSchema("billTo", terms),
    shipTo: z.optional(nameAndAddressSchema("shipTo", terms)),
    orderDescription: z.optional(text(1, 255)),
    purchaseReference: z.optional(text(shortestReference, 30, { shorter: "purchaseReferenceLength" })),
    merchantReference: z.optional(text(1, 40)),
  };
}

/** @internal */
export function orderSchemas(terms: InputTerms) {
  const { orderNumber, totalAmount, currencyCode, ...others } = detailedShape(terms);
  const extra = namesBelow("", terms.extraFields);
  // Known to be absent, so that hints for unknown keys name the fields of both forms.
  const absent: object = Object.fromEntries(Object.keys(others).map((name) => [name, z.optional(z.never())]));
  const simple = { orderNumber: orderNumber.check(must(inPath)), totalAmount, currencyCode, ...absent };
  return {
    simple: objectOf(simple, extra),
    detailed: objectOf({ orderNumber, totalAmount, currencyCode, ...others }, extra),
    isDetailed: (order: Readonly<Record<string, unknown>>) =>
      Object.keys(others).some((name) => !isNothingOrBlank(order[name])) ||
      extra.some((name) => !isNothing(order[name])),
  };
}
