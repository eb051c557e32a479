import { Decimal } from "decimal.js";
import type { ValidationCode } from "../errors/payment-validation-error.js";

/**
 * An amount from the caller's hand, exact to the digit: decimal text (`"125.00"`, its scale is kept on the wire),
 * a `Decimal` of any copy of decimal.js, or a `number` that is exactly what was meant (at most 15 significant digits).
 * At most 40 digits; no exponent, `+`, blanks or thousands separators.
 */
export type Amount = string | number | Decimal;

/** What is wrong with an amount: a rule and the fix. */
export interface AmountFault {
  readonly code: ValidationCode;
  readonly message: string;
}

export type AmountReading = { readonly text: string } | { readonly fault: AmountFault };

const GRAMMAR = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
export const MAX_DIGITS = 40;
const MAX_TEXT = MAX_DIGITS + 2; // a sign and a point
const MAX_NUMBER_DIGITS = 15; // up to here a double's shortest form is the only one meant

/**
 * Decimal arithmetic that an app's `Decimal.set()` cannot change. The precision is above what sums and products of
 * amounts can need, so that nothing here is ever rounded unless a rounding mode is named.
 */
export const Exact: Decimal.Constructor = Decimal.clone({ defaults: true, precision: 400 });

/** The amount as plain decimal text, or what is wrong with it. */
export function readAmount(value: unknown): AmountReading {
  switch (typeof value) {
    case "string":
      return readText(value);
    case "number":
      return readNumber(value);
    case "undefined":
      return refuse("required", 'is required: add it, as decimal text like "125.00"');
    default:
      return Decimal.isDecimal(value)
        ? readDecimal(value)
        : refuse("wrong_type", 'must be an amount: decimal text like "125.00", a number or a Decimal');
  }
}

/** @throws TypeError when it is no amount, naming the field. */
export function amountText(value: unknown, name: string): string {
  const reading = readAmount(value);
  if ("text" in reading) return reading.text;
  throw new TypeError(`${name} ${reading.fault.message}`);
}

function readText(text: string): AmountReading {
  if (text.length > MAX_TEXT) return tooLong();
  if (!GRAMMAR.test(text)) {
    return refuse(
      "bad_format",
      'must be plain decimal text like "125.00": digits and one point, without exponent, plus sign, blanks, commas or leading zeros',
    );
  }
  const isShort = text.length <= MAX_DIGITS;
  return isShort || text.replace(/[-.]/g, "").length <= MAX_DIGITS ? { text } : tooLong();
}

function readNumber(value: number): AmountReading {
  const shortest = String(value);
  const significant = shortest.replace(/[-.]/g, "").replace(/^0+/, "");
  if (!GRAMMAR.test(shortest) || significant.length > MAX_NUMBER_DIGITS) {
    return refuse(
      "not_exact",
      "must be exact, and this number is not sure to be what was meant: more than 15 significant digits, an exponent or not finite; pass decimal text or a Decimal",
    );
  }
  return { text: shortest };
}

function readDecimal(value: Decimal): AmountReading {
  const text = decimalText(value);
  return text === undefined
    ? refuse("bad_format", `must be a finite Decimal of at most ${MAX_DIGITS} digits`)
    : readText(text);
}

/** A Decimal of any copy as plain text; undefined for NaN, Infinity, far too many digits, or what only looks like one. */
export function decimalText(value: Decimal): string | undefined {
  try {
    const own = new Exact(value);
    return own.isFinite() && Math.abs(own.e) <= MAX_DIGITS ? own.toFixed() : undefined;
  } catch {
    return undefined;
  }
}

const tooLong = () => refuse("too_long", `must have at most ${MAX_DIGITS} digits: write fewer`);

const refuse = (code: ValidationCode, message: string): AmountReading => ({ fault: { code, message } });

/** Digits after the point, trailing zeros counted. */
export function decimalsOf(text: string): number {
  const point = text.indexOf(".");
  return point < 0 ? 0 : text.length - point - 1;
}

/** The exact sum, with the scale of the text that has the most decimals. */
export function sumOf(texts: readonly string[]): string {
  const scale = texts.reduce((most, text) => Math.max(most, decimalsOf(text)), 0);
  const units = columnSums(texts, scale).reduceRight((sum, column) => sum * 10n + BigInt(column), 0n);
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? "-" : ""}${whole}${scale > 0 ? `.${digits.slice(-scale)}` : ""}`;
}

/**
 * The sums of the digits, column by column as on paper, the smallest unit first: small integers, exact for any number
 * of lines there can be. Three times as fast as making a BigInt of each of thousands of lines.
 */
function columnSums(texts: readonly string[], scale: number): number[] {
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
  const columns = new Array<number>(scale + longest).fill(0);
  for (const text of texts) {
    const sign = text.startsWith("-") ? -1 : 1;
    let column = scale - decimalsOf(text);
    for (let index = text.length - 1; index >= 0; index -= 1) {
      const digit = text.charCodeAt(index) - ZERO;
      if (digit < 0) continue; // the point or the sign
      columns[column] = (columns[column] as number) + sign * digit;
      column += 1;
    }
  }
  return columns;
}

const ZERO = "0".charCodeAt(0);
