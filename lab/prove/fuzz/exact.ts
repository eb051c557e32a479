/** A decimal with all its digits: `units` times ten to the power of `exponent`. Computed on the text, without decimal.js. */
export interface Exact {
  readonly units: bigint;
  readonly exponent: number;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,5}))?$/;

/** Undefined if the text is not a decimal. */
export function exactly(text: string): Exact | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction);
  return { units: sign === "-" ? -digits : digits, exponent: Number.parseInt(exponent, 10) - fraction.length };
}

export function sum(a: Exact, b: Exact): Exact {
  const exponent = Math.min(a.exponent, b.exponent);
  return { units: unitsAt(exponent, a) + unitsAt(exponent, b), exponent };
}

/** Below 0 when a is less than b, 0 when they are the same number, else above. */
export function compare(a: Exact, b: Exact): number {
  const { units } = sum(a, { ...b, units: -b.units });
  return units < 0n ? -1 : Number(units > 0n);
}

/** Whether two decimal texts are the same number to the last digit. */
export function sameDigits(a: string, b: string): boolean {
  const [left, right] = [exactly(a), exactly(b)];
  return left !== undefined && right !== undefined && compare(left, right) === 0;
}

function unitsAt(exponent: number, { units, exponent: own }: Exact): bigint {
  return units * 10n ** BigInt(own - exponent);
}

/** Decimal text of so many units, with `scale` digits after the point. */
export function decimalText(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  return `${units < 0n ? "-" : ""}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ""}`;
}
