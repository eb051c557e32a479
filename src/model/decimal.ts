import { Decimal } from "decimal.js";

const WORD_DIGITS = 7; // decimal.js keeps seven digits in a word
const MAX_WORDS = 16; // hold any 106 digits
const MAX_EXPONENT = 100;

// Its own class, so that an application's settings of decimal.js change no copy.
const Copy = Decimal.clone({ defaults: true });

/**
 * Whether a value says that it is a Decimal, of any copy of decimal.js. Parsed JSON can say so too.
 *
 * @throws what a getter or a Proxy throws.
 */
export const claimsDecimal = (value: unknown): boolean => Decimal.isDecimal(value);

/**
 * Returns a copy of a Decimal; undefined for any other value, and for a Decimal that is not finite or is far longer than
 * an amount.
 *
 * decimal.js trusts every object that has its tag. If the fields are wrong, its methods never return or use up the
 * memory. So no method of the object is called. Its digits are read once, and decimal.js must make the same fields of
 * them.
 */
export function copyOfDecimal(value: unknown): Decimal | undefined {
  try {
    if (!claimsDecimal(value)) return undefined;
    const { s: sign, e: exponent, d: list, toFixed } = value as Decimal;
    if (typeof toFixed !== "function" || !Array.isArray(list)) return undefined; // parsed JSON has no methods
    const { length } = list;
    if (!(length <= MAX_WORDS && Math.abs(exponent) <= MAX_EXPONENT)) return undefined;
    const words = Array.from({ length }, (_, index): unknown => list[index]);
    if (words.some((word) => typeof word !== "number")) return undefined;
    const digits = words.map((word, index) => String(word).padStart(index && WORD_DIGITS, "0")).join("");
    const copy = new Copy(`${sign === -1 ? "-" : ""}${digits}e${exponent - digits.length + 1}`);
    const isSame = copy.s === sign && copy.e === exponent && copy.d.join() === words.join();
    return isSame ? copy : undefined;
  } catch {
    return undefined; // a getter or a Proxy threw, or the fields are no digits
  }
}
