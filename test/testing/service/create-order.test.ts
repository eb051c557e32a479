import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { FakePaymentService } from "../../../src/testing/index.js";

const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const detailed = {
  ...simple,
  lineitems: [
    { id: "1", name: "Shoes", totalLineAmount: "150.00" },
    { id: "2", name: "Discount", totalLineAmount: "-25.00" },
  ],
  billTo: { name: { firstName: "Åsa" } },
};

/** What is wrong with these values, as the service puts it. */
const errorsOf = (values: object) =>
  new FakePaymentService().createOrder(values).status.errors?.map(({ message }) => message);

describe("a simple order", () => {
  test("is registered under an id of the service's own", () => {
    const service = new FakePaymentService();

    expect(service.createOrder(simple)).toEqual({
      status: {
        isSuccess: true,
        errorNumber: 0,
        statusKey: "SUCCESS",
        statusMessage: "The operation was successful.",
        errors: null,
        exceptionDetails: null,
      },
      orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
    });
    expect(service.orders).toEqual([
      {
        orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
        form: "simple",
        orderNumber: "ORDER-1001",
        totalAmount: "125.00",
        currencyCode: "SEK",
        lineItems: [],
      },
    ]);
  });

  test("may have an order number that another order has", () => {
    const service = new FakePaymentService();
    service.createOrder(simple);
    expect(service.createOrder(simple).status.statusKey).toBe("SUCCESS");
  });

  test("is refused where only detailed orders are taken", () => {
    const { status } = new FakePaymentService().createOrder(simple, "detailed");
    expect(status.errors).toEqual([
      { errorCode: "REQUIRED", fieldName: "LineItems", message: "LineItems is required." },
      { errorCode: "REQUIRED", fieldName: "BillTo", message: "BillTo is required." },
    ]);
  });

  test("stays one when other fields are null or undefined", () => {
    const service = new FakePaymentService();
    service.createOrder({ ...simple, customer: null, shipTo: undefined });
    expect(service.orders).toMatchObject([{ form: "simple" }]);
  });
});

describe("a detailed order", () => {
  test("keeps what was sent", () => {
    const service = new FakePaymentService();
    service.createOrder({ ...detailed, customer: { customerId: "7" }, orderDescription: "Shoes" });
    expect(service.orders).toEqual([
      {
        orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3",
        form: "detailed",
        orderNumber: "ORDER-1001",
        totalAmount: "125.00",
        currencyCode: "SEK",
        lineItems: [
          { id: "1", name: "Shoes", totalLineAmount: "150.00" },
          { id: "2", name: "Discount", totalLineAmount: "-25.00" },
        ],
        billTo: { name: { firstName: "Åsa" } },
        customer: { customerId: "7" },
        orderDescription: "Shoes",
      },
    ]);
  });

  test("may hold Decimals, and counts that are no amounts", () => {
    const service = new FakePaymentService();
    service.createOrder({ ...detailed, lineitems: [{ lineNumber: 1, totalLineAmount: new Decimal("125") }] });
    expect(service.orders).toMatchObject([{ lineItems: [{ lineNumber: "1", totalLineAmount: "125" }] }]);
  });

  test("needs no lines in its collection", () => {
    expect(errorsOf({ ...detailed, lineitems: [] })).toBeUndefined();
  });

  test("needs the collection", () => {
    expect(errorsOf({ ...simple, billTo: {} })).toEqual(["LineItems is required."]);
    expect(errorsOf({ ...detailed, lineitems: null })).toEqual(["LineItems is required."]);
  });

  test("needs billTo", () => {
    expect(errorsOf({ ...simple, lineitems: [] })).toEqual(["BillTo is required."]);
  });

  test("is read whatever the case of its keys", () => {
    const service = new FakePaymentService();
    service.createOrder({
      ORDERNUMBER: "ORDER-1001",
      TotalAmount: "10.10",
      currencycode: "SEK",
      LineItems: [{ TOTALLINEAMOUNT: "10.10" }],
      BILLTO: {},
    });
    expect(service.orders).toMatchObject([{ totalAmount: "10.10", lineItems: [{ totalLineAmount: "10.10" }] }]);
  });
});

describe("the total", () => {
  test("must equal the sum of the lines", () => {
    expect(errorsOf({ ...detailed, totalAmount: "125.01" })).toEqual([
      "TotalAmount must equal the sum of the line items, 125.00.",
    ]);
  });

  test("equals a sum of another scale", () => {
    expect(errorsOf({ ...detailed, totalAmount: "125" })).toBeUndefined();
  });

  test("is exact where floating point is not", () => {
    const lineitems = [{ totalLineAmount: "0.10" }, { totalLineAmount: "0.20" }];
    expect(errorsOf({ ...detailed, totalAmount: "0.30", lineitems })).toBeUndefined();
  });

  test("is exact to the last of 20 digits", () => {
    const lineitems = [{ totalLineAmount: "123456789012345678.89" }, { totalLineAmount: "0.01" }];
    expect(errorsOf({ ...detailed, totalAmount: "123456789012345678.90", lineitems })).toBeUndefined();
    expect(errorsOf({ ...detailed, totalAmount: "123456789012345678.91", lineitems })).toEqual([
      "TotalAmount must equal the sum of the line items, 123456789012345678.90.",
    ]);
  });

  test("is exact whatever the application did to decimal.js", () => {
    const { precision } = Decimal;
    Decimal.set({ precision: 3 });
    const errors = errorsOf({ ...detailed, totalAmount: "1000.01", lineitems: [{ totalLineAmount: "1000.01" }] });
    Decimal.set({ precision });
    expect(errors).toBeUndefined();
  });

  test("may be a Decimal", () => {
    expect(errorsOf({ ...simple, totalAmount: new Decimal("125.5") })).toBeUndefined();
  });

  test.each([
    ["nothing", undefined, "TotalAmount is required."],
    ["zero", "0.00", "TotalAmount must be more than 0."],
    ["a negative amount", "-1.00", "TotalAmount must be more than 0."],
    ["a decimal comma", "125,00", "TotalAmount must be a decimal."],
    ["an exponent", "1e2", "TotalAmount must be a decimal."],
    ["a leading zero", "0125.00", "TotalAmount must be a decimal."],
    ["a bare point", "125.", "TotalAmount must be a decimal."],
    ["an empty text", "", "TotalAmount must be a decimal."],
    ["a truth value", true, "TotalAmount must be a decimal."],
  ])("is refused: %s", (_what, totalAmount, message) => {
    expect(errorsOf({ ...simple, totalAmount })).toEqual([message]);
  });
});

describe("limits", () => {
  test.each([
    ["orderNumber", "1234"],
    ["orderNumber", "x".repeat(50)],
    ["currencyCode", "SEK"],
    ["currencyCode", "752"],
    ["currencyCode", "36"],
    ["salesChannel", ""],
    ["salesChannel", "x".repeat(50)],
    ["salesLocationId", ""],
    ["salesLocationId", "x".repeat(50)],
    ["orderDescription", "x"],
    ["orderDescription", "x".repeat(255)],
    ["purchaseReference", "x".repeat(30)],
    ["merchantReference", "x"],
    ["merchantReference", "x".repeat(40)],
  ])("%s takes %j", (field, value) => {
    expect(errorsOf({ ...detailed, [field]: value })).toBeUndefined();
  });

  test.each([
    ["orderNumber", "123", "OrderNumber must be 4 to 50 characters long."],
    ["orderNumber", "x".repeat(51), "OrderNumber must be 4 to 50 characters long."],
    ["orderNumber", "", "OrderNumber must be 4 to 50 characters long."],
    ["currencyCode", "K", "CurrencyCode must be 2 to 3 characters long."],
    ["currencyCode", "SEKK", "CurrencyCode must be 2 to 3 characters long."],
    ["currencyCode", "SE", "CurrencyCode is not in the right format."],
    ["currencyCode", "S3K", "CurrencyCode is not in the right format."],
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
    ["billTo", [], "BillTo must be an object."],
    ["shipTo", "home", "ShipTo must be an object."],
    ["lineitems", {}, "LineItems must be a collection."],
    ["lineitems", ["shoes"], "LineItems[0] must be an object."],
    ["lineitems", [{ name: "Shoes" }], "LineItems[0].TotalLineAmount is required."],
    ["lineitems", [{ totalLineAmount: "much" }], "LineItems[0].TotalLineAmount must be a decimal."],
  ])("%s refuses %j", (field, value, message) => {
    expect(errorsOf({ ...detailed, [field]: value })).toEqual([message]);
  });
});

test("a refusal names every fault, gives no order id and registers nothing", () => {
  const service = new FakePaymentService();

  expect(service.createOrder({ orderNumber: "1" })).toEqual({
    status: {
      isSuccess: false,
      errorNumber: -2,
      statusKey: "VALIDATION_ERROR",
      statusMessage: "The request contained one or more validation errors. See the errors collection.",
      errors: [
        {
          errorCode: "INVALID_LENGTH",
          fieldName: "OrderNumber",
          message: "OrderNumber must be 4 to 50 characters long.",
        },
        { errorCode: "REQUIRED", fieldName: "TotalAmount", message: "TotalAmount is required." },
        { errorCode: "REQUIRED", fieldName: "CurrencyCode", message: "CurrencyCode is required." },
      ],
      exceptionDetails: null,
    },
  });
  expect(service.orders).toEqual([]);
});
