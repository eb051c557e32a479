import { expect, test } from "vitest";
import { callersPath } from "../../src/model/field-path.js";

const names = new Set(["orderNumber", "lineItems", "billTo", "postalCode"]);

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
  expect(callersPath(fieldName, names)).toBe(path);
});
