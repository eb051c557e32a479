/** Currencies with none and with three decimals, by their ISO 4217 letters and numbers. All others have two. */
const NONE = new Set<unknown>(["JPY", "392"]);
const THREE = new Set<unknown>("BHD IQD JOD KWD LYD OMR TND 048 48 368 400 414 434 512 788".split(" "));

/** Returns how many decimals a total may have; two if the currency is not known. */
export function decimalsIn(currencyCode: unknown): number {
  if (NONE.has(currencyCode)) return 0;
  return THREE.has(currencyCode) ? 3 : 2;
}
