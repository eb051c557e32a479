import { expect, test } from "vitest";
import * as z from "zod/mini";
import { callersPath, fieldsOf, type KnownFields, placeOf } from "../../src/model/known-fields.js";
import { amount, arrayOf } from "../../src/model/schema.js";

const schema = z.object({
  orderNumber: z.string(),
  lineItems: z.optional(arrayOf(z.object({ totalLineAmount: amount(), travelData: z.unknown() }))),
  billTo: z.object({ address: z.object({ city: z.string() }) }),
  signal: z.custom(),
});
const known = fieldsOf(schema) as KnownFields;

test("the fields of a schema are known at every depth, and amounts and what is not copied are marked", () => {
  const lines = new Map([
    ["totalLineAmount", "amount"],
    ["travelData", "open"],
  ]);
  const billTo = new Map([["address", new Map([["city", "open"]])]]);
  expect(fieldsOf(schema)).toEqual(
    new Map<string, unknown>([
      ["orderNumber", "open"],
      ["lineItems", lines],
      ["billTo", billTo],
      ["signal", "kept"],
    ]),
  );
});

test.each([
  ["orderNumber", "orderNumber"],
  ["address", "billTo.address"],
  ["totalLineAmount", "lineItems.totalLineAmount"],
  ["city", undefined], // two objects deep
  ["number", undefined],
])("the place of %s among them is %s", (name, place) => {
  expect(placeOf(name, known)).toBe(place);
});

test("nothing has a place in a field that may hold anything", () => {
  expect(placeOf("orderNumber", "open")).toBeUndefined();
});

test.each([
  ["OrderNumber", "orderNumber"],
  ["BillTo.Address.City", "billTo.address.city"],
  ["Lineitems[0].TotalLineAmount", "lineItems[0].totalLineAmount"],
  ["PurchaseReference", "purchaseReference"], // not known
])("the service's %s is the caller's %s", (fieldName, path) => {
  expect(callersPath(fieldName, known)).toBe(path);
});
