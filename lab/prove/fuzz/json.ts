import { isDeepStrictEqual } from "node:util";

/** A JSON value exactly as written, with the digits of each number. Only a drawn one has a key twice. */
export type Json =
  | { readonly kind: "object"; readonly entries: readonly (readonly [string, Json])[] }
  | { readonly kind: "array"; readonly items: readonly Json[] }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly source: string }
  | { readonly kind: "literal"; readonly value: boolean | null };

export const text = (value: string): Json => ({ kind: "text", text: value });
export const number = (source: string): Json => ({ kind: "number", source });
export const literal = (value: boolean | null): Json => ({ kind: "literal", value });
export const object = (...entries: (readonly [string, Json])[]): Json => ({ kind: "object", entries });
export const array = (...items: Json[]): Json => ({ kind: "array", items });

type Reviver = (key: string, value: unknown, context: { source: string }) => unknown;
const { parse } = JSON as unknown as { parse(text: string, reviver: Reviver): Json };

/** The text as JSON, or undefined. */
export function readJson(source: string): Json | undefined {
  try {
    return parse(source, (_key, value, context) => jsonOf(value, context.source));
  } catch {
    return undefined;
  }
}

/** Of a value whose fields and items have been read. */
function jsonOf(value: unknown, source: string): Json {
  if (typeof value === "number") return number(source);
  if (typeof value === "string") return text(value);
  if (typeof value === "boolean" || value === null) return literal(value);
  return Array.isArray(value) ? array(...value) : object(...Object.entries(value as Record<string, Json>));
}

export function writeJson(json: Json): string {
  switch (json.kind) {
    case "object":
      return `{${json.entries.map(([key, value]) => `${JSON.stringify(key)}:${writeJson(value)}`).join(",")}}`;
    case "array":
      return `[${json.items.map(writeJson).join(",")}]`;
    case "text":
      return JSON.stringify(json.text);
    case "number":
      return json.source;
    case "literal":
      return String(json.value);
  }
}

/** A field of an object. The last one of two with the same key counts, as for every JavaScript reader. */
export function field(json: Json | undefined, key: string): Json | undefined {
  return json?.kind === "object" ? json.entries.findLast(([name]) => name === key)?.[1] : undefined;
}

/** A text, or a number as it was written. */
export function textIn(json: Json | undefined): string | undefined {
  if (json?.kind === "number") return json.source;
  return json?.kind === "text" ? json.text : undefined;
}

/** Whether two texts are the same JSON, to the last digit. The order of fields does not matter. */
export function isSameJson(a: string, b: string): boolean {
  const [left, right] = [readJson(a), readJson(b)];
  return left !== undefined && right !== undefined && isDeepStrictEqual(sorted(left), sorted(right));
}

function sorted(json: Json): Json {
  if (json.kind === "array") return array(...json.items.map(sorted));
  if (json.kind !== "object") return json;
  const byName = json.entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return object(...byName.map(([key, value]) => [key, sorted(value)] as const));
}
