import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";
import { Decimal } from "merchant-payments";
import { type Json, literal, number, text } from "./json.ts";
import { arguable, slow, unsendable } from "./odd-values.ts";

/** How to make a value. A failing case can be printed and repeated, because a recipe is plain data. */
export type Recipe =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "long"; readonly text: string; readonly times: number }
  | { readonly is: "number"; readonly number: number }
  /** True, false, or what counts as absent: null, undefined, and blank text where text is optional. */
  | { readonly is: "literal"; readonly value: boolean | string | null | undefined }
  | { readonly is: "decimal"; readonly text: string; readonly of: keyof typeof decimals }
  | { readonly is: "date"; readonly time: number }
  | { readonly is: "list"; readonly items: readonly Recipe[]; readonly as: keyof typeof listForms }
  | { readonly is: "object"; readonly fields: readonly Field[]; readonly as: keyof typeof objectForms }
  | { readonly is: "odd"; readonly name: string };

export type Field = readonly [key: string, recipe: Recipe];

/** `sent`: must be sent as it is. `invalid`: must never be sent. `either`: the rules allow both. */
export type Fate = "sent" | "invalid" | "either";

export interface Made {
  readonly value: unknown;
  /** What JSON must carry. Undefined: the field is absent. */
  readonly json: Json | undefined;
  readonly fate: Fate;
}

const require = createRequire(import.meta.url);
const SecondCopy = (require("decimal.js") as { Decimal: typeof Decimal }).Decimal; // the CommonJS file, not the ESM one

const [othersObject, othersList]: [() => object, (items: unknown[]) => unknown[]] = runInNewContext(
  "[() => ({}), (items) => Array.from(items)]",
);

const decimals = {
  own: Decimal,
  secondCopy: SecondCopy,
  clone: Decimal.clone({ precision: 1, rounding: 0, toExpPos: 0, toExpNeg: 0 }),
  subclass: class Money extends Decimal {},
};

export const decimalCopies = Object.keys(decimals) as (keyof typeof decimals)[];

const listForms = {
  plain: (items: unknown[]) => items,
  frozen: (items: unknown[]) => Object.freeze(items),
  otherRealm: (items: unknown[]) => othersList(items),
};

export const listFormNames = Object.keys(listForms) as (keyof typeof listForms)[];

type Values = ReadonlyMap<string, unknown>;

/** The forms of an object. */
const objectForms = {
  plain: (values: Values) => Object.fromEntries(values),
  frozen: (values: Values) => Object.freeze(Object.fromEntries(values)),
  class: (values: Values) => defined(new (class Party {})(), values),
  otherRealm: (values: Values) => defined(othersObject(), values),
};

export const objectFormNames = Object.keys(objectForms) as (keyof typeof objectForms)[];

export function make(recipe: Recipe): Made {
  switch (recipe.is) {
    case "text":
      return { value: recipe.text, json: text(recipe.text), fate: "sent" };
    case "long":
      return make({ is: "text", text: recipe.text.repeat(recipe.times) });
    case "number":
      return { value: recipe.number, json: number(String(recipe.number)), fate: "sent" };
    case "literal":
      return {
        value: recipe.value,
        json: typeof recipe.value === "boolean" ? literal(recipe.value) : undefined,
        fate: "sent",
      };
    case "decimal": {
      const value = new decimals[recipe.of](recipe.text); // the clone rounds sums only
      return { value, json: number(recipe.text), fate: "sent" };
    }
    case "date": {
      const value = new Date(recipe.time);
      return { value, json: Number.isNaN(recipe.time) ? undefined : text(value.toISOString()), fate: "sent" };
    }
    case "list":
      return makeList(recipe.items.map(make), recipe.as);
    case "object":
      return makeObject(recipe.fields, recipe.as);
    case "odd":
      return makeOdd(recipe.name);
  }
}

/** Stands for any value that JSON can carry. */
export const anything: Json = literal(null);

function makeOdd(name: string): Made {
  const odd = arguable[name] ?? unsendable[name] ?? slow[name];
  if (odd === undefined) throw new Error(`there is no odd value ${name}`);
  return { value: odd(), json: anything, fate: name in arguable ? "either" : "invalid" };
}

function makeList(items: readonly Made[], as: keyof typeof listForms): Made {
  const value = listForms[as](items.map((item) => item.value));
  const hasGaps = items.some(({ json }) => json === undefined); // a list cannot leave out an item
  const json: Json = { kind: "array", items: items.map(({ json }) => json ?? anything) };
  return { value, json, fate: hasGaps ? "invalid" : fateOf(items) };
}

function makeObject(fields: readonly Field[], as: keyof typeof objectForms): Made {
  const made = new Map(fields.map(([key, recipe]) => [key, make(recipe)]));
  const value = objectForms[as](new Map([...made].map(([key, { value }]) => [key, value])));
  const entries = [...made].flatMap(([key, { json }]) => (json === undefined ? [] : [[key, json] as const]));
  const hasProto = (made.get("__proto__")?.value ?? undefined) !== undefined;
  const fate = hasProto ? "invalid" : fateOf([...made.values()]);
  return { value, json: { kind: "object", entries }, fate };
}

export function fateOf(parts: readonly { readonly fate?: Fate | undefined }[]): Fate {
  if (parts.some(({ fate }) => fate === "invalid")) return "invalid";
  return parts.some(({ fate }) => fate === "either") ? "either" : "sent";
}

function defined(target: object, values: Values): object {
  for (const [key, value] of values)
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true });
  return target;
}
