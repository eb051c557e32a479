import fc from "fast-check";
import { MARK, MARKED_DIGITS } from "./odd-values.ts";

/** Texts that some part of a URL, a header or a file system reads as more than characters. */
const NASTY = [
  "../..",
  "..%2f..%2f",
  "%2e%2e%2f",
  "%252e%252e",
  "....",
  "/../admin",
  "a/../../b",
  "//evil.example/",
  "\\..\\..\\",
  "http://evil.example/",
  "?totalAmount=0.01",
  "#fragment",
  "@evil.example",
  ";jsessionid=1",
  "\r\nHost: evil.example",
  " HTTP/1.1\r\n\r\n",
  "\u0000\u0001\u001f\u007f",
  "%00%0d%0a",
  "&amp;<>'\"",
  "~!*'()_-.",
  "{orderNumber}",
  "$(id)",
  "\u2028\u2029\u0085\ufeff",
  "\u202e1001-REDRO",
  "／．．／",
  "e\u0301e\u0301",
  "𐍈𝟙👩‍👩‍👧",
  "%E0%A4%A",
  "%",
  "+ +",
];

/** Well-formed text of so many UTF-16 units, nasty or of any characters. */
export function textOf(least: number, most: number): fc.Arbitrary<string> {
  return fc
    .oneof(fc.constantFrom(...NASTY), fc.string({ unit: "binary", maxLength: most }), fc.constant("A-1001"))
    .map((text) => cut(text.padEnd(least, "./"), most))
    .filter((text) => text.length >= least && text.isWellFormed());
}

/** At most so many units, and no half of a pair at the end. */
function cut(text: string, most: number): string {
  const short = text.slice(0, most);
  return short.isWellFormed() ? short : `${short.slice(0, -1)}x`;
}

/** Text that is no UTF-16: half of a pair somewhere. */
export const malformed = fc.constantFrom(`${MARK}\ud800`, `\udc00${MARK}`, `${MARK}\udc00\ud800${MARK}`);

/** Text that is no amount, though much of it looks like one. */
export const noDecimals = [
  "",
  " ",
  `${MARKED_DIGITS}e3`,
  `+${MARKED_DIGITS}`,
  ` ${MARKED_DIGITS}`,
  `${MARKED_DIGITS}\n`,
  `${MARKED_DIGITS}.`,
  `.${MARKED_DIGITS}`,
  `0${MARKED_DIGITS}`,
  `--${MARKED_DIGITS}`,
  `${MARKED_DIGITS},00`,
  `${MARKED_DIGITS} 000`,
  `0x${MARKED_DIGITS}`,
  `${MARKED_DIGITS}n`,
  `${MARKED_DIGITS}/..`,
  `${MARKED_DIGITS.repeat(6)}`,
  `1,"${MARK}":1`,
  "１２５",
  "١٢٥",
  "125\u0000",
  "125.00\u2028",
  "NaN",
  "Infinity",
  MARK,
];

/** Amounts that a line may have and a total may not. */
export const noTotals = ["0", "-0", "0.00", `-${MARKED_DIGITS}`, `${MARKED_DIGITS}.001`];

/** A total: greater than 0, at most 2 decimals. */
export const total = fc
  .tuple(fc.oneof(fc.bigInt({ min: 1n, max: 999_999n }), fc.bigInt({ min: 1n, max: 10n ** 37n })), fc.nat({ max: 2 }))
  .map(([units, scale]) => {
    const digits = units.toString().padStart(scale + 1, "0");
    const point = digits.length - scale;
    return scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  });
