/** Reads the options that a caller gives: each once, and a copy of what the caller may change later. */
import { isJsonObject } from "../wire/json.js";
import { childPath } from "./issue.js";
import { nearestKey, nearMiss } from "./nearest-key.js";

/** Adds a fault of a value, or of what stands in it at a path: the rule and the fix, in words that follow the path. */
export type AddFault = (problem: string, ...path: PropertyKey[]) => undefined;

/** Returns the value, or a copy of what the caller may change later. Adds a fault if the value breaks the rule. */
export type FieldRule<T> = (value: unknown, fault: AddFault) => T | undefined;

/** A rule for each known field. */
export type Shape = Readonly<Record<string, FieldRule<unknown>>>;

type RequiredRule<T> = FieldRule<T> & { readonly isRequired: true };
type RequiredName<S> = { [Name in keyof S]: S[Name] extends RequiredRule<unknown> ? Name : never }[keyof S];
type ValueOf<Rule> = Rule extends FieldRule<infer T> ? T : never;

/** The fields that were read, without those that are absent. */
export type FieldsOf<S> = { readonly [Name in RequiredName<S>]: ValueOf<S[Name]> } & {
  readonly [Name in Exclude<keyof S, RequiredName<S>>]?: ValueOf<S[Name]>;
};

/** A field that must be there. @param fix - What to say if it is not there, if that is more than the rule. */
export function required<T>(rule: FieldRule<T>, fix?: string): RequiredRule<T> {
  const read: FieldRule<T> = (value, fault) =>
    value === undefined && fix !== undefined ? fault(`is required: ${fix}`) : rule(value, fault);
  return Object.assign(read, { isRequired: true } as const);
}

/** An object with these fields. Null and undefined are absent. */
export function fields<S extends Shape>(shape: S, elsewhere: Elsewhere = {}): FieldRule<FieldsOf<S>> {
  const known = new Set(Object.keys(shape));
  return (given, fault) => {
    if (!isJsonObject(given)) return fault(`must be an object with the keys ${[...known].join(", ")}`);
    const values = new Map(namesIn(given, known).map((name) => [name, given[name] ?? undefined]));
    const meant = new Set<string | undefined>();
    for (const [name, value] of values) {
      if (value === undefined || known.has(name)) continue;
      const nearest = nearestKey(name, known) ?? nearMiss(name, known);
      const hint = nearest === undefined ? "remove it" : `did you mean ${nearest}?`;
      fault(`is not a known key: ${Object.hasOwn(elsewhere, name) ? elsewhere[name] : hint}`, name);
      meant.add(nearest);
    }
    const fields: Record<string, unknown> = {};
    for (const [name, rule] of Object.entries(shape)) {
      const value = values.get(name);
      const isMissing = Object.hasOwn(rule, "isRequired") && !meant.has(name);
      if (value !== undefined || isMissing) fields[name] = rule(value, under(name, fault));
    }
    return fields as FieldsOf<S>;
  };
}

/** Names that somebody may try, each with what to do instead. */
export type Elsewhere = Readonly<Record<string, string>>;

/** Adds the faults of a field or of an entry. */
export function under(name: PropertyKey, fault: AddFault): AddFault {
  return (problem, ...path) => fault(problem, name, ...path);
}

/** @throws TypeError that lists all faults. */
export function readFields<S extends Shape>(where: string, given: unknown, shape: S, elsewhere?: Elsewhere) {
  const { faults, value } = tryField("", given ?? {}, fields(shape, elsewhere));
  if (faults.length > 0) throw new TypeError(`${where}: ${faults.join("; ")}`);
  return value as FieldsOf<S>;
}

/** Reads one value. @throws TypeError that lists all faults. */
export function readField<T>(name: string, given: unknown, rule: FieldRule<T>): T {
  const { faults, value } = tryField(name, given, rule);
  if (faults.length > 0) throw new TypeError(faults.join("; "));
  return value as T;
}

/** Reads a value, and lists its faults. */
export function tryField<T>(name: string, given: unknown, rule: FieldRule<T>) {
  const faults: string[] = [];
  const value = rule(given, (problem, ...path) => {
    faults.push(`${path.reduce<string>(childPath, name) || "the input"} ${problem}`);
    return undefined;
  });
  return { faults, value };
}

/** The names of an object's own properties, and of its class's getters that are known. */
export function namesIn(object: object, known: Names = new Set()): string[] {
  return Object.keys(object).concat(gettersOf(object, known));
}

type Names = { has(name: string): boolean };

function gettersOf(object: object, known: Names): string[] {
  const prototype: object | null = Object.getPrototypeOf(object);
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return []; // Object.prototype, of any realm
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(prototype));
  const names = descriptors.flatMap(([name, { get }]) => (get !== undefined && known.has(name) ? name : []));
  return [...new Set([...names, ...gettersOf(prototype, known)])].filter((name) => !Object.hasOwn(object, name));
}
