/** What the options and the methods of `Once` accept. The client checks what goes to the service. */

import { isDate } from "../model/date.js";
import { nearestKey } from "../model/nearest-key.js";
import { paymentMethods } from "../model/payment-method.js";
import { owners, states } from "./entry.js";

const LONGEST_MS = 2 ** 31 - 1; // of a timer

type Rule = readonly [rule: string | ((value: unknown) => string), fits: (value: unknown) => boolean];

const ofType = (type: string): Rule => [`must be of type ${type}`, (value) => typeof value === type];
const isWhole = (value: unknown, least: number) => Number.isSafeInteger(value) && (value as number) >= least;
const isListOf = (fits: (each: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits);
const isOneOf = (words: readonly unknown[]) => (value: unknown) => words.includes(value);

export const isNumber = (value: unknown) => typeof value === "number" || typeof value === "bigint";
export const NUMBER_AS_TEXT =
  "is a number: write it as text, and keep it as text from the database on, because a long number loses digits";

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const isText = (value: unknown) => typeof value === "string" && !value.includes("\0") && value.isWellFormed();

const RULES = {
  any: ["", () => true], // an amount is read where its rules are
  object: ofType("object"),
  balance: ofType("object"),
  function: ofType("function"),
  boolean: ofType("boolean"),
  text: [(value) => (isNumber(value) ? NUMBER_AS_TEXT : "must be well-formed text without NUL"), isText],
  date: [(value) => `must be a valid Date: give new Date(${typeof value === "number" ? value : "…"})`, isDate],
  count: ["must be a whole number, 1 or more", (value) => isWhole(value, 1)],
  milliseconds: ["must be whole milliseconds, 0 or more", (value) => isWhole(value, 0)],
  deadline: [
    `must be whole milliseconds, 1 to ${LONGEST_MS}`,
    (value) => isWhole(value, 1) && Number(value) <= LONGEST_MS,
  ],
  list: ["must be a list", Array.isArray],
  listOfMilliseconds: ["must be a list of whole milliseconds, 0 or more", isListOf((each) => isWhole(each, 0))],
  sortBy: ["must be key, stateSince or expiresAt", isOneOf(["key", "stateSince", "expiresAt"])],
  waitsFor: [`must be one of ${owners.join(", ")}`, isOneOf(owners)],
  methods: [`must be a list of ${paymentMethods.join(", ")}`, isListOf(isOneOf(paymentMethods))],
  states: [`must be a list of ${states.join(", ")}`, isListOf(isOneOf(states))],
} as const satisfies Readonly<Record<string, Rule>>;

/** How to copy what the caller may change later. */
const COPIES: Readonly<Partial<Record<keyof typeof RULES, (value: never) => unknown>>> = {
  balance: (balance: object) => demandFields("balance", balance, BALANCE),
  date: (date: Date) => new Date(date),
  listOfMilliseconds: (list: readonly number[]) => [...list],
  states: (states: readonly string[]) => [...states],
};

/** The fields of a balance; those of a look-up have times. */
const BALANCE = {
  finalized: "any",
  pending: "any",
  differs: "text",
  since: "milliseconds",
  at: "milliseconds",
} as const;

/** The fields that an object may have, each with its rule. */
export type Fields = Readonly<Record<string, keyof typeof RULES>>;

export interface FieldOptions {
  /** Fields that must be there, each with what to give. */
  readonly required?: Readonly<Record<string, string>>;
  /** Names that somebody will try, each with what to do instead. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/**
 * Returns a copy of the fields, so that a later change by the caller does not count. Null and undefined are absent.
 *
 * @throws TypeError if a field is missing, unknown or of another kind.
 */
export function demandFields<T extends object>(
  where: string,
  given: T,
  fields: Fields,
  { required = {}, elsewhere = {} }: FieldOptions = {},
): T {
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
  const copies = [...present].map(([name, value]) => {
    const kind = fields[name] as keyof typeof RULES;
    const [rule, fits] = RULES[kind];
    if (!fits(value)) throw new TypeError(`${where}: ${name} ${typeof rule === "string" ? rule : rule(value)}`);
    return [name, COPIES[kind]?.(value as never) ?? value];
  });
  return Object.fromEntries(copies);
}
