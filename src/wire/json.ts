import { isNode } from "./runtime.js";

/** A JSON number that keeps its source text. `JSON.stringify` writes that text unchanged. */
export interface JsonNumber {
  readonly rawJSON: string;
}

type Reviver = (key: string, value: unknown, context: { source: string }) => unknown;

// TypeScript has no types yet for raw JSON and for the reviver's third argument.
interface RawJson {
  rawJSON(text: string): JsonNumber;
  isRawJSON(value: unknown): value is JsonNumber;
  parse(text: string, reviver: Reviver): JsonValue;
}

const { rawJSON, isRawJSON, parse } = JSON as unknown as RawJson;

/** Node 22.21 and 24.5 were the first to read the environment's proxy. With an older one, requests would bypass it. */
function isOldNode(): boolean {
  const [major = 0, minor = 0] = isNode() ? process.versions.node.split(".").map(Number) : [Infinity];
  return major < 22 || (major === 22 && minor < 21) || major === 23 || (major === 24 && minor < 5);
}

function unsupported(): never {
  throw new Error("merchant-payments requires Node 24.5 or later, or Node 22 from 22.21");
}

const isSupported = rawJSON !== undefined && isRawJSON !== undefined && !isOldNode();

/** Throws a SyntaxError if the text is not a JSON number. */
export const jsonNumber: RawJson["rawJSON"] = isSupported ? rawJSON : unsupported;
export const isJsonNumber = (isSupported ? isRawJSON : unsupported) as RawJson["isRawJSON"];

export type JsonValue = JsonNumber | string | boolean | null | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

export const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof Object(value).then === "function";

/** Parses JSON. Numbers keep their text, because an 18-digit id is above 2^53, and `0.10` must not become `0.1`. */
export function parseJson(text: string): JsonValue {
  return parse(text, (_key, value, { source }) => (typeof value === "number" ? jsonNumber(source) : value));
}

export function presentFields<T extends object>(fields: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  const present = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(present) as typeof fields;
}
