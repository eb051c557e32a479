import { Decimal } from "merchant-payments";
import { expect, test } from "vitest";
import { readAmount, readNumber, scaleOf, sumOf, withoutZerosBeyond } from "../../src/model/amount.js";

const digits = (count: number) => "1234567890".repeat(5).slice(0, count);

const short = ["0", "125.5", "0.00", "0.1234", "-0.00"];
const long = ["12345678901234567890", digits(40), `-${digits(38)}.05`, `0.${digits(39)}`];

test.each([...short, ...long])("the text %s is an amount as it stands", (text) => {
  expect(readAmount(text)).toEqual({ text });
});

const otherSeparators = ["1 250.00", "125,00", "1,250.00", "1.2.3", ".5", "125."];
const otherDigits = ["0125.00", "-01", "1.25e2", "0x7D", "abc", "١٢٥", "１２５"];
const otherSigns = ["", " ", "125.00 ", "+125.00", "-", "125.00 SEK"];

test.each([...otherSeparators, ...otherDigits, ...otherSigns])("the text %j is no amount", (text) => {
  expect(readAmount(text)).toMatchObject({ fault: { code: "bad_format" } });
});

test.each([
  ["41 digits", digits(41)],
  ["41 zeros behind the point", `1.${"0".repeat(40)}`],
  ["a million digits", "9".repeat(1_000_000)],
])("text of %s is too long", (_what, text) => {
  expect(readAmount(text)).toMatchObject({ fault: { code: "too_long" } });
});

const shortest = ["0", "125", "0.1", "-19.99", "0.000001", "0.00123456789012345"];
test.each(shortest)("the number %s is read in its shortest form", (text) => {
  expect(readNumber(Number(text))).toEqual({ text });
});

const inexact = [0.1 + 0.2, 1234567890123456, 2 ** 53, 1e21, 1e-7, NaN, Infinity, -Infinity];
test.each(inexact)("the number %d, which may have lost digits, is invalid", (number) => {
  expect(readNumber(number)).toMatchObject({ fault: { code: "not_exact" } });
});

test.each([125, 99.95, Number.NaN, 125n])("%s is no amount, because it may count minor units", (number) => {
  expect(readAmount(number)).toEqual({
    fault: {
      code: "wrong_type",
      rule: `must be decimal text like "125.00" or a Decimal, not a ${typeof number}. If 12500 means 125.00, convert it with fromMinorUnits(12500, "SEK"). If it means 12500.00, write decimal text from the start: a computed number like 0.1 + 0.2 is not exact`,
    },
  });
});

test("an amount that was not awaited is no amount", () => {
  const fault = { code: "wrong_type", rule: "is a promise: await it" };
  expect(readAmount(Promise.resolve("125.00"))).toEqual({ fault });
});

test("where a number is valid, text and a Decimal are too", () => {
  expect([readNumber("1.50"), readNumber(new Decimal("1.5"))]).toEqual([{ text: "1.50" }, { text: "1.5" }]);
});

test.each([
  ["125.00", "125"],
  ["0.10", "0.1"],
  ["1e21", "1000000000000000000000"],
  ["1e39", `1${"0".repeat(39)}`],
  ["1e-39", `0.${"0".repeat(38)}1`],
  ["12345678901234567890.12", "12345678901234567890.12"],
])("a Decimal of %s is read in its shortest plain form, %s", (given, text) => {
  expect(readAmount(new Decimal(given))).toEqual({ text });
});

const tooLong = ["NaN", "Infinity", "-Infinity", digits(41), "1e40", "1e-40", "1e41", "1e-41", "1e9000000"];
test.each(tooLong)("a Decimal of %s is no amount", (given) => {
  expect(readAmount(new Decimal(given))).toMatchObject({ fault: { code: "bad_format" } });
});

test.each([[true], [{}], [[]], [Symbol("125")], [() => "125"]])("%s is no amount and no number", (value) => {
  const fault = (rule: string) => ({ fault: { code: "wrong_type", rule: `must be ${rule} or a Decimal` } });
  expect(readAmount(value)).toEqual(fault('an amount: decimal text like "125.00"'));
  expect(readNumber(value)).toEqual(fault('a number, decimal text like "1.5"'));
});

test.each([undefined, null])("an amount that is %s is required", (nothing) => {
  expect(readAmount(nothing)).toMatchObject({ fault: { code: "required" } });
});

test.each([
  ["125", 0],
  ["125.00", 2],
  ["-0.0001", 4],
])("the scale of %s is %i", (text, scale) => {
  expect(scaleOf(text)).toBe(scale);
});

test.each([
  ["125.0000", 2, "125.00"],
  ["125.1000", 2, "125.10"],
  ["125.00", 0, "125"],
  ["125.0010", 1, "125.001"],
  ["125", 2, "125"],
  ["0.50", 0, "0.5"],
  ["1.5", 3, "1.5"],
])("%s without the zeros beyond %i decimals is %s", (text, decimals, kept) => {
  expect(withoutZerosBeyond(decimals, text)).toBe(kept);
});

test.each([
  [[], "0"],
  [["0.10", "0.20"], "0.30"],
  [["125.00", "-25.00", "0"], "100.00"],
  [["9999999999999999999999999999999999999.99", "0.01"], "10000000000000000000000000000000000000.00"],
  [[digits(40), `0.${digits(39)}`], `${digits(40)}.${digits(39)}`],
  [Array.from({ length: 1000 }, () => "0.0001"), "0.1000"],
])("the sum of %j is %s", (texts, sum) => {
  expect(sumOf(texts)).toBe(sum);
});
