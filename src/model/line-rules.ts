import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { Exact, readAmount, sumOf } from "./amount.js";
import { issue } from "./issue.js";
import type { Rules } from "./rules.js";
import type { Fields } from "./snapshot.js";

/** The lines of a snapshot; none where there is no list of objects, which the schema complains about. */
export function linesOf(lineItems: unknown): readonly Fields[] {
  return Array.isArray(lineItems) && lineItems.every(isObject) ? lineItems : [];
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}

/** The total must equal the sum of the lines, when there are any. */
export function sumIssues(total: unknown, lines: readonly Fields[], { lineItemTotal }: Rules): ValidationIssue[] {
  if (lineItemTotal === false || lines.length === 0) return [];
  const texts: string[] = [];
  const faults: ValidationIssue[] = [];
  lines.forEach((line, index) => {
    const reading = readAmount(line[lineItemTotal]);
    if ("text" in reading) texts.push(reading.text);
    else faults.push(issue(`lineItems[${index}].${lineItemTotal}`, reading.fault.code, reading.fault.message));
  });
  const wanted = readAmount(total);
  if (faults.length > 0 || !("text" in wanted) || new Exact(sumOf(texts)).eq(wanted.text)) return faults;
  const rule = `must equal the sum of the line items' ${lineItemTotal} and does not: correct one of them`;
  return [issue("totalAmount", "amount_mismatch", rule)];
}

/** Line ids must be unique in the order. */
export function duplicateIdIssues(lines: readonly Fields[]): ValidationIssue[] {
  const seen = new Set<unknown>();
  const issues: ValidationIssue[] = [];
  lines.forEach(({ id }, index) => {
    if (id !== undefined && seen.has(id)) {
      const rule = "must be unique in the order: give each line its own id";
      issues.push(issue(`lineItems[${index}].id`, "duplicate", rule));
    }
    seen.add(id);
  });
  return issues;
}

/** Names of lines are printed on the invoice, where there is room for 50 characters. */
export function invoiceNameIssues(lines: readonly Fields[], method: unknown): ValidationIssue[] {
  if (method !== "invoice") return [];
  return lines.flatMap(({ name }, index) => {
    if (typeof name !== "string" || name.length <= 50 || name.length > 255) return [];
    const rule = `must be at most 50 characters long when invoice pays and has ${name.length}: shorten it`;
    return [issue(`lineItems[${index}].name`, "too_long", rule)];
  });
}
