/** Liberal readers of response fields. Each returns undefined for null and for what it cannot read. */
import { Decimal } from "decimal.js";
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue, parseJson } from "../wire/json.js";
import { Exact } from "./amount.js";

export const readBoolean = (value: JsonValue | undefined) => (typeof value === "boolean" ? value : undefined);

export const readText = (value: JsonValue | undefined) => (typeof value === "string" ? value : undefined);

/** Reads an identifier from a string, or from a number of any size with every digit. `""` and `0` are absent. */
export function readIdentifier(value: JsonValue | undefined): string | undefined {
  const text = isJsonNumber(value) ? /^\d+$/.exec(value.rawJSON)?.[0] : readText(value)?.trim();
  return text === undefined || /^0*$/.test(text) ? undefined : text;
}

/** A GUID with dashes, of any version and case, but not all zeros: the service writes that for "none". */
export const GUID = /^(?!0{8}-(?:0{4}-){3}0{12}$)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const readGuid = (value: JsonValue | undefined) => readText(value)?.match(GUID)?.[0];

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/;
const MAX_TEXT = 64;

/** Reads an amount from a number or a string. */
export function readDecimal(value: JsonValue | undefined): Decimal | undefined {
  const text = isJsonNumber(value) ? value.rawJSON : readText(value);
  if (text === undefined || text.length > MAX_TEXT || !DECIMAL.test(text)) return undefined;
  return exactDecimal(text);
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
