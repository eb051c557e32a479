import { describe, expect, test } from "vitest";
import { nearestKey, nearMiss } from "../../src/model/nearest-key.js";

describe("an option", () => {
  const keys = ["orderNumber", "totalAmount", "currencyCode", "lineItems", "billTo", "shipTo", "customer"];

  test.each([
    ["lineitems", "lineItems"],
    ["LINEITEMS", "lineItems"],
    ["line_items", "lineItems"],
    ["totalAmont", "totalAmount"],
    ["bilTo", "billTo"],
    ["costumer", "customer"],
    ["currencyCod", "currencyCode"],
    ["total", undefined],
    ["orderNo", undefined],
    ["xyz", undefined],
    ["", undefined],
  ])("%s was meant to be %s", (typed, meant) => {
    expect(nearestKey(typed, keys)).toBe(meant);
  });

  test("a key of a million letters", () => {
    expect(nearestKey("x".repeat(1_000_000), keys)).toBeUndefined();
  });

  test("the one with the fewest edits, wherever it stands", () => {
    expect(nearestKey("shipTo1", ["billTo", "shipTo", "shipTo12"])).toBe("shipTo");
    expect(nearestKey("shipTo", ["shipTo12", "shipTo1"])).toBe("shipTo1");
  });
});

describe("a field that may be a column of the merchant's own", () => {
  const keys = ["id", "name", "quantity", "address", "city", "postalCode", "street1", "totalLineTaxAmount"];

  test.each([
    ["Name", "name"],
    ["quantiy", "quantity"],
    ["adress", "address"],
    ["postCode", "postalCode"],
    ["street", "street1"],
    ["names", "name"],
    ["note", undefined],
    ["sku", undefined],
    ["ids", undefined],
    ["zip", undefined],
    ["_id", undefined],
    ["totalTaxAmount", undefined],
  ])("%s: near to %s", (typed, meant) => {
    expect(nearMiss(typed, keys)).toBe(meant);
  });
});
