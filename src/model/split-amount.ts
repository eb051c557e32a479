import { type Amount, amountText, readNumber, scaleOf, withoutZerosBeyond } from "./amount.js";
import { CURRENCY_CODE, decimalsIn } from "./currency.js";
import { fromMinorUnits } from "./minor-units.js";

/**
 * Splits a total, a discount or a fee into parts that add up to it exactly: `100.00` over three is `33.34`, `33.33` and
 * `33.33`.
 *
 * Each part is its exact share, rounded towards zero to the currency's minor unit. The units that are left go to the
 * parts that lost most by the rounding, one unit each, and to the earlier of equal parts. So a part differs from its
 * share by less than one unit, the same input always gives the same parts, and a weight of zero gets zero.
 *
 * @param total - Negative for a discount. It may have no more decimals than its currency.
 * @param weights - One for each part: the amounts of the lines, or whole numbers. `[1, 1, 1]` makes three equal parts.
 * @param currencyCode - Upper-case letters (`SEK`), or the number (`752`). As in a total, a currency that is not known
 * has two decimals.
 * @returns Decimal text with all decimals of the currency, in the order of the weights.
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

/** Returns whole numbers in the same proportion as the weights. */
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

/** Splits units, which are not negative. The integers of bigint are exact at any size. */
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
