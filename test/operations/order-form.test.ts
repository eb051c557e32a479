import { describe, expect, test } from "vitest";
import { clientAnswering, errorOf, orderCreated, refusedOrder, sentOrder } from "../support/stub-client.js";

const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const detailed = { ...simple, lineItems: [{ totalLineAmount: "125.00" }], billTo: {} };

describe("the form of an order", () => {
  test("only the three values: in the path", async () => {
    expect(await sentOrder(simple)).toEqual({ path: "/api/orders/create/ORDER-1001/125.00/SEK", body: "" });
  });

  test("undefined counts as absent", async () => {
    const order = { ...simple, lineItems: undefined, billTo: undefined, salesChannel: undefined };
    expect(await sentOrder(order)).toEqual({ path: "/api/orders/create/ORDER-1001/125.00/SEK", body: "" });
  });

  test("anything more: in the body", async () => {
    expect(await sentOrder(detailed)).toEqual({
      path: "/api/orders/create",
      body: '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":125.00,"lineitems":[{"totalLineAmount":125.00}],"billTo":{}}',
    });
  });

  test("anything more makes lineItems and billTo required", async () => {
    expect(await refusedOrder({ ...simple, salesChannel: "" })).toEqual([
      {
        path: "lineItems",
        code: "required",
        message:
          "lineItems is required: an order with more than orderNumber, totalAmount and currencyCode takes the detailed form; add the lines, or [] where the payment method supports none",
      },
      {
        path: "billTo",
        code: "required",
        message:
          "billTo is required: an order with more than orderNumber, totalAmount and currencyCode takes the detailed form; add the billing name and address",
      },
    ]);
  });

  test("lineItems without billTo", async () => {
    expect(await refusedOrder({ ...simple, lineItems: [] })).toMatchObject([{ path: "billTo", code: "required" }]);
  });

  test("billTo without lineItems", async () => {
    expect(await refusedOrder({ ...simple, billTo: {} })).toMatchObject([{ path: "lineItems", code: "required" }]);
  });
});

describe("lineItems", () => {
  test("none", async () => {
    expect(JSON.parse((await sentOrder({ ...detailed, lineItems: [] })).body)).toMatchObject({ lineitems: [] });
  });

  test("any number", async () => {
    const lineItems = Array.from({ length: 1250 }, () => ({ totalLineAmount: "0.10" }));
    const { body } = await sentOrder({ ...detailed, lineItems });
    expect(JSON.parse(body).lineitems).toHaveLength(1250);
  });

  test("no list", async () => {
    expect(await refusedOrder({ ...detailed, lineItems: { totalLineAmount: "125.00" } })).toEqual([
      { path: "lineItems", code: "wrong_type", message: "lineItems must be an array" },
    ]);
  });

  test("an entry that is no object", async () => {
    expect(await refusedOrder({ ...detailed, lineItems: ["shoes"] })).toEqual([
      { path: "lineItems[0]", code: "wrong_type", message: "lineItems[0] must be an object" },
    ]);
  });
});

describe("null", () => {
  test.each(["shipTo", "customer"])("%s", async (field) => {
    expect(await refusedOrder({ ...detailed, [field]: null })).toEqual([
      {
        path: field,
        code: "wrong_type",
        message: `${field} must be an object, not null: give one, or leave it out if it is optional`,
      },
    ]);
  });

  test("in place of a required value", async () => {
    expect(await refusedOrder({ ...detailed, billTo: null })).toEqual([
      {
        path: "billTo",
        code: "wrong_type",
        message: "billTo must be an object, not null: give one, or leave it out if it is optional",
      },
    ]);
    expect(await refusedOrder({ ...detailed, lineItems: null })).toEqual([
      {
        path: "lineItems",
        code: "wrong_type",
        message: "lineItems must be an array, not null: give one, or leave it out if it is optional",
      },
    ]);
    expect(await refusedOrder({ ...simple, totalAmount: null })).toEqual([
      {
        path: "totalAmount",
        code: "wrong_type",
        message: 'totalAmount must be an amount: decimal text like "125.00", a number or a Decimal',
      },
    ]);
  });

  test.each([null, "ORDER-1001", []])("in place of the order: %j", async (order) => {
    expect(await refusedOrder(order)).toEqual([
      { path: "", code: "wrong_type", message: "the input must be an object: give the fields by their names" },
    ]);
  });
});

describe("unknown keys", () => {
  test("the wire's own lineitems", async () => {
    expect(await refusedOrder({ ...simple, lineitems: [], billTo: {} })).toMatchObject([
      { path: "lineItems", code: "required" },
      {
        path: "lineitems",
        code: "unknown_key",
        message: "lineitems is not a known key: did you mean lineItems?",
      },
    ]);
  });

  test.each([
    ["ordernumber", "orderNumber"],
    ["total_amount", "totalAmount"],
    ["salesLocationID", "salesLocationId"],
    ["billto", "billTo"],
  ])("%s", async (key, meant) => {
    expect(await refusedOrder({ ...detailed, [key]: "x" })).toEqual([
      { path: key, code: "unknown_key", message: `${key} is not a known key: did you mean ${meant}?` },
    ]);
  });

  test("far from any known one", async () => {
    expect(await refusedOrder({ ...detailed, deliveryDate: "2026-01-01" })).toEqual([
      { path: "deliveryDate", code: "unknown_key", message: "deliveryDate is not a known key: remove it" },
    ]);
  });

  test("a key that every object inherits", async () => {
    expect(await refusedOrder({ ...detailed, constructor: "x" })).toEqual([
      { path: "constructor", code: "unknown_key", message: "constructor is not a known key: remove it" },
    ]);
    expect(await refusedOrder(JSON.parse('{"__proto__":{},"orderNumber":"ORDER-1001"}'))).toContainEqual({
      path: "__proto__",
      code: "unknown_key",
      message: "__proto__ is not a known key: remove it",
    });
  });

  test.each(["asa@example.se", "4111 1111", "x".repeat(65), ""])("%j is no name and is not quoted", async (key) => {
    expect(await refusedOrder({ ...detailed, [key]: "x" })).toEqual([
      { path: "(unnamed key)", code: "unknown_key", message: "(unnamed key) is not a known key: remove it" },
    ]);
  });

  test("inside the open objects they pass through untouched", async () => {
    const { body } = await sentOrder({
      ...simple,
      lineItems: [{ totalLineAmount: "125.00", color: "red", sizes: [42, "43", null, true, { eu: 1.5 }] }],
      billTo: { name: { nickname: "Åsa" }, address: { doorCode: "0042" }, vip: false },
      shipTo: { pickup: { hours: ["9-17"] } },
      customer: { loyalty: null, name: { middleNames: "Maria" } },
    });
    expect(body).toBe(
      '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":125.00,' +
        '"lineitems":[{"totalLineAmount":125.00,"color":"red","sizes":[42,"43",null,true,{"eu":1.5}]}],' +
        '"customer":{"loyalty":null,"name":{"middleNames":"Maria"}},' +
        '"billTo":{"name":{"nickname":"Åsa"},"address":{"doorCode":"0042"},"vip":false},' +
        '"shipTo":{"pickup":{"hours":["9-17"]}}}',
    );
  });
});

test("all faults at once, and none of the values", async () => {
  const { payments, fetch } = clientAnswering(orderCreated, 201);
  const error = await errorOf(
    payments.createOrder({
      orderNumber: "geh",
      totalAmount: "-7123.001",
      currencyCode: "geheim",
      lineItems: [{ totalLineAmount: "geheim" }],
      billTo: { name: { title: "geheim-geheim" } },
      customer: { emailAddress: "geheim" },
    }),
  );
  expect(fetch).not.toHaveBeenCalled();
  expect(error).toMatchObject({
    issues: [
      { path: "orderNumber", code: "too_short" },
      { path: "totalAmount", code: "not_positive" },
      { path: "currencyCode", code: "bad_format" },
      { path: "lineItems[0].totalLineAmount", code: "bad_format" },
      { path: "billTo.name.title", code: "too_long" },
      { path: "customer.emailAddress", code: "bad_format" },
      { path: "totalAmount", code: "too_many_decimals" },
    ],
  });
  expect(error.message).toBe(
    [
      "createOrder: nothing was sent, the input has 7 faults:",
      "orderNumber must be 4 to 50 characters long and has 3: lengthen it",
      "totalAmount must be greater than 0",
      "currencyCode must be an ISO 4217 code: three letters in upper case like SEK (a lower-case one is refused), or its number like 752",
      'lineItems[0].totalLineAmount must be plain decimal text like "125.00": digits and one point, without exponent, plus sign, blanks, commas or leading zeros',
      "billTo.name.title must be 1 to 10 characters long and has 13: shorten it",
      "customer.emailAddress must be an e-mail address, name@example.com for instance, or be left out",
      "totalAmount must have at most 2 decimals, trailing zeros counted: round it, or set amountDecimals if the service takes more",
    ].join("\n  - "),
  );
});

test("an error carries the identifiers that were valid, and no others", async () => {
  const { payments } = clientAnswering(orderCreated, 201);
  const { totalAmount: _left, ...noAmount } = simple;
  const valid = await errorOf(payments.createOrder(noAmount as typeof simple));
  expect(valid.orderNumber).toBe("ORDER-1001");
  const invalid = await errorOf(payments.createOrder({ ...simple, orderNumber: "pw" }));
  expect(invalid).not.toHaveProperty("orderNumber");
});
