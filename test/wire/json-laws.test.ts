import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson, stringifyJson } from "../../src/wire/json.js";

type Reviver = (key: string, value: unknown, context: { source: string }) => unknown;
const json = JSON as unknown as {
  rawJSON(text: string): { rawJSON: string };
  isRawJSON(value: unknown): value is { rawJSON: string };
  parse(text: string, reviver: Reviver): unknown;
};

/** The definition that parseJson is held to, in a single line and slow. */
function revived(text: string): unknown {
  return json.parse(text, (_key, value, { source }) => (typeof value === "number" ? json.rawJSON(source) : value));
}

/** A value with all that may differ: order of keys, prototypes, numbers and what only looks like one. */
function shown(value: unknown): string {
  if (json.isRawJSON(value)) return `#${value.rawJSON}`;
  if (Array.isArray(value)) return `[${value.map(shown).join(",")}]`;
  if (typeof value !== "object" || value === null) return `${typeof value} ${JSON.stringify(value)}`;
  const members = Object.getOwnPropertyNames(value).map((key) => {
    const { value: member, ...flags } = Object.getOwnPropertyDescriptor(value, key) as PropertyDescriptor;
    return `${JSON.stringify(key)}${Object.values(flags).join("")}:${shown(member)}`;
  });
  return `${Object.getPrototypeOf(value) === Object.prototype ? "" : "odd "}{${members.join(",")}}`;
}

function outcomeOf(read: (text: string) => unknown, text: string): string {
  try {
    return shown(read(text));
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
}

function expectSame(text: string): void {
  expect(outcomeOf(parseJson, text)).toBe(outcomeOf(revived, text));
}

const number = fc.oneof(
  fc.constantFrom("0", "-0", "0.00", "250.00", "1e400", "-1E-7", "1.50e+2", "201409251527280673", "0.10"),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
);
const looksLikeOne = fc.constantFrom(
  ": 5,",
  "Total: 5, and [1]",
  ",250.00]",
  "[0}",
  '":1,"',
  '\\",1,\\"',
  "\u0000250.00",
  "\0",
  "\\u0000",
  "\\",
  "é👟",
  '{"rawJSON":"1"}',
);
const string = fc.oneof(fc.string(), looksLikeOne, fc.string({ unit: "binary" })).map((text) => JSON.stringify(text));
const key = fc.oneof(
  { weight: 3, arbitrary: string },
  { weight: 1, arbitrary: fc.constantFrom('"__proto__"', '"a"', '"a"', '"1"', '"\\u0061"', '"rawJSON"', '"toJSON"') },
);
const blank = fc.constantFrom("", "", "", " ", "\n  ", "\t\r");

/** JSON text with every spelling of a number, doubled keys, blanks, and strings that look like the way they are read. */
const { text: jsonText } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    fc.oneof(number, number, string, fc.constantFrom("true", "false", "null")),
    listOf("[", fc.tuple(blank, tie("text"), blank), "]"),
    listOf("{", fc.tuple(blank, key, blank, fc.constant(":"), blank, tie("text"), blank), "}"),
  ),
}));

function listOf(begin: string, item: fc.Arbitrary<string[]>, end: string): fc.Arbitrary<string> {
  return fc.array(item, { maxLength: 5 }).map((items) => begin + items.map((parts) => parts.join("")).join(",") + end);
}

const piece = fc.constantFrom(
  ..."{}[]:,\"\\0159.-+eEu \n\0/'atn",
  "\\u0000",
  '"\\u00001"',
  "1:",
  ":1,",
  "\u00a0",
  "\ud800",
);

// V8 13.6 and later can take a key that is written with an escape for one of another text that holds a backslash.
const hasNoBackslashInKeys = (text: string) => !/\\\\(?:[^"\\]|\\.)*"\s*:/.test(text);

/** A text with some of it cut out, and something else put there. */
const mutated = fc
  .tuple(jsonText, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), piece), { minLength: 1, maxLength: 3 }))
  .map(([text, edits]) =>
    edits.reduce((edited, [at, cut, put]) => {
      const from = at % (edited.length + 1);
      return edited.slice(0, from) + put + edited.slice(from + cut);
    }, text),
  );

describe("reading gives what a reviver gives that keeps the source of each number", () => {
  test("for JSON", () => {
    fc.assert(fc.property(jsonText.filter(hasNoBackslashInKeys), expectSame), { numRuns: 10_000 });
  });

  test("for what is JSON no more, or another one", () => {
    fc.assert(fc.property(mutated.filter(hasNoBackslashInKeys), expectSame), { numRuns: 20_000 });
  });

  test.each([
    ["numbers as keys", "{1:2}"],
    ["numbers as keys of an object that another one replaces", '{"a":{1:2},"a":3}'],
    ["a number's end that is missing", '{"a":1.,"b":2e}'],
    ["leading zeros", '{"a":01}'],
    ["numbers without a comma", "[1 2]"],
    ["blanks that JSON does not know", '{"a":\u00a01}'],
    ["text that looks like a number", '{"statusMessage":"Total: 5, Tax: 1]","a":5.00}'],
    ["text that looks like a marked number", '{"a":"\\u0000250.00","b":250.00}'],
    ["its escape, escaped", '{"a":"\\\\u0000250.00","b":250.00}'],
    ["a key __proto__", '{"__proto__":{"a":1.0},"b":{"__proto__":2.00}}'],
    ["a number alone", " 5.00 "],
    ["nothing in it", "[]"],
    ["null", "null"],
  ])("for %s", (_what, text) => {
    expectSame(text);
  });

  test.each([99, 100, 101, 102, 1_000, 100_000])("for %d levels", (levels) => {
    const text = `${'{"a":['.repeat(levels / 2)}5.00${"]}".repeat(levels / 2)}`;
    expectSame(text.replace("5.00", ""));
    expectSame(text);
  });
});

test("what was read is written as it was", () => {
  const text = '{"a":[1.0,{"b":2.00,"c":"Total: 5, Tax: 1]"}],"d":-0.50,"e":"\\u0000"}';
  expect(stringifyJson(parseJson(text))).toBe(text);
});
