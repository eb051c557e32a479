/** What the options and the methods of `Once` accept. The client checks what goes to the service. */
import { isDate } from "../model/date.js";
import { nearestKey } from "../model/nearest-key.js";
import type { OnceState, OnceWaitsFor } from "./record.js";

const STATES: Readonly<Record<OnceState, true>> = {
  waiting: true,
  sending: true,
  retryable: true,
  unknown: true,
  pending: true,
  captured: true,
  rejected: true,
  not_captured: true,
  parked: true,
  conflict: true,
};
const WAITS_FOR: Readonly<Record<OnceWaitsFor, true>> = { nobody: true, delivery: true, sweep: true, person: true };

const LONGEST_MS = 2 ** 31 - 1; // of a timer

type Rule = readonly [rule: string, fits: (value: unknown) => boolean];

const ofType = (type: string): Rule => [`must be of type ${type}`, (value) => typeof value === type];
const isWhole = (value: unknown, least: number) => Number.isSafeInteger(value) && (value as number) >= least;
const isListOf = (fits: (each: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits);
const isOneOf = (words: object) => (value: unknown) => Object.keys(words).includes(value as string);
/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const isText = (value: unknown) => typeof value === "string" && !value.includes("\0") && value.isWellFormed();

const RULES = {
  object: ofType("object"),
  function: ofType("function"),
  boolean: ofType("boolean"),
  text: ["must be well-formed text without NUL", isText],
  date: ["must be a valid Date: give new Date(…)", isDate],
  count: ["must be a whole number, 1 or more", (value) => isWhole(value, 1)],
  milliseconds: ["must be whole milliseconds, 0 or more", (value) => isWhole(value, 0)],
  deadline: [
    `must be whole milliseconds, 1 to ${LONGEST_MS}`,
    (value) => isWhole(value, 1) && Number(value) <= LONGEST_MS,
  ],
  listOfMilliseconds: ["must be a list of whole milliseconds, 0 or more", isListOf((each) => isWhole(each, 0))],
  waitsFor: [`must be one of ${Object.keys(WAITS_FOR).join(", ")}`, isOneOf(WAITS_FOR)],
  states: [`must be a list of ${Object.keys(STATES).join(", ")}`, isListOf(isOneOf(STATES))],
} as const satisfies Readonly<Record<string, Rule>>;

/** The fields that an object may have, each with its rule. */
export type Fields = Readonly<Record<string, keyof typeof RULES>>;

export interface FieldOptions {
  /** Fields that must be there, each with what to give. */
  readonly required?: Readonly<Record<string, string>>;
  /** Names that somebody will try, each with what to do instead. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/**
 * Null and undefined are absent.
 *
 * @throws TypeError if a field is missing, unknown or of another kind.
 */
export function demandFields(
  where: string,
  given: unknown,
  fields: Fields,
  { required = {}, elsewhere = {} }: FieldOptions = {},
): void {
  if (typeof given !== "object" || given === null) throw new TypeError(`${where} must be called with an object`);
  const present = new Map(Object.entries(given).filter(([, value]) => value !== undefined && value !== null));
  for (const name of present.keys()) {
    if (Object.hasOwn(fields, name)) continue;
    const nearest = nearestKey(name, Object.keys(fields));
    const fix = elsewhere[name] ?? (nearest === undefined ? "remove it" : `did you mean ${nearest}?`);
    throw new TypeError(`${where} has no option ${name}: ${fix}`);
  }
  for (const [name, what] of Object.entries(required)) {
    if (!present.has(name)) throw new TypeError(`${where} needs ${name}: ${what}`);
  }
  for (const [name, value] of present) {
    const [rule, fits] = RULES[fields[name] as keyof typeof RULES];
    if (!fits(value)) throw new TypeError(`${where}: ${name} ${rule}`);
  }
}
