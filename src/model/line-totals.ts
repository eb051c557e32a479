import type { Decimal } from "decimal.js";
import { type Amount, amountText, Exact, sumOf } from "./amount.js";
import type { LineItem } from "./line-item.js";

/** How {@link lineItem} rounds. Nothing is implied: the service's own way is not documented. */
export interface LineItemRounding {
  /** One of decimal.js's modes, `Decimal.ROUND_HALF_UP` for instance. */
  readonly rounding: Decimal.Rounding;
  /** Decimals of the amounts: 2 for most currencies, 0 for JPY. */
  readonly decimals: number;
}

/** A line before its totals are computed. */
export interface UnpricedLineItem extends Partial<LineItem> {
  readonly quantity: Amount;
  readonly unitAmountExcludingTax: Amount;
  readonly taxPercent: Amount;
}

/**
 * Adds `totalLineTaxAmount` and `totalLineAmount` to a line: net = quantity x unit amount, tax = net x percent / 100,
 * each computed exactly and then rounded once; the total is their sum.
 *
 * @throws TypeError when an amount is not one or the rounding is not given, naming the field.
 */
export function lineItem<T extends UnpricedLineItem>(
  line: T,
  how: LineItemRounding,
): T & { readonly totalLineTaxAmount: string; readonly totalLineAmount: string } {
  const { rounding, decimals } = how ?? {}; // from JavaScript it may be missing
  if (!Number.isInteger(rounding) || rounding < 0 || rounding > 8) {
    throw new TypeError("lineItem: rounding must be one of decimal.js's modes, Decimal.ROUND_HALF_UP for instance");
  }
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 20) {
    throw new TypeError("lineItem: decimals must be a whole number from 0 to 20: 2 for most currencies, 0 for JPY");
  }
  const unitAmount = amountText(line.unitAmountExcludingTax, "unitAmountExcludingTax");
  const exactNet = new Exact(amountText(line.quantity, "quantity")).times(unitAmount);
  const exactTax = exactNet.times(amountText(line.taxPercent, "taxPercent")).div(100);
  const net = exactNet.toDecimalPlaces(decimals, rounding);
  const tax = exactTax.toDecimalPlaces(decimals, rounding);
  return { ...line, totalLineTaxAmount: tax.toFixed(decimals), totalLineAmount: net.plus(tax).toFixed(decimals) };
}

/**
 * The exact sum of the lines' `totalLineAmount` as decimal text, with the scale of the line that has the most decimals.
 *
 * @throws TypeError when an amount is not one, naming the line.
 */
export function orderTotal(lines: readonly Pick<LineItem, "totalLineAmount">[]): string {
  return sumOf(lines.map((line, index) => amountText(line.totalLineAmount, `lineItems[${index}].totalLineAmount`)));
}
