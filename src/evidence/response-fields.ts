/** Liberal readers of response fields. Each returns undefined for null and for what it cannot read. */
import { Decimal } from "decimal.js";
import { Exact } from "../model/amount.js";
import { isGuid } from "../model/guid.js";
import {
  isJsonNumber,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  withoutPrototype,
} from "../wire/json.js";

/** Reads a boolean, also from the texts "true" and "false". */
export function readBoolean(value: JsonValue | undefined): boolean | undefined {
  if (typeof value === "boolean") return value;
  return value === "true" || value === "false" ? value === "true" : undefined;
}

export const readText = (value: JsonValue | undefined) => (typeof value === "string" ? value : undefined);

const MAX_WORDS = 500; // they go into messages and logs; `responseOf` has the whole response

/** Reads words of the service, without control characters. */
export function readWords(value: JsonValue | undefined): string | undefined {
  const words = readText(value)?.slice(0, MAX_WORDS);
  return words?.replace(/\p{Cc}+/gu, " ");
}

/**
 * Reads an identifier from a string, or from a number of any size with every digit. `""`, `0` and an all-zero GUID are
 * absent.
 */
export function readIdentifier(value: JsonValue | undefined): string | undefined {
  const text = isJsonNumber(value) ? /^\d+$/.exec(value.rawJSON)?.[0] : readText(value)?.trim();
  return text === undefined || /^[0{}-]*$/.test(text) ? undefined : text;
}

/** Reads a GUID, and keeps the form in which the service wrote it. */
export function readGuid(value: JsonValue | undefined): string | undefined {
  const text = readText(value);
  return text !== undefined && isGuid(text) ? text : undefined;
}

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/;
const MAX_TEXT = 64;

/** Reads an amount from a number or a string. */
export function readDecimal(value: JsonValue | undefined): Decimal | undefined {
  const text = isJsonNumber(value) ? value.rawJSON : readText(value);
  if (text === undefined || text.length > MAX_TEXT || !DECIMAL.test(text)) return undefined;
  return exactDecimal(text);
}

/** Reads amounts by name. Lists the names of those that are there and cannot be read. */
export function readDecimals<Name extends string>(given: Readonly<Record<Name, JsonValue | undefined>>) {
  const names = (Object.keys(given) as Name[]).filter((name) => given[name] !== undefined && given[name] !== null);
  const read = new Map(names.map((name) => [name, readDecimal(given[name])]));
  const unreadable = names.filter((name) => read.get(name) === undefined);
  const amounts = Object.fromEntries(read) as Record<Name, Decimal | undefined>;
  return { ...amounts, unreadable: unreadable.length > 0 ? unreadable : undefined };
}

function exactDecimal(text: string): Decimal {
  const exact = new Exact(text);
  const apps = new Decimal(text); // the app's settings of decimal.js may have rounded it
  return exact.eq(apps) ? apps : exact; // `eq` uses the settings of its left side
}

/** Reads an object, or a JSON string that holds one. */
export function readObject(value: JsonValue | undefined): JsonObject | undefined {
  try {
    const object = typeof value === "string" ? parseJson(value) : value;
    return isJsonObject(object) ? object : undefined;
  } catch {
    return undefined;
  }
}

/** Turns each number into a Decimal, or into its text if it is out of bounds (`1e2000000000`). */
export function withDecimals(value: JsonValue): unknown {
  if (isJsonNumber(value)) return readDecimal(value) ?? value.rawJSON;
  if (Array.isArray(value)) return value.map(withDecimals);
  if (!isJsonObject(value)) return value;
  return withoutPrototype(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withDecimals(inner)])));
}
