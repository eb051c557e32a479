/** decimal.js takes every object with its tag for a Decimal. A false one must not stop or crash the process. */
import fc from "fast-check";
import { Decimal, exactNumber, fromMinorUnits, lineItem, orderTotal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { readAmount } from "../../src/model/amount.js";
import { claimsDecimal, copyOfDecimal } from "../../src/model/decimal.js";
import { orderFaults } from "../support/checked-input.js";
import { detailedOrder } from "../support/client.js";

const tag = "[object Decimal]";
/** Digits with which the toFixed of decimal.js never returns. */
const endless = JSON.parse(`{"toStringTag":"${tag}","s":1,"e":2,"d":[125,0]}`);

/** A Decimal of 125 with other fields, as a program makes it that restores an object from JSON. */
const restored = (fields: object) => Object.assign(new Decimal(125), fields);

test.each([
  ["JSON of a Decimal", { toStringTag: tag, s: 1, e: 2, d: [125] }],
  ["JSON with endless digits", endless],
  ["the tag alone", { toStringTag: tag }],
  ["the methods without digits", Object.create(Decimal.prototype)],
  ["a fraction as a word", restored({ d: [125, 0.5] })],
  ["a negative word", restored({ d: [-125] })],
  ["null as a word", restored({ d: [null] })],
  ["17 words", restored({ d: new Array(17).fill(125) })],
  ["text as its words", restored({ d: "125" })],
  ["a negative exponent of a gigabyte", restored({ e: -1_000_000_000 })],
  ["an exponent of a gigabyte", restored({ e: 1_000_000_000 })],
  ["NaN", new Decimal(Number.NaN)],
  ["Infinity", new Decimal(Number.POSITIVE_INFINITY)],
  ["a Decimal that no amount is as long as", new Decimal("1e101")],
])("%s claims to be a Decimal and cannot be copied", (_what, value) => {
  expect([claimsDecimal(value), copyOfDecimal(value)]).toEqual([true, undefined]);
});

test("a Decimal whose digits would keep its own methods busy for ever is the number of its digits", () => {
  expect(copyOfDecimal(restored(endless))?.toFixed()).toBe("125");
});

test.each([{ s: 1, e: 2, d: [125], toFixed: () => "125" }, null, tag])("%j is no Decimal and no amount", (value) => {
  expect(copyOfDecimal(value)).toBeUndefined();
  expect(readAmount(value)).not.toHaveProperty("text");
});

test.each(["1e100", "1e-100", `${"7".repeat(101)}.7`])("the long Decimal %s can be copied", (text) => {
  expect(copyOfDecimal(new Decimal(text))?.equals(text)).toBe(true);
});

const amount = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: -20, max: 20 }));

test("a copy of a Decimal is equal, however it was computed", () => {
  const exact = Decimal.clone({ precision: 60 });
  const holds = ([one, places]: [bigint, number], [other, more]: [bigint, number]) => {
    const left = new exact(`${one}e${places}`);
    const right = new exact(`${other}e${more}`);
    const made = [left, left.plus(right), left.minus(right), left.times(right), left.toDecimalPlaces(2), left.div(3)];
    for (const each of made) expect({ ...copyOfDecimal(each), constructor: exact }).toEqual({ ...each });
  };
  fc.assert(fc.property(amount, amount, holds));
});

describe("a false Decimal is invalid", () => {
  const line = { totalLineAmount: "125.00" };

  test.each([
    ["totalAmount bad_format", { totalAmount: endless }],
    ["billTo.address.city wrong_type", { billTo: { address: { city: endless } } }],
    ["lineItems[0].components unreadable", { lineItems: [{ ...line, components: endless }] }],
    ["lineItems[0].travelData.legs[0] unreadable", { lineItems: [{ ...line, travelData: { legs: [endless] } }] }],
  ])("in an order: %s", async (fault, fields) => {
    expect(await orderFaults({ ...detailedOrder, lineItems: [line], ...fields })).toEqual([fault]);
  });

  const withMethods = Object.assign(Object.create(Decimal.prototype), { ...endless, d: [125, 0.5] });
  const how = { rounding: Decimal.ROUND_HALF_UP, decimals: 2 } as const;

  test.each([
    ["orderTotal", () => orderTotal([{ totalLineAmount: withMethods }])],
    ["lineItem", () => lineItem({ quantity: withMethods, unitAmountExcludingTax: "1", taxPercent: "25" }, how)],
    ["exactNumber", () => exactNumber(withMethods)],
    ["fromMinorUnits", () => fromMinorUnits(withMethods, 2)],
  ])("in %s", (_what, call) => {
    expect(call).toThrow(TypeError);
  });
});
