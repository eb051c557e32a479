import { expect, test } from "vitest";
import { nearestKey } from "../../src/model/nearest-key.js";

const keys = ["orderNumber", "totalAmount", "currencyCode", "lineItems", "billTo", "shipTo", "customer"];

test.each([
  ["lineitems", "lineItems"],
  ["LINEITEMS", "lineItems"],
  ["line_items", "lineItems"],
  ["lineItem", "lineItems"],
  ["totalAmont", "totalAmount"],
  ["total", undefined],
  ["bilTo", "billTo"],
  ["shipto", "shipTo"],
  ["costumer", "customer"],
  ["currency", "currencyCode"],
  ["currencyCod", "currencyCode"],
  ["orderNo", undefined],
  ["xyz", undefined],
  ["", undefined],
])("%j: %s", (typed, meant) => {
  expect(nearestKey(typed, keys)).toBe(meant);
});

test("the one with the fewest edits, not the first", () => {
  expect(nearestKey("shipTo1", ["billTo", "shipTo", "shipTo12"])).toBe("shipTo");
});

test("the one with the fewest edits, though it comes last", () => {
  expect(nearestKey("shipTo", ["shipTo12", "shipTo1"])).toBe("shipTo1");
});

test("no keys at all", () => {
  expect(nearestKey("lineitems", [])).toBeUndefined();
});

test("a key of a million letters", () => {
  expect(nearestKey("x".repeat(1_000_000), keys)).toBeUndefined();
});
