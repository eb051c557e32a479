/** How many decimals a total may have, by ISO 4217: the few currencies that do not have two. */
import { type FakeFieldError, fieldError } from "./status-catalogue.js";
import type { Waived } from "./waived.js";

const decimals: Readonly<Record<string, number>> = {
  ...{ JPY: 0, "392": 0 },
  ...{ BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3 },
  ...{ "048": 3, "368": 3, "400": 3, "414": 3, "434": 3, "512": 3, "788": 3 },
};

export function currencyDecimals(currencyCode: string): number {
  return decimals[currencyCode.toUpperCase().padStart(3, "0")] ?? 2;
}

/** The fault of the amount; undefined if there is none. Zeros at the end do not count. */
export function precisionError(amount: string, currencyCode: string, waived: Waived): FakeFieldError | undefined {
  const most = currencyDecimals(currencyCode);
  const [, decimalDigits = ""] = amount.split(".");
  if (decimalDigits.replace(/0+$/, "").length <= most || waived.has("amountDecimals")) return undefined;
  return fieldError("Predicate", "totalAmount", `must have no more decimals than ${currencyCode} has, ${most}`);
}
