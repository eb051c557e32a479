import * as z from "zod/mini";
import { isJsonNumber, isJsonObject, isPromise, jsonNumber } from "../wire/json.js";
import { readAmount } from "./amount.js";
import { claimsDecimal } from "./decimal.js";
import { MAX_ISSUES, PROMISE, type Report } from "./issue.js";
import { sameInOtherCase } from "./nearest-key.js";
import { type InputTerms, namesBelow, type Payload, report } from "./schema.js";

/** Schemas of objects and lists. Null and undefined are absent, and unknown keys are invalid. */

export const anyJson = z.optional(
  z.transform((value: unknown, payload) =>
    copyAsJson(value, (path, fault) => payload.issues.length < MAX_ISSUES && report(payload, fault, path)),
  ),
);

export const isNothing = (value: unknown) => value === null || value === undefined;
export const isNothingOrBlank = (value: unknown) =>
  isNothing(value) || (typeof value === "string" && value.trim() === "");

/** An object with these fields, and unknown ones to send. Blank text is absent, but not where anything is valid. */
export function objectOf<Shape extends z.core.$ZodLooseShape>(shape: Shape, terms?: InputTerms, at = "") {
  const known = Object.keys(shape);
  const extra = terms === undefined ? [] : namesBelow(at, terms.extraFields);
  // The service ignores case: it would read a known name in another case as the known one, unchecked.
  const sent = extra.filter((name) => sameInOtherCase(name, known) === undefined);
  const all = { ...shape, ...Object.fromEntries(sent.map((name) => [name, anyJson])) };
  return strict<Shape>(all, (value, schema) => (schema === anyJson ? isNothing(value) : isNothingOrBlank(value)));
}

type IsAbsent = (value: unknown, schema: unknown) => boolean;

/** An object without unknown keys. Each field is read by its name, because a class may have it as an accessor. */
export function strict<Shape extends z.core.$ZodLooseShape>(
  shape: z.core.$ZodLooseShape,
  isAbsent: IsAbsent,
  expected?: string,
) {
  const known = new Map(Object.entries(shape));
  const present = z.transform((given: unknown, payload) => {
    if (!isData(given, payload, expected)) return z.NEVER;
    const keys = Object.keys(given).filter((key) => !known.has(key) && !isNothing(given[key]));
    if (keys.length > 0) {
      // Alone after issues of this code, zod goes on to the fields.
      const code = "unrecognized_keys";
      payload.issues.push({ code, keys: keys.slice(0, MAX_ISSUES), input: given, known: [...known.keys()] });
    }
    const fields: Record<string, unknown> = {};
    for (const [name, schema] of known) {
      const value = given[name];
      if (!isAbsent(value, schema)) fields[name] = value;
    }
    return fields;
  });
  return z.pipe(present, z.object(shape)) as unknown as z.ZodMiniObject<Shape, z.core.$strip>;
}

export function isData(given: unknown, payload: Payload, expected = "object"): given is Record<string, unknown> {
  if (!isJsonObject(given) || claimsDecimal(given)) {
    payload.issues.push({ code: "invalid_type", expected, input: given });
    return false;
  }
  const rule = "toJSON" in given && typeof given.toJSON === "function" ? TO_JSON : faultOfObject(given);
  if (rule !== undefined) report(payload, { code: "unreadable", rule });
  return rule === undefined;
}

const TO_JSON = "has a method toJSON: give plain data, for instance what the method returns";

/** A list of at most so many entries. zod counts them before it checks any of them. */
export const listOf = <Entry extends z.core.$ZodType>(entry: Entry, most: number, fix: string) =>
  z.array(entry).check(z.maxLength(most, `has too many entries, at most ${most} are possible: ${fix}`));

type Path = readonly PropertyKey[];

const MAX_DEPTH = 32;

/** Copies a value as JSON carries it, without null and undefined. Reports what `JSON.stringify` would drop or change. */
export function copyAsJson(given: unknown, report: Report, path: Path = [], holders: readonly unknown[] = []): unknown {
  const invalid = (rule: string) => void report(path, { code: "unreadable", rule });
  if (path.at(-1) === "__proto__" && (given ?? undefined) !== undefined)
    return invalid("must not be a key of data: remove it");
  if (claimsDecimal(given)) {
    const reading = readAmount(given);
    return "text" in reading ? jsonNumber(reading.text) : invalid(reading.fault.rule);
  }
  const value = typeof Object(given).toJSON === "function" ? Object(given).toJSON() : given;
  const fault = holders.includes(given) ? TOO_DEEP : faultOf(value, path);
  if (fault !== undefined) return invalid(fault);
  if (typeof value !== "object" || value === null || isJsonNumber(value)) return value ?? undefined;
  const copied = (each: unknown, key: PropertyKey) => copyAsJson(each, report, [...path, key], [...holders, given]);
  if (Array.isArray(value)) return Array.from(value, copied); // also visits the gaps of a list
  const fields = Object.entries(value).map(([name, each]) => [name, copied(each, name)] as const);
  return Object.fromEntries(fields.filter(([, each]) => each !== undefined));
}

const TOO_DEEP = `is nested deeper than ${MAX_DEPTH} levels or contains itself`;
export const NOTHING_IN_LIST = "must not be null or undefined: take it out of the list";

function faultOf(value: unknown, path: Path): string | undefined {
  if (path.length > MAX_DEPTH) return TOO_DEEP;
  if (value === null || value === undefined) return typeof path.at(-1) === "number" ? NOTHING_IN_LIST : undefined;
  if (typeof value === "object") return faultOfObject(value);
  if (typeof value === "number" && !Number.isFinite(value)) return "must be finite: JSON has no NaN and no Infinity";
  if (["string", "number", "boolean"].includes(typeof value)) return undefined;
  return `must be a JSON value, not a ${typeof value}: convert it to text or leave it out`;
}

/** An instance of the caller's own class is data. */
export function faultOfObject(value: object): string | undefined {
  if (isPromise(value)) return PROMISE;
  if (Array.isArray(value) || Object.prototype.toString.call(value) === "[object Object]") return undefined;
  return "must be a plain object, an array or a simple value, so that JSON can carry it";
}
