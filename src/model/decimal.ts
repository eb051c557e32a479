import { Decimal } from "decimal.js";

const WORD_DIGITS = 7; // decimal.js keeps seven digits in a word
const MAX_WORDS = 16; // hold any 106 digits
const MAX_EXPONENT = 100;

// Its own class, so that an application's settings of decimal.js change no copy.
const Copy = Decimal.clone({ defaults: true });

/** Whether a value says that it is a Decimal, of any copy of decimal.js. Parsed JSON can say so too. */
export const claimsDecimal = (value: unknown): value is Decimal => Decimal.isDecimal(value);

/** Calls none of its methods: those of a forged one, with wrong digits, would never return or use up the memory. */
export function copyOfDecimal(value: unknown): Decimal | undefined {
  if (!claimsDecimal(value)) return undefined;
  const { s: sign, e: exponent, d: words, toFixed } = value;
  const isShort = Array.isArray(words) && words.length <= MAX_WORDS && Math.abs(exponent) <= MAX_EXPONENT;
  if (!isShort || typeof toFixed !== "function") return undefined; // parsed JSON has no methods
  const digits = words.map((word, index) => String(word).padStart(index && WORD_DIGITS, "0")).join("");
  if (!/^\d+$/.test(digits) || !Number.isInteger(exponent)) return undefined;
  return new Copy(`${sign === -1 ? "-" : ""}${digits}e${exponent - digits.length + 1}`);
}
