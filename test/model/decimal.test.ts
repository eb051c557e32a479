/** decimal.js takes every object with its tag for a Decimal. A false one must not stop or crash the process. */
import fc from "fast-check";
import { Decimal, exactNumber, fromMinorUnits, lineItem, orderTotal } from "merchant-payments";
import { FakePaymentService, finalizeResult } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { readAmount } from "../../src/model/amount.js";
import { claimsDecimal, copyOfDecimal } from "../../src/model/decimal.js";
import { finalizationFaults, orderFaults } from "../support/checked-input.js";
import { detailedOrder, finalization } from "../support/client.js";

const tag = "[object Decimal]";
/** Digits with which the toFixed of decimal.js never returns. */
const endless = JSON.parse(`{"toStringTag":"${tag}","s":1,"e":2,"d":[125,0]}`);

/** A Decimal of 125 with other fields. */
const changed = (fields: object) => Object.assign(new Decimal(125), fields);
const throwing = () => {
  throw new Error("geheim");
};
const hugeList = new Proxy([125], { get: (list, key) => (key === "length" ? 2 ** 32 : Reflect.get(list, key)) });

test.each([
  ["JSON of a Decimal", { toStringTag: tag, s: 1, e: 2, d: [125] }],
  ["JSON with endless digits", endless],
  ["JSON that fills the memory", { toStringTag: tag, s: 1, e: 2, d: [125, 100_000_000] }],
  ["the tag alone", { toStringTag: tag }],
  ["the tag and a method", { toStringTag: tag, toFixed: () => "125.00" }],
  ["an object without a prototype", Object.assign(Object.create(null), { toStringTag: tag, s: 1, e: 2, d: [125] })],
  ["the methods without digits", Object.create(Decimal.prototype)],
  ["the methods with endless digits", Object.assign(Object.create(Decimal.prototype), endless)],
  ["a last word of zero", changed({ d: [125, 0] })],
  ["a first word of zero", changed({ d: [0, 125] })],
  ["a word of eight digits", changed({ d: [125, 100_000_000] })],
  ["a word of 10,000,000", changed({ d: [125, 10_000_000] })],
  ["a negative word", changed({ d: [-125] })],
  ["a fraction as a word", changed({ d: [125, 0.5] })],
  ["NaN as a word", changed({ d: [125, Number.NaN] })],
  ["Infinity as a word", changed({ d: [125, Number.POSITIVE_INFINITY] })],
  ["text as a word", changed({ d: ["125"] })],
  ["text as one of its words", changed({ e: 9, d: [125, "5"] })],
  ["no words", changed({ d: [] })],
  ["17 words", changed({ d: new Array(17).fill(125) })],
  ["holes", changed({ d: new Array(2) })],
  ["billions of words", changed({ d: hugeList })],
  ["an object as its words", changed({ d: { length: 1, 0: 125 } })],
  ["text as its words", changed({ d: "125" })],
  ["an exponent of a gigabyte", changed({ e: 1_000_000_000 })],
  ["a negative exponent of a gigabyte", changed({ e: -1_000_000_000 })],
  ["an exponent that its digits contradict", changed({ e: 3 })],
  ["a negative exponent that its digits contradict", changed({ e: -3 })],
  ["a fraction as its exponent", changed({ e: 2.5 })],
  ["text as its exponent", changed({ e: "2" })],
  ["no exponent", changed({ e: undefined })],
  ["the sign 0", changed({ s: 0 })],
  ["the sign 2", changed({ s: 2 })],
  ["text as its sign", changed({ s: "1" })],
  ["a sign that throws", Object.defineProperty(new Decimal(125), "s", { get: throwing })],
  ["words that throw", changed({ d: new Proxy([125], { get: throwing }) })],
  ["NaN", new Decimal(Number.NaN)],
  ["Infinity", new Decimal(Number.POSITIVE_INFINITY)],
  ["a Decimal that no amount is as long as", new Decimal("1e101")],
])("%s claims to be a Decimal and cannot be copied", (_what, value) => {
  expect([claimsDecimal(value), copyOfDecimal(value)]).toEqual([true, undefined]);
});

test.each([
  ["an object", {}],
  ["an object with a Decimal's fields", { s: 1, e: 2, d: [125], toFixed: () => "125" }],
  ["null", null],
  ["text", tag],
  ["a tag that throws", Object.defineProperty({}, "toStringTag", { get: throwing })],
  ["a proxy that throws", new Proxy({}, { get: throwing, getPrototypeOf: throwing })],
])("%s is no Decimal and no amount", (_what, value) => {
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
    const results = [
      left,
      left.plus(right),
      left.minus(right),
      left.times(right),
      left.toDecimalPlaces(2),
      left.div(3),
    ];
    for (const each of results) expect({ ...copyOfDecimal(each), constructor: exact }).toEqual({ ...each });
  };
  fc.assert(fc.property(amount, amount, holds));
});

describe("a false Decimal is invalid", () => {
  const line = { totalLineAmount: "125.00" };

  test.each([
    ["totalAmount", { totalAmount: endless }],
    ["orderNumber", { orderNumber: endless }],
    ["lineItems", { lineItems: endless }],
    ["billTo.address.city", { billTo: { address: { city: endless } } }],
    ["lineItems[0].quantity", { lineItems: [{ ...line, quantity: endless }] }],
    ["lineItems[0].components", { lineItems: [{ ...line, components: endless }] }],
    ["lineItems[0].travelData.legs[0]", { lineItems: [{ ...line, travelData: { legs: [endless] } }] }],
  ])("as %s of an order", async (path, fields) => {
    expect(await orderFaults({ ...detailedOrder, lineItems: [line], ...fields })).toEqual([`${path} unreadable`]);
  });

  test.each([
    ["authorization", { authorization: endless }],
    ["authorization.authorizedAmount", { authorization: { authorizedAmount: endless } }],
    ["timeoutMs", { timeoutMs: endless }],
    ["headers.x-trace", { headers: { "x-trace": endless } }],
  ])("as the option %s", async (path, options) => {
    expect(await finalizationFaults(finalization, options)).toEqual([`options.${path} unreadable`]);
  });

  const withMethods = Object.assign(Object.create(Decimal.prototype), endless);
  const how = { rounding: Decimal.ROUND_HALF_UP, decimals: 2 } as const;
  const service = new FakePaymentService();

  test.each([
    ["orderTotal", () => orderTotal([{ totalLineAmount: withMethods }])],
    ["lineItem", () => lineItem({ quantity: withMethods, unitAmountExcludingTax: "1", taxPercent: "25" }, how)],
    ["exactNumber", () => exactNumber(withMethods)],
    ["fromMinorUnits", () => fromMinorUnits(withMethods, 2)],
    ["finalizeResult", () => finalizeResult({ totalAmountFinalized: withMethods })],
    ["the fake's sell", () => service.sell({ paymentMethod: "card", totalAmount: withMethods })],
  ])("in %s", (_what, call) => {
    expect(call).toThrow(TypeError);
  });

  test("in a request to the fake, where it is data", async () => {
    const { status } = service.createOrder({ ...detailedOrder, totalAmount: endless });
    expect(status).toMatchObject({ isSuccess: false, errors: [{ fieldName: "TotalAmount" }] });
    service.createOrder({ ...detailedOrder, customer: { customerId: "C-1", loyalty: endless } });
    expect(service.orders).toMatchObject([{ customer: { loyalty: { d: ["125", "0"] } } }]);
  });
});
