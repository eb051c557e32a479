import { describe, expect, test } from "vitest";
import { refusedOrder, sentOrder } from "../support/stub-client.js";

const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const detailed = { ...simple, lineItems: [], billTo: {} };
const half = "Shoes \ud83d"; // an emoji that was cut in two
const wholeCharacters = "holds half of a surrogate pair: text was cut inside a character, cut it elsewhere";

describe("orderNumber", () => {
  test.each([4, 50])("of %i characters", async (length) => {
    const orderNumber = "A".repeat(length);
    expect(await sentOrder({ ...simple, orderNumber })).toEqual({
      path: `/api/orders/create/${orderNumber}/125.00/SEK`,
      body: "",
    });
  });

  test("of 3 characters", async () => {
    expect(await refusedOrder({ ...simple, orderNumber: "123" })).toEqual([
      {
        path: "orderNumber",
        code: "too_short",
        message: "orderNumber must be 4 to 50 characters long and has 3: lengthen it",
      },
    ]);
  });

  test("of 51 characters", async () => {
    expect(await refusedOrder({ ...simple, orderNumber: "A".repeat(51) })).toEqual([
      {
        path: "orderNumber",
        code: "too_long",
        message: "orderNumber must be 4 to 50 characters long and has 51: shorten it",
      },
    ]);
  });

  test("counts UTF-16 units: an emoji is two", async () => {
    expect(await sentOrder({ ...simple, orderNumber: "👟👟" })).toMatchObject({
      path: "/api/orders/create/%F0%9F%91%9F%F0%9F%91%9F/125.00/SEK",
    });
    expect(await refusedOrder({ ...simple, orderNumber: "👟1" })).toMatchObject([
      { message: "orderNumber must be 4 to 50 characters long and has 3: lengthen it" },
    ]);
    expect(await sentOrder({ ...simple, orderNumber: "👟".repeat(25) })).toMatchObject({ body: "" });
    expect(await refusedOrder({ ...simple, orderNumber: `${"👟".repeat(25)}1` })).toMatchObject([
      { message: "orderNumber must be 4 to 50 characters long and has 51: shorten it" },
    ]);
  });

  test("with half a surrogate pair", async () => {
    expect(await refusedOrder({ ...simple, orderNumber: half })).toEqual([
      { path: "orderNumber", code: "bad_format", message: `orderNumber ${wholeCharacters}` },
    ]);
  });

  test("missing", async () => {
    expect(await refusedOrder({ totalAmount: "125.00", currencyCode: "SEK" })).toEqual([
      { path: "orderNumber", code: "required", message: "orderNumber is required: add it, as a string" },
    ]);
  });

  test("as a number", async () => {
    expect(await refusedOrder({ ...simple, orderNumber: 1001 })).toEqual([
      { path: "orderNumber", code: "wrong_type", message: "orderNumber must be a string" },
    ]);
  });
});

describe("currencyCode", () => {
  test.each(["SEK", "JPY", "752", "036", "36"])("%s", async (currencyCode) => {
    expect(await sentOrder({ ...simple, totalAmount: "125", currencyCode })).toEqual({
      path: `/api/orders/create/ORDER-1001/125/${currencyCode}`,
      body: "",
    });
  });

  test.each(["sek", "Sek", "S1", "SE", "SEKK", "1", "7521", "", " SEK", "SEK\n", "S-K"])("%j", async (currencyCode) => {
    expect(await refusedOrder({ ...simple, currencyCode })).toEqual([
      {
        path: "currencyCode",
        code: "bad_format",
        message:
          "currencyCode must be an ISO 4217 code: three letters in upper case like SEK (a lower-case one is refused), or its number like 752",
      },
    ]);
  });

  test("as a number", async () => {
    expect(await refusedOrder({ ...simple, currencyCode: 752 })).toEqual([
      { path: "currencyCode", code: "wrong_type", message: "currencyCode must be a string" },
    ]);
  });

  test("missing", async () => {
    expect(await refusedOrder({ orderNumber: "ORDER-1001", totalAmount: "125.00" })).toEqual([
      { path: "currencyCode", code: "required", message: "currencyCode is required: add it, as a string" },
    ]);
  });
});

const limits = [
  { field: "salesChannel", shortest: 0, longest: 50, span: "0 to 50" },
  { field: "salesLocationId", shortest: 0, longest: 50, span: "0 to 50" },
  { field: "orderDescription", shortest: 1, longest: 255, span: "1 to 255" },
  { field: "purchaseReference", shortest: 30, longest: 30, span: "exactly 30" },
  { field: "merchantReference", shortest: 1, longest: 40, span: "1 to 40" },
];

describe.each(limits)("$field", ({ field, shortest, longest, span }) => {
  test.each([shortest, longest])("of %i characters", async (length) => {
    const text = "x".repeat(length);
    expect(JSON.parse((await sentOrder({ ...detailed, [field]: text })).body)).toMatchObject({ [field]: text });
  });

  test("one character too long", async () => {
    expect(await refusedOrder({ ...detailed, [field]: "x".repeat(longest + 1) })).toEqual([
      {
        path: field,
        code: "too_long",
        message: `${field} must be ${span} characters long and has ${longest + 1}: shorten it`,
      },
    ]);
  });

  test("with half a surrogate pair", async () => {
    expect(await refusedOrder({ ...detailed, [field]: half })).toEqual([
      { path: field, code: "bad_format", message: `${field} ${wholeCharacters}` },
    ]);
  });

  test("null", async () => {
    expect(await refusedOrder({ ...detailed, [field]: null })).toEqual([
      {
        path: field,
        code: "wrong_type",
        message: `${field} must be a string, not null: give one, or leave it out if it is optional`,
      },
    ]);
  });

  test("undefined is as good as absent", async () => {
    expect(await sentOrder({ ...detailed, [field]: undefined })).toEqual(await sentOrder(detailed));
  });
});

test.each([
  ["orderDescription", "", "orderDescription must be 1 to 255 characters long and has 0: lengthen it"],
  ["merchantReference", "", "merchantReference must be 1 to 40 characters long and has 0: lengthen it"],
  ["purchaseReference", "", "purchaseReference must be exactly 30 characters long and has 0: lengthen it"],
  [
    "purchaseReference",
    "12345678901234567890123456789",
    "purchaseReference must be exactly 30 characters long and has 29: lengthen it",
  ],
])("%s too short: %j", async (path, text, message) => {
  expect(await refusedOrder({ ...detailed, [path]: text })).toEqual([{ path, code: "too_short", message }]);
});
