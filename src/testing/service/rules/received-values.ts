/** Values as received: the service ignores the case of keys, and null counts as absent. */
import { isJsonNumber } from "../../../wire/json.js";
import { decimalText } from "./amounts.js";

/** Received data as it stands in the fake's state; numbers are text, with the digits they were sent with. */
export type PlainValue = string | boolean | null | readonly PlainValue[] | PlainObject;

/** An object of {@link PlainValue}s. */
export interface PlainObject {
  readonly [key: string]: PlainValue;
}

/** The value under a key, in whatever case that was written. The last one counts when there are several. */
export function fieldOf(values: object, name: string): unknown {
  const found = Object.entries(values).findLast(([key]) => sameKey(key, name));
  return found?.[1] ?? undefined;
}

/** The values with some of them replaced, however the replaced keys were written. */
export function replacing(values: object, replacements: object): object {
  const replaced = Object.keys(replacements);
  const kept = Object.entries(values).filter(([key]) => !replaced.some((name) => sameKey(name, key)));
  return Object.fromEntries([...kept, ...Object.entries(replacements)]);
}

/** True when no value is given under any key but these. */
export function hasOnly(values: object, names: readonly string[]): boolean {
  return Object.entries(values).every(
    ([key, value]) => value === undefined || value === null || names.some((name) => sameKey(name, key)),
  );
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

export function plainObject(value: object): PlainObject {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

/** The text of an amount that came as a JSON number, as text or as a Decimal; undefined when it is none of them. */
export function amountText(value: unknown): string | undefined {
  return decimalText(isJsonNumber(value) ? value.rawJSON : value);
}

function plain(value: unknown): PlainValue {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean" || typeof value === "string") return value;
  if (isJsonNumber(value)) return value.rawJSON;
  return decimalText(value) ?? (isObject(value) ? plainObject(value) : String(value));
}

function sameKey(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
