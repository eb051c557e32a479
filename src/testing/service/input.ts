/** How the fake reads what a test, the command or the control API gives. No other file imports the readers of options. */
import type { FieldRule } from "../../model/fields.js";
import * as is from "../../model/is.js";
import { nearestKey, nearMiss } from "../../model/nearest-key.js";
import { isJsonNumber } from "./rules/json.js";
import { amountText } from "./rules/received-values.js";

export * from "../../model/fields.js";
export { is };

/** A number, which the control API reads as a number of JSON. @param expected - Ends the sentence "it must be …". */
export const numberThat =
  (expected: string, fits: (value: number) => boolean): FieldRule<number> =>
  (value, fault) => {
    const given = isJsonNumber(value) ? Number(value.rawJSON) : value;
    return typeof given === "number" && fits(given) ? given : fault(`must be ${expected}`);
  };

export const number = numberThat("a number", Number.isFinite);
export const milliseconds = numberThat("0 or more", (value) => value >= 0 && Number.isFinite(value));
export const notEmpty = is.matching(/./s, "text that is not empty");

export const amount: FieldRule<string> = (value, fault) => {
  const units = is.isNumber(value)
    ? ', not a number: if it counts minor units, convert it: fromMinorUnits(12500, "SEK") is "125.00"'
    : "";
  return amountText(value) ?? fault(`must be decimal text like "125.00" or a Decimal${units}`);
};

/** The name that was most likely meant, or all of them. */
export function meant(given: unknown, known: readonly string[]): string {
  const nearest = typeof given === "string" ? (nearestKey(given, known) ?? nearMiss(given, known)) : undefined;
  return nearest === undefined ? `give one of ${known.join(", ")}.` : `did you mean ${nearest}?`;
}
