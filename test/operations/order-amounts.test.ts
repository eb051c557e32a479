import { Decimal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { refusedOrder, sentOrder } from "../support/stub-client.js";

const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const detailed = { ...simple, lineItems: [], billTo: {} };

const pathOf = (amount: string, currencyCode = "SEK") => `/api/orders/create/ORDER-1001/${amount}/${currencyCode}`;

describe("totalAmount", () => {
  test.each([
    ["two decimals", "125.00"],
    ["one decimal", "125.5"],
    ["no decimals", "125"],
    ["the smallest", "0.01"],
    ["20 digits", "123456789012345678.90"],
    ["40 digits", "12345678901234567890123456789012345678.90"],
  ])("%s", async (_what, totalAmount) => {
    expect(await sentOrder({ ...simple, totalAmount })).toEqual({ path: pathOf(totalAmount), body: "" });
  });

  test("a number, in its shortest form", async () => {
    expect((await sentOrder({ ...simple, totalAmount: 125.5 })).path).toBe(pathOf("125.5"));
  });

  test("a Decimal, in its shortest plain form", async () => {
    expect((await sentOrder({ ...simple, totalAmount: new Decimal("125.50") })).path).toBe(pathOf("125.5"));
    expect((await sentOrder({ ...simple, totalAmount: new Decimal("1e21") })).path).toBe(
      pathOf("1000000000000000000000"),
    );
  });

  test.each(["0", "0.00", "-1", "-0.01", "-0"])("%s is not greater than 0", async (totalAmount) => {
    expect(await refusedOrder({ ...simple, totalAmount })).toEqual([
      { path: "totalAmount", code: "not_positive", message: "totalAmount must be greater than 0" },
    ]);
  });

  test.each(["125,00", "1 250.00", "+125.00", "1.25e2", "125.", ".5", "0125.00", "", " 125.00", "SEK 125"])(
    "%j is no plain decimal text",
    async (totalAmount) => {
      expect(await refusedOrder({ ...simple, totalAmount })).toEqual([
        {
          path: "totalAmount",
          code: "bad_format",
          message:
            'totalAmount must be plain decimal text like "125.00": digits and one point, without exponent, plus sign, blanks, commas or leading zeros',
        },
      ]);
    },
  );

  test("41 digits", async () => {
    expect(await refusedOrder({ ...simple, totalAmount: "123456789012345678901234567890123456789.01" })).toEqual([
      { path: "totalAmount", code: "too_long", message: "totalAmount must have at most 40 digits: write fewer" },
    ]);
  });

  test("the number 0.1 + 0.2", async () => {
    expect(await refusedOrder({ ...simple, totalAmount: 0.1 + 0.2 })).toEqual([
      {
        path: "totalAmount",
        code: "not_exact",
        message:
          "totalAmount must be exact, and this number is not sure to be what was meant: more than 15 significant digits, an exponent or not finite; pass decimal text or a Decimal",
      },
    ]);
  });

  test("NaN", async () => {
    expect(await refusedOrder({ ...simple, totalAmount: Number.NaN })).toEqual([
      {
        path: "totalAmount",
        code: "unreadable",
        message: "totalAmount must be finite: JSON has no NaN and no Infinity",
      },
    ]);
  });

  test("an infinite Decimal", async () => {
    expect(await refusedOrder({ ...simple, totalAmount: new Decimal(Number.POSITIVE_INFINITY) })).toEqual([
      {
        path: "totalAmount",
        code: "unreadable",
        message: "totalAmount must be a finite Decimal of at most 40 digits",
      },
    ]);
  });

  test.each([[true], [{ value: "125.00" }], [["125.00"]]])("%j is no amount", async (totalAmount) => {
    expect(await refusedOrder({ ...simple, totalAmount })).toEqual([
      {
        path: "totalAmount",
        code: "wrong_type",
        message: 'totalAmount must be an amount: decimal text like "125.00", a number or a Decimal',
      },
    ]);
  });

  test("missing", async () => {
    expect(await refusedOrder({ orderNumber: "ORDER-1001", currencyCode: "SEK" })).toEqual([
      {
        path: "totalAmount",
        code: "required",
        message: 'totalAmount is required: add it, as decimal text like "125.00"',
      },
    ]);
  });
});

const tooManyDecimals = (most: number) => [
  {
    path: "totalAmount",
    code: "too_many_decimals",
    message: `totalAmount must have at most ${most} decimals, trailing zeros counted: round it, or set amountDecimals if the service takes more`,
  },
];

describe("decimals of totalAmount", () => {
  test("three are too many, zeros too", async () => {
    expect(await refusedOrder({ ...simple, totalAmount: "125.001" })).toEqual(tooManyDecimals(2));
    expect(await refusedOrder({ ...simple, totalAmount: "125.000" })).toEqual(tooManyDecimals(2));
  });

  test.each(["JPY", "392"])("%s has none", async (currencyCode) => {
    expect((await sentOrder({ ...simple, totalAmount: "100", currencyCode })).path).toBe(pathOf("100", currencyCode));
    expect(await refusedOrder({ ...simple, totalAmount: "100.00", currencyCode })).toEqual([
      {
        path: "totalAmount",
        code: "too_many_decimals",
        message: 'totalAmount must have no decimals in JPY, trailing zeros counted: write "100", not "100.00"',
      },
    ]);
  });

  test("amountDecimals: 0", async () => {
    const client = { amountDecimals: 0 };
    expect((await sentOrder({ ...simple, totalAmount: "125" }, {}, client)).path).toBe(pathOf("125"));
    expect(await refusedOrder({ ...simple, totalAmount: "125.0" }, {}, client)).toEqual(tooManyDecimals(0));
  });

  test("amountDecimals: 3", async () => {
    const client = { amountDecimals: 3 };
    expect((await sentOrder({ ...simple, totalAmount: "1.250" }, {}, client)).path).toBe(pathOf("1.250"));
    expect(await refusedOrder({ ...simple, totalAmount: "1.2500" }, {}, client)).toEqual(tooManyDecimals(3));
    expect(await refusedOrder({ ...simple, totalAmount: "1.250", currencyCode: "JPY" }, {}, client)).toMatchObject([
      { code: "too_many_decimals" },
    ]);
  });

  test('amountDecimals: "any"', async () => {
    const client = { amountDecimals: "any" } as const;
    expect((await sentOrder({ ...simple, totalAmount: "1.123456789" }, {}, client)).path).toBe(pathOf("1.123456789"));
    expect((await sentOrder({ ...simple, totalAmount: "100.00", currencyCode: "JPY" }, {}, client)).path).toBe(
      pathOf("100.00", "JPY"),
    );
  });
});

describe("assumedLimits: false", () => {
  test("takes a total of zero", async () => {
    const client = { assumedLimits: false };
    expect((await sentOrder({ ...simple, totalAmount: "0.00" }, {}, client)).path).toBe(pathOf("0.00"));
    expect((await sentOrder({ ...detailed, totalAmount: "0" }, {}, client)).body).toContain('"totalAmount":0,');
  });

  test.each(["-0.01", "-0", "-0.00"])("but not %s", async (totalAmount) => {
    expect(await refusedOrder({ ...simple, totalAmount }, {}, { assumedLimits: false })).toEqual([
      { path: "totalAmount", code: "not_positive", message: "totalAmount must be greater than 0" },
    ]);
  });
});
