import { Decimal, lineItem } from "merchant-payments";
import { expect, test } from "vitest";

const nearest = [
  Decimal.ROUND_HALF_UP,
  Decimal.ROUND_HALF_DOWN,
  Decimal.ROUND_HALF_EVEN,
  Decimal.ROUND_HALF_CEIL,
  Decimal.ROUND_HALF_FLOOR,
] as const;

const prices = Array.from({ length: 9_999 }, (_, cents) => new Decimal(cents + 1).div(100));

/** How many prices lineItem does not return from the net price, which is rounded to so many decimals. */
function missed(percent: number, netDecimals: number, rounding: Decimal.Rounding, ofNet: Decimal.Rounding): number {
  const notReturned = prices.filter((price) => {
    const net = price.times(100).div(100 + percent);
    const unitAmountExcludingTax = net.toDecimalPlaces(netDecimals, ofNet);
    const priced = lineItem({ quantity: 1, unitAmountExcludingTax, taxPercent: percent }, { rounding, decimals: 2 });
    return priced.totalLineAmount !== price.toFixed(2);
  });
  return notReturned.length;
}

test.each(nearest)(
  "lineItem returns each price with tax up to 99.99 from a net price of four decimals, in rounding mode %i",
  (rounding) => {
    expect(missed(20, 4, rounding, Decimal.ROUND_HALF_UP)).toBe(0);
    expect(missed(12, 4, rounding, Decimal.ROUND_HALF_UP)).toBe(0);
  },
);

test.each([
  [Decimal.ROUND_UP, Decimal.ROUND_DOWN],
  [Decimal.ROUND_DOWN, Decimal.ROUND_UP],
  [Decimal.ROUND_CEIL, Decimal.ROUND_FLOOR],
  [Decimal.ROUND_FLOOR, Decimal.ROUND_CEIL],
] as const)("in rounding mode %i it does, if the net price was rounded the other way, by %i", (rounding, ofNet) => {
  expect(missed(20, 4, rounding, ofNet)).toBe(0);
  expect(missed(12, 4, rounding, ofNet)).toBe(0);
});

test("a net price of two decimals is too coarse for some of them: two such prices are 1.20 or 1.12 cents apart", () => {
  expect(missed(20, 2, Decimal.ROUND_HALF_UP, Decimal.ROUND_HALF_UP)).toBe(1_667);
  expect(missed(12, 2, Decimal.ROUND_HALF_UP, Decimal.ROUND_HALF_UP)).toBe(1_071);
});
