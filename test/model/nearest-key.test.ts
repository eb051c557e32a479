import { expect, test } from "vitest";
import { nearestKey, nearMiss } from "../../src/model/nearest-key.js";

const options = ["orderNumber", "totalAmount", "currencyCode", "lineItems", "billTo", "shipTo", "customer"];

test.each([
  ["lineitems", "lineItems"],
  ["line_items", "lineItems"],
  ["totalAmont", "totalAmount"],
  ["costumer", "customer"],
  ["theOrderNumber", "orderNumber"],
  ["total", undefined],
  ["orderNo", undefined],
  ["", undefined],
  ["x".repeat(1_000_000), undefined],
])("the option nearest to %j is %s", (typed, meant) => {
  expect(nearestKey(typed, options)).toBe(meant);
});

test("the nearest option has the fewest edits, wherever it stands", () => {
  expect(nearestKey("shipTo1", ["billTo", "shipTo", "shipTo12"])).toBe("shipTo");
  expect(nearestKey("shipTo", ["shipTo12", "shipTo1"])).toBe("shipTo1");
});

const fields = ["id", "name", "quantity", "address", "city", "postalCode", "street1", "totalLineTaxAmount"];

test.each([
  ["Name", "name"],
  ["quantiy", "quantity"],
  ["adress", "address"],
  ["postCode", "postalCode"],
  ["note", undefined],
  ["zip", undefined],
  ["totalTaxAmount", undefined],
])("the field nearest to %j, which may be a merchant's own column, is %s", (typed, meant) => {
  expect(nearMiss(typed, fields)).toBe(meant);
});

const words = ["orderNumber", "totalAmount", "currencyCode", "orderDescription", "merchantReference", "buyerReference"];

test.each([
  ["amount", "totalAmount"],
  ["total", "totalAmount"],
  ["order", undefined], // two begin with it
  ["reference", undefined], // two end with it
  ["code", undefined], // too short
  ["Number", undefined], // no word in lower case
  ["mount", undefined], // not at the beginning of a word
  ["total(", undefined], // no word, and no pattern either
])("the only field that begins or ends with the word %s is %s", (word, meant) => {
  expect(nearMiss(word, words)).toBe(meant);
});
