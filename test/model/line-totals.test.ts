import { Decimal, type LineItemRounding, lineItem, orderTotal } from "merchant-payments";
import { afterEach, describe, expect, test } from "vitest";

const halfUp = { rounding: Decimal.ROUND_HALF_UP, decimals: 2 } as const;

describe("lineItem", () => {
  test("computes the tax and the total of a line", () => {
    const line = lineItem({ name: "Shoes", quantity: "2", unitAmountExcludingTax: "40.00", taxPercent: "25" }, halfUp);
    expect(line).toEqual({
      name: "Shoes",
      quantity: "2",
      unitAmountExcludingTax: "40.00",
      taxPercent: "25",
      totalLineTaxAmount: "20.00",
      totalLineAmount: "100.00",
    });
  });

  test.each([
    [Decimal.ROUND_UP, "0.13", "0.26"],
    [Decimal.ROUND_DOWN, "0.12", "0.24"],
    [Decimal.ROUND_CEIL, "0.13", "0.26"],
    [Decimal.ROUND_FLOOR, "0.12", "0.24"],
    [Decimal.ROUND_HALF_UP, "0.13", "0.26"],
    [Decimal.ROUND_HALF_DOWN, "0.12", "0.24"],
    [Decimal.ROUND_HALF_EVEN, "0.12", "0.24"],
    [Decimal.ROUND_HALF_CEIL, "0.13", "0.26"],
    [Decimal.ROUND_HALF_FLOOR, "0.12", "0.24"],
  ] as const)("rounding mode %i of 0.125 net and 0.125 tax", (rounding, totalLineTaxAmount, totalLineAmount) => {
    const halves = { quantity: "1", unitAmountExcludingTax: "0.125", taxPercent: "100" };
    expect(lineItem(halves, { rounding, decimals: 2 })).toMatchObject({ totalLineTaxAmount, totalLineAmount });
  });

  test.each([
    [Decimal.ROUND_HALF_UP, "-0.13"],
    [Decimal.ROUND_HALF_DOWN, "-0.12"],
    [Decimal.ROUND_HALF_EVEN, "-0.12"],
    [Decimal.ROUND_UP, "-0.13"],
    [Decimal.ROUND_CEIL, "-0.12"],
    [Decimal.ROUND_FLOOR, "-0.13"],
  ] as const)("rounding mode %i of a discount: -0.125", (rounding, total) => {
    const discount = { quantity: "1", unitAmountExcludingTax: "-0.125", taxPercent: "0" };
    expect(lineItem(discount, { rounding, decimals: 2 }).totalLineAmount).toBe(total);
  });

  test("rounds each once: the tax is of the exact net, not of the rounded one", () => {
    const line = { quantity: "3", unitAmountExcludingTax: "0.333", taxPercent: "50" };
    expect(lineItem(line, halfUp)).toMatchObject({ totalLineTaxAmount: "0.50", totalLineAmount: "1.50" });
    expect(lineItem({ ...line, unitAmountExcludingTax: "0.335" }, halfUp)).toMatchObject({
      totalLineTaxAmount: "0.50",
      totalLineAmount: "1.51",
    });
  });

  test("a fractional quantity, a fractional percentage, no decimals", () => {
    const rice = { quantity: "1.5", unitAmountExcludingTax: "33.33", taxPercent: "7.7" };
    expect(lineItem(rice, { rounding: Decimal.ROUND_HALF_UP, decimals: 0 })).toMatchObject({
      totalLineTaxAmount: "4",
      totalLineAmount: "54",
    });
    expect(lineItem(rice, { rounding: Decimal.ROUND_HALF_UP, decimals: 4 })).toMatchObject({
      totalLineTaxAmount: "3.8496",
      totalLineAmount: "53.8446",
    });
  });

  test("takes numbers and Decimals", () => {
    const line = { quantity: 2, unitAmountExcludingTax: new Decimal("40"), taxPercent: 25 };
    expect(lineItem(line, halfUp)).toMatchObject({ totalLineTaxAmount: "20.00", totalLineAmount: "100.00" });
  });

  test("a tiny negative amount is no negative zero", () => {
    const line = { quantity: "1", unitAmountExcludingTax: "-0.001", taxPercent: "25" };
    expect(lineItem(line, halfUp)).toMatchObject({ totalLineTaxAmount: "0.00", totalLineAmount: "0.00" });
  });

  test("is exact with 20 digits", () => {
    const line = { quantity: "3", unitAmountExcludingTax: "12345678901234567.89", taxPercent: "25" };
    expect(lineItem(line, halfUp)).toMatchObject({
      totalLineTaxAmount: "9259259175925925.92",
      totalLineAmount: "46296295879629629.59",
    });
  });

  test.each([
    ["quantity", { quantity: "2,5" }],
    ["unitAmountExcludingTax", { unitAmountExcludingTax: "forty" }],
    ["taxPercent", { taxPercent: "25 %" }],
  ])("%s that is no amount", (field, wrong) => {
    const line = { quantity: "1", unitAmountExcludingTax: "40.00", taxPercent: "25", ...wrong };
    expect(() => lineItem(line, halfUp)).toThrow(
      new TypeError(
        `${field} must be plain decimal text like "125.00": digits and one point, without exponent, plus sign, blanks, commas or leading zeros`,
      ),
    );
  });

  test("0.1 + 0.2 as an amount", () => {
    const line = { quantity: "1", unitAmountExcludingTax: 0.1 + 0.2, taxPercent: "25" };
    expect(() => lineItem(line, halfUp)).toThrow(/^unitAmountExcludingTax must be exact/);
  });
});

describe("the rounding is never implied", () => {
  const line = { quantity: "1", unitAmountExcludingTax: "40.00", taxPercent: "25" };
  const roundedBy = (how: unknown) => () => lineItem(line, how as LineItemRounding);

  test.each([
    undefined,
    {},
    { decimals: 2 },
    { rounding: 9, decimals: 2 },
    { rounding: -1, decimals: 2 },
    { rounding: "half up", decimals: 2 },
  ])("rounding: %j", (how) => {
    expect(roundedBy(how)).toThrow(
      new TypeError("lineItem: rounding must be one of decimal.js's modes, Decimal.ROUND_HALF_UP for instance"),
    );
  });

  test("20 decimals", () => {
    expect(roundedBy({ rounding: Decimal.ROUND_HALF_UP, decimals: 20 })()).toMatchObject({
      totalLineTaxAmount: "10.00000000000000000000",
      totalLineAmount: "50.00000000000000000000",
    });
  });

  test.each([{}, { decimals: -1 }, { decimals: 21 }, { decimals: 1.5 }, { decimals: "2" }])("decimals: %j", (how) => {
    expect(roundedBy({ rounding: Decimal.ROUND_HALF_UP, ...how })).toThrow(
      new TypeError("lineItem: decimals must be a whole number from 0 to 20: 2 for most currencies, 0 for JPY"),
    );
  });
});

describe("orderTotal", () => {
  test.each([
    [[], "0"],
    [["125.00"], "125.00"],
    [["100.00", "25"], "125.00"],
    [["0.10", "0.20"], "0.30"],
    [["150.00", "-25.0000"], "125.0000"],
    [["1", "2"], "3"],
    [["99999999999999999999.99", "0.01"], "100000000000000000000.00"],
  ])("%j", (amounts, total) => {
    expect(orderTotal(amounts.map((totalLineAmount) => ({ totalLineAmount })))).toBe(total);
  });

  test("of numbers and Decimals", () => {
    expect(orderTotal([{ totalLineAmount: 0.1 }, { totalLineAmount: new Decimal("0.20") }])).toBe("0.3");
  });

  test("of lines that lineItem made", () => {
    const shoes = lineItem({ quantity: "2", unitAmountExcludingTax: "40.00", taxPercent: "25" }, halfUp);
    const discount = lineItem({ quantity: "1", unitAmountExcludingTax: "-8.00", taxPercent: "25" }, halfUp);
    expect(orderTotal([shoes, discount])).toBe("90.00");
  });

  test("with a line that is no amount", () => {
    expect(() => orderTotal([{ totalLineAmount: "1" }, { totalLineAmount: "1,00" }])).toThrow(
      new TypeError(
        'lineItems[1].totalLineAmount must be plain decimal text like "125.00": digits and one point, without exponent, plus sign, blanks, commas or leading zeros',
      ),
    );
  });
});

describe("an app that changed decimal.js for itself", () => {
  afterEach(() => {
    Decimal.set({ defaults: true });
  });

  test("gets the same totals", () => {
    Decimal.set({ precision: 3, rounding: Decimal.ROUND_UP });
    const line = { quantity: "3", unitAmountExcludingTax: "1234.56", taxPercent: "25" };
    expect(lineItem(line, halfUp)).toMatchObject({ totalLineTaxAmount: "925.92", totalLineAmount: "4629.60" });
    expect(orderTotal([{ totalLineAmount: "1234.56" }, { totalLineAmount: "0.01" }])).toBe("1234.57");
  });
});
