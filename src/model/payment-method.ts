import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { Exact, readAmount } from "./amount.js";
import { issue } from "./issue.js";
import { linesOf } from "./line-rules.js";
import type { Fields } from "./snapshot.js";

export const paymentMethods = ["card", "invoice", "installments", "paypal", "swish", "internet_bank", "other"] as const;

/**
 * The payment method of an order, as the merchant knows it; the service is not sent it. `"other"` checks nothing.
 */
export type PaymentMethod = (typeof paymentMethods)[number];

const isCredit = (method: unknown) => method === "invoice" || method === "installments";
const takesNoLines = (method: unknown) => method === "card" || method === "swish";

/** The contract's conditional rules of create order. A rule runs only when its facts are given. */
export function orderMethodIssues(order: Fields, method: unknown, form: "simple" | "detailed"): ValidationIssue[] {
  if (form === "simple") {
    if (!isCredit(method) && method !== "paypal") return [];
    return [
      issue(
        "options.paymentMethod",
        "not_allowed",
        `is ${method}, which needs the detailed form: add lineItems, billTo and what it requires`,
      ),
    ];
  }
  const issues: ValidationIssue[] = [];
  if (isCredit(method) && order["customer"] === undefined) {
    issues.push(issue("customer", "required", `is required when ${method} pays: add the buyer`));
  }
  if (method === "paypal" && order["orderDescription"] === undefined) {
    issues.push(issue("orderDescription", "required", "is required when paypal pays: add 1 to 255 characters"));
  }
  if (takesNoLines(method) && linesOf(order["lineItems"]).length > 0) {
    issues.push(issue("lineItems", "not_allowed", `are not supported when ${method} pays: send an empty list`));
  }
  const isForOthers = method !== undefined && method !== "card" && method !== "other";
  if (isForOthers && order["salesLocationId"] !== undefined) {
    issues.push(issue("salesLocationId", "not_allowed", "is for card payments only: leave it out"));
  }
  return issues;
}

/** The contract's rules of finalize per payment method. A rule runs only when its facts are given. */
export function finalizationMethodIssues(finalization: Fields, authorization: Fields): ValidationIssue[] {
  const method = authorization["paymentMethod"];
  const issues: ValidationIssue[] = [];
  if (method === "internet_bank") {
    const rule = "is internet_bank, whose payments are finalized automatically: do not finalize them";
    issues.push(issue("options.authorization.paymentMethod", "not_allowed", rule));
  }
  if (authorization["detailed"] === false && finalization["lineItems"] !== undefined) {
    issues.push(
      issue("lineItems", "not_allowed", "are allowed only when the order was a detailed one: leave them out"),
    );
  }
  if (takesNoLines(method) && linesOf(finalization["lineItems"]).length > 0) {
    issues.push(issue("lineItems", "not_allowed", `are not supported when ${method} pays: leave them out`));
  }
  return [...issues, ...amountIssues(finalization, authorization)];
}

function amountIssues(finalization: Fields, authorization: Fields): ValidationIssue[] {
  const total = readAmount(finalization["totalAmount"]);
  const authorized = readAmount(authorization["authorizedAmount"]);
  if (!("text" in total) || !("text" in authorized)) return [];
  const method = authorization["paymentMethod"];
  const comparison = new Exact(total.text).cmp(authorized.text);
  if (method === "card" && comparison > 0) {
    return [issue("totalAmount", "amount_mismatch", "must be at most the authorized amount when card pays: lower it")];
  }
  if (isCredit(method) && comparison !== 0) {
    const rule = `must be exactly the authorized amount when ${method} pays: only the full amount can be finalized`;
    return [issue("totalAmount", "amount_mismatch", rule)];
  }
  const needsLines = method !== undefined && method !== "other" && method !== "internet_bank" && !takesNoLines(method);
  if (needsLines && authorization["detailed"] === true && comparison < 0) {
    if (linesOf(finalization["lineItems"]).length === 0) {
      const rule = "are required for a part of a detailed order's amount: add the lines of this part";
      return [issue("lineItems", "required", rule)];
    }
  }
  return [];
}
