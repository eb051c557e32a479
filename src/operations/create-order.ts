import * as z from "zod/mini";
import { type Operation, POST } from "../call/operation.js";
import { readGuid } from "../evidence/response-fields.js";
import type { ResultBase } from "../evidence/result.js";
import type { Report } from "../model/issue.js";
import { optionsOf } from "../model/options.js";
import { hasNoLines, isCredit, type PaymentMethod, paymentMethods } from "../model/payment-method.js";
import { perTerms } from "../model/schema.js";
import { type CallOptions, callOptionNames, callOptionsShape, inSecondArgument, notPerCall } from "../options/call.js";
import { jsonNumber, jsonText } from "../wire/json.js";
import { orderSchemas } from "./order.js";
import { checkTotalAndLines, sentTotal } from "./total-and-lines.js";

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

/** @internal */
export const createOrderOptionsSchema = optionsOf({
  ...callOptionsShape,
  paymentMethod: z.optional(z.enum(paymentMethods)),
});

const schemas = perTerms(orderSchemas);

type Schemas = ReturnType<typeof schemas>;
type DetailedOrder = z.output<Schemas["detailed"]>;

/** @internal */
export interface CreateOrderCall {
  readonly input: z.output<Schemas["simple"]> | DetailedOrder;
  readonly options: z.output<typeof createOrderOptionsSchema>;
}

const detailedForm = "an order with more than orderNumber, totalAmount and currencyCode takes the detailed form; add";

/** @internal */
export const createOrder: Operation<CreateOrderCall, CreateOrderResult, CreateOrderResult> = {
  name: "createOrder",
  effect: "write",

  input(terms, order) {
    const { simple, detailed, isDetailed } = schemas(terms);
    return isDetailed(Object(order)) ? detailed : simple;
  },
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
    options: { elsewhere: notPerCall },
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
      return { ...POST, route, values: { ...order, totalAmount }, body: "{}" };
    }
    const { orderNumber, currencyCode, totalAmount: _total, lineItems: lineitems, ...others } = order;
    const body = { orderNumber, currencyCode, totalAmount: jsonNumber(totalAmount), lineitems, ...others };
    return { ...POST, route: "orders/create", values: {}, body: jsonText(body) };
  },

  readResult(body, _call, isPending) {
    const orderId = readGuid(body["orderId"]);
    if (orderId !== undefined) return { fields: { orderId, pending: isPending }, fault: undefined };
    const issues = [{ path: "orderId", message: "is missing, all zero or no GUID" }];
    return { fields: undefined, fault: { issues, outcome: isPending ? "unknown" : "succeeded" } };
  },
};

/** A payment method's rules run only if the method is given. */
function detailedOrderRules(order: DetailedOrder, paymentMethod: PaymentMethod | undefined, report: Report) {
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
