import { fromMinorUnits } from "merchant-payments";
import { expect, test } from "vitest";

test.each<[bigint | number | string, number, string]>([
  [12500n, 2, "125.00"],
  [12500, 2, "125.00"],
  [12500n, 3, "12.500"],
  [5n, 2, "0.05"],
  [5n, 20, "0.00000000000000000005"],
  [0n, 2, "0.00"],
  [-250n, 2, "-2.50"],
  [9007199254740991, 2, "90071992547409.91"],
  ["123456789012345678901234567890", 2, "1234567890123456789012345678.90"],
])("%s in units of %i decimals is %s", (units, decimals, amount) => {
  expect(fromMinorUnits(units, decimals)).toBe(amount);
});

test.each([
  ["SEK", "125.00"],
  ["JPY", "12500"],
  ["414", "12.500"],
  ["36", "125.00"],
])("12500 minor units of %s are %s", (currencyCode, amount) => {
  expect(fromMinorUnits(12500, currencyCode)).toBe(amount);
});

test.each(["sek", "XYZ", "XAU", "2", "", "kr"])("minor units of the unknown currency %j are a TypeError", (unknown) => {
  expect(() => fromMinorUnits(12500, unknown)).toThrow(
    'fromMinorUnits: currency must be an ISO 4217 code as text ("SEK" in upper case, or "752"), or the number of decimals, 0 to 20: 2 if 12500 means 125.00, 0 if it means 12500',
  );
});

const noUnits = [125.5, 9007199254740992, Infinity, "125.00", " 5", "9".repeat(41), null, undefined, {}, [5]];
test.each(noUnits)("%j is no number of minor units", (units) => {
  const rule = "units must be a whole number: a bigint, text, or a number up to 2^53 - 1";
  expect(() => fromMinorUnits(units as number, 2)).toThrow(rule);
});

test.each([undefined, null, 1.5, -1, 21, NaN, 752])("minor units of %s decimals are a TypeError", (decimals) => {
  const rule = "or the number of decimals, 0 to 20: 2 if 12500 means 125.00";
  expect(() => fromMinorUnits(12500n, decimals as number)).toThrow(rule);
});
