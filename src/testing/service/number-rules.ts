/** Schemas of numbers and amounts, which the page sends as numbers of JSON. */
import * as z from "zod/mini";
import { that } from "../../model/options.js";
import { report } from "../../model/schema.js";
import { isJsonNumber } from "./rules/json.js";
import { amountText } from "./rules/received-values.js";

/** @param expected - Ends the sentence "it must be …". */
export const numberThat = (expected: string, fits: (value: number) => boolean) =>
  z.pipe(
    z.transform((value: unknown) => (isJsonNumber(value) ? Number(value.rawJSON) : value)),
    that<number>(expected, (value) => typeof value === "number" && fits(value)),
  );

export const number = numberThat("a number", Number.isFinite);
export const milliseconds = numberThat("0 or more", (value) => value >= 0 && Number.isFinite(value));
export const amount = z.transform((value: unknown, payload): string => {
  const units =
    typeof value === "number" || typeof value === "bigint"
      ? ', not a number: fromMinorUnits(12500, "SEK") converts minor units'
      : "";
  const rule = `must be decimal text like "125.00" or a Decimal${units}`;
  const text = amountText(value);
  if (text === undefined) report(payload, { code: "wrong_type", rule });
  return text ?? z.NEVER;
});
