/** Schemas of objects and lists. Null and undefined are absent, and unknown keys are invalid. */
import * as z from "zod/mini";
import { isJsonObject, presentFields } from "../wire/json.js";
import { claimsDecimal } from "./decimal.js";
import { MAX_ISSUES } from "./issue.js";
import { copyAsJson, faultOfObject } from "./json-value.js";
import { sameInOtherCase } from "./nearest-key.js";
import { type Payload, report } from "./schema.js";

/** Anything that JSON can carry. */
export const anyJson = z.optional(
  z.transform((value: unknown, payload) =>
    copyAsJson(value, (path, fault) => payload.issues.length < MAX_ISSUES && report(payload, fault, path)),
  ),
);

export const isNothing = (value: unknown) => value === null || value === undefined;
export const isNothingOrBlank = (value: unknown) =>
  isNothing(value) || (typeof value === "string" && value.trim() === "");

/**
 * An object with these fields. Blank text is absent, as a form sends it, but not where anything is valid.
 *
 * @param extra - The names of unknown fields to send.
 */
export function objectOf<Shape extends z.core.$ZodLooseShape>(shape: Shape, extra: readonly string[] = []) {
  const known = Object.keys(shape);
  // The service ignores case: it would read a known name in another case as the known one, unchecked.
  const sent = extra.filter((name) => sameInOtherCase(name, known) === undefined);
  const all = { ...shape, ...Object.fromEntries(sent.map((name) => [name, anyJson])) };
  return strict<Shape>(all, (value, schema) => (schema === anyJson ? isNothing(value) : isNothingOrBlank(value)));
}

/** An object of options. Blank text is not absent, because its variable may be empty by mistake. */
export const optionsOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => strict<Shape>(shape, isNothing);

type IsAbsent = (value: unknown, schema: unknown) => boolean;

/** A class may have its fields as accessors, so each known field is read by its name. */
function strict<Shape extends z.core.$ZodLooseShape>(shape: z.core.$ZodLooseShape, isAbsent: IsAbsent) {
  const known = new Map(Object.entries(shape));
  const present = z.transform((given: unknown, payload) => {
    if (!isData(given, payload)) return z.NEVER;
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

/** Whether a value is an object with fields. Reports it if not. */
function isData(given: unknown, payload: Payload, expected = "object"): given is Record<string, unknown> {
  if (!isJsonObject(given) || claimsDecimal(given)) {
    payload.issues.push({ code: "invalid_type", expected, input: given });
    return false;
  }
  const rule = "toJSON" in given && typeof given.toJSON === "function" ? TO_JSON : faultOfObject(given);
  if (rule !== undefined) report(payload, { code: "unreadable", rule });
  return rule === undefined;
}

const TO_JSON = "has a method toJSON: give plain data, for instance what the method returns";

/** An object whose names are the caller's own. */
export function recordOf<T>(
  value: z.ZodMiniType<T>,
  faultOf: (name: string, all: Readonly<Record<string, T>>) => string | undefined,
) {
  type Values = Record<string, T>;
  const present = z.transform((given: Values, payload) =>
    isData(given, payload, "object of names and values") ? (presentFields(given) as Values) : z.NEVER,
  );
  const names = z.check<Values>((payload) => {
    for (const name of Object.keys(payload.value)) {
      const rule = faultOf(name, payload.value);
      if (rule !== undefined) report(payload, { code: "not_allowed", rule }, [name]);
    }
  });
  const record = z.record(z.string(), value).check(names);
  return z.pipe(present, record as z.ZodMiniType<Values, Values>) as z.ZodMiniType<Readonly<Values>, Readonly<Values>>;
}

/** A list of at most so many entries. zod counts them before it checks any of them. */
export const listOf = <Entry extends z.core.$ZodType>(entry: Entry, most: number, fix: string) =>
  z.array(entry).check(z.maxLength(most, `has too many entries, at most ${most} are possible: ${fix}`));
