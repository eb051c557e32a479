/** Rules of numbers and amounts, which the page sends as numbers of JSON. */
import type { FieldRule } from "../../model/fields.js";
import * as is from "../../model/is.js";
import { isJsonNumber } from "./rules/json.js";
import { amountText } from "./rules/received-values.js";

/** @param expected - Ends the sentence "it must be …". */
export const numberThat =
  (expected: string, fits: (value: number) => boolean): FieldRule<number> =>
  (value, fault) => {
    const given = isJsonNumber(value) ? Number(value.rawJSON) : value;
    return typeof given === "number" && fits(given) ? given : fault(`must be ${expected}`);
  };

export const number = numberThat("a number", Number.isFinite);
export const milliseconds = numberThat("0 or more", (value) => value >= 0 && Number.isFinite(value));
export const amount: FieldRule<string> = (value, fault) => {
  const units = is.isNumber(value)
    ? ', not a number: if it counts minor units, convert it: fromMinorUnits(12500, "SEK") is "125.00"'
    : "";
  return amountText(value) ?? fault(`must be decimal text like "125.00" or a Decimal${units}`);
};
