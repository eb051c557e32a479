/**
 * JSON in which every number keeps its digits. The fake has a reader of its own, so that a mistake in the library's
 * cannot hide here.
 */

/** A number as the text that it was written with; `JSON.stringify` writes that text again. */
export interface JsonNumber {
  readonly rawJSON: string;
}

export type JsonValue = JsonNumber | string | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

// TypeScript has no types yet for raw JSON, nor for the source text that a reviver is given.
const json = JSON as unknown as {
  rawJSON(text: string): JsonNumber;
  isRawJSON(value: unknown): value is JsonNumber;
  parse(text: string, reviver: (key: string, value: unknown, context: { source: string }) => unknown): JsonValue;
};

export const jsonNumber = json.rawJSON;
export const isJsonNumber = json.isRawJSON;

export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

/** @throws SyntaxError when the text is not JSON, RangeError when it is nested too deep for the runtime. */
export function parseJson(text: string): JsonValue {
  return json.parse(text, (_key, value, { source }) => (typeof value === "number" ? jsonNumber(source) : value));
}
