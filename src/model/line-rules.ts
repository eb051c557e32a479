import type { ValidationIssue } from "../errors/payment-validation-error.js";
import { readAmount, sumOf } from "./amount.js";
import { issue } from "./issue.js";
import type { Rules } from "./rules.js";

/** The lines of a snapshot, as far as they are objects. */
export function linesOf(lineItems: unknown): readonly Record<string, unknown>[] {
  if (!Array.isArray(lineItems)) return [];
  return lineItems.map((line) => (typeof line === "object" && line !== null ? line : {}));
}

/** The total must equal the sum of the lines, when there are any. */
export function sumIssues(total: unknown, lineItems: unknown, { lineItemTotal }: Rules): ValidationIssue[] {
  const lines = linesOf(lineItems);
  if (lineItemTotal === false || lines.length === 0) return [];
  const readings = lines.map((line) => readAmount(line[lineItemTotal]));
  const faults = readings.flatMap((reading, index) =>
    "fault" in reading
      ? [issue(`lineItems[${index}].${lineItemTotal}`, reading.fault.code, reading.fault.message)]
      : [],
  );
  const wanted = readAmount(total);
  if (faults.length > 0 || !("text" in wanted)) return faults;
  const sum = sumOf(readings.flatMap((reading) => ("text" in reading ? [reading.text] : [])));
  if (sum.eq(wanted.text)) return [];
  const rule = `must equal the sum of the line items' ${lineItemTotal} and does not: correct one of them`;
  return [issue("totalAmount", "amount_mismatch", rule)];
}

/** Line ids must be unique in the order. */
export function duplicateIdIssues(lineItems: unknown): ValidationIssue[] {
  const seen = new Set<unknown>();
  return linesOf(lineItems).flatMap(({ id }, index) => {
    if (id === undefined || !seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [issue(`lineItems[${index}].id`, "duplicate", "must be unique in the order: give each line its own id")];
  });
}

/** Names of lines are printed on the invoice, where there is room for 50 characters. */
export function invoiceNameIssues(lineItems: unknown, method: unknown): ValidationIssue[] {
  if (method !== "invoice") return [];
  return linesOf(lineItems).flatMap(({ name }, index) => {
    if (typeof name !== "string" || name.length <= 50 || name.length > 255) return [];
    const rule = `must be at most 50 characters long when invoice pays and has ${name.length}: shorten it`;
    return [issue(`lineItems[${index}].name`, "too_long", rule)];
  });
}
