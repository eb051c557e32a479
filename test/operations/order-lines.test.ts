import { Decimal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { refusedOrder, sentOrder } from "../support/stub-client.js";

const detailed = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK", billTo: {} };

/** The order with these lines. */
const withLines = (...lineItems: unknown[]) => ({ ...detailed, lineItems });

const lineitemsOf = ({ body }: { body: string }) => /"lineitems":(\[.*\]),"billTo"/.exec(body)?.[1];

describe("the sum of the lines", () => {
  test("equals the total", async () => {
    const sent = await sentOrder(withLines({ totalLineAmount: "100.00" }, { totalLineAmount: "25" }));
    expect(lineitemsOf(sent)).toBe('[{"totalLineAmount":100.00},{"totalLineAmount":25}]');
  });

  test("with discounts, free items and four decimals", async () => {
    const sent = await sentOrder(
      withLines({ totalLineAmount: "150.0050" }, { totalLineAmount: "-25.0050" }, { totalLineAmount: "0.00" }),
    );
    expect(lineitemsOf(sent)).toBe(
      '[{"totalLineAmount":150.0050},{"totalLineAmount":-25.0050},{"totalLineAmount":0.00}]',
    );
  });

  test("is exact where doubles are not", async () => {
    const thirty = { ...withLines({ totalLineAmount: "0.10" }, { totalLineAmount: "0.20" }), totalAmount: "0.30" };
    expect((await sentOrder(thirty)).body).toContain('"totalAmount":0.30');
    const huge = {
      ...withLines({ totalLineAmount: "99999999999999999999.98" }, { totalLineAmount: "0.01" }),
      totalAmount: "99999999999999999999.99",
    };
    expect((await sentOrder(huge)).body).toContain('"totalAmount":99999999999999999999.99');
  });

  test.each(["125.01", "124.99", "99999999999999999999.99"])(
    "does not equal the total: %s",
    async (totalLineAmount) => {
      expect(await refusedOrder(withLines({ totalLineAmount }))).toEqual([
        {
          path: "totalAmount",
          code: "amount_mismatch",
          message:
            "totalAmount must equal the sum of the line items' totalLineAmount and does not: correct one of them",
        },
      ]);
    },
  );

  test("is not asked for without lines", async () => {
    expect(lineitemsOf(await sentOrder(withLines()))).toBe("[]");
  });
});

describe("totalLineAmount", () => {
  test("missing", async () => {
    expect(await refusedOrder(withLines({ totalLineAmount: "125.00" }, { name: "Shoes" }))).toEqual([
      {
        path: "lineItems[1].totalLineAmount",
        code: "required",
        message: 'lineItems[1].totalLineAmount is required: add it, as decimal text like "125.00"',
      },
    ]);
  });

  test("no amount", async () => {
    expect(await refusedOrder(withLines({ totalLineAmount: "125,00" }))).toEqual([
      {
        path: "lineItems[0].totalLineAmount",
        code: "bad_format",
        message:
          'lineItems[0].totalLineAmount must be plain decimal text like "125.00": digits and one point, without exponent, plus sign, blanks, commas or leading zeros',
      },
    ]);
  });

  test("the number 0.1 + 0.2", async () => {
    expect(await refusedOrder(withLines({ totalLineAmount: 0.1 + 0.2 }))).toMatchObject([
      { path: "lineItems[0].totalLineAmount", code: "not_exact" },
    ]);
  });
});

describe("the option lineItemTotal", () => {
  const otherKey = { lineItemTotal: "amountInclVat" };

  test("names another field", async () => {
    const sent = await sentOrder(withLines({ amountInclVat: "125.00" }), {}, otherKey);
    expect(lineitemsOf(sent)).toBe('[{"amountInclVat":125.00}]');
  });

  test("that field is then summed", async () => {
    expect(await refusedOrder(withLines({ amountInclVat: "100.00", totalLineAmount: "125.00" }), {}, otherKey)).toEqual(
      [
        {
          path: "totalAmount",
          code: "amount_mismatch",
          message: "totalAmount must equal the sum of the line items' amountInclVat and does not: correct one of them",
        },
      ],
    );
  });

  test("that field is then required", async () => {
    expect(await refusedOrder(withLines({ totalLineAmount: "125.00" }), {}, otherKey)).toEqual([
      {
        path: "lineItems[0].amountInclVat",
        code: "required",
        message: 'lineItems[0].amountInclVat is required: add it, as decimal text like "125.00"',
      },
    ]);
  });

  test("false: nothing is summed or required", async () => {
    const sent = await sentOrder(
      withLines({ totalLineAmount: "1.00" }, { name: "Shoes" }),
      {},
      { lineItemTotal: false },
    );
    expect(lineitemsOf(sent)).toBe('[{"totalLineAmount":1.00},{"name":"Shoes"}]');
  });
});

test("lineItemTotal: false, and yet a total that is no amount is refused", async () => {
  const wrong = withLines({ totalLineAmount: "25 %" });
  expect(await refusedOrder(wrong, {}, { lineItemTotal: false })).toMatchObject([
    { path: "lineItems[0].totalLineAmount", code: "bad_format" },
  ]);
});

test.each([null, 7, "Shoes"])("%j among the lines: nothing is summed", async (line) => {
  const lineItems = [{ totalLineAmount: "1.00" }, line];
  expect(await refusedOrder({ ...withLines(), lineItems })).toMatchObject([
    { path: "lineItems[1]", code: "wrong_type" },
  ]);
});

describe("line ids", () => {
  test("two alike", async () => {
    const lineItems = [
      { id: "1", totalLineAmount: "100.00" },
      { id: "2", totalLineAmount: "5.00" },
      { id: "1", totalLineAmount: "20.00" },
    ];
    expect(await refusedOrder(withLines(...lineItems))).toEqual([
      {
        path: "lineItems[2].id",
        code: "duplicate",
        message: "lineItems[2].id must be unique in the order: give each line its own id",
      },
    ]);
    expect(await sentOrder(withLines(...lineItems), {}, { assumedLimits: false })).toMatchObject({
      path: "/api/orders/create",
    });
  });

  test("none at all", async () => {
    const sent = await sentOrder(withLines({ totalLineAmount: "100.00" }, { totalLineAmount: "25.00" }));
    expect(lineitemsOf(sent)).toBe('[{"totalLineAmount":100.00},{"totalLineAmount":25.00}]');
  });
});

const lengths = [
  { field: "id", longest: 50 },
  { field: "articleNumber", longest: 50 },
  { field: "name", longest: 255 },
  { field: "description", longest: 255 },
];

describe.each(lengths)("$field of a line", ({ field, longest }) => {
  const line = (length: number) => ({ totalLineAmount: "125.00", [field]: "x".repeat(length) });

  test.each([1, longest])("of %i characters", async (length) => {
    expect((await sentOrder(withLines(line(length)))).body).toContain(`"${field}":"${"x".repeat(length)}"`);
  });

  test("of none, and of one too many", async () => {
    expect(await refusedOrder(withLines(line(0)))).toEqual([
      {
        path: `lineItems[0].${field}`,
        code: "too_short",
        message: `lineItems[0].${field} must be 1 to ${longest} characters long and has 0: lengthen it`,
      },
    ]);
    expect(await refusedOrder(withLines(line(longest + 1)))).toEqual([
      {
        path: `lineItems[0].${field}`,
        code: "too_long",
        message: `lineItems[0].${field} must be 1 to ${longest} characters long and has ${longest + 1}: shorten it`,
      },
    ]);
  });

  test("of any length with assumedLimits: false", async () => {
    const { body } = await sentOrder(withLines(line(longest + 1)), {}, { assumedLimits: false });
    expect(body).toContain(`"${field}":"${"x".repeat(longest + 1)}"`);
  });

  test("as a number", async () => {
    expect(await refusedOrder(withLines({ totalLineAmount: "125.00", [field]: 7 }))).toEqual([
      { path: `lineItems[0].${field}`, code: "wrong_type", message: `lineItems[0].${field} must be a string` },
    ]);
  });
});

describe("the other amounts of a line", () => {
  test("may be fractional, negative or zero, and keep their digits", async () => {
    const sent = await sentOrder(
      withLines({
        quantity: "2.50",
        unitAmountExcludingTax: "-40.0000",
        taxPercent: 25,
        totalLineTaxAmount: new Decimal("25.00"),
        totalLineAmount: "125.00",
      }),
    );
    expect(lineitemsOf(sent)).toBe(
      '[{"quantity":2.50,"unitAmountExcludingTax":-40.0000,"taxPercent":25,"totalLineTaxAmount":25,"totalLineAmount":125.00}]',
    );
  });

  test.each(["quantity", "unitAmountExcludingTax", "taxPercent", "totalLineTaxAmount"])(
    "%s: no amount",
    async (field) => {
      expect(await refusedOrder(withLines({ totalLineAmount: "125.00", [field]: "25 %" }))).toMatchObject([
        { path: `lineItems[0].${field}`, code: "bad_format" },
      ]);
    },
  );

  test.each(["productUrl", "unitMeasure", "lineItemGroupKey"])("%s: no text", async (field) => {
    expect(await refusedOrder(withLines({ totalLineAmount: "125.00", [field]: 7 }))).toEqual([
      { path: `lineItems[0].${field}`, code: "wrong_type", message: `lineItems[0].${field} must be a string` },
    ]);
  });
});
