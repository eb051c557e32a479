import * as z from "zod/mini";
import { type CallOptions, callOptionsShape } from "../call-options.js";
import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { type Amount, amountText } from "../model/amount.js";
import { type LineItem, lineItemSchema } from "../model/line-item.js";
import { type Customer, customerSchema, type NameAndAddress, nameAndAddressSchema } from "../model/party.js";
import { orderMethodIssues, type PaymentMethod, paymentMethods } from "../model/payment-method.js";
import { readGuid } from "../model/reading.js";
import type { Rules } from "../model/rules.js";
import { check, currencyCode, text, totalAmount } from "../model/schema.js";
import type { Fields } from "../model/snapshot.js";
import { totalIssues } from "../model/total-rules.js";
import { encodeAmount, encodeBody, encodeLineItems, encodeOpen, encodeOptional } from "./encode.js";
import type { ResultBase } from "./interpret.js";
import type { Operation } from "./operation.js";

/** An order of which only these three values are given. They travel in the path. */
export interface SimpleOrder {
  /** The merchant's own identifier, 4-50 characters. Must be unique when a credit product (invoice, installments) pays. */
  readonly orderNumber: string;
  /** Greater than 0, at most 2 decimals (JPY: none). */
  readonly totalAmount: Amount;
  /** ISO 4217: alphabetic in upper case (`SEK`) or numeric (`752`; `36` for a number with a leading zero). */
  readonly currencyCode: string;
}

/** An order with anything beyond the three values of {@link SimpleOrder}. It travels in the body. */
export interface DetailedOrder extends SimpleOrder {
  /** Any number, `[]` included, which is right for card and swish. Their totals must add up to `totalAmount`. */
  readonly lineItems: readonly LineItem[];
  /** Billing name and address: the invoice's, or the account holder's. */
  readonly billTo: NameAndAddress;
  /** Name and address of the recipient. */
  readonly shipTo?: NameAndAddress | undefined;
  /** Required when a credit product (invoice, installments) pays. */
  readonly customer?: Customer | undefined;
  /** The merchant's reference for the sales channel, 0-50 characters. */
  readonly salesChannel?: string | undefined;
  /** The merchant's identifier of the sales location, 0-50 characters. Card payments only. */
  readonly salesLocationId?: string | undefined;
  /** Free text, 1-255 characters, stored at transaction level. Required when PayPal pays. */
  readonly orderDescription?: string | undefined;
  /** The merchant's reference for the buyer, exactly 30 characters. */
  readonly purchaseReference?: string | undefined;
  /** The merchant's reference for the order, 1-40 characters, exported in the settlement report. */
  readonly merchantReference?: string | undefined;
}

/** Either form of an order. Written out, so that a simple order with a field of the other form is a compile error. */
export type Order =
  | (SimpleOrder & { readonly [Key in Exclude<keyof DetailedOrder, keyof SimpleOrder>]?: undefined })
  | DetailedOrder;

/** Options of `createOrder`. */
export interface CreateOrderOptions extends CallOptions {
  /** The payment method that the order is for, if it is known: its rules are then checked before anything is sent. */
  readonly paymentMethod?: PaymentMethod | undefined;
}

/** The service registered the order. No money has moved. */
export interface CreateOrderResult extends ResultBase {
  /** The service's identifier of the order, a GUID. */
  readonly orderId: string;
}

/** @internal */
export const simpleOrderSchema = z.strictObject({
  orderNumber: text(4, 50),
  totalAmount: totalAmount(),
  currencyCode: currencyCode(),
});

/** @internal */
export const detailedOrderSchema = z.strictObject({
  ...simpleOrderSchema.shape,
  lineItems: z.array(lineItemSchema),
  billTo: nameAndAddressSchema,
  shipTo: z.optional(nameAndAddressSchema),
  customer: z.optional(customerSchema),
  salesChannel: z.optional(text(0, 50)),
  salesLocationId: z.optional(text(0, 50)),
  orderDescription: z.optional(text(1, 255)),
  purchaseReference: z.optional(text(30, 30)),
  merchantReference: z.optional(text(1, 40)),
});

/** @internal */
export const createOrderOptionsSchema = z.strictObject({
  ...callOptionsShape,
  paymentMethod: z.optional(z.enum(paymentMethods)),
});

const detailedRequirements = {
  lineItems:
    "an order with more than orderNumber, totalAmount and currencyCode takes the detailed form; add the lines, or [] where the payment method supports none",
  billTo:
    "an order with more than orderNumber, totalAmount and currencyCode takes the detailed form; add the billing name and address",
};

/** Anything beyond the three values makes an order a detailed one. */
function isDetailed(order: object): order is DetailedOrder {
  return !Object.keys(order).every((key) => Object.hasOwn(simpleOrderSchema.shape, key));
}

function issuesOf(order: Fields, { paymentMethod }: Fields, rules: Rules): ValidationIssue[] {
  const { totalAmount, lineItems, currencyCode } = order;
  const form = isDetailed(order) ? "detailed" : "simple";
  const schema = form === "detailed" ? detailedOrderSchema : simpleOrderSchema;
  return [
    ...check(schema, order, { waived: rules.waived, required: detailedRequirements }),
    ...totalIssues(totalAmount, { lineItems, currencyCode, paymentMethod }, rules),
    ...orderMethodIssues(order, paymentMethod, form),
  ];
}

/** @internal */
export const createOrder: Operation<Order, CreateOrderOptions, CreateOrderResult> = {
  name: "createOrder",
  keys: Object.keys(detailedOrderSchema.shape),
  optionsSchema: createOrderOptionsSchema,
  issues: issuesOf,

  encode(order, rules) {
    const { orderNumber, currencyCode } = order;
    if (!isDetailed(order)) {
      return {
        route: "orders/create/{orderNumber}/{totalAmount}/{currencyCode}",
        segments: ["orders", "create", orderNumber, amountText(order.totalAmount, "totalAmount"), currencyCode],
        body: "",
      };
    }
    return {
      route: "orders/create",
      segments: ["orders", "create"],
      body: encodeBody({
        orderNumber: encodeOpen(orderNumber),
        currencyCode: encodeOpen(currencyCode),
        totalAmount: encodeAmount(order.totalAmount),
        lineitems: encodeLineItems(order.lineItems, rules),
        salesChannel: encodeOptional(order.salesChannel),
        salesLocationId: encodeOptional(order.salesLocationId),
        customer: encodeOptional(order.customer),
        billTo: encodeOptional(order.billTo),
        shipTo: encodeOptional(order.shipTo),
        orderDescription: encodeOptional(order.orderDescription),
        purchaseReference: encodeOptional(order.purchaseReference),
        merchantReference: encodeOptional(order.merchantReference),
      }),
    };
  },

  readResult(body) {
    const orderId = readGuid(body["orderId"]);
    if (orderId !== undefined) return { fields: { orderId } };
    return { issues: [{ path: "orderId", message: "is missing, all zero or no GUID" }] };
  },

  readRefusal: () => undefined,
  paymentMethodOf: ({ paymentMethod }) => paymentMethod,
};
