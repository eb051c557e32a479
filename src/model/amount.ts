import { Decimal } from "decimal.js";
import { isJsonNumber, isPromise } from "../wire/json.js";
import { claimsDecimal, copyOfDecimal } from "./decimal.js";
import { type Fault, PROMISE } from "./issue.js";

/**
 * An exact amount: decimal text or a `Decimal`. A number is neither, because it may count minor units:
 * `fromMinorUnits(12500, "SEK")` converts it.
 *
 * Text such as `"125.00"` keeps its scale on the wire, but a `totalAmount` loses zeros beyond its currency's decimals.
 * A `Decimal` may come from any copy of decimal.js. At most 40 digits; no exponent, `+`, blanks or thousands
 * separators.
 */
export type Amount = string | Decimal;

export type AmountReading = { readonly text: string } | { readonly fault: Fault };

const GRAMMAR = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const MAX_DIGITS = 40;
const MAX_NUMBER_DIGITS = 15; // with more, the double may not be the number that was written

/** Decimal arithmetic that an app's `Decimal.set()` cannot change, and that rounds no sum or product of amounts. */
export const Exact: Decimal.Constructor = Decimal.clone({ defaults: true, precision: 400 });

export function readAmount(value: unknown): AmountReading {
  if (typeof value === "number" || typeof value === "bigint") {
    const rule = `must be decimal text like "125.00" or a Decimal, not a ${typeof value}. If 12500 means 125.00, convert it with fromMinorUnits(12500, "SEK"). If it means 12500.00, write decimal text from the start: a computed number like 0.1 + 0.2 is not exact`;
    return invalid("wrong_type", rule);
  }
  if (isPromise(value)) return invalid("wrong_type", PROMISE);
  return readExact(value) ?? invalid("wrong_type", 'must be an amount: decimal text like "125.00" or a Decimal');
}

export function readNumber(value: unknown): AmountReading {
  if (typeof value === "number") return readDouble(value);
  return readExact(value) ?? invalid("wrong_type", 'must be a number, decimal text like "1.5" or a Decimal');
}

function readExact(value: unknown): AmountReading | undefined {
  if (typeof value === "string") return readDecimalText(value);
  if (value === undefined || value === null)
    return invalid("required", 'is required: add it, as decimal text like "125.00"');
  if (isJsonNumber(value)) return readDecimalText(value.rawJSON);
  return claimsDecimal(value) ? readDecimal(value) : undefined;
}

/** @throws TypeError that names the field, if the value is invalid. */
export function amountText(value: unknown, name: string, read = readAmount): string {
  const reading = read(value);
  if ("fault" in reading) throw new TypeError(`${name} ${reading.fault.rule}`);
  return reading.text;
}

function readDecimalText(text: string): AmountReading {
  const isLong = text.length > MAX_DIGITS && text.replace(/[-.]/g, "").length > MAX_DIGITS;
  if (isLong) return invalid("too_long", `must have at most ${MAX_DIGITS} digits: check how it was computed`);
  if (GRAMMAR.test(text)) return { text };
  return invalid("bad_format", 'must be decimal text like "125.00": digits and one point only, without leading zeros');
}

function readDouble(value: number): AmountReading {
  const shortest = String(value);
  const significant = shortest.replace(/[-.]/g, "").replace(/^0+/, "");
  if (GRAMMAR.test(shortest) && significant.length <= MAX_NUMBER_DIGITS) return { text: shortest };
  return invalid(
    "not_exact",
    'must be exact, and this number is not: compute it with Decimal from the first step, or give decimal text like "1.5"; converting the number keeps its error',
  );
}

/** Reads a Decimal of any copy of decimal.js. NaN, Infinity, too many digits and imitations are invalid. */
function readDecimal(value: unknown): AmountReading {
  const reading = readDecimalText(copyOfDecimal(value)?.toFixed() ?? "");
  if ("text" in reading) return reading;
  return invalid("bad_format", `must be a finite Decimal of at most ${MAX_DIGITS} digits`);
}

const invalid = (code: Fault["code"], rule: string): AmountReading => ({ fault: { code, rule } });

export const scaleOf = (text: string) => text.split(".")[1]?.length ?? 0;

/** Drops zeros beyond the given decimals: `125.0000` with 2 is `125.00`. */
export function withoutZerosBeyond(decimals: number, text: string): string {
  const [whole = "", fraction = ""] = text.split(".");
  const kept = fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, "");
  return kept === "" ? whole : `${whole}.${kept}`;
}

export function sumOf(texts: readonly string[]): string {
  const scale = texts.reduce((most, text) => Math.max(most, scaleOf(text)), 0);
  return texts.reduce((sum, text) => sum.plus(text), new Exact(0)).toFixed(scale);
}
