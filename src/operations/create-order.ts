import * as z from "zod/mini";
import type { Operation } from "../call/operation.js";
import type { ResultBase } from "../evidence/envelope.js";
import { readGuid } from "../evidence/response-fields.js";
import type { Amount } from "../model/amount.js";
import type { Report } from "../model/issue.js";
import { type LineItem, lineItemsSchema } from "../model/line-item.js";
import { isNothing, isNothingOrBlank, objectOf } from "../model/objects.js";
import { optionsOf } from "../model/options.js";
import { type Customer, customerSchema, type NameAndAddress, nameAndAddressSchema } from "../model/party.js";
import { hasNoLines, isCredit, type PaymentMethod, paymentMethods } from "../model/payment-method.js";
import { currencyCode, type InputTerms, must, pathFault, perTerms, text, totalAmount } from "../model/schema.js";
import { type CallOptions, callOptionNames, callOptionsShape, inSecondArgument } from "../options/call.js";
import { jsonNumber } from "../wire/json.js";
import { checkTotalAndLines, sentTotal } from "./total-and-lines.js";

/** An order with only these three values, sent in the path. Lengths count UTF-16 units: two emoji are four characters. */
export interface SimpleOrder {
  /** The merchant's own identifier, 4-50 characters. Must be unique for a credit product (invoice, installments). */
  orderNumber: string;
  /** Greater than 0, with at most the decimals of its currency: 2 in most, 0 in JPY and KRW. */
  totalAmount: Amount;
  /** ISO 4217: upper-case letters (`SEK`), or the number (`752`). `36` stands for `036`. */
  currencyCode: string;
}

/** An order with more than these three values, sent in the body. null and empty text are treated as absent. */
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

const simpleShape = (terms: InputTerms) => ({
  orderNumber: text(4, 50),
  totalAmount: totalAmount(terms),
  currencyCode,
});

const nothing = z.optional(z.never());

/** Hints for unknown keys of a simple order name them too. */
const absent = {
  lineItems: nothing,
  salesChannel: nothing,
  salesLocationId: nothing,
  customer: nothing,
  billTo: nothing,
  shipTo: nothing,
  orderDescription: nothing,
  purchaseReference: nothing,
  merchantReference: nothing,
} satisfies Record<Exclude<keyof DetailedOrder, keyof SimpleOrder>, z.ZodMiniType>;

export const simpleOrder = perTerms((terms) => {
  const { orderNumber, ...others } = simpleShape(terms);
  const shape = { orderNumber: orderNumber.check(must(inPath)), ...others, ...(absent as object) };
  return objectOf(shape, terms);
});

export const detailedOrder = perTerms((terms) => {
  const shortestReference = terms.waived.has("purchaseReferenceLength") ? 0 : 30;
  const shape = {
    ...simpleShape(terms),
    lineItems: lineItemsSchema(terms),
    salesChannel: z.optional(text(0, 50)),
    salesLocationId: z.optional(text(0, 50)),
    customer: z.optional(customerSchema(terms)),
    billTo: nameAndAddressSchema("billTo", terms),
    shipTo: z.optional(nameAndAddressSchema("shipTo", terms)),
    orderDescription: z.optional(text(1, 255)),
    purchaseReference: z.optional(text(shortestReference, 30, { shorter: "purchaseReferenceLength" })),
    merchantReference: z.optional(text(1, 40)),
  } satisfies Record<keyof DetailedOrder, z.ZodMiniType>;
  return objectOf(shape, terms);
});

function isDetailed(order: Readonly<Record<string, unknown>>, { extraFields }: InputTerms): boolean {
  if (Object.keys(absent).some((name) => !isNothingOrBlank(order[name]))) return true;
  return [...extraFields].some((name) => !isNothing(order[name]));
}

/** Options of `createOrder`. */
export interface CreateOrderOptions extends CallOptions {
  /** The payment method of the order, if known. Its rules are then checked before anything is sent. */
  paymentMethod?: PaymentMethod | null | undefined;
}

/** The service registered the order. No money has moved. */
export interface CreateOrderResult extends ResultBase {
  /** The service's identifier of the order, a GUID in the form in which the service wrote it. */
  readonly orderId: string;
}

export const createOrderOptionsSchema = optionsOf({
  ...callOptionsShape,
  paymentMethod: z.optional(z.enum(paymentMethods)),
});

type CheckedDetailedOrder = z.output<ReturnType<typeof detailedOrder>>;

export interface CreateOrderCall {
  readonly input: z.output<ReturnType<typeof simpleOrder>> | CheckedDetailedOrder;
  readonly options: z.output<typeof createOrderOptionsSchema>;
}

const detailedForm = "an order with more than orderNumber, totalAmount and currencyCode takes the detailed form; add";

export const createOrder: Operation<CreateOrderCall, CreateOrderResult, CreateOrderResult> = {
  name: "createOrder",
  effect: "write",

  input: (terms, order) => (isDetailed(Object(order), terms) ? detailedOrder(terms) : simpleOrder(terms)),
  options: createOrderOptionsSchema,
  words: {
    input: {
      required: {
        lineItems: `${detailedForm} the lines, or [] where the payment method supports none`,
        billTo: `${detailedForm} the billing name and address`,
      },
      elsewhere: {
        ...inSecondArgument(["paymentMethod", ...callOptionNames]),
        transactionId: "it identifies an authorization; to capture one, call finalize instead",
      },
    },
  },

  rules({ input: order, options: { paymentMethod } }, report) {
    checkTotalAndLines(order, { currencyCode: order.currencyCode, paymentMethod }, report);
    if ("lineItems" in order) detailedOrderRules(order, paymentMethod, report);
    else if (isCredit(paymentMethod) || paymentMethod === "paypal") {
      const more = paymentMethod === "paypal" ? "orderDescription" : "customer";
      const rule = `is ${paymentMethod}, which needs the detailed form: add lineItems, billTo and ${more}`;
      report(["options", "paymentMethod"], { code: "not_allowed", rule });
    }
  },

  encode({ input: order }, client) {
    const totalAmount = sentTotal(order.totalAmount, order.currencyCode, client);
    if (!("lineItems" in order)) {
      const route = "orders/create/{orderNumber}/{totalAmount}/{currencyCode}";
      return { method: "POST", route, values: { ...order, totalAmount }, body: "{}" };
    }
    const { orderNumber, currencyCode, totalAmount: _total, lineItems: lineitems, ...others } = order;
    const body = { orderNumber, currencyCode, totalAmount: jsonNumber(totalAmount), lineitems, ...others };
    return { method: "POST", route: "orders/create", values: {}, body: JSON.stringify(body) };
  },

  readResult(body, _call, isPending) {
    const orderId = readGuid(body["orderId"]);
    if (orderId !== undefined) return { fields: { orderId, pending: isPending } };
    const issues = [{ path: "orderId", message: "is missing, all zero or no GUID" }];
    return { fault: { issues, outcome: isPending ? "unknown" : "succeeded" } };
  },
};

/** A payment method's rules run only if the method is given. */
function detailedOrderRules(order: CheckedDetailedOrder, paymentMethod: PaymentMethod | undefined, report: Report) {
  const { customer, lineItems, orderDescription, salesLocationId } = order;
  if (isCredit(paymentMethod) && customer === undefined) {
    report(["customer"], { code: "required", rule: `is required when ${paymentMethod} pays: add the buyer` });
  }
  if (isCredit(paymentMethod) && lineItems.length === 0) {
    report(["lineItems"], { code: "required", rule: `are required when ${paymentMethod} pays: add the lines` });
  }
  if (paymentMethod === "paypal" && orderDescription === undefined) {
    report(["orderDescription"], { code: "required", rule: "is required when paypal pays: add 1 to 255 characters" });
  }
  if (hasNoLines(paymentMethod) && lineItems.length > 0) {
    const rule = `are not supported when ${paymentMethod} pays: send an empty list`;
    report(["lineItems"], { code: "not_allowed", rule });
  }
  const isForCard = paymentMethod === undefined || paymentMethod === "card" || paymentMethod === "other";
  if (!isForCard && salesLocationId !== undefined) {
    const rule = "is for card payments only: leave it out";
    report(["salesLocationId"], { code: "not_allowed", rule, assumption: "salesLocation" });
  }
}
