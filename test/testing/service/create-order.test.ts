import { Decimal } from "decimal.js";
import { expect, test } from "vitest";
import { orderId, order as simple } from "../../support/client.js";
import { newService, succeeded } from "../../support/service-adapters.js";

const lines = [
  { id: "1", name: "Shoes", totalLineAmount: "150.00" },
  { id: "2", name: "Discount", totalLineAmount: "-25.00" },
];
const detailed = { ...simple, lineitems: lines, billTo: { name: { firstName: "Åsa" } } };

/** The service's messages about these values. */
const errorsOf = (values: object) =>
  newService()
    .createOrder(values)
    .status.errors?.map(({ message }) => message);

test("a simple order is registered under a new id", () => {
  const service = newService();
  expect(service.createOrder(simple)).toEqual({ status: succeeded, orderId });
  expect(service.orders).toEqual([{ orderId, form: "simple", ...simple, lineItems: [] }]);
});

test("an order is read whatever the case of its keys, with Decimals and counts", () => {
  const service = newService();
  const LineItems = [{ TOTALLINEAMOUNT: new Decimal("10.1"), lineNumber: 1 }];
  service.createOrder({ ORDERNUMBER: "ORDER-1001", TotalAmount: "10.10", currencycode: "SEK", LineItems, BILLTO: {} });
  expect(service.orders).toMatchObject([
    { totalAmount: "10.10", lineItems: [{ lineNumber: "1", totalLineAmount: "10.1" }] },
  ]);
});

test.each<[what: string, fields: object]>([
  ["a collection without lines", { lineitems: [] }],
  ["a total of another scale than its lines", { totalAmount: "125" }],
  ["a Decimal as its total", { totalAmount: new Decimal("125") }],
  ["a sum that floating point misses", { totalAmount: "0.30", lineitems: sumOf("0.10", "0.20") }],
  ["a total of 20 digits", { totalAmount: "123456789012345678.90", lineitems: sumOf("123456789012345678.89", "0.01") }],
  ["the shortest fields", { orderNumber: "1234", salesChannel: "", salesLocationId: "", merchantReference: "x" }],
  ["the longest orderNumber", { orderNumber: "x".repeat(50) }],
  ["a number as currencyCode", { currencyCode: "752" }],
  ["a currencyCode of two digits", { currencyCode: "36" }],
])("an order with %s is registered", (_what, fields) => {
  expect(errorsOf({ ...detailed, ...fields })).toBeUndefined();
});

test("the sum of the lines is exact, whatever the application did to decimal.js", () => {
  const { precision } = Decimal;
  Decimal.set({ precision: 3 });
  const errors = errorsOf({ ...detailed, totalAmount: "1000.01", lineitems: sumOf("1000.01") });
  Decimal.set({ precision });
  expect(errors).toBeUndefined();
});

test.each([
  ["totalAmount", "125.01", "TotalAmount must equal the sum of the line items, 125.00."],
  ["totalAmount", undefined, "TotalAmount is required."],
  ["totalAmount", "0.00", "TotalAmount must be more than 0."],
  ["totalAmount", "125,00", "TotalAmount must be a decimal."],
  ["totalAmount", "125.005", "TotalAmount must have no more decimals than SEK has, 2."],
  ["totalAmount", "1e2", "TotalAmount must be a decimal."],
  ["orderNumber", "123", "OrderNumber must be 4 to 50 characters long."],
  ["orderNumber", "x".repeat(51), "OrderNumber must be 4 to 50 characters long."],
  ["currencyCode", "K", "CurrencyCode must be 2 to 3 characters long."],
  ["currencyCode", "SEKK", "CurrencyCode must be 2 to 3 characters long."],
  ["currencyCode", "SE", "CurrencyCode is not in the right format."],
  ["salesChannel", "x".repeat(51), "SalesChannel must be 0 to 50 characters long."],
  ["salesLocationId", "x".repeat(51), "SalesLocationId must be 0 to 50 characters long."],
  ["orderDescription", "", "OrderDescription must be 1 to 255 characters long."],
  ["orderDescription", "x".repeat(256), "OrderDescription must be 1 to 255 characters long."],
  ["purchaseReference", "x".repeat(29), "PurchaseReference must be 30 characters long."],
  ["purchaseReference", "x".repeat(31), "PurchaseReference must be 30 characters long."],
  ["merchantReference", "", "MerchantReference must be 1 to 40 characters long."],
  ["merchantReference", "x".repeat(41), "MerchantReference must be 1 to 40 characters long."],
  ["merchantReference", false, "MerchantReference must be text."],
  ["customer", "7", "Customer must be an object."],
  ["customer", { NAME: { lastname: 7 } }, "Customer.Name.LastName must be text."],
  ["billTo", [], "BillTo must be an object."],
  ["billTo", undefined, "BillTo is required."],
  ["shipTo", "home", "ShipTo must be an object."],
  ["lineitems", null, "LineItems is required."],
  ["lineitems", {}, "LineItems must be a collection."],
  ["lineitems", ["shoes"], "LineItems[0] must be an object."],
  ["lineitems", [{ name: "Shoes" }], "LineItems[0].TotalLineAmount is required."],
  ["lineitems", sumOf("much"), "LineItems[0].TotalLineAmount must be a decimal."],
])("an order is rejected with its %s: %j", (field, value, message) => {
  expect(errorsOf({ ...detailed, [field]: value })).toEqual([message]);
});

test.each([
  ["100.00", "JPY", undefined],
  ["1.50", "JPY", "TotalAmount must have no more decimals than JPY has, 0."],
  ["1.125", "KWD", undefined],
  ["1.1255", "KWD", "TotalAmount must have no more decimals than KWD has, 3."],
  ["1.999", "SEK", "TotalAmount must have no more decimals than SEK has, 2."],
  ["1.9900", "SEK", undefined],
])("an order with a total of %s %s has the right decimals, or is rejected", (totalAmount, currencyCode, message) => {
  expect(errorsOf({ ...simple, totalAmount, currencyCode })?.join()).toBe(message);
});

test("an order is rejected for a difference in the last of 20 digits", () => {
  const order = { ...detailed, totalAmount: "123456789012345678.91", lineitems: sumOf("123456789012345678.90") };
  expect(errorsOf(order)).toEqual(["TotalAmount must equal the sum of the line items, 123456789012345678.90."]);
});

test("a rejected order gets every fault and no id, and is not registered", () => {
  const service = newService();
  const { status, ...rest } = service.createOrder({ orderNumber: "1" }, "detailed");
  expect(status).toMatchObject({ isSuccess: false, errorNumber: -2, statusKey: "VALIDATION_ERROR" });
  expect(status.errors).toEqual([
    { errorCode: "Length", fieldName: "OrderNumber", message: "OrderNumber must be 4 to 50 characters long." },
    { errorCode: "Predicate", fieldName: "TotalAmount", message: "TotalAmount is required." },
    { errorCode: "Predicate", fieldName: "CurrencyCode", message: "CurrencyCode is required." },
    { errorCode: "Predicate", fieldName: "LineItems", message: "LineItems is required." },
    { errorCode: "Predicate", fieldName: "BillTo", message: "BillTo is required." },
  ]);
  expect([rest, service.orders]).toEqual([{}, []]);
});

function sumOf(...amounts: string[]) {
  return amounts.map((totalLineAmount) => ({ totalLineAmount }));
}
