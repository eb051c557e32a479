/** Currencies without decimals and with three of them, by their ISO 4217 letters and numbers; all others have two. */
const NONE = new Set<unknown>(["JPY", "392"]);
const THREE = new Set<unknown>("BHD IQD JOD KWD LYD OMR TND 048 48 368 400 414 434 512 788".split(" "));

/** How many decimals a total in a currency has; two where the currency is not known. */
export function decimalsIn(currencyCode: unknown): number {
  if (NONE.has(currencyCode)) return 0;
  return THREE.has(currencyCode) ? 3 : 2;
}
