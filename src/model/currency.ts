import { currenciesByDecimals } from "./iso-4217.js";

/** The form of a currency code: three letters, or a number with or without its leading zero. */
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
 * Returns how many decimals ISO 4217 gives a currency: 2 for `"SEK"`, 0 for `"JPY"`, 3 for `"KWD"`.
 *
 * Returns undefined for any other text, so that a misspelt code (`"jpy"`) cannot make an amount a hundred times too
 * small. ISO gives gold (`"XAU"`) and other codes for special use no decimals either. A payment service may count in
 * other units than ISO 4217.
 *
 * @param currencyCode - Upper-case letters (`SEK`), or the number (`752`). `36` stands for `036`.
 */
export function currencyDecimals(currencyCode: string): number | undefined {
  return typeof currencyCode === "string" ? decimalsByCode.get(currencyCode.padStart(3, "0")) : undefined;
}

/** Returns how many decimals a total may have; two if the currency is not known. */
export function decimalsIn(currencyCode: unknown): number {
  return currencyDecimals(currencyCode as string) ?? 2;
}

/**
 * The letters of a currency, which may be given by its number: `752` is `SEK`, and `36` is `AUD`. Anything else stays as
 * it is. 532 is `XCG`, which has replaced `ANG`.
 */
export const lettersOf = (currencyCode: string) => lettersByNumber.get(currencyCode.padStart(3, "0")) ?? currencyCode;
