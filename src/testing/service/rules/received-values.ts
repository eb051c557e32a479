/** Values as the service receives them: it ignores the case of keys, and null counts as absent. */
import { decimalText, plainNumber } from "./amounts.js";
import { isJsonNumber } from "./json.js";

/** Received data in the fake's state: numbers are text with the digits that were sent. */
export type ReceivedFields = Readonly<Record<string, unknown>>;

/** The value of a key in any case, the last one if there are several; undefined if `values` is no object. */
export function fieldOf(values: unknown, name: string): unknown {
  const found = Object.entries(isObject(values) ? values : {}).findLast(([key]) => isSameKey(key, name));
  return found?.[1] ?? undefined;
}

/** The values with some fields replaced, whatever the case of their keys. */
export function withFields(values: object, fields: object): object {
  const names = Object.keys(fields);
  const kept = Object.entries(values).filter(([key]) => !names.some((name) => isSameKey(name, key)));
  return Object.fromEntries([...kept, ...Object.entries(fields)]);
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

export function toPlainObject(value: object): ReceivedFields {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toPlainValue(inner)]));
}

/** The text of an amount from a JSON number, text or Decimal; undefined for anything else. */
export function amountText(value: unknown): string | undefined {
  return isJsonNumber(value) ? plainNumber(value.rawJSON) : decimalText(value);
}

type WithoutUndefined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Removes undefined fields, so that an order reads and compares as it was sent. */
export function withoutUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
}

function toPlainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlainValue);
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean" || typeof value === "string") return value;
  if (isJsonNumber(value)) return value.rawJSON;
  return decimalText(value) ?? (isObject(value) ? toPlainObject(value) : String(value));
}

export function isSameKey(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
