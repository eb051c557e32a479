import type { Decimal } from "decimal.js";
import * as z from "zod/mini";
import { type CallOptions, callOptionsShape } from "../call-options.js";
import type { ResponseIssue } from "../errors/payment-response-error.js";
import type { FinalizationState } from "../errors/payment-service-error.js";
import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { type Amount, amountText } from "../model/amount.js";
import { type LineItem, lineItemSchema } from "../model/line-item.js";
import { finalizationMethodIssues, type PaymentMethod, paymentMethods } from "../model/payment-method.js";
import { present, readDecimal, readIdentifier, readObject, readText } from "../model/reading.js";
import type { Rules } from "../model/rules.js";
import { amount, anyText, check, currencyCode, guid, text, totalAmount } from "../model/schema.js";
import type { Fields } from "../model/snapshot.js";
import { totalIssues } from "../model/total-rules.js";
import type { JsonObject, JsonValue } from "../wire/json.js";
import { encodeBody, encodeLineItems, encodeOptional } from "./encode.js";
import type { ResultBase } from "./interpret.js";
import type { Operation } from "./operation.js";

/** What to finalize (capture), all of an authorization or a part of it. */
export interface Finalization {
  /** The service's identifier of the order, a GUID. With it the order is part of the request's path. */
  readonly orderId?: string | undefined;
  /** The authorization's transaction, 18 characters. A string: as a number it would lose digits. */
  readonly transactionId: string;
  /** Greater than 0, at most 2 decimals. The full amount for invoice and installments; at most what is authorized for card. */
  readonly totalAmount: Amount;
  /** The lines of this finalization; required for a part of a detailed order, not allowed for a simple one. */
  readonly lineItems?: readonly LineItem[] | undefined;
  /** The merchant's invoice number, printed on invoices. */
  readonly invoiceId?: string | undefined;
}

/**
 * What the merchant knows of the authorization. Each fact is optional; the contract's rules that need it are then
 * checked before anything is sent. The service is not sent it.
 */
export interface AuthorizationFacts {
  /** What the customer pays with. */
  readonly paymentMethod?: PaymentMethod | undefined;
  /** The full amount of the authorization, not what is left of it. */
  readonly authorizedAmount?: Amount | undefined;
  /** As in the order; only the number of decimals depends on it. */
  readonly currencyCode?: string | undefined;
  /** Whether the order was created in the detailed form. */
  readonly detailed?: boolean | undefined;
}

/** Options of `finalize`. */
export interface FinalizeOptions extends CallOptions {
  /** Facts to check the finalization by before it is sent. */
  readonly authorization?: AuthorizationFacts | undefined;
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
export const finalizationSchema = z.strictObject({
  orderId: z.optional(guid()),
  transactionId: text(18, 18),
  totalAmount: totalAmount(),
  lineItems: z.optional(z.array(lineItemSchema)),
  invoiceId: z.optional(anyText()),
});

/** @internal */
export const finalizeOptionsSchema = z.strictObject({
  ...callOptionsShape,
  authorization: z.optional(
    z.strictObject({
      paymentMethod: z.optional(z.enum(paymentMethods)),
      authorizedAmount: z.optional(amount()),
      currencyCode: z.optional(currencyCode()),
      detailed: z.optional(z.boolean()),
    }),
  ),
});

function issuesOf(finalization: Fields, options: Fields, rules: Rules): ValidationIssue[] {
  const authorization = (options["authorization"] ?? {}) as Fields;
  const { paymentMethod, currencyCode: currency } = authorization;
  const { totalAmount: total, lineItems } = finalization;
  return [
    ...check(finalizationSchema, finalization, { waived: rules.waived }),
    ...totalIssues(total, { lineItems, currencyCode: currency, paymentMethod }, rules),
    ...finalizationMethodIssues(finalization, authorization),
  ];
}

/** @internal */
export const finalize: Operation<Finalization, FinalizeOptions, FinalizeResult> = {
  name: "finalize",
  keys: Object.keys(finalizationSchema.shape),
  optionsSchema: finalizeOptionsSchema,
  issues: issuesOf,

  encode({ orderId, transactionId, totalAmount: total, lineItems, invoiceId }, rules) {
    const route = "transactions/{transactionId}/finalize/{totalAmount}";
    const segments = ["transactions", transactionId, "finalize", amountText(total, "totalAmount")];
    return {
      route: orderId === undefined ? route : `orders/{orderId}/${route}`,
      segments: orderId === undefined ? segments : ["orders", orderId, ...segments],
      body: encodeBody({
        lineItems: lineItems === undefined ? undefined : encodeLineItems(lineItems, rules),
        invoiceId: encodeOptional(invoiceId),
      }),
    };
  },

  readResult(body) {
    const transactionId = readIdentifier(body["transactionId"]);
    const state = readState(body);
    if (transactionId === undefined || "issues" in state) {
      const missing = transactionId === undefined ? [{ path: "transactionId", message: "is missing" }] : [];
      return { issues: [...missing, ...("issues" in state ? state.issues : [])] };
    }
    const batchId = readIdentifier(body["batchId"]);
    const acquirerId = readIdentifier(body["acquirerId"]);
    const riskAssessment = readRiskAssessment(body["riskAssessment"]);
    return {
      fields: {
        transactionId,
        ...state,
        ...(batchId === undefined ? {} : { batchId }),
        ...(acquirerId === undefined ? {} : { acquirerId }),
        ...(riskAssessment === undefined ? {} : { riskAssessment }),
      },
    };
  },

  readRefusal(body) {
    const state = readState(body);
    return "issues" in state ? undefined : state;
  },

  paymentMethodOf: ({ authorization }) => authorization?.paymentMethod,
};

/** Where the authorization stands; all of it or what is missing. */
function readState(body: JsonObject): FinalizationState | { issues: ResponseIssue[] } {
  const canFinalizeAgain = body["canFinalizeAgain"];
  // Older versions of the service's clients read the second name.
  const remaining = readDecimal(present(body["amountRemainingForFinalize"]) ?? body["amountRemainingForFinalization"]);
  const finalized = readDecimal(body["totalAmountFinalized"]);
  const waiting = readDecimal(body["totalAmountPendingFinalization"]);
  if (typeof canFinalizeAgain !== "boolean" || !remaining || !finalized || !waiting) {
    return {
      issues: [
        ...(typeof canFinalizeAgain === "boolean"
          ? []
          : [{ path: "canFinalizeAgain", message: "is neither true nor false" }]),
        ...noAmount("amountRemainingForFinalize", remaining),
        ...noAmount("totalAmountFinalized", finalized),
        ...noAmount("totalAmountPendingFinalization", waiting),
      ],
    };
  }
  return {
    canFinalizeAgain,
    amountRemainingForFinalize: remaining,
    totalAmountFinalized: finalized,
    totalAmountPendingFinalization: waiting,
  };
}

function noAmount(path: string, reading: Decimal | undefined): ResponseIssue[] {
  return reading === undefined ? [{ path, message: "is missing or no amount" }] : [];
}

/** An object, or text that carries one; it never turns a success into an error. */
function readRiskAssessment(value: JsonValue | undefined): RiskAssessment | undefined {
  const carried = readObject(value);
  const mode = readText(carried?.["mode"]);
  const result = readText(carried?.["result"]);
  if (mode === undefined && result === undefined) return undefined;
  return { ...(mode === undefined ? {} : { mode }), ...(result === undefined ? {} : { result }) };
}
