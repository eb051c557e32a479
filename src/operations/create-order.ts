import * as z from "zod/mini";
import { type CallOf, callSchema, type Rules } from "../call/call-schema.js";
import { type Operation, POST } from "../call/operation.js";
import { readGuid } from "../evidence/response-fields.js";
import type { ResultBase } from "../evidence/result.js";
import { hasNoLines, isCredit, type PaymentMethod, paymentMethods } from "../model/payment-method.js";
import { objectOf } from "../model/schema.js";
import { type CallOptions, callOptionsShape } from "../options/call.js";
import { jsonText, withoutPrototype } from "../wire/json.js";
import { detailedOrderSchema, simpleOrderSchema } from "./order.js";
import { checkTotalAndLines, linesOf } from "./total-and-lines.js";

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
export const createOrderOptionsSchema = objectOf({
  ...callOptionsShape,
  paymentMethod: z.optional(z.enum(paymentMethods)),
});

/** Rules across fields. A payment method's rules run only if the method is given. */
const simpleOrderRules: Rules = (order, { paymentMethod }, report, terms) => {
  checkTotalAndLines(order, { currencyCode: order["currencyCode"], paymentMethod }, report, terms);
  if (paymentMethod === undefined) return;
  if (isCredit(paymentMethod) || paymentMethod === "paypal") {
    const more = paymentMethod === "paypal" ? "orderDescription" : "customer";
    const rule = `is ${paymentMethod}, which needs the detailed form: add lineItems, billTo and ${more}`;
    report(["options", "paymentMethod"], { code: "not_allowed", rule });
  }
};

const detailedOrderRules: Rules = (order, { paymentMethod }, report, terms) => {
  const { currencyCode, customer, lineItems, orderDescription, salesLocationId } = order;
  checkTotalAndLines(order, { currencyCode, paymentMethod }, report, terms);

  if (isCredit(paymentMethod) && customer === undefined) {
    report(["customer"], { code: "required", rule: `is required when ${paymentMethod} pays: add the buyer` });
  }
  if (isCredit(paymentMethod) && Array.isArray(lineItems) && lineItems.length === 0) {
    report(["lineItems"], { code: "required", rule: `are required when ${paymentMethod} pays: add the lines` });
  }
  if (paymentMethod === "paypal" && orderDescription === undefined) {
    report(["orderDescription"], { code: "required", rule: "is required when paypal pays: add 1 to 255 characters" });
  }
  if (hasNoLines(paymentMethod) && linesOf(lineItems).length > 0) {
    const rule = `are not supported when ${paymentMethod} pays: send an empty list`;
    report(["lineItems"], { code: "not_allowed", rule });
  }
  const isForCard = paymentMethod === undefined || paymentMethod === "card" || paymentMethod === "other";
  if (!isForCard && salesLocationId !== undefined) {
    const rule = "is for card payments only: leave it out";
    report(["salesLocationId"], { code: "not_allowed", rule, assumption: "salesLocation" });
  }
};

const simpleKeys: readonly string[] = ["orderNumber", "totalAmount", "currencyCode"];

/** True for an object with only the three values. Anything else is checked as a detailed order. */
const isSimple = (order: unknown) => Object.keys(Object(order)).every((key) => simpleKeys.includes(key));

const simpleCall = callSchema(simpleOrderSchema, createOrderOptionsSchema, simpleOrderRules);
const detailedCall = callSchema(detailedOrderSchema, createOrderOptionsSchema, detailedOrderRules);

const detailedForm = "an order with more than orderNumber, totalAmount and currencyCode takes the detailed form; add";

/** @internal */
export const createOrder: Operation<
  CallOf<typeof simpleCall | typeof detailedCall>,
  CreateOrderResult,
  CreateOrderResult
> = withoutPrototype({
  name: "createOrder",
  effect: "write",
  fieldNames: detailedCall.fieldNames,
  schema: (terms, order) => (isSimple(order) ? simpleCall : detailedCall).schema(terms),

  required: {
    lineItems: `${detailedForm} the lines, or [] where the payment method supports none`,
    billTo: `${detailedForm} the billing name and address`,
  },
  elsewhere: { transactionId: "it identifies an authorization; to capture one, call finalize instead" },

  encode({ input: order }) {
    if (!("lineItems" in order)) {
      const route = "orders/create/{orderNumber}/{totalAmount}/{currencyCode}";
      return { ...POST, route, values: { ...order, totalAmount: order.totalAmount.rawJSON }, body: "{}" };
    }
    const { orderNumber, currencyCode, totalAmount, lineItems: lineitems, ...others } = order;
    const body = { orderNumber, currencyCode, totalAmount, lineitems, ...others };
    return { ...POST, route: "orders/create", values: {}, body: jsonText(body) };
  },

  readResult(body, _call, isPending) {
    const orderId = readGuid(body["orderId"]);
    if (orderId !== undefined) return { fields: { orderId, pending: isPending }, fault: undefined };
    const issues = [{ path: "orderId", message: "is missing, all zero or no GUID" }];
    return { fields: undefined, fault: { issues, outcome: isPending ? "unknown" : "succeeded" } };
  },
});
