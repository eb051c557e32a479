import { currenciesByDecimals } from "./iso-4217.js";

export const CURRENCY_CODE = /^(?:[A-Z]{3}|\d{2,3})$/;

/** Each currency of ISO 4217, as a number of three digits and three letters. */
const currencies = Object.entries(currenciesByDecimals).flatMap(([decimals, names]) =>
  [...names.matchAll(/(\d{3})([A-Z]{3})/g)].map(([, number = "", letters = ""]) => {
    return { number, letters, decimals: Number(decimals) };
  }),
);

const decimalsByCode: ReadonlyMap<string, number> = new Map(
  currencies.flatMap(({ number, letters, decimals }) => [
    [number, decimals],
    [letters, decimals],
  ]),
);

const lettersByNumber: ReadonlyMap<string, string> = new Map(
  currencies.map(({ number, letters }) => [number, letters]),
);

/**
 * Returns how many decimals ISO 4217 gives a currency, by its letters in upper case or its number: 2 for `"SEK"`, 0 for
 * `"JPY"`; undefined for anything else, such as `"jpy"` or gold (`"XAU"`). A service may count in other units.
 */
export function currencyDecimals(currencyCode: string): number | undefined {
  return typeof currencyCode === "string" ? decimalsByCode.get(currencyCode.padStart(3, "0")) : undefined;
}

export function decimalsIn(currencyCode: unknown): number {
  return currencyDecimals(currencyCode as string) ?? 2;
}

/** The letters of a currency that may be given by its number: `36` is `AUD`. 532 is `XCG`, which has replaced `ANG`. */
export const lettersOf = (currencyCode: string) => lettersByNumber.get(currencyCode.padStart(3, "0")) ?? currencyCode;
