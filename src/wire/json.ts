/**
 * Lossless JSON: a number is kept as the text it was written with, on the way out and on the way in.
 * An 18-digit transaction id sent as a number is larger than 2^53, and `0.10` must not become `0.1`.
 */

/** A JSON number that keeps its source text; `JSON.stringify` writes that text as it stands. */
export interface JsonNumber {
  readonly rawJSON: string;
}

export type JsonValue = JsonNumber | string | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

// TypeScript 7 has no types yet for the "JSON.parse source text access" proposal, which every supported run time has.
type Reviver = (key: string, value: unknown, context: { source: string }) => unknown;
const json = JSON as unknown as {
  rawJSON(text: string): JsonNumber;
  isRawJSON(value: unknown): value is JsonNumber;
  parse(text: string, reviver: Reviver): JsonValue;
};

/** True where the run time can write and read numbers without loss (Node 22 and later, Bun, Deno, workerd). */
export function canKeepDigits(): boolean {
  return typeof json.rawJSON === "function";
}

/** @throws SyntaxError when the text is not a JSON number. */
export function jsonNumber(text: string): JsonNumber {
  return json.rawJSON(text);
}

export function isJsonNumber(value: unknown): value is JsonNumber {
  return json.isRawJSON(value);
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

/** @throws SyntaxError when the text is not JSON, RangeError when it is nested too deep for the run time. */
export function parseJson(text: string): JsonValue {
  return json.parse(text, (_key, value, context) => (typeof value === "number" ? jsonNumber(context.source) : value));
}

export function stringifyJson(value: JsonValue): string {
  return JSON.stringify(value);
}
