import fc from "fast-check";
import { type Amount, Decimal, fromMinorUnits, orderTotal, splitAmount } from "merchant-payments";
import { expect, test } from "vitest";

const threes = "3".repeat(38);

test.each<[Amount, (Amount | number)[], string, string]>([
  ["100.00", [1, 1, 1], "SEK", "33.34 33.33 33.33"],
  ["10", [1, 1, 1], "JPY", "4 3 3"],
  ["-5.00", [1, 1, 1], "SEK", "-1.67 -1.67 -1.66"],
  ["1.000", [1, 1, 1], "KWD", "0.334 0.333 0.333"],
  ["100", [1, 1, 1], "XYZ", "33.34 33.33 33.33"], // two decimals, because the currency is not known
  ["-25.00", ["80.00", "19.99", "0.01"], "SEK", "-20.00 -5.00 0.00"],
  ["49.00", ["3", "2.5", new Decimal("1.25")], "SEK", "21.78 18.15 9.07"],
  ["0.01", [1, 2, 2], "SEK", "0.00 0.01 0.00"],
  ["10.00", [0, 1, 0, 1], "SEK", "0.00 5.00 0.00 5.00"],
  ["125.0000", [1], "SEK", "125.00"],
  ["99999999999999999999.99", [1, 1], "SEK", "50000000000000000000.00 49999999999999999999.99"],
  [`${"9".repeat(38)}.98`, [1, 1, 1], "SEK", `${threes}.33 ${threes}.33 ${threes}.32`],
])("%s over the weights %s in %s is %s", (total, weights, currencyCode, parts) => {
  expect(splitAmount(total, weights, currencyCode).join(" ")).toBe(parts);
});

const aGap: number[] = [];
aGap[1] = 1;

test.each<[string, unknown, unknown, unknown]>([
  ['total must be decimal text like "125.00"', "100,00", [1], "SEK"],
  ['total must be decimal text like "125.00" or a Decimal, not a number', 100, [1], "SEK"],
  ["total must have at most 2 decimals in SEK: round it", "100.005", [1], "SEK"],
  ["total must have at most 0 decimals in JPY: round it", "100.5", [1], "JPY"],
  ["weights must be a list: one weight for each part", "100.00", 3, "SEK"],
  ["weights must not all be zero: give each part 1 for equal parts", "100.00", [0, "0.00"], "SEK"],
  ["weights[1] must not be negative: leave the line out, or give 0", "100.00", [1, "-0.5"], "SEK"],
  ["weights[0] is required", "100.00", aGap, "SEK"],
  ['currencyCode must be an ISO 4217 code: upper-case letters like "SEK"', "100.00", [1], "sek"],
  ['currencyCode must be an ISO 4217 code: upper-case letters like "SEK"', "100.00", [1], undefined],
])("splitAmount throws: %s", (message, total, weights, currencyCode) => {
  const split = () => splitAmount(total as Amount, weights as Amount[], currencyCode as string);
  expect(split).toThrow(TypeError);
  expect(split).toThrow(`splitAmount: ${message}`);
});

const units = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const weights = fc
  .array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 20 })
  .filter((drawn) => drawn.some((weight) => weight > 0n));

const splitCents = (total: bigint, drawn: readonly bigint[]) =>
  splitAmount(fromMinorUnits(total, 2), drawn.map(String), "SEK");
const centsOf = (amount: string) => BigInt(amount.replace(".", ""));

test("the parts add up to the total, each within one minor unit of its exact share, and zero for a weight of zero", () => {
  fc.assert(
    fc.property(units, weights, (total, drawn) => {
      const sum = drawn.reduce((whole, weight) => whole + weight, 0n);
      const parts = splitCents(total, drawn);
      expect(orderTotal(parts.map((totalLineAmount) => ({ totalLineAmount })))).toBe(fromMinorUnits(total, 2));
      parts.forEach((part, index) => {
        const weight = drawn[index] ?? 0n;
        const difference = centsOf(part) * sum - total * weight; // in units of one cent / sum
        expect(difference < sum && difference > -sum).toBe(true);
        if (weight === 0n) expect(part).toBe("0.00");
      });
    }),
  );
});
