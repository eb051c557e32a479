import type { Operation, RejectionReading } from "../call/operation.js";
import type { AuthorizationBalance } from "../errors/facts.js";
import type { ResponseFault } from "../errors/kinds.js";
import { type FiguresVerdict, figuresSay, resolvableAs, showNoCapture } from "../evidence/balance-proof.js";
import type { ResultBase } from "../evidence/envelope.js";
import {
  namesFinalization,
  readFinalization,
  readObject,
  readText,
  readWords,
  withDecimals,
} from "../evidence/response-fields.js";
import { Exact } from "../model/amount.js";
import type { Report } from "../model/issue.js";
import { hasNoLines, isCredit, isFinalizedOnce } from "../model/payment-method.js";
import { perTerms } from "../model/schema.js";
import { type JsonObject, type JsonValue, presentFields } from "../wire/json.js";
import { type FinalizeCall, finalizationSchema, finalizationWords, finalizeOptionsSchema } from "./finalization.js";
import { checkTotalAndLines, minorUnitsHint, sentTotal } from "./total-and-lines.js";

/**
 * The service accepted the finalization. If `pending` is false, the amount is captured or activated. If `pending` is
 * true, no money has moved yet, by the service's figures.
 *
 * Amounts are Decimals, which cannot be cloned: `structuredClone` and `postMessage` throw. `JSON.stringify` works, and
 * writes them as text.
 */
export interface FinalizeResult extends ResultBase, AuthorizationBalance {
  /** The transaction of this finalization, not the authorization's. */
  readonly transactionId: string;
  /** The settlement batch. Only for payment methods that are batched nightly, such as card. */
  readonly batchId?: string;
  readonly acquirerId?: string;
  /** The service's risk assessment, in its own words. Numbers are `Decimal`. */
  readonly riskAssessment?: {
    readonly mode?: string;
    readonly result?: string;
    /** The first 500 characters, if the service sent text that is not a JSON object. */
    readonly text?: string;
    readonly [field: string]: unknown;
  };
}

/** Rules across fields. Each runs only if the facts that it needs are given. */
export function finalizeRules({ input, options: { authorization = {} } }: FinalizeCall, report: Report): void {
  const { lineItems = [], totalAmount } = input;
  const { paymentMethod, authorizedAmount, finalizedBefore, currencyCode, hasLineItems } = authorization;
  checkTotalAndLines(input, authorization, report);

  if (isFinalizedOnce(paymentMethod) && finalizedBefore !== undefined && !new Exact(finalizedBefore.rawJSON).isZero()) {
    const once = paymentMethod === "card" ? "only once" : "in full only";
    const rule = `is above 0, and what ${paymentMethod} pays is finalized ${once}: do not set it to 0, look up in the back office what was finalized, and send nothing more`;
    report(["options", "authorization", "finalizedBefore"], { code: "not_allowed", rule });
  }
  if (paymentMethod === "internet_bank") {
    const rule = "is internet_bank, whose payments are finalized automatically: do not finalize them";
    report(["options", "authorization", "paymentMethod"], { code: "not_allowed", rule });
  }
  if (hasLineItems === false && lineItems.length > 0) {
    const rule = "are allowed only when the order was created with line items: leave them out";
    report(["lineItems"], { code: "not_allowed", rule });
  }
  if (authorizedAmount === undefined) return;
  const excess = new Exact(totalAmount.rawJSON).cmp(authorizedAmount.rawJSON);
  const hint = excess > 0 ? minorUnitsHint(totalAmount.rawJSON, authorizedAmount.rawJSON, currencyCode) : "";
  if (paymentMethod === "card" && excess > 0) {
    const rule = `must be at most the authorized amount when card pays: give the right amount${hint}. Change authorizedAmount only if the authorization itself shows another amount`;
    report(["totalAmount"], { code: "amount_mismatch", rule });
  }
  if (isCredit(paymentMethod) && excess !== 0) {
    const rule = `must be exactly the authorized amount when ${paymentMethod} pays: finalize once, when the whole order is delivered${hint}. Change authorizedAmount only if the authorization itself shows another amount`;
    report(["totalAmount"], { code: "amount_mismatch", rule });
  }
  const isPart = excess < 0 && !isCredit(paymentMethod) && !hasNoLines(paymentMethod);
  if (hasLineItems === true && isPart && lineItems.length === 0) {
    const rule =
      "are required for a partial capture of an order that has line items: add the line items of this capture";
    report(["lineItems"], { code: "required", rule });
  }
}

export const finalize: Operation<FinalizeCall, FinalizeResult, FinalizeResult> = {
  name: "finalize",
  effect: "money",

  input: perTerms(finalizationSchema),
  options: finalizeOptionsSchema,
  rules: finalizeRules,
  words: finalizationWords,

  encode({ input, options: { authorization } }, client) {
    const { orderId, transactionId, totalAmount, lineItems = [], ...rest } = input;
    const fields = lineItems.length === 0 ? rest : { lineItems, ...rest };
    const body = JSON.stringify(fields);
    const route = "transactions/{transactionId}/finalize/{totalAmount}";
    const values = { transactionId, totalAmount: sentTotal(totalAmount, authorization?.currencyCode, client) };
    if (orderId === undefined) return { method: "POST", route, values, body };
    return { method: "POST", route: `orders/{orderId}/${route}`, values: { orderId, ...values }, body };
  },

  readResult(body, call, isPending) {
    const reported = readFinalization(body);
    const riskAssessment = readRiskAssessment(body["riskAssessment"]);
    const fields = { ...reported, ...(riskAssessment && { riskAssessment }) };
    const says = figuresSay(reported, { isPending, ...factsOf(call) });
    const issues = [...(contradictions[says] ?? []), ...faultsIn(fields)];
    const result = { ...fields, pending: says === "pending" };
    if (issues.length === 0) return { fields: result as Omit<FinalizeResult, "status"> };
    const outcome = says === "done" ? "succeeded" : "unknown";
    return { fault: { issues, outcome, finalization: fields } };
  },

  resolvable(call, { sendAgain, lookUp }) {
    return resolvableAs(factsOf(call), { sendAgain, canLookUp: lookUp !== undefined });
  },

  readRejection,
};

export function readRejection(body: JsonObject, call: FinalizeCall): RejectionReading {
  const reported = readFinalization(body);
  const { paymentMethod, amount, finalizedBefore = paymentMethod === "card" ? "0" : undefined } = factsOf(call);
  return {
    finalization: Object.keys(reported).length === 0 ? undefined : reported,
    isContradiction: namesFinalization(reported, call.input.transactionId),
    isProof: showNoCapture(reported, { amount, finalizedBefore }),
  };
}

/** The amount of a call and the facts about its authorization. Amounts are decimal text. */
export function factsOf({ input, options: { authorization } }: FinalizeCall) {
  return {
    amount: input.totalAmount.rawJSON,
    paymentMethod: authorization?.paymentMethod,
    authorizedAmount: authorization?.authorizedAmount?.rawJSON,
    finalizedBefore: authorization?.finalizedBefore?.rawJSON,
  };
}

const required = [
  { path: "transactionId", message: "is missing" },
  { path: "canFinalizeAgain", message: "is neither true nor false" },
  { path: "amountRemainingForFinalize", message: "is missing or no amount" },
  { path: "totalAmountFinalized", message: "is missing or no amount" },
  { path: "totalAmountPendingFinalization", message: "is missing or no amount" },
] as const;

function faultsIn(fields: Partial<FinalizeResult>): ResponseFault["issues"] {
  return required.flatMap(({ path, message }) => {
    const value = fields[path];
    if (value === undefined) return [{ path, message }];
    return typeof value === "object" && value.lt(0) ? [{ path, message: "is negative" }] : [];
  });
}

const contradicting = (message: string) => [{ path: "totalAmountFinalized", message }];

const contradictions: { readonly [Saying in FiguresVerdict]?: ResponseFault["issues"] } = {
  denied: contradicting("contradicts the success: the figures show this amount neither as finalized nor as pending"),
  overlapping: contradicting(
    "contradicts totalAmountPendingFinalization: this amount may be finalized, pending, or both",
  ),
  perhaps_done: contradicting("contradicts PENDING: this amount may be finalized already"),
};

/** Reads an object, or text that should hold one. A fault in it never turns a success into an error. */
function readRiskAssessment(value: JsonValue | undefined): FinalizeResult["riskAssessment"] {
  if (value === undefined || value === null || readText(value)?.trim() === "null") return undefined;
  const { mode, result, text, ...others } = readObject(value) ?? { text: value };
  const words = readText(text) && readWords(text)?.trim();
  const named = { mode: readText(mode), result: readText(result), text: words || undefined };
  const fields = presentFields({ ...(withDecimals(others) as object), ...named });
  return Object.keys(fields).length === 0 ? undefined : fields;
}
