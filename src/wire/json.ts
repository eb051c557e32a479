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
  return parseMarked(text) ?? parseRevived(text);
}

/** Reads everything, and says what is wrong with the rest. */
function parseRevived(text: string): JsonValue {
  return json.parse(text, (_key, value, { source }) => (typeof value === "number" ? jsonNumber(source) : value));
}

/** A number in the place of a value: what stands before it, itself, and what must follow. */
const NUMBER = /([:,[]\s*)(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*[,}\]])/g;
const MARK = "\0";
const MARK_IN_JSON = "\\u0000"; // JSON has no other spelling for it
const MAX_DEPTH = 100;

/**
 * The same in less than half the time, since a reviver is called for every value: numbers are made marked strings, and
 * a plain `JSON.parse` does the rest. Undefined for what it leaves to the reviver, whatever is wrong with it.
 */
function parseMarked(text: string): JsonValue | undefined {
  if (text.includes(MARK_IN_JSON)) return undefined;
  try {
    // What looks like a number inside a string cannot go wrong: the mark's quote ends that string, and the backslash
    // behind it is then no JSON.
    const value: unknown = JSON.parse(text.replace(NUMBER, `$1"${MARK_IN_JSON}$2"`));
    return typeof value === "object" ? unmarked(value, 0) : undefined;
  } catch {
    return undefined;
  }
}

/** In place: all of it was made here. */
function unmarked(value: unknown, depth: number): JsonValue {
  if (typeof value === "string" && value.startsWith(MARK)) return jsonNumber(value.slice(1));
  if (typeof value !== "object" || value === null) return value as JsonValue;
  if (depth > MAX_DEPTH) throw new RangeError("nested too deep");
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members)) {
    const member = unmarked(members[key], depth + 1);
    if (member !== members[key]) members[key] = member;
  }
  return members as JsonObject;
}

export function stringifyJson(value: JsonValue): string {
  return JSON.stringify(value);
}
