import type { Assumption } from "../../../errors/facts.js";
import { currenciesByDecimals } from "../../../model/iso-4217.js";
import { type FakeFieldError, fieldError } from "./status-catalogue.js";

/** The rules that a test turns off. */
export type Waived = ReadonlySet<Assumption>;

/** How many decimals a total may have, by ISO 4217. A currency that is not in its list has two. */
export function currencyDecimals(currencyCode: string): number {
  const code = currencyCode.toUpperCase().padStart(3, "0");
  const [decimals = 2] = Object.entries(currenciesByDecimals).find(([, list]) => list.includes(code)) ?? [];
  return Number(decimals);
}

/** The fault of the amount; undefined if there is none. Zeros at the end do not count. */
export function precisionError(amount: string, currencyCode: string, waived: Waived): FakeFieldError | undefined {
  const most = currencyDecimals(currencyCode);
  const [, decimalDigits = ""] = amount.split(".");
  if (decimalDigits.replace(/0+$/, "").length <= most || waived.has("amountDecimals")) return undefined;
  return fieldError("Predicate", "totalAmount", `must have no more decimals than ${currencyCode} has, ${most}`);
}
