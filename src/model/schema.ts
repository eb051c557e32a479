import { Decimal } from "decimal.js";
import * as z from "zod/mini";
import type { ValidationCode, ValidationIssue } from "../errors/payment-validation-error.js";
import { accepts } from "./accepts.js";
import { type Amount, readAmount } from "./amount.js";
import { GUID } from "./guid.js";
import { childPath, issue, MAX_ISSUES, pathText } from "./issue.js";
import { nearestKey } from "./nearest-key.js";

/**
 * Rules that the service's published contract does not show. They are checked by default, since breaking one is
 * nearly always a mistake, and a merchant who knows better can waive them.
 */
export type Assumption = "limits" | "lineItemTotal";

export interface Fault {
  readonly code: ValidationCode;
  readonly rule: string;
  readonly assumption?: Assumption | undefined;
}

/** What is wrong with a value, if anything. Pure: it is asked again about a value that a schema refused. */
type FaultOf<T> = (value: T) => Fault | undefined;

/** A rule on one value, to zod a predicate: so that whether a value is good can be told without making anything. */
export function must<T>(faultOf: FaultOf<T>) {
  return z.refine<T>((value) => faultOf(value) === undefined, { params: { fault: faultOf } });
}

/** An object that takes further keys. In a snapshot a Decimal is an object too, and would pass for an empty one. */
export function openObject<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const noObject = { code: "wrong_type", rule: "must be an object" } as const;
  return z.looseObject(shape).check(must((value) => (Decimal.isDecimal(value) ? noObject : undefined)));
}

/** A string of `min` to `max` UTF-16 units, which is what the service's platform counts (zod counts code points). */
export function text(min: number, max: number, assumption?: Assumption) {
  const span = min === max ? `exactly ${min}` : `${min} to ${max}`;
  return z.string().check(
    must((value) => {
      if (!value.isWellFormed()) return malformed;
      if (value.length >= min && value.length <= max) return undefined;
      const [code, fix]: [ValidationCode, string] =
        value.length < min ? ["too_short", "lengthen it"] : ["too_long", "shorten it"];
      return { code, rule: `must be ${span} characters long and has ${value.length}: ${fix}`, assumption };
    }),
  );
}

/** A string of any length. */
export function anyText() {
  return z.string().check(must((value) => (value.isWellFormed() ? undefined : malformed)));
}

const malformed: Fault = {
  code: "bad_format",
  rule: "holds half of a surrogate pair: text was cut inside a character, cut it elsewhere",
};

/** A string of a given shape; `rule` says which, and the fix. */
export function shaped(shape: RegExp, rule: string, assumption?: Assumption) {
  return z.string().check(
    must((value) => {
      if (!value.isWellFormed()) return malformed;
      return shape.test(value) ? undefined : { code: "bad_format", rule, assumption };
    }),
  );
}

/** A GUID with dashes, of any version, and not the all-zero one. */
export function guid() {
  const rule = "must be a GUID with dashes, as the service gave it, and not the all-zero one";
  return shaped(GUID, rule);
}

/** By shape, so that a new currency needs no new release. Two digits are a number without its leading zero. */
export function currencyCode() {
  const rule =
    "must be an ISO 4217 code: three letters in upper case like SEK (a lower-case one is refused), or its number like 752";
  return shaped(/^(?:[A-Z]{3}|\d{2,3})$/, rule);
}

/** An amount of a line: zero and negative ones are legitimate (free items, discounts). */
export function amount(assumption?: Assumption) {
  const faultOf: FaultOf<unknown> = (value) => {
    const reading = readAmount(value);
    if ("text" in reading) return undefined;
    const { code, message } = reading.fault;
    return { code, rule: message, assumption: code === "required" ? assumption : undefined };
  };
  return z.custom<Amount>((value) => faultOf(value) === undefined, { params: { fault: faultOf } });
}

/** An amount greater than 0, as totals are. */
export function totalAmount() {
  return amount().check(
    must((value) => {
      const reading = readAmount(value);
      if (!("text" in reading)) return undefined;
      const isNegative = reading.text.startsWith("-");
      if (!isNegative && /[1-9]/.test(reading.text)) return undefined;
      // Zero is only assumed to be wrong; a negative total never makes sense.
      return { code: "not_positive", rule: "must be greater than 0", assumption: isNegative ? undefined : "limits" };
    }),
  );
}

/** Undefined when there are too many of them: zod hands them on as the arguments of a call. */
function faultsOf(schema: ObjectSchema, value: unknown) {
  try {
    return accepts(schema, value) ? [] : (schema.safeParse(value).error?.issues ?? []);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type ObjectSchema = z.ZodMiniType & { readonly shape: Readonly<Record<string, unknown>> };

export interface Check {
  /** Where the value stands in what the caller gave: `options` for the second argument. */
  readonly at?: string;
  readonly waived?: ReadonlySet<Assumption>;
  /** For keys whose absence needs more words than "is required". */
  readonly required?: Readonly<Record<string, string>>;
}

/** Checks a snapshot against the schema of an object; one issue per fault, each a sentence. */
export function check(schema: ObjectSchema, value: unknown, { at, waived, required }: Check): ValidationIssue[] {
  const faults = faultsOf(schema, value);
  if (faults === undefined) return [issue(at ?? "", "unreadable", "has too many faults to list: send fewer values")];
  return faults.slice(0, MAX_ISSUES).flatMap((found) => {
    const path = pathText(at === undefined ? found.path : [at, ...found.path]);
    switch (found.code) {
      case "custom": {
        const { code, rule, assumption } = faultIn(found, value);
        return assumption !== undefined && waived?.has(assumption) ? [] : [issue(path, code, rule)];
      }
      case "unrecognized_keys":
        return found.keys
          .slice(0, MAX_ISSUES)
          .map((key) => unknownKey(childPath(path, key), key, keysAt(schema, found.path)));
      case "invalid_value":
        return [issue(path, "wrong_type", `must be one of ${found.values.join(", ")}`)];
      case "invalid_type":
        return [wrongType(path, found.expected, valueAt(value, found.path), required?.[path])];
      default:
        return [issue(path, "bad_format", found.message)];
    }
  });
}

/** The fault that a check found itself, or that a rule finds once more. */
function faultIn({ params, path }: z.core.$ZodIssueCustom, value: unknown): Fault {
  const fault = params?.["fault"] as Fault | FaultOf<unknown>;
  const found = typeof fault === "function" ? fault(valueAt(value, path)) : fault;
  return found ?? { code: "unreadable", rule: "changes while it is read" }; // a getter's value, in a client's options
}

function wrongType(path: string, expected: string, value: unknown, required?: string): ValidationIssue {
  const kind = expected === "record" ? "object of names and text" : expected;
  const wanted = `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
  if (value === undefined) return issue(path, "required", `is required: ${required ?? `add it, as ${wanted}`}`);
  if (value === null && path !== "")
    return issue(path, "wrong_type", `must be ${wanted}, not null: give one, or leave it out if it is optional`);
  return issue(path, "wrong_type", `must be ${wanted}`);
}

function unknownKey(path: string, key: string, keys: readonly string[]): ValidationIssue {
  const nearest = nearestKey(key, keys);
  return issue(
    path,
    "unknown_key",
    nearest === undefined ? "is not a known key: remove it" : `is not a known key: did you mean ${nearest}?`,
  );
}

/** The known keys of the object at a path: of the schema itself, or of a strict object in one of its fields. */
function keysAt(schema: ObjectSchema, path: readonly PropertyKey[]): readonly string[] {
  const at = path.reduce<unknown>(
    (object, key) => innermost((object as ObjectSchema | undefined)?.shape?.[String(key)]),
    schema,
  );
  return Object.keys((at as ObjectSchema | undefined)?.shape ?? {});
}

function innermost(schema: unknown): unknown {
  const inner = (schema as { def?: { innerType?: unknown } } | undefined)?.def?.innerType;
  return inner === undefined ? schema : innermost(inner);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
}
