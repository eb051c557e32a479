import fc from "fast-check";
import { malformed, noDecimals, noTotals, textOf } from "./input-texts.ts";
import { arguable, MARK, MARKED_DIGITS, unsendable } from "./odd-values.ts";
import { decimalCopies, type Fate, listFormNames, objectForms, type Recipe } from "./recipes.ts";

/** A value of a field, and whether the contract takes it there. */
export interface Planned {
  readonly recipe: Recipe;
  readonly fate?: Fate | undefined;
}

export const text = (value: string): Recipe => ({ is: "text", text: value });
const literal = (value: boolean | null | undefined): Recipe => ({ is: "literal", value });
const odd = (name: string): Recipe => ({ is: "odd", name });

export const sent = (recipe: Recipe): Planned => ({ recipe });
export const refused = (recipe: Recipe): Planned => ({ recipe, fate: "refused" });

export const objectForm = fc.oneof(
  { weight: 2, arbitrary: fc.constant("plain" as const) },
  { weight: 3, arbitrary: fc.constantFrom(...objectForms) },
);

/** Any of the strange ones; one that is only arguable counts as refused where a field has a type. */
export const anyOdd: fc.Arbitrary<Recipe> = fc.constantFrom(...Object.keys(unsendable)).map(odd);

/** What no field of text takes. */
export const noText: fc.Arbitrary<Planned> = fc
  .oneof(
    { weight: 4, arbitrary: anyOdd },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Recipe>(
        literal(true),
        { is: "number", number: 91827364 },
        { is: "decimal", text: "91827364.5", of: "own" },
        { is: "list", items: [text(MARK)], as: "plain" },
        { is: "object", fields: [["toString", text(MARK)]], as: "plain" },
      ),
    },
    { weight: 2, arbitrary: malformed.map(text) },
  )
  .map(refused);

/** A text that a field takes, and now and then one that it must not take. */
export function textField(least: number, most: number): fc.Arbitrary<Planned> {
  const wrongLengths = [
    ...(least > 0 ? [text(""), text(".."), text(".")].filter(({ is }) => is === "text" && least > 2) : []),
    text(MARK.repeat(most).slice(0, most + 1)),
    { is: "long", text: MARK, times: 200_000 } as const,
  ];
  return fc.oneof(
    { weight: 16, arbitrary: textOf(least, most).map(text).map(sent) },
    { weight: 1, arbitrary: noText },
    {
      weight: 1,
      arbitrary: fc
        .oneof(
          { weight: 20, arbitrary: fc.constantFrom(...wrongLengths.slice(0, -1)) },
          { weight: 1, arbitrary: fc.constantFrom(...wrongLengths.slice(-1)) },
        )
        .map(refused),
    },
  );
}

/** An amount in one of the ways to give it; as a number only where that is exactly what is meant. */
export function amountOf(decimal: string): fc.Arbitrary<Planned> {
  const number: Recipe = { is: "number", number: Number(decimal) };
  const isExact = decimal.length <= 14;
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.constant(text(decimal)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...decimalCopies).map((of): Recipe => ({ is: "decimal", text: decimal, of })),
      },
      { weight: 1, arbitrary: fc.constant(isExact ? number : text(decimal)) },
    )
    .map(sent);
}

/** What is no amount of any kind. */
export const noAmount: fc.Arbitrary<Planned> = fc
  .oneof(
    { weight: 6, arbitrary: fc.constantFrom(...noDecimals).map(text) },
    { weight: 6, arbitrary: anyOdd },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Recipe>(
        literal(false),
        { is: "number", number: 0.1 + 0.2 },
        { is: "number", number: 1e21 },
        { is: "number", number: 1e-7 },
        { is: "number", number: 9182736455463728 },
        { is: "decimal", text: MARKED_DIGITS.repeat(6), of: "own" },
        { is: "list", items: [text("125.00")], as: "plain" },
        { is: "object", fields: [["valueOf", text("125.00")]], as: "plain" },
        { is: "date", time: 0 },
        { is: "long", text: "9", times: 1_000_000 },
      ),
    },
  )
  .map(refused);

/** What is no total. */
export const noTotal: fc.Arbitrary<Planned> = fc.oneof(
  { weight: 3, arbitrary: noAmount },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<Recipe>(
        ...noTotals.map(text),
        literal(undefined),
        literal(null),
        { is: "number", number: -0 },
        { is: "number", number: -91827364 },
        { is: "decimal", text: "-91827364.5", of: "secondCopy" },
        { is: "decimal", text: "0", of: "subclass" },
      )
      .map(refused),
  },
);

const KEYS = [
  "a",
  "extra",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "length",
  "rawJSON",
  "then",
  "lineitems",
  "0",
  "10",
  "",
  "\ud800",
  `${MARK} Svensson`,
  `${MARK}@example.com`,
  MARK.repeat(20),
];

/** Any key of an object that takes any. One that is no name must never be quoted. */
export const openKey = fc.constantFrom(...KEYS);

const leaf: fc.Arbitrary<Recipe> = fc.oneof(
  { weight: 30, arbitrary: textOf(0, 40).map((value) => text(value + MARK)) },
  {
    weight: 12,
    arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number): Recipe => ({ is: "number", number })),
  },
  { weight: 12, arbitrary: fc.constantFrom(literal(null), literal(true), literal(false), literal(undefined)) },
  {
    weight: 8,
    arbitrary: fc.record({
      is: fc.constant("decimal" as const),
      text: fc.constantFrom(
        "0.10",
        "-91827364.5500",
        "12345678901234567890.1",
        "0",
        "0.0000000000000000000000000000000001",
      ),
      of: fc.constantFrom(...decimalCopies),
    }),
  },
  { weight: 3, arbitrary: fc.constantFrom(0, 91827364, Number.NaN).map((time): Recipe => ({ is: "date", time })) },
  { weight: 3, arbitrary: malformed.map(text) }, // travels escaped, as JSON has it
  { weight: 1, arbitrary: anyOdd },
  { weight: 2, arbitrary: fc.constantFrom(...Object.keys(arguable)).map(odd) },
);

/** A value of any shape, for fields that pass through untouched. */
export const openValue: fc.Arbitrary<Recipe> = fc.letrec<{ value: Recipe }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    leaf,
    fc.record({
      is: fc.constant("list" as const),
      items: fc.array(tie("value"), { maxLength: 3 }),
      as: fc.constantFrom(...listFormNames),
    }),
    fc.record({
      is: fc.constant("object" as const),
      fields: fc.array(fc.tuple(openKey, tie("value")), { maxLength: 3 }),
      as: objectForm,
    }),
  ),
})).value;
