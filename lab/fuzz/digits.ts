/** Whether two decimal texts are the same number to the last digit. Worked out on the text alone. */
export function sameDigits(a: string, b: string): boolean {
  const [left, right] = [normal(a), normal(b)];
  return left !== undefined && left === right;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,6}))?$/;

/** Sign, digits without zeros at either end, and the power of ten of the last digit. */
function normal(text: string): string | undefined {
  const match = DECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const digits = (whole + fraction).replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return "0";
  return `${sign}${kept}e${Number.parseInt(exponent, 10) - fraction.length + digits.length - kept.length}`;
}
