import * as z from "zod/mini";
import { type CallOf, callSchema, type Rules } from "../call/call-schema.js";
import type { Operation, ResultBase } from "../call/operation.js";
import type { FinalizationState, ReportedFinalization } from "../errors/finalization-state.js";
import type { Amount } from "../model/amount.js";
import { figuresSay } from "../model/finalization-figures.js";
import { type LineItem, lineItemSchema } from "../model/line-item.js";
import { type PaymentMethod, paymentMethods } from "../model/payment-method.js";
import { readBoolean, readDecimal, readIdentifier, readObject, readText } from "../model/response-fields.js";
import { anyText, balance, currencyCode, guid, objectOf, text, totalAmount, type Waived } from "../model/schema.js";
import { type CallOptions, callOptionsShape } from "../options/call.js";
import { type JsonObject, type JsonValue, presentFields } from "../wire/json.js";
import { post } from "../wire/transport.js";
import { finalizeRules } from "./finalize-rules.js";
import { totalText } from "./total-amount.js";

/** What to finalize (capture), all of an authorization or a part of it. null is as good as absent. */
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
 * What the merchant knows of the authorization. Each fact is optional, null as good as absent; the contract's rules that need it are then
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

/** The mode and the result of the service's risk assessment, in its own words. */
export interface RiskAssessment {
  readonly mode?: string;
  readonly result?: string;
}

/** The service finalized (captured or activated) the amount; while `pending` is true it is still at it. */
export interface FinalizeResult extends ResultBase, FinalizationState {
  /** The transaction of this finalization, not the authorization's. */
  readonly transactionId: string;
  /** Settlement batch; only for payment methods that are batched nightly, card for instance. */
  readonly batchId?: string;
  readonly acquirerId?: string;
  readonly riskAssessment?: RiskAssessment;
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

/** @internal */
export const finalizeCall = (rules: Rules) => callSchema(finalizationSchema, finalizeOptionsSchema, rules);

const schema = finalizeCall(finalizeRules);

/** @internal */
export const finalize: Operation<CallOf<typeof schema>, FinalizeResult> = {
  name: "finalize",
  effect: "money",
  schema,

  encode({ input, options }, waived) {
    const { orderId, transactionId, totalAmount: total, ...rest } = input;
    const route = "transactions/{transactionId}/finalize/{totalAmount}";
    const totalAmount = totalText(total, options.authorization?.currencyCode, waived);
    const body = Object.keys(rest).length === 0 ? "" : JSON.stringify(rest);
    if (orderId === undefined) return post(route, { transactionId, totalAmount }, body);
    return post(`orders/{orderId}/${route}`, { orderId, transactionId, totalAmount }, body);
  },

  readResult(body, { input, options }, isPending) {
    const told = readFinalization(body, true);
    const fields = presentFields({ ...told, riskAssessment: readRiskAssessment(body["riskAssessment"]) });
    const missing = required.filter(({ path }) => fields[path] === undefined);
    const finalizedBefore = options.authorization?.finalizedBefore?.rawJSON;
    const says = figuresSay(told, { isPending, amount: input.totalAmount.rawJSON, finalizedBefore });
    if (missing.length === 0 && says !== "denied") {
      return { fields: fields as Omit<FinalizeResult, keyof ResultBase>, pending: says === "pending" };
    }
    const issues = says === "denied" ? [denial, ...missing] : missing;
    // A figure that is there and cannot be read might deny it.
    const isUnread = missing.some(({ path }) => path.startsWith("total") && (body[path] ?? undefined) !== undefined);
    return { issues, outcome: says === "done" && !isUnread ? "succeeded" : "unknown", finalization: fields };
  },

  readRejection(body) {
    const finalization = readFinalization(body, false);
    return Object.keys(finalization).length === 0 ? {} : { finalization };
  },

  paymentMethodOf: ({ authorization }) => authorization?.paymentMethod,
};

const required = [
  { path: "transactionId", message: "is missing" },
  { path: "canFinalizeAgain", message: "is neither true nor false" },
  { path: "amountRemainingForFinalize", message: "is missing or no amount" },
  { path: "totalAmountFinalized", message: "is missing or no amount" },
  { path: "totalAmountPendingFinalization", message: "is missing or no amount" },
] as const;

const denial = {
  path: "totalAmountFinalized",
  message: "contradicts the success: by the figures this amount is neither finalized nor pending",
};

/** All that a response says of a finalization. Old versions of the service leave out zeros at its end. @internal */
export function readFinalization(body: JsonObject, isSuccess: boolean): ReportedFinalization {
  const canFinalizeAgain = readBoolean(body["canFinalizeAgain"]);
  const leftOut = isSuccess && canFinalizeAgain === false ? "0" : undefined;
  // Older clients of the service read the second name.
  const remaining = body["amountRemainingForFinalize"] ?? body["amountRemainingForFinalization"];
  return presentFields({
    transactionId: readIdentifier(body["transactionId"]),
    batchId: readIdentifier(body["batchId"]),
    acquirerId: readIdentifier(body["acquirerId"]),
    canFinalizeAgain,
    amountRemainingForFinalize: readDecimal(remaining ?? leftOut),
    totalAmountFinalized: readDecimal(body["totalAmountFinalized"]),
    totalAmountPendingFinalization: readDecimal(body["totalAmountPendingFinalization"] ?? leftOut),
  });
}

/** An object, or text that carries one; it never turns a success into an error. */
function readRiskAssessment(value: JsonValue | undefined): RiskAssessment | undefined {
  const carried = readObject(value);
  const fields = presentFields({ mode: readText(carried?.["mode"]), result: readText(carried?.["result"]) });
  return Object.keys(fields).length === 0 ? undefined : fields;
}
