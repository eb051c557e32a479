/** Objects as merchants have them: their own classes, rows with more columns, and what only looks like data. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { listOf, objectOf } from "../../src/model/objects.js";
import { optionsOf } from "../../src/model/options.js";
import { read } from "../../src/model/read.js";
import { amount, optionalText } from "../../src/model/schema.js";

const line = objectOf({ name: optionalText, quantity: z.optional(z.number()), total: amount() });
const faultsOf = (schema: z.ZodMiniType, given: unknown) =>
  read(schema, given, {}).issues.map(({ message }) => message);
const output = (schema: z.ZodMiniType, given: unknown) => {
  const { value, issues } = read(schema, given, {});
  expect(issues).toEqual([]);
  return JSON.stringify(value);
};

test("an object has its fields as properties, or as accessors of its class or of a parent class", () => {
  class Priced {
    get total() {
      return "125.00";
    }
  }
  class Line extends Priced {
    readonly name = "Shoes";
    get quantity() {
      return 2;
    }
    get margin(): never {
      throw new Error("nobody's business");
    }
    describe() {}
  }
  expect(output(line, new Line())).toBe('{"name":"Shoes","quantity":2,"total":125.00}');
});

test.each([null, undefined, "", " \n"])("the field of an object is absent if it is %j", (nothing) => {
  expect(output(line, { total: "1", name: nothing })).toBe('{"total":1}');
});

test("an option is absent if it is null or undefined, and not if it is blank", () => {
  const options = optionsOf({ proxy: z.optional(z.string()) });
  expect(output(options, { proxy: null })).toBe("{}");
  expect(output(options, { proxy: "" })).toBe('{"proxy":""}');
});

test.each([
  ["a list", [], "must be an object"],
  ["text", "Shoes", "must be an object, not text: parse JSON first"],
  ["with toJSON", { toJSON: () => ({}) }, "has a method toJSON: give plain data, for instance what the method returns"],
  ["a promise", Promise.resolve({}), "is a promise: await it"],
  ["a Map", new Map(), "must be a plain object, an array or a simple value, so that JSON can carry it"],
])("an object is no data if it is %s", (_what, given, rule) => {
  expect(faultsOf(line, given)).toEqual([`the input ${rule}`]);
});

test("an unknown key is a fault beside those of known fields, and __proto__ is one", () => {
  const given = JSON.parse('{"__proto__":{"total":"1"},"name":1,"colour":"red"}');
  expect(faultsOf(line, given)).toEqual([
    "__proto__ is not a known key: remove it",
    "colour is not a known key: remove it",
    "name must be a string: give the text itself, because a number may have lost digits or leading zeros already",
    'total is required: add it, as decimal text like "125.00"',
  ]);
});

test("a promise in a field, what zod's own checks find, and the first hundred unknown keys are named", () => {
  const letters = z.string().check(z.regex(/^[A-Z]+$/, "must be letters"));
  const schema = optionsOf({ total: z.string(), code: letters });
  const strays = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`_${n}`, n]));
  const faults = faultsOf(schema, { total: Promise.resolve("1"), code: "7", ...strays });
  expect(faults.slice(-2)).toEqual(["total is a promise: await it", "code must be letters"]);
  expect(faults).toHaveLength(102);
});

test("at most a hundred unknown names of several objects are reported", () => {
  const strays = (from: number) => Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`_${from + n}`, n]));
  const given = [0, 60].map((from) => ({ total: "1", ...strays(from) }));
  expect(faultsOf(listOf(line, 2, "give fewer"), given)).toHaveLength(100);
});

test("a list is invalid as a whole if it has too many entries", () => {
  const lines = listOf(line, 2, "give fewer");
  expect(output(lines, [{ total: "1" }, { total: "2" }])).toBe('[{"total":1},{"total":2}]');
  expect(faultsOf(lines, [1, 2, 3])).toEqual(["the input has too many entries, at most 2 are possible: give fewer"]);
});
