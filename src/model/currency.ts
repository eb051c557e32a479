import { currenciesByDecimals } from "./iso-4217.js";

export const CURRENCY_CODE = /^(?:[A-Z]{3}|\d{2,3})$/;

/** Each currency of ISO 4217, by its letters and by its number of three digits. */
const currencies = new Map(
  Object.entries(currenciesByDecimals).flatMap(([decimals, names]) =>
    [...names.matchAll(/(\d{3})([A-Z]{3})/g)].flatMap(([, number = "", letters = ""]) => {
      const currency = { letters, decimals: Number(decimals) };
      return [number, letters].map((code) => [code, currency] as const);
    }),
  ),
);

/**
 * Returns how many decimals ISO 4217 gives a currency, by its letters in upper case or its number: 2 for `"SEK"`, 0 for
 * `"JPY"`; undefined for anything else, such as `"jpy"` or gold (`"XAU"`). A service may count in other units.
 */
export function currencyDecimals(currencyCode: string): number | undefined {
  return typeof currencyCode === "string" ? currencies.get(currencyCode.padStart(3, "0"))?.decimals : undefined;
}

export const decimalsIn = (currencyCode: unknown) => currencyDecimals(currencyCode as string) ?? 2;

/** The letters of a currency that may be given by its number: `36` is `AUD`. 532 is `XCG`, which has replaced `ANG`. */
export const lettersOf = (currencyCode: string) =>
  currencies.get(currencyCode.padStart(3, "0"))?.letters ?? currencyCode;
