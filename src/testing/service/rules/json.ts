/** JSON in which every number keeps its digits, read by a parser that shares no mistake with the library's. */
import { isJsonNumber, type JsonNumber, jsonNumber } from "../../../wire/json.js";

export { isJsonNumber, jsonNumber };

export type JsonValue = JsonNumber | string | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

// TypeScript has no types yet for the source text that a reviver receives.
type Reviver = (key: string, value: unknown, context: { source: string }) => unknown;
const json = JSON as unknown as { parse(text: string, reviver: Reviver): JsonValue };

/** @throws SyntaxError if the text is not JSON, RangeError if it is nested too deep for the runtime. */
export function parseJson(text: string): JsonValue {
  return json.parse(text, (_key, value, { source }) => (typeof value === "number" ? jsonNumber(source) : value));
}

/** The fields of a body, none if it is empty; undefined if it is no JSON object, or nested too deep for the runtime. */
export function bodyFields(text: string): JsonObject | undefined {
  if (text.trim() === "") return {};
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}
