/** Building blocks of schemas. A client's schemas leave out the rules that it waives. */
import * as z from "zod/mini";
import type { Assumption } from "../errors/assumptions.js";
import { Bare, type JsonNumber, jsonNumber } from "../wire/json.js";
import { type Amount, readAmount, readNumber } from "./amount.js";
import { CURRENCY_CODE } from "./currency.js";
import type { FieldRule } from "./fields.js";
import { type Fault, MAX_ISSUES } from "./issue.js";
import { entrySchemas } from "./known-fields.js";

/** An object of the copy, before the types of its fields are known. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The assumptions that a client has waived. */
export type Waived = ReadonlySet<Assumption>;

/** Adds a fault at a path below the checked value. */
export type Report = (path: readonly PropertyKey[], fault: Fault) => void;

function report({ issues }: { readonly issues: z.core.$ZodRawIssue[] }, path: readonly PropertyKey[], fault: Fault) {
  // Without `continue`, zod would skip the rules across fields, and faults would be missing from the list.
  issues.push({ code: "custom", input: undefined, path: [...path], params: { fault }, continue: true });
}

/** A rule on one value. */
export function must<T>(faultOf: (value: T) => Fault | undefined) {
  return z.check<T>((payload) => {
    const fault = faultOf(payload.value);
    if (fault !== undefined) report(payload, [], fault);
  });
}

/** The rule of a client's option for a number, in a call. */
export function byRule(rule: FieldRule<number>) {
  return (z.unknown() as z.ZodMiniType<number, number>).check(
    z.check((payload) => {
      const code = typeof payload.value === "number" ? "bad_format" : "wrong_type";
      rule(payload.value, (problem) => void report(payload, [], { code, rule: problem }));
    }),
  );
}

const WHEN_OBJECT = { when: ({ value }: { value: unknown }) => isFields(value) };

/**
 * A rule across the fields of an object. It runs even if fields have faults of their own, so that all faults are
 * reported at once. Such a field may hold anything, but an invalid amount is never a JSON number. A waived fault is
 * dropped.
 */
export function across<T>(
  rule: (value: T, report: Report) => void,
  waived: ReadonlySet<Assumption | undefined> = new Set(),
) {
  return z.check<T>((payload) => {
    rule(payload.value, (path, fault) => {
      if (payload.issues.length < MAX_ISSUES && !waived.has(fault.assumption)) report(payload, path, fault);
    });
  }, WHEN_OBJECT);
}

/** An object with these fields. Its type admits no others; unknown keys are found when an input is copied. */
export function objectOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  // zod's objects have a prototype. A property of a polluted one must not pass for a field.
  const ownFields = z.check<object>((payload) => {
    payload.value = Object.assign(new Bare(), payload.value);
  }, WHEN_OBJECT);
  return z.looseObject(shape).check(ownFields) as unknown as ReturnType<typeof z.strictObject<Shape>>;
}

/** Made at once: zod cannot make its first list while other code's properties are on every object. */
const anyList = z.array(z.unknown());

/**
 * A list of such entries. It is checked only up to the entry that fills the list of issues: zod's own list throws a
 * RangeError at about 130,000 of them.
 *
 * `run` is what zod's `safeParse` calls. `safeParse` itself returns no value if an entry has a fault, and the rules
 * across the lines read the other fields of that entry.
 */
export function arrayOf<Entry extends z.ZodMiniType>(entry: Entry) {
  const everyEntry = z.check<unknown[]>((payload) => {
    const outputs: unknown[] = [];
    for (const [index, each] of payload.value.entries()) {
      const { value, issues } = entry._zod.run({ value: each, issues: [] }, { async: false }) as z.core.ParsePayload;
      outputs.push(value);
      for (const { path = [], ...found } of issues)
        payload.issues.push({ ...found, path: [index, ...path], continue: true });
      if (payload.issues.length >= MAX_ISSUES) return; // with the value as it is given, so that no rule misses an entry
    }
    payload.value = outputs;
  });
  const list = anyList.check(everyEntry) as unknown as z.ZodMiniArray<Entry>;
  entrySchemas.set(list, entry);
  return list;
}

/**
 * A string of `min` to `max` UTF-16 units, as the service's platform counts them (zod counts code points). `assumed`
 * names the assumption behind a bound that the service's contract does not show.
 */
export const text = (...span: Parameters<typeof lengthFault>) => shaped(lengthFault(...span));

export function lengthFault(min: number, max: number, assumed: { shorter?: Assumption; longer?: Assumption } = {}) {
  const span = min === 0 ? `at most ${max}` : min === max ? `exactly ${min}` : `${min} to ${max}`;
  const rule = (length: number, change: string) =>
    `must be ${span} characters long and has ${length}: ${min === max ? "give it unchanged, as text" : change}`;
  return ({ length }: string): Fault | undefined => {
    const longer = length === 0 ? "fill it in" : "lengthen it";
    if (length < min) return { code: "too_short", rule: rule(length, longer), assumption: assumed.shorter };
    if (length > max) return { code: "too_long", rule: rule(length, "shorten it"), assumption: assumed.longer };
    return undefined;
  };
}

/** A string of any length. */
export const anyText = () => shaped(() => undefined);

/** A string of a given form. `rule` names the form and the fix. */
export function matching(form: RegExp, rule: string, assumption?: Assumption, text = z.string()) {
  return shaped((value) => (form.test(value) ? undefined : { code: "bad_format", rule, assumption }), text);
}

/** Text without the blanks and newlines at its ends, which forms and files add. Made at once, as the list above. */
export const trimmed = z.string().check(z.trim());

/** A string with a rule on its text. */
export function shaped(faultOf: FaultOfText, text = z.string()) {
  const rule = "holds half of a surrogate pair: text was cut inside a character, cut it elsewhere";
  return text.check(must((value) => (value.isWellFormed() ? faultOf(value) : { code: "bad_format", rule })));
}

/**
 * Checks only the form, so that a new currency needs no new release. Two digits are a number without its leading zero.
 */
export function currencyCode() {
  const rule =
    "must be an ISO 4217 code: three letters in upper case like SEK (a lower-case one is invalid), or its number like 752";
  return matching(CURRENCY_CODE, rule);
}

/**
 * An amount, which becomes an exact JSON number. Zero and negative amounts are valid in a line (discounts).
 *
 * @param required - the assumption that requires it, if it is only assumed.
 */
export const amount = (faultOf?: FaultOfText, required?: Assumption) => exact<Amount>(readAmount, faultOf, required);

/** A quantity or a percentage, which becomes an exact JSON number too. */
export const number = () => exact<Amount | number>(readNumber);

type FaultOfText = (text: string) => Fault | undefined;

function exact<Given>(read: typeof readAmount, faultOf: FaultOfText = () => undefined, required?: Assumption) {
  return z.transform((value: Given, payload): JsonNumber => {
    const reading = read(value);
    const fault = "fault" in reading ? reading.fault : faultOf(reading.text);
    if ("text" in reading && fault === undefined) return jsonNumber(reading.text);
    const assumption = fault?.code === "required" ? required : fault?.assumption;
    report(payload, [], { ...(fault as Fault), assumption });
    return z.NEVER;
  });
}

/** An amount that is authorized or was finalized before; not negative. */
export function balance() {
  const rule = "must not be negative: give 0 for nothing";
  return amount((text) => (text.startsWith("-") ? { code: "not_positive", rule } : undefined));
}

/** A total: greater than 0, or 0 if a client waives `positiveTotal`. */
export function totalAmount(waived: Waived) {
  return amount((text) => {
    const rule = "must be greater than 0: the amount that is to be paid or captured";
    if (text.startsWith("-")) return { code: "not_positive", rule };
    if (/[1-9]/.test(text) || waived.has("positiveTotal")) return undefined;
    return { code: "not_positive", rule, assumption: "positiveTotal" };
  });
}
