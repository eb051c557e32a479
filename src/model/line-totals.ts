import type { Decimal } from "decimal.js";
import { type Amount, amountText, Exact, readNumber, sumOf } from "./amount.js";
import type { LineItem } from "./line-item.js";

/** How {@link lineItem} rounds. There is no default, because the service does not document how it rounds. */
export interface LineItemRounding {
  /** A rounding mode of decimal.js, such as `Decimal.ROUND_HALF_UP`. */
  readonly rounding: Decimal.Rounding;
  /** Decimals of the tax and the total: 2 for most currencies, 0 for JPY. `currencyDecimals` returns them. */
  readonly decimals: number;
}

/** A line before its totals are computed. */
export interface UnpricedLineItem extends Partial<LineItem> {
  readonly quantity: Amount | number;
  readonly unitAmountExcludingTax: Amount;
  readonly taxPercent: Amount | number;
}

/**
 * Computes a line's `totalLineTaxAmount` and `totalLineAmount`, and returns the line with both.
 *
 * Net = quantity x unit amount, and tax = net x percent / 100. The tax is rounded once, and so is the total, which is the
 * sum of the exact net and the exact tax. If the net fits the decimals, the total is the net and the rounded tax.
 *
 * If your prices include tax, compute the unit amount to two decimals more than the currency has: for 9.99 with 20 % of
 * tax, it is `8.325`.
 *
 * @throws TypeError that names the field, if an amount or the rounding is missing or invalid.
 */
export function lineItem<T extends UnpricedLineItem>(
  line: T,
  how: LineItemRounding,
): T & { readonly totalLineTaxAmount: string; readonly totalLineAmount: string } {
  const { rounding, decimals } = how ?? {}; // may be missing in JavaScript
  if (!Number.isInteger(rounding) || rounding < 0 || rounding > 8) {
    throw new TypeError("lineItem: rounding must be one of decimal.js's modes, Decimal.ROUND_HALF_UP for instance");
  }
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 20) {
    throw new TypeError("lineItem: decimals must be a whole number from 0 to 20: 2 for most currencies, 0 for JPY");
  }
  const unitAmount = amountText(line.unitAmountExcludingTax, "unitAmountExcludingTax");
  const net = new Exact(amountText(line.quantity, "quantity", readNumber)).times(unitAmount);
  const exactTax = net.times(amountText(line.taxPercent, "taxPercent", readNumber)).div(100);
  const tax = exactTax.toDecimalPlaces(decimals, rounding);
  const total = net.plus(net.decimalPlaces() > decimals ? exactTax : tax).toDecimalPlaces(decimals, rounding);
  return { ...line, totalLineTaxAmount: tax.toFixed(decimals), totalLineAmount: total.toFixed(decimals) };
}

/**
 * Adds up the lines' `totalLineAmount` exactly. Returns decimal text with the largest scale of the lines.
 *
 * @throws TypeError that names the line, if an amount is invalid.
 */
export function orderTotal(lines: readonly Pick<LineItem, "totalLineAmount">[]): string {
  return sumOf(lines.map((line, index) => amountText(line.totalLineAmount, `lineItems[${index}].totalLineAmount`)));
}
