import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { decimalsOf, readAmount } from "./amount.js";
import { issue } from "./issue.js";
import { duplicateIdIssues, invoiceNameIssues, linesOf, sumIssues } from "./line-rules.js";
import type { Rules } from "./rules.js";

/** What the rules on a total depend on beside it, as far as it is known. */
export interface TotalFacts {
  readonly lineItems: unknown;
  readonly currencyCode: unknown;
  readonly paymentMethod: unknown;
}

/** The rules on a total and its lines, the same ones for an order and for a finalization. */
export function totalIssues(total: unknown, facts: TotalFacts, rules: Rules): ValidationIssue[] {
  const { currencyCode, paymentMethod } = facts;
  const lines = linesOf(facts.lineItems);
  const issues = [...decimalsIssues(total, currencyCode, rules), ...sumIssues(total, lines, rules)];
  if (rules.waived.has("limits")) return issues;
  return [...issues, ...duplicateIdIssues(lines), ...invoiceNameIssues(lines, paymentMethod)];
}

/** The currency without decimals, by its ISO 4217 codes. */
const YEN = new Set<unknown>(["JPY", "392"]);

/** How many decimals a total may have. The currency counts where it is known. */
function decimalsIssues(total: unknown, currencyCode: unknown, { amountDecimals }: Rules): ValidationIssue[] {
  const reading = readAmount(total);
  if (amountDecimals === "any" || !("text" in reading)) return [];
  const isYen = YEN.has(currencyCode);
  const allowed = isYen ? 0 : amountDecimals;
  if (decimalsOf(reading.text) <= allowed) return [];
  const rule = isYen
    ? 'must have no decimals in JPY, trailing zeros counted: write "100", not "100.00"'
    : `must have at most ${allowed} decimals, trailing zeros counted: round it, or set amountDecimals if the service takes more`;
  return [issue("totalAmount", "too_many_decimals", rule)];
}
