import { isNumber, NUMBER_AS_TEXT } from "../../model/is.js";
import { invalid } from "../errors.js";

/**
 * Demands that every database stores the key as it is. A database does not tell one half of a surrogate pair from
 * another: two keys would become one.
 *
 * @throws PaymentValidationError
 */
export function demandKey(key: unknown): asserts key is string {
  if (isNumber(key)) throw invalid("key", "bad_format", NUMBER_AS_TEXT);
  if (typeof key === "string" && /^[^\0]{1,200}$/.test(key) && key.isWellFormed()) return;
  throw invalid("key", "bad_format", "must be well-formed text of 1 to 200 characters, without NUL");
}

/**
 * Demands that a key without a record is in NFC. Another form of the same text would be another key, and a second capture.
 *
 * @throws PaymentValidationError
 */
export function demandNewKey(key: unknown): asserts key is string {
  demandKey(key);
  if (key === key.normalize()) return;
  const rule = "must be in the Unicode form NFC: use key.normalize() in every program that uses the key";
  throw invalid("key", "bad_format", rule);
}
