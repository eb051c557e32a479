import type { Decimal } from "decimal.js";
import { type Amount, amountText, Exact, readNumber, scaleOf, sumOf, withoutZerosBeyond } from "./amount.js";
import { CURRENCY_CODE, currencyDecimals, decimalsIn } from "./currency.js";
import type { LineItem } from "./line-item.js";

const WHOLE = /^-?\d{1,40}$/;

/**
 * Converts an amount in minor units to decimal text: `fromMinorUnits(12500, "SEK")` is `"125.00"`.
 * @param units - A whole number. Text is for database drivers that return a `bigint` column as text.
 * @param currency - A code of ISO 4217, as text. Where your service counts differently, the number of decimals: 2 if
 * 12500 means 125.00. A wrong one can make the amount a hundred times too large or too small.
 * @throws TypeError if `units` is not a whole number, has more than 40 digits, or is a `number` beyond 2^53 - 1. Also
 * if ISO 4217 lists no such currency, or the number of decimals is not 0 to 20.
 */
export function fromMinorUnits(units: bigint | number | string, currency: string | number): string {
  const isExact =
    typeof units === "number" ? Number.isSafeInteger(units) : typeof units === "bigint" || typeof units === "string";
  const text = isExact ? String(units) : ""; // an object's own toString may do anything
  if (!WHOLE.test(text)) {
    throw new TypeError("fromMinorUnits: units must be a whole number: a bigint, text, or a number up to 2^53 - 1");
  }
  const decimals = typeof currency === "string" ? currencyDecimals(currency) : currency;
  if (decimals === undefined || !Number.isInteger(decimals) || decimals < 0 || decimals > 20) {
    throw new TypeError(
      'fromMinorUnits: currency must be an ISO 4217 code as text ("SEK" in upper case, or "752"), or the number of decimals, 0 to 20: 2 if 12500 means 125.00, 0 if it means 12500',
    );
  }
  return new Exact(text).div(new Exact(10).pow(decimals)).toFixed(decimals);
}

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
 * Net = quantity x unit amount, and tax = net x percent / 100. The tax and the total are each rounded once. If the net
 * fits the decimals, the total is the net and the rounded tax. If your prices include tax, compute the unit amount to
 * two decimals more than the currency has: for 9.99 with 20 % of tax, it is `8.325`.
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

/** Adds up the lines' `totalLineAmount` exactly. @throws TypeError that names the line, if an amount is invalid. */
export function orderTotal(lines: readonly Pick<LineItem, "totalLineAmount">[]): string {
  return sumOf(lines.map((line, index) => amountText(line.totalLineAmount, `lineItems[${index}].totalLineAmount`)));
}

/**
 * Splits a total, a discount or a fee into parts that add up to it exactly: `100.00` over three is `33.34`, `33.33` and
 * `33.33`. A part differs from its share by less than one minor unit, and a weight of zero gets zero.
 * @param total - Negative for a discount. It may have no more decimals than its currency.
 * @param weights - One for each part: the amounts of the lines, or whole numbers. `[1, 1, 1]` makes three equal parts.
 * @param currencyCode - As in an order. A currency that is not known has two decimals.
 * @throws TypeError that names the argument, if it is invalid, a weight is negative or all weights are zero.
 */
export function splitAmount(total: Amount, weights: readonly (Amount | number)[], currencyCode: string): string[] {
  if (typeof currencyCode !== "string" || !CURRENCY_CODE.test(currencyCode)) {
    throw new TypeError('splitAmount: currencyCode must be an ISO 4217 code: upper-case letters like "SEK"');
  }
  const decimals = decimalsIn(currencyCode);
  const text = withoutZerosBeyond(decimals, amountText(total, "splitAmount: total"));
  if (scaleOf(text) > decimals) {
    throw new TypeError(`splitAmount: total must have at most ${decimals} decimals in ${currencyCode}: round it`);
  }
  const units = unitsOf(text, decimals);
  const parts = split(units < 0n ? -units : units, wholeWeights(weights));
  return parts.map((part) => fromMinorUnits(units < 0n ? -part : part, decimals));
}

function wholeWeights(weights: readonly (Amount | number)[]): bigint[] {
  if (!Array.isArray(weights)) throw new TypeError("splitAmount: weights must be a list: one weight for each part");
  // Unlike map, Array.from also visits the gaps of a list.
  const texts = Array.from(weights, (weight, index) =>
    amountText(weight, `splitAmount: weights[${index}]`, readNumber),
  );
  const scale = Math.max(0, ...texts.map(scaleOf));
  const whole = texts.map((text) => unitsOf(text, scale));
  const negative = whole.findIndex((weight) => weight < 0n);
  if (negative !== -1) {
    throw new TypeError(`splitAmount: weights[${negative}] must not be negative: leave the line out, or give 0`);
  }
  if (whole.every((weight) => weight === 0n)) {
    throw new TypeError("splitAmount: weights must not all be zero: give each part 1 for equal parts");
  }
  return whole;
}

function split(units: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  const shares = weights.map((weight, index) => {
    return { index, part: (units * weight) / sum, lost: (units * weight) % sum };
  });
  const left = shares.reduce((rest, { part }) => rest - part, units);
  const byLoss = shares.toSorted((a, b) => (a.lost === b.lost ? 0 : a.lost < b.lost ? 1 : -1)); // keeps the order of equals
  const raised = new Set(byLoss.filter((_, place) => place < left).map(({ index }) => index));
  return shares.map(({ index, part }) => (raised.has(index) ? part + 1n : part));
}

/** Counts an amount in units of its given decimals: `1.5` with 2 is 150. */
function unitsOf(text: string, decimals: number): bigint {
  const [whole, fraction = ""] = text.split(".");
  return BigInt(`${whole}${fraction.padEnd(decimals, "0")}`);
}
