import { Exact, withoutZerosBeyond } from "../model/amount.js";
import { decimalsIn } from "../model/currency.js";
import type { Report, Waived } from "../model/schema.js";
import { isJsonNumber, type JsonNumber } from "../wire/json.js";

/** A total as it travels: without the zeros behind its currency's decimals, as columns of a database give them. */
export function totalText({ rawJSON: text }: JsonNumber, currencyCode: unknown, waived: Waived): string {
  return waived.has("amountDecimals") ? text : withoutZerosBeyond(decimalsIn(currencyCode), text);
}

/** A total has at most its currency's decimals. */
export function reportDecimals(total: unknown, currencyCode: unknown, report: Report): void {
  const allowed = decimalsIn(currencyCode);
  if (!isJsonNumber(total) || new Exact(total.rawJSON).decimalPlaces() <= allowed) return;
  const rule = ruleFor(allowed, currencyCode);
  report(["totalAmount"], { code: "too_many_decimals", rule, assumption: "amountDecimals" });
}

function ruleFor(allowed: number, currencyCode: unknown): string {
  if (allowed === 0) return `must have no decimals in ${currencyCode}: round it`;
  if (allowed === 3) return `must have at most 3 decimals in ${currencyCode}: round it`;
  const way = currencyCode === undefined ? ", or give authorization.currencyCode if its currency has three" : "";
  return `must have at most 2 decimals: round it${way}`;
}
