import * as z from "zod/mini";
import { type CallOf, callSchema } from "../call/call-schema.js";
import type { Operation, ResultBase } from "../call/operation.js";
import type { Amount } from "../model/amount.js";
import { type LineItem, lineItemSchema } from "../model/line-item.js";
import { type Customer, customerSchema, type NameAndAddress, nameAndAddressSchema } from "../model/party.js";
import { type PaymentMethod, paymentMethods } from "../model/payment-method.js";
import { isFields } from "../model/plain.js";
import { readGuid } from "../model/response-fields.js";
import { currencyCode, objectOf, text, totalAmount, type Waived } from "../model/schema.js";
import { type CallOptions, callOptionsShape } from "../options/call.js";
import { jsonNumber } from "../wire/json.js";
import { post } from "../wire/transport.js";
import { detailedOrderRules, simpleOrderRules } from "./create-order-rules.js";
import { totalText } from "./total-amount.js";

/** An order of which only these three values are given. They travel in the path. */
export interface SimpleOrder {
  /** The merchant's own identifier, 4-50 characters. Must be unique when a credit product (invoice, installments) pays. */
  orderNumber: string;
  /** Greater than 0, with at most the decimals of its currency: 2 in most. */
  totalAmount: Amount;
  /** ISO 4217: alphabetic in upper case (`SEK`) or numeric (`752`; `36` for a number with a leading zero). */
  currencyCode: string;
}

/**
 * An order with anything beyond the three values of {@link SimpleOrder}. It travels in the body. null is as good as absent.
 */
export interface DetailedOrder extends SimpleOrder {
  /** Any number, `[]` included, which is right for card and swish; a credit product needs one. They add up to `totalAmount`. */
  lineItems: readonly LineItem[];
  /** Billing name and address: the invoice's, or the account holder's. */
  billTo: NameAndAddress;
  /** Name and address of the recipient. */
  shipTo?: NameAndAddress | null | undefined;
  /** Required when a credit product (invoice, installments) pays. */
  customer?: Customer | null | undefined;
  /** The merchant's reference for the sales channel, 0-50 characters. */
  salesChannel?: string | null | undefined;
  /** The merchant's identifier of the sales location, 0-50 characters. Card payments only. */
  salesLocationId?: string | null | undefined;
  /** Free text, 1-255 characters, stored at transaction level. Required when PayPal pays. */
  orderDescription?: string | null | undefined;
  /** The merchant's reference for the buyer, exactly 30 characters. */
  purchaseReference?: string | null | undefined;
  /** The merchant's reference for the order, 1-40 characters, exported in the settlement report. */
  merchantReference?: string | null | undefined;
}

/** Either form of an order. Written out, so that a simple order with a field of the other form is a compile error. */
export type Order =
  | (SimpleOrder & { [Key in Exclude<keyof DetailedOrder, keyof SimpleOrder>]?: null | undefined })
  | DetailedOrder;

/** Options of `createOrder`. */
export interface CreateOrderOptions extends CallOptions {
  /** The payment method that the order is for, if it is known: its rules are then checked before anything is sent. */
  paymentMethod?: PaymentMethod | null | undefined;
}

/** The service registered the order. No money has moved. */
export interface CreateOrderResult extends ResultBase {
  /** The service's identifier of the order, a GUID. */
  readonly orderId: string;
}

/** @internal */
export function simpleOrderSchema(waived: Waived) {
  return objectOf({
    orderNumber: text(4, 50),
    totalAmount: totalAmount(waived),
    currencyCode: currencyCode(),
  });
}

/** @internal */
export function detailedOrderSchema(waived: Waived) {
  const shortestReference = waived.has("purchaseReferenceLength") ? 0 : 30;
  return objectOf({
    ...simpleOrderSchema(waived).shape,
    lineItems: z.array(lineItemSchema(waived)),
    salesChannel: z.optional(text(0, 50)),
    salesLocationId: z.optional(text(0, 50)),
    customer: z.optional(customerSchema(waived)),
    billTo: nameAndAddressSchema(waived),
    shipTo: z.optional(nameAndAddressSchema(waived)),
    orderDescription: z.optional(text(1, 255)),
    purchaseReference: z.optional(text(shortestReference, 30, { shorter: "purchaseReferenceLength" })),
    merchantReference: z.optional(text(1, 40)),
  });
}

/** @internal */
export const createOrderOptionsSchema = objectOf({
  ...callOptionsShape,
  paymentMethod: z.optional(z.enum(paymentMethods)),
});

const simpleKeys: readonly string[] = ["orderNumber", "totalAmount", "currencyCode"];

/** Anything beyond the three values makes an order a detailed one, and so does what is no order at all. */
const isSimple = (order: unknown) => isFields(order) && Object.keys(order).every((key) => simpleKeys.includes(key));

const simpleCall = callSchema(simpleOrderSchema, createOrderOptionsSchema, simpleOrderRules);
const detailedCall = callSchema(detailedOrderSchema, createOrderOptionsSchema, detailedOrderRules);

const detailedForm = "an order with more than orderNumber, totalAmount and currencyCode takes the detailed form; add";

/** @internal */
export const createOrder: Operation<CallOf<typeof simpleCall | typeof detailedCall>, CreateOrderResult> = {
  name: "createOrder",
  effect: "write",
  schema: (waived, order) => (isSimple(order) ? simpleCall(waived) : detailedCall(waived)),

  required: {
    lineItems: `${detailedForm} the lines, or [] where the payment method supports none`,
    billTo: `${detailedForm} the billing name and address`,
  },

  encode({ input: order }, waived) {
    const total = totalText(order.totalAmount, order.currencyCode, waived);
    if (!("lineItems" in order)) {
      const values = { ...order, totalAmount: total };
      return post("orders/create/{orderNumber}/{totalAmount}/{currencyCode}", values, "");
    }
    const { orderNumber, currencyCode, totalAmount: _, lineItems: lineitems, ...others } = order;
    const body = { orderNumber, currencyCode, totalAmount: jsonNumber(total), lineitems, ...others };
    return post("orders/create", {}, JSON.stringify(body));
  },

  readResult(body, _call, isPending) {
    const orderId = readGuid(body["orderId"]);
    if (orderId !== undefined) return { fields: { orderId }, pending: isPending };
    const issues = [{ path: "orderId", message: "is missing, all zero or no GUID" }];
    return { issues, outcome: isPending ? "unknown" : "succeeded" };
  },
};
