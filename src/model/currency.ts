import { currenciesByDecimals } from "./iso-4217.js";

/** The form of a currency code: three letters, or a number with or without its leading zero. */
export const CURRENCY_CODE = /^(?:[A-Z]{3}|\d{2,3})$/;

const decimalsByCode: ReadonlyMap<string, number> = new Map(
  Object.entries(currenciesByDecimals).flatMap(([decimals, currencies]) =>
    [...currencies.matchAll(/\d{3}|[A-Z]{3}/g)].map(([code]) => [code, Number(decimals)] as const),
  ),
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
