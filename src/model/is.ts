/** What a field can be: the rules of `readFields`. */
import { isJsonObject, presentFields } from "../wire/json.js";
import { isDate } from "./date.js";
import { type AddFault, type FieldRule, under } from "./fields.js";
import { nearestKey } from "./nearest-key.js";

/** @param expected - Ends the sentence "it must be …". */
export function valueThat<T>(expected: string, fits: (value: unknown) => boolean): FieldRule<T> {
  return (value, fault) => (fits(value) ? (value as T) : fault(`must be ${expected}`));
}

export const any = valueThat<unknown>("", () => true);
export const flag = valueThat<boolean>("true or false", (value) => typeof value === "boolean");
export const text = valueThat<string>("text", (value) => typeof value === "string");
export const matching = (pattern: RegExp, expected: string) =>
  valueThat<string>(expected, (value) => typeof value === "string" && pattern.test(value));
export const object = <T extends object>() => valueThat<T>("an object", isJsonObject);
export const callback = <T>(expected = "a function") => valueThat<T>(expected, (value) => typeof value === "function");

export const isNumber = (value: unknown) => typeof value === "number" || typeof value === "bigint";
export const NUMBER_AS_TEXT =
  "is a number: write it as text, and keep it as text from the database on, because a long number loses digits";

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
export const storableText: FieldRule<string> = (value, fault) => {
  if (typeof value === "string" && !value.includes("\0") && value.isWellFormed()) return value;
  return fault(isNumber(value) ? NUMBER_AS_TEXT : "must be well-formed text without NUL");
};

export const date: FieldRule<Date> = (value, fault) => {
  if (isDate(value)) return new Date(value);
  return fault(`must be a valid Date: give new Date(${typeof value === "number" ? value : "…"})`);
};

/** @param unit - What it counts, as " of milliseconds". */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER, unit = "") {
  const span = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
  const isWithin = (value: number) => Number.isInteger(value) && value >= least && value <= most;
  return valueThat<number>(`a whole number${unit}, ${span}`, (value) => typeof value === "number" && isWithin(value));
}

// Only Once uses these two: marked as pure, they are in no other bundle.
export const count = /* @__PURE__ */ wholeNumber(1);
export const milliseconds = /* @__PURE__ */ wholeNumber(0, undefined, " of milliseconds");
/** At most the longest timer of the runtime. */
export const deadline = wholeNumber(1, 2 ** 31 - 1, " of milliseconds");

export function oneOf<const Choice extends string>(choices: readonly Choice[]): FieldRule<Choice> {
  return (value, fault) => {
    const nearest = typeof value === "string" ? nearestKey(value, choices) : undefined;
    const hint = nearest === undefined ? "" : `: did you mean ${nearest}?`;
    return choices.find((choice) => choice === value) ?? fault(`must be one of ${choices.join(", ")}${hint}`);
  };
}

export function listOf<T>(entry: FieldRule<T>): FieldRule<readonly T[]> {
  return (value, fault) => {
    if (!Array.isArray(value)) return fault("must be a list");
    return Array.from(value, (each, index) => entry(each, under(index, fault)) as T); // also visits the gaps of a list
  };
}

type ReadNamed<T> = (name: string, value: unknown, fault: AddFault, names: readonly string[]) => T | undefined;

/** An object whose names are the caller's. Null and undefined are absent. */
export function record<T>(read: ReadNamed<T>): FieldRule<Readonly<Record<string, T>>> {
  return (value, fault) => {
    if (!isJsonObject(value)) return fault("must be an object of names and values");
    const present = presentFields(value);
    const names = Object.keys(present);
    return Object.fromEntries(names.map((name) => [name, read(name, present[name], under(name, fault), names) as T]));
  };
}
