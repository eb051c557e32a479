/** What a value can be: the rules of `readFields`. */
import { meant, type OptionalRule, type Rule, readFields, type Shape } from "./fields.js";
import { isJsonNumber } from "./rules/json.js";
import { amountText, isObject } from "./rules/received-values.js";

/** @param expected - Ends the sentence "it must be …". */
export function rule<T>(expected: string, read: (value: unknown) => T | undefined): Rule<T> {
  return { read, problem: () => `must be ${expected}.` };
}

export function optional<T>(required: Rule<T>): OptionalRule<T> {
  return { ...required, isOptional: true };
}

export function oneOf<const Choice extends string>(choices: readonly Choice[]): Rule<Choice> {
  const read = (value: unknown) => choices.find((choice) => choice === value);
  return { read, problem: (value) => `is unknown: ${meant(value, choices)}` };
}

export function listOf<T>(expected: string, { read }: Rule<T>): Rule<readonly T[]> {
  return rule(expected, (value) => {
    const all = Array.isArray(value) ? value.map(read) : [undefined];
    return all.every((each) => each !== undefined) ? all : undefined;
  });
}

/** An object whose errors name the field by itself. */
export function fields<S extends Shape>(name: string, shape: S) {
  return rule("an object", (value) => readFields(name, value, shape));
}

/** A number of JavaScript or of JSON. */
export function numberThat(expected: string, fits: (value: number) => boolean): Rule<number> {
  return rule(expected, (value) => {
    const given = isJsonNumber(value) ? Number(value.rawJSON) : value;
    return typeof given === "number" && fits(given) ? given : undefined;
  });
}

export const text = rule("text", (value) => (typeof value === "string" ? value : undefined));
export const flag = rule("true or false", (value) => (typeof value === "boolean" ? value : undefined));
export const list = rule("a list", (value) => (Array.isArray(value) ? value : undefined));
export const callback = rule("a function", (value) => (typeof value === "function" ? value : undefined));
export const object = rule("an object", (value) => (isObject(value) ? value : undefined));
export const amount = rule('decimal text like "125.00", or a Decimal', amountText);
export const number = numberThat("a number", Number.isFinite);
export const milliseconds = numberThat("0 or more", (value) => value >= 0 && Number.isFinite(value));
