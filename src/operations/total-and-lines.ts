import { Exact, scaleOf, sumOf, withoutZerosBeyond } from "../model/amount.js";
import { decimalsIn } from "../model/currency.js";
import type { Report } from "../model/issue.js";
import { fromMinorUnits } from "../model/money.js";
import type { InputTerms } from "../model/schema.js";
import type { JsonNumber } from "../wire/json.js";
import type { FinalizeCall } from "./finalization.js";

type TotalAndLines = Pick<FinalizeCall["input"], "totalAmount" | "lineItems">;
type Lines = NonNullable<TotalAndLines["lineItems"]>;
type Facts = Pick<NonNullable<FinalizeCall["options"]["authorization"]>, "currencyCode" | "paymentMethod">;

/** The total as it is sent: without zeros beyond its currency's decimals, which database columns add. */
export function sentTotal(total: JsonNumber, currencyCode: string | undefined, { waived }: InputTerms): string {
  return waived.has("amountDecimals") ? total.rawJSON : withoutZerosBeyond(decimalsIn(currencyCode), total.rawJSON);
}

/** Checks the rules across the total and the lines. They are the same for an order and a finalization. */
export function checkTotalAndLines(input: TotalAndLines, { currencyCode, paymentMethod }: Facts, report: Report) {
  const { totalAmount, lineItems = [] } = input;
  const decimals = decimalsIn(currencyCode);
  if (scaleOf(withoutZerosBeyond(decimals, totalAmount.rawJSON)) > decimals)
    reportDecimals(decimals, currencyCode, report);
  if (lineItems.length === 0) return;
  reportSum(totalAmount.rawJSON, lineItems, report);
  reportDuplicateIds(lineItems, report);
  if (paymentMethod === "invoice") reportInvoiceNames(lineItems, report);
}

/** Returns a hint for a whole number far above the authorized amount that would fit if it counted minor units. */
export function minorUnitsHint(total: string, authorized: string, currencyCode: string | undefined): string {
  if (!/^\d{1,40}$/.test(total)) return "";
  const inMajorUnits = fromMinorUnits(total, decimalsIn(currencyCode));
  const isFarAbove = new Exact(authorized).times(10).lte(total);
  if (!isFarAbove || new Exact(inMajorUnits).gt(authorized)) return "";
  return `; if ${total} counts minor units, give "${inMajorUnits}"`;
}

function reportDecimals(allowed: number, currencyCode: string | undefined, report: Report): void {
  const most = allowed === 0 ? "no decimals" : `at most ${allowed} decimals`;
  const where = allowed === 2 ? "" : ` in ${currencyCode}`;
  const more = "give options.authorization.currencyCode if the currency has more; otherwise ";
  const rule = `must have ${most}${where}: ${currencyCode === undefined ? more : ""}round it`;
  report(["totalAmount"], { code: "too_many_decimals", rule, assumption: "amountDecimals" });
}

function reportSum(total: string, lines: Lines, report: Report): void {
  const totals = lines.flatMap(({ totalLineAmount }) => totalLineAmount?.rawJSON ?? []);
  if (totals.length < lines.length) return; // the rule is waived, and a line has no total
  const difference = totals.reduce((left, each) => left.minus(each), new Exact(total));
  if (difference.isZero()) return;
  const sum = sumOf(totals);
  const scale = Math.max(scaleOf(total), scaleOf(sum));
  const figures = `it is ${total}, and they add up to ${sum}, a difference of ${difference.abs().toFixed(scale)}`;
  const rule = `must equal the sum of the line items' totalLineAmount: ${figures}; correct one of them, or compute the total with orderTotal()`;
  report(["totalAmount"], { code: "amount_mismatch", rule, assumption: "lineTotals" });
}

function reportDuplicateIds(lines: Lines, report: Report): void {
  const seen = new Set<string | undefined>();
  lines.forEach(({ id }, index) => {
    if (id !== undefined && seen.has(id)) {
      const rule = "must be unique in the order: give each line its own id";
      report(["lineItems", index, "id"], { code: "duplicate", rule, assumption: "uniqueLineIds" });
    }
    seen.add(id);
  });
}

/** Line names are printed on the invoice, which has room for 50 characters. */
function reportInvoiceNames(lines: Lines, report: Report): void {
  lines.forEach(({ name }, index) => {
    if (name === undefined || name.length <= 50) return;
    const rule = `must be at most 50 characters long when invoice pays and has ${name.length}: shorten it`;
    report(["lineItems", index, "name"], { code: "too_long", rule, assumption: "lineTextLengths" });
  });
}
