import { Exact, sumOf } from "../model/amount.js";
import { type Fields, isFields } from "../model/plain.js";
import type { Report } from "../model/schema.js";
import { isJsonNumber } from "../wire/json.js";

/** The lines; none where there is no list of objects, which the schema complains about. */
export function linesOf(lineItems: unknown): readonly Fields[] {
  return Array.isArray(lineItems) && lineItems.every(isFields) ? lineItems : [];
}

/** The rules on lines that look beyond one field, the same ones for an order and for a finalization. */
export function reportLines(input: Fields, paymentMethod: unknown, report: Report): void {
  const lines = linesOf(input["lineItems"]);
  reportSum(input["totalAmount"], lines, report);
  reportDuplicateIds(lines, report);
  if (paymentMethod === "invoice") reportInvoiceNames(lines, report);
}

function reportSum(total: unknown, lines: readonly Fields[], report: Report): void {
  const totals = lines.map((line) => line["totalLineAmount"]);
  if (lines.length === 0 || !totals.every(isJsonNumber) || !isJsonNumber(total)) return;
  if (new Exact(total.rawJSON).eq(sumOf(totals.map(({ rawJSON }) => rawJSON)))) return;
  const rule = "must equal the sum of the line items' totalLineAmount and does not: correct one of them";
  report(["totalAmount"], { code: "amount_mismatch", rule, assumption: "lineTotals" });
}

function reportDuplicateIds(lines: readonly Fields[], report: Report): void {
  const seen = new Set<unknown>();
  lines.forEach(({ id }, index) => {
    if (id !== undefined && seen.has(id)) {
      const rule = "must be unique in the order: give each line its own id";
      report(["lineItems", index, "id"], { code: "duplicate", rule, assumption: "uniqueLineIds" });
    }
    seen.add(id);
  });
}

/** Names of lines are printed on the invoice, where there is room for 50 characters. */
function reportInvoiceNames(lines: readonly Fields[], report: Report): void {
  lines.forEach(({ name }, index) => {
    if (typeof name !== "string" || name.length <= 50 || name.length > 255) return;
    const rule = `must be at most 50 characters long when invoice pays and has ${name.length}: shorten it`;
    report(["lineItems", index, "name"], { code: "too_long", rule, assumption: "lineTextLengths" });
  });
}
