/** Reads what a caller gives, in process, as JSON or on the command line. A mistake is an error in plain JavaScript too. */
import { nearestKey, nearMiss } from "../../model/nearest-key.js";
import { isObject } from "./rules/received-values.js";

/** How a value is read; the rules are in `is.ts`. */
export interface Rule<T> {
  /** Undefined if the value breaks the rule. */
  readonly read: (value: unknown) => T | undefined;
  /** What to say then, after the field's name. */
  readonly problem: (value: unknown) => string;
}

export interface OptionalRule<T> extends Rule<T> {
  readonly isOptional: true;
}

/** A rule for each known field. */
export type Shape = Readonly<Record<string, Rule<unknown>>>;

type ValueOf<R> = R extends Rule<infer T> ? T : never;
type Optional<S> = { [Name in keyof S]: S[Name] extends OptionalRule<unknown> ? Name : never }[keyof S];

/** The fields that were read, without those that were left out. */
export type FieldsOf<S extends Shape> = { readonly [Name in Exclude<keyof S, Optional<S>>]: ValueOf<S[Name]> } & {
  readonly [Name in Optional<S>]?: ValueOf<S[Name]>;
};

/** @throws TypeError for anything but an object, and for a field that is unknown or breaks its rule. */
export function readFields<S extends Shape>(where: string, given: unknown, shape: S): FieldsOf<S> {
  const known = Object.keys(shape);
  if (!isObject(given)) throw new TypeError(`${where}: give an object with these keys: ${known.join(", ")}.`);
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new TypeError(`${where}: ${unknown} is not a known key: ${meant(unknown, known)}`);
  const values = given as Readonly<Record<string, unknown>>;
  const read = Object.entries(shape).map(([name, rule]) => [name, readField(`${where}: ${name}`, values[name], rule)]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as FieldsOf<S>;
}

/** @throws TypeError for a value that breaks the rule. */
export function readField<T>(name: string, value: unknown, rule: OptionalRule<T>): T | undefined;
export function readField<T>(name: string, value: unknown, rule: Rule<T>): T;
export function readField<T>(name: string, value: unknown, rule: Rule<T>): T | undefined {
  const isLeftOut = value === undefined && "isOptional" in rule;
  const read = isLeftOut ? undefined : rule.read(value);
  if (read === undefined && !isLeftOut) throw new TypeError(`${name} ${rule.problem(value)}`);
  return read;
}

/** The name that was most likely meant, or all of them. */
export function meant(given: unknown, known: readonly string[]): string {
  const nearest = typeof given === "string" ? (nearestKey(given, known) ?? nearMiss(given, known)) : undefined;
  return nearest === undefined ? `give one of ${known.join(", ")}.` : `did you mean ${nearest}?`;
}
