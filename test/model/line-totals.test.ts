import { Decimal, lineItem, orderTotal } from "merchant-payments";
import { expect, test } from "vitest";

const halfUp = { rounding: Decimal.ROUND_HALF_UP, decimals: 2 } as const;
const line = { quantity: "1", unitAmountExcludingTax: "40.00", taxPercent: "25" };

/** Tax and total of `quantity x unit amount at percent`. */
function totalsOf(words: string, how: Parameters<typeof lineItem>[1] = halfUp): string {
  const [quantity = "", , unitAmountExcludingTax = "", , percent = ""] = words.split(" ");
  const line = { quantity, unitAmountExcludingTax, taxPercent: percent.replace("%", "") };
  const { totalLineTaxAmount, totalLineAmount } = lineItem(line, how);
  return `${totalLineTaxAmount} ${totalLineAmount}`;
}

test("lineItem computes the tax and the total of a line, and keeps what it was given", () => {
  const shoes = { name: "Shoes", quantity: "2", unitAmountExcludingTax: "40.00", taxPercent: "25" };
  const totals = { totalLineTaxAmount: "20.00", totalLineAmount: "100.00" };
  expect(lineItem(shoes, halfUp)).toEqual({ ...shoes, ...totals });
  const given = { quantity: 2, unitAmountExcludingTax: new Decimal("40"), taxPercent: 25 };
  expect(lineItem(given, halfUp)).toMatchObject(totals);
});

test.each([
  [Decimal.ROUND_UP, "0.13 0.38", "0.00 -0.13"],
  [Decimal.ROUND_DOWN, "0.12 0.37", "0.00 -0.12"],
  [Decimal.ROUND_CEIL, "0.13 0.38", "0.00 -0.12"],
  [Decimal.ROUND_FLOOR, "0.12 0.37", "0.00 -0.13"],
  [Decimal.ROUND_HALF_UP, "0.13 0.38", "0.00 -0.13"],
  [Decimal.ROUND_HALF_DOWN, "0.12 0.37", "0.00 -0.12"],
  [Decimal.ROUND_HALF_EVEN, "0.12 0.37", "0.00 -0.12"],
  [Decimal.ROUND_HALF_CEIL, "0.13 0.38", "0.00 -0.12"],
  [Decimal.ROUND_HALF_FLOOR, "0.12 0.37", "0.00 -0.13"],
] as const)("rounding mode %i gives %s for half a cent of tax, and %s for a discount of half a cent", (...row) => {
  const [rounding, half, discount] = row;
  expect(totalsOf("1 x 0.25 at 50%", { rounding, decimals: 2 })).toBe(half);
  expect(totalsOf("1 x -0.125 at 0%", { rounding, decimals: 2 })).toBe(discount);
});

test("where the net fits the decimals, the total is the net and the rounded tax", () => {
  expect(totalsOf("1 x 0.01 at 50%", { rounding: Decimal.ROUND_HALF_EVEN, decimals: 2 })).toBe("0.00 0.01");
});

test.each([
  ["3 x 0.333 at 50%", 2, "0.50 1.50"],
  ["3 x 0.335 at 50%", 2, "0.50 1.51"], // each is rounded once, from the exact net
  ["1 x 8.325 at 20%", 2, "1.67 9.99"],
  ["1.5 x 33.33 at 7.7%", 0, "4 54"],
  ["1.5 x 33.33 at 7.7%", 4, "3.8496 53.8446"],
  ["1 x -0.001 at 25%", 2, "0.00 0.00"], // no negative zero
  ["3 x 12345678901234567.89 at 25%", 2, "9259259175925925.92 46296295879629629.59"],
  ["1 x 40.00 at 25%", 20, "10.00000000000000000000 50.00000000000000000000"],
] as const)("lineItem computes %s to %i decimals: %s", (words, decimals, totals) => {
  expect(totalsOf(words, { rounding: Decimal.ROUND_HALF_UP, decimals })).toBe(totals);
});

test.each([
  ["quantity", { quantity: "2,5" }],
  ["unitAmountExcludingTax", { unitAmountExcludingTax: "forty" }],
  ["taxPercent", { taxPercent: "25 %" }],
])("lineItem throws for a %s that is no amount", (field, wrong) => {
  expect(() => lineItem({ ...line, ...wrong }, halfUp)).toThrow(`${field} must be `);
});

test.each<[what: "rounding" | "decimals", how: object | undefined]>([
  ["rounding", { decimals: 2 }],
  ["rounding", { rounding: -1, decimals: 2 }],
  ["rounding", { rounding: 9, decimals: 2 }],
  ["rounding", { rounding: "half up", decimals: 2 }],
  ["decimals", { ...halfUp, decimals: -1 }],
  ["decimals", { ...halfUp, decimals: 1.5 }],
  ["decimals", { ...halfUp, decimals: "2" }],
])("lineItem never implies a rounding: it throws without a valid %s: %j", (what, how) => {
  expect(() => lineItem(line, how as Parameters<typeof lineItem>[1])).toThrow(`lineItem: ${what} must be `);
});

test.each([
  [[], "0"],
  [["100.00", "25"], "125.00"],
  [["150.00", "-25.0000"], "125.0000"],
  [["0.1", new Decimal("0.20")], "0.3"],
])("the orderTotal of %j is %s", (amounts, total) => {
  expect(orderTotal(amounts.map((totalLineAmount) => ({ totalLineAmount })))).toBe(total);
});

test("orderTotal throws for a line that is no amount", () => {
  const lines = [{ totalLineAmount: "1" }, { totalLineAmount: "1,00" }];
  expect(() => orderTotal(lines)).toThrow(TypeError);
  expect(() => orderTotal(lines)).toThrow("lineItems[1].totalLineAmount must be ");
});
