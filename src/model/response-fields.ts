/** Liberal readers of single fields of a response; each gives undefined for what it cannot read, null among it. */
import { Decimal } from "decimal.js";
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue, parseJson } from "../wire/json.js";
import { Exact } from "./amount.js";

export const readBoolean = (value: JsonValue | undefined) => (typeof value === "boolean" ? value : undefined);

export const readText = (value: JsonValue | undefined) => (typeof value === "string" ? value : undefined);

/** An identifier, sent as a string or as a number of any size, with every digit. The nil values `""` and `0` are absent. */
export function readIdentifier(value: JsonValue | undefined): string | undefined {
  const text = isJsonNumber(value) ? /^\d+$/.exec(value.rawJSON)?.[0] : readText(value)?.trim();
  return text === undefined || /^0*$/.test(text) ? undefined : text;
}

/** A GUID with dashes, of any version and in any case, and not the all-zero one, which the service means by "none". */
export const GUID = /^(?!0{8}-(?:0{4}-){3}0{12}$)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const readGuid = (value: JsonValue | undefined) => readText(value)?.match(GUID)?.[0];

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/;
const MAX_TEXT = 64;

/** An amount, sent as a number or as a string. */
export function readDecimal(value: JsonValue | undefined): Decimal | undefined {
  const text = isJsonNumber(value) ? value.rawJSON : readText(value);
  if (text === undefined || text.length > MAX_TEXT || !DECIMAL.test(text)) return undefined;
  return exactDecimal(text);
}

function exactDecimal(text: string): Decimal {
  const exact = new Exact(text);
  const apps = new Decimal(text); // the app's own settings of decimal.js may have rounded it
  return exact.eq(apps) ? apps : exact; // `eq` computes with the settings of its left side
}

/** An object, or a JSON string that carries one. */
export function readObject(value: JsonValue | undefined): JsonObject | undefined {
  try {
    const object = typeof value === "string" ? parseJson(value) : value;
    return isJsonObject(object) ? object : undefined;
  } catch {
    return undefined;
  }
}
