import { Decimal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { childPath } from "../../src/model/issue.js";
import { copyAsJson } from "../../src/model/objects.js";
import { jsonNumber } from "../../src/wire/json.js";

/** The copy as JSON text, and the faults. */
function copied(value: unknown) {
  const faults: string[] = [];
  const report = (path: readonly PropertyKey[], { rule }: { readonly rule: string }) =>
    void faults.push(`${path.reduce<string>(childPath, "")} ${rule}`);
  return { json: JSON.stringify(copyAsJson(value, report)), faults };
}

class Seat {
  readonly row = 12;
  readonly #price = "9.00";
  get price() {
    return this.#price;
  }
}

test.each([
  ["without null and undefined", { a: null, b: { c: undefined, d: [{ e: null }] } }, '{"b":{"d":[{}]}}'],
  ["a Date as JSON writes it", { since: new Date("2026-03-04T12:00:00Z") }, '{"since":"2026-03-04T12:00:00.000Z"}'],
  ["without an invalid Date", { since: new Date(Number.NaN) }, "{}"],
  ["what toJSON returns", { price: { toJSON: () => ({ amount: 1, none: null }) } }, '{"price":{"amount":1}}'],
  ["every digit of a Decimal", [new Decimal("1e25"), new Decimal("0.10")], `[1${"0".repeat(25)},0.1]`],
  ["a JSON number of the caller's own", { a: jsonNumber("1.10") }, '{"a":1.10}'],
  ["the own fields of an instance of a class", new Seat(), '{"row":12}'],
  ["up to 32 levels", JSON.parse(`${"[".repeat(33)}${"]".repeat(33)}`), `${"[".repeat(33)}${"]".repeat(33)}`],
])("a value is copied %s", (_what, value, json) => {
  expect(copied(value)).toEqual({ json, faults: [] });
});

const notPlain = "must be a plain object, an array or a simple value, so that JSON can carry it";
const noJson = (kind: string) => `must be a JSON value, not a ${kind}: convert it to text or leave it out`;
const notFinite = "must be finite: JSON has no NaN and no Infinity";
const noDecimal = "must be a finite Decimal of at most 40 digits";
const gap = "must not be null or undefined: take it out of the list";
const tooDeep = "is nested deeper than 32 levels or contains itself";

describe("what JSON cannot carry is reported", () => {
  test.each([
    ["a bigint", 125n, noJson("bigint")],
    ["a function", () => "x", noJson("function")],
    ["a Map", new Map([["a", 1]]), notPlain],
    ["a promise", Promise.resolve(1), "is a promise: await it"],
    ["NaN", Number.NaN, notFinite],
    ["Infinity", Number.POSITIVE_INFINITY, notFinite],
    ["a Decimal of 41 digits", new Decimal(`1.${"3".repeat(40)}`), noDecimal],
    ["null", null, gap],
    ["an invalid Date", new Date(Number.NaN), gap],
  ])("%s in a list", (_what, value, rule) => {
    expect(copied({ extra: [value] }).faults).toEqual([`extra[0] ${rule}`]);
  });

  test("each fault of an object, beside the rest of it", () => {
    expect(copied({ flight: { no: 1n, at: Symbol("x"), city: "Umeå" } })).toEqual({
      json: '{"flight":{"city":"Umeå"}}',
      faults: [`flight.no ${noJson("bigint")}`, `flight.at ${noJson("symbol")}`],
    });
  });

  test("an own key __proto__", () => {
    const value = JSON.parse('{"flight":{"__proto__":{"vip":true},"city":"Umeå"}}');
    expect(copied(value).faults).toEqual(["flight.__proto__ must not be a key of data: remove it"]);
    expect(copied(JSON.parse('{"__proto__":null}')).faults).toEqual([]);
  });

  test("holes in a list", () => {
    expect(copied(new Array(2)).faults).toEqual([`[0] ${gap}`, `[1] ${gap}`]);
  });

  test("an object that contains itself, and more than 32 levels", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    expect(copied(circle).faults).toEqual([`self ${tooDeep}`]);
    expect(copied(JSON.parse(`${"[".repeat(34)}${"]".repeat(34)}`)).faults).toEqual([`${"[0]".repeat(33)} ${tooDeep}`]);
  });
});
