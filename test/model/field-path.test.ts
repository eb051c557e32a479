import { expect, test } from "vitest";
import { callersPath, type KnownField } from "../../src/model/known-fields.js";

const known = new Map<string, KnownField>([
  ["orderNumber", "open"],
  ["lineItems", new Map()],
  ["billTo", new Map<string, KnownField>([["address", new Map<string, KnownField>([["postalCode", "open"]])]])],
]);

test.each([
  ["OrderNumber", "orderNumber"],
  ["ordernumber", "orderNumber"],
  ["Lineitems", "lineItems"],
  ["Lineitems[0].Name", "lineItems[0].name"],
  ["LINEITEMS[10]", "lineItems[10]"],
  ["BillTo.Address.PostalCode", "billTo.address.postalCode"],
  ["BillTo.Address.postalcode", "billTo.address.postalCode"],
  ["OrderID", "orderID"],
  ["X", "x"],
  ["", ""],
])("%j is the caller's %j", (fieldName, path) => {
  expect(callersPath(fieldName, known)).toBe(path);
});
