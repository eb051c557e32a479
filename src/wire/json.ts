import { isJsonNumber, type JsonNumber, jsonNumber } from "./raw-json.js";

export { isJsonNumber, type JsonNumber, jsonNumber };

export type JsonValue = JsonNumber | string | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

// TypeScript 7 has no types yet for the "JSON.parse source text access" proposal, which every supported runtime has.
type Reviver = (key: string, value: unknown, context: { source: string }) => unknown;
const json = JSON as unknown as { parse(text: string, reviver: Reviver): JsonValue };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

/** Parses JSON. Numbers keep their text, because an 18-digit id is above 2^53, and `0.10` must not become `0.1`. */
export function parseJson(text: string): JsonValue {
  return json.parse(text, (_key, value, { source }) => (typeof value === "number" ? jsonNumber(source) : value));
}

/** Copies the fields that are neither null nor undefined. */
export function presentFields<T extends object>(fields: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  const present = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present) as typeof fields;
}
