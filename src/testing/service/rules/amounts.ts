/** Exact arithmetic on decimal text. A result has the larger scale of its parts, and at least two decimals. */
import { Decimal } from "decimal.js";
import { copyOfDecimal } from "../../../model/decimal.js";

/** Zero as the service writes it. */
export const zero = "0.00";

// A private copy, so that an application's settings of decimal.js do not round these sums.
const Exact = Decimal.clone({ defaults: true, precision: 100 });

const decimalPattern = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const maxLength = 42; // far below the precision above, so that no sum is ever rounded

/** The decimal text of a value; undefined if it is no decimal. */
export function decimalText(value: unknown): string | undefined {
  const text = typeof value === "string" ? value : copyOfDecimal(value)?.toFixed();
  return typeof text === "string" && text.length <= maxLength && decimalPattern.test(text) ? text : undefined;
}

/** The digits of a number that may have an exponent; undefined if there would be too many. */
export function plainNumber(text: string): string | undefined {
  if (!/e/i.test(text)) return decimalText(text);
  const value = new Exact(text);
  return Math.abs(value.e) < maxLength ? decimalText(value.toFixed()) : undefined;
}

export function add(left: string, right: string): string {
  return new Exact(left).plus(right).toFixed(scaleOf(left, right));
}

export function subtract(left: string, right: string): string {
  return new Exact(left).minus(right).toFixed(scaleOf(left, right));
}

/** Below, at or above zero if `left` is less than, equal to or more than `right`, in any scale. */
export function compare(left: string, right: string): number {
  return new Exact(left).comparedTo(right);
}

const scaleOf = (...texts: string[]) => Math.max(2, ...texts.map((text) => text.split(".")[1]?.length ?? 0));
