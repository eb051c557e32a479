/** How the fake reads what a test, the command or the control API gives. */
import * as z from "zod/mini";
import { nearestKey, nearMiss } from "../../model/nearest-key.js";
import { optionsOf, textLike, that } from "../../model/options.js";
import { report } from "../../model/schema.js";
import { isJsonNumber } from "./rules/json.js";
import { amountText, isObject } from "./rules/received-values.js";

export { callback, optionsOf, readOption, readOptions, textLike, that } from "../../model/options.js";

/** Options that can all be left out. */
export const partialOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  optionsOf(z.exactPartial(z.object(shape)).shape);

/** A number, which the control API reads as a number of JSON. @param expected - Ends the sentence "it must be …". */
export const numberThat = (expected: string, fits: (value: number) => boolean) =>
  z.pipe(
    z.transform((value: unknown) => (isJsonNumber(value) ? Number(value.rawJSON) : value)),
    that<number>(expected, (value) => typeof value === "number" && fits(value)),
  );

export const number = numberThat("a number", Number.isFinite);
export const milliseconds = numberThat("0 or more", (value) => value >= 0 && Number.isFinite(value));
export const notEmpty = textLike(/./s, "text that is not empty");
export const object = <T extends object>() => that<T>("an object", isObject);

/** Decimal text, also of a Decimal. */
export const amount = z.transform((value: unknown, payload): string => {
  const text = amountText(value);
  if (text !== undefined) return text;
  const isNumber = typeof value === "number" || typeof value === "bigint";
  const units = isNumber
    ? ', not a number. If 12500 means 125.00, convert it with fromMinorUnits(12500, "SEK"). If it means 12500.00, write decimal text from the start: a computed number like 0.1 + 0.2 is not exact'
    : "";
  const code = value === undefined ? "required" : "wrong_type"; // "required" is left out where the key was misspelt
  report(payload, { code, rule: `must be decimal text like "125.00" or a Decimal${units}` });
  return z.NEVER;
});

/** The name that was most likely meant, or all of them. */
export function meant(given: unknown, known: readonly string[]): string {
  const nearest = typeof given === "string" ? (nearestKey(given, known) ?? nearMiss(given, known)) : undefined;
  return nearest === undefined ? `give one of ${known.join(", ")}.` : `did you mean ${nearest}?`;
}
