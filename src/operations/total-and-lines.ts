/** The rules across the total and the lines of an order or a finalization. */
import type { Terms } from "../call/call-schema.js";
import { Exact, scaleOf, sumOf, withoutZerosBeyond } from "../model/amount.js";
import { decimalsIn } from "../model/currency.js";
import { fromMinorUnits } from "../model/minor-units.js";
import { type Fields, isFields, type Report } from "../model/schema.js";
import { isJsonNumber, jsonNumber } from "../wire/json.js";

/** Returns the lines, or none if there is no list of objects, which the schema reports. */
export function linesOf(lineItems: unknown): readonly Fields[] {
  return Array.isArray(lineItems) && lineItems.every(isFields) ? lineItems : [];
}

/**
 * Checks the rules across the total and the lines. They are the same for an order and a finalization. The total loses
 * zeros beyond its currency's decimals, which database columns add.
 */
export function checkTotalAndLines(
  input: Record<string, unknown>,
  { currencyCode, paymentMethod }: Fields,
  report: Report,
  { waived }: Terms,
) {
  const { totalAmount } = input;
  const lines = linesOf(input["lineItems"]);
  if (isJsonNumber(totalAmount) && !waived.has("amountDecimals")) {
    const decimals = decimalsIn(currencyCode);
    const kept = withoutZerosBeyond(decimals, totalAmount.rawJSON);
    if (scaleOf(kept) > decimals) reportDecimals(decimals, currencyCode, report);
    else input["totalAmount"] = jsonNumber(kept);
  }
  reportSum(totalAmount, lines, report);
  reportDuplicateIds(lines, report);
  if (paymentMethod === "invoice") reportInvoiceNames(lines, report);
}

/**
 * Returns a hint for a whole number far above the authorized amount that would fit if it counted minor units. Returns
 * empty text for any other total.
 */
export function minorUnitsHint(total: unknown, authorized: unknown, currencyCode: unknown): string {
  if (!isJsonNumber(total) || !isJsonNumber(authorized) || !/^\d{1,40}$/.test(total.rawJSON)) return "";
  const inMajorUnits = fromMinorUnits(total.rawJSON, decimalsIn(currencyCode));
  const isFarAbove = new Exact(authorized.rawJSON).times(10).lte(total.rawJSON);
  if (!isFarAbove || new Exact(inMajorUnits).gt(authorized.rawJSON)) return "";
  return `; if ${total.rawJSON} counts minor units, give "${inMajorUnits}"`;
}

function reportDecimals(allowed: number, currencyCode: unknown, report: Report): void {
  const most = allowed === 0 ? "no decimals" : `at most ${allowed} decimals`;
  const where = allowed === 2 ? "" : ` in ${currencyCode}`;
  const way = currencyCode === undefined ? ", or give options.authorization.currencyCode if the currency has more" : "";
  const rule = `must have ${most}${where}: round it${way}`;
  report(["totalAmount"], { code: "too_many_decimals", rule, assumption: "amountDecimals" });
}

function reportSum(total: unknown, lines: readonly Fields[], report: Report): void {
  const totals = lines.map((line) => line["totalLineAmount"]);
  if (lines.length === 0 || !totals.every(isJsonNumber) || !isJsonNumber(total)) return;
  const difference = totals.reduce((left, { rawJSON }) => left.minus(rawJSON), new Exact(total.rawJSON));
  if (difference.isZero()) return;
  const sum = sumOf(totals.map(({ rawJSON }) => rawJSON));
  const scale = Math.max(scaleOf(total.rawJSON), scaleOf(sum));
  const figures = `it is ${total.rawJSON}, and they add up to ${sum}, a difference of ${difference.abs().toFixed(scale)}`;
  const rule = `must equal the sum of the line items' totalLineAmount: ${figures}; correct one of them, or compute the total with orderTotal()`;
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

/** Line names are printed on the invoice, which has room for 50 characters. */
function reportInvoiceNames(lines: readonly Fields[], report: Report): void {
  lines.forEach(({ name }, index) => {
    if (typeof name !== "string" || name.length <= 50) return;
    const rule = `must be at most 50 characters long when invoice pays and has ${name.length}: shorten it`;
    report(["lineItems", index, "name"], { code: "too_long", rule, assumption: "lineTextLengths" });
  });
}
