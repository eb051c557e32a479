import { describe, expect, test } from "vitest";
import { nearestKey, nearMiss } from "../../src/model/nearest-key.js";

describe("the option nearest", () => {
  const keys = ["orderNumber", "totalAmount", "currencyCode", "lineItems", "billTo", "shipTo", "customer"];

  test.each([
    ["lineitems", "lineItems"],
    ["line_items", "lineItems"],
    ["totalAmont", "totalAmount"],
    ["costumer", "customer"],
    ["theOrderNumber", "orderNumber"],
    ["total", undefined],
    ["orderNo", undefined],
    ["", undefined],
  ])("to %j is %s", (typed, meant) => {
    expect(nearestKey(typed, keys)).toBe(meant);
  });

  test("to a key of a million letters is none", () => {
    expect(nearestKey("x".repeat(1_000_000), keys)).toBeUndefined();
  });

  test("to a key has the fewest edits, wherever it stands", () => {
    expect(nearestKey("shipTo1", ["billTo", "shipTo", "shipTo12"])).toBe("shipTo");
    expect(nearestKey("shipTo", ["shipTo12", "shipTo1"])).toBe("shipTo1");
  });
});

describe("the field nearest", () => {
  const keys = ["id", "name", "quantity", "address", "city", "postalCode", "street1", "totalLineTaxAmount"];

  test.each([
    ["Name", "name"],
    ["quantiy", "quantity"],
    ["adress", "address"],
    ["postCode", "postalCode"],
    ["note", undefined],
    ["zip", undefined],
    ["totalTaxAmount", undefined],
  ])("to %j, which may be a merchant's own column, is %s", (typed, meant) => {
    expect(nearMiss(typed, keys)).toBe(meant);
  });
});

describe("the only field that begins or ends with the word", () => {
  const keys = [
    "orderNumber",
    "totalAmount",
    "currencyCode",
    "orderDescription",
    "merchantReference",
    "buyerReference",
  ];

  test.each([
    ["amount", "totalAmount"],
    ["total", "totalAmount"],
    ["order", undefined], // two begin with it
    ["reference", undefined], // two end with it
    ["code", undefined], // too short
    ["Number", undefined], // no word in lower case
    ["mount", undefined], // not at the beginning of a word
    ["total(", undefined], // no word, and no pattern either
  ])("%s is %s", (word, meant) => {
    expect(nearMiss(word, keys)).toBe(meant);
  });
});
