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

/**
 * An object that inherits nothing, whatever somebody has put on `Object.prototype`. V8 keeps objects of a class in a
 * compact form and those of `Object.create(null)` in dictionaries, which take four times as long.
 */
export class Bare {
  static {
    Object.setPrototypeOf(this.prototype, null);
    Reflect.deleteProperty(this.prototype, "constructor");
  }
  [key: string]: unknown;
}

/** True where the run time can write and read numbers without loss (Node 22 and later, Bun, Deno, workerd). */
export const canKeepDigits = () => typeof json.rawJSON === "function";

/** The first one throws a SyntaxError when the text is not a JSON number. */
export const { rawJSON: jsonNumber, isRawJSON: isJsonNumber } = json;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

/**
 * Its objects have no prototype: what stands on a polluted `Object.prototype` is no part of a response.
 *
 * @throws SyntaxError when the text is not JSON, RangeError when it is nested too deep for the run time.
 */
export function parseJson(text: string): JsonValue {
  return json.parse(text, (_key, value, { source }) => {
    if (typeof value === "number") return jsonNumber(source);
    return isJsonObject(value) ? withoutPrototype(value) : value;
  });
}

/** As JSON text. A `toJSON` that other code has added to every object or list changes nothing. */
export const jsonText = (value: unknown) => JSON.stringify(value, "toJSON" in [] ? ownValue : undefined);

function ownValue(this: Fields, key: string): unknown {
  return this[key];
}

type Fields = Readonly<Record<string, unknown>>;

/** A copy that has the object's own fields and no others. */
export const withoutPrototype = <T extends object>(object: T): T => Object.assign(new Bare(), object) as T;

/** A copy without the fields that are null or undefined. */
export function presentFields<T extends object>(fields: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  const present = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present) as typeof fields;
}
