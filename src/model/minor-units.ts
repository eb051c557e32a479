import { Exact } from "./amount.js";
import { currencyDecimals } from "./currency.js";

const WHOLE = /^-?\d{1,40}$/;

/**
 * Converts an amount in minor units to decimal text: `fromMinorUnits(12500, "SEK")` is `"125.00"`.
 *
 * If the units do not follow ISO 4217, give their number of decimals: for some currencies, payment services differ. A
 * wrong number can make the amount a hundred times too large or too small.
 *
 * @param units - A whole number. Text is for database drivers that return a `bigint` column as text.
 * @param currency - A code of ISO 4217, as text: `SEK` or `752`. Or the number of decimals: 2 if 12500 means 125.00, 0
 * if it means 12500.
 * @throws TypeError if `units` is not a whole number, has more than 40 digits, or is of type `number` and beyond
 * 2^53 - 1. Also if ISO 4217 lists no such currency, or the number of decimals is not 0 to 20.
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
