/** What an order has to be as a whole. docs/errors/messages.md has the words of the faults. */
import { describe, expect, test } from "vitest";
import { orderFaults, sentOrder } from "../support/checked-input.js";
import { clientResponding, created, errorOf } from "../support/client.js";

const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const line = { totalLineAmount: "125.00" };
const detailed = { ...simple, lineItems: [line], billTo: {} };
const withoutLines = { ...detailed, lineItems: [] };
const withLines = (...lineItems: unknown[]) => ({ ...detailed, lineItems });

describe("the form of an order", () => {
  test.each([
    ["only the three values", simple],
    ["and what is undefined or null", { ...simple, lineItems: undefined, billTo: null, salesChannel: null }],
  ])("is simple with %s", async (_what, order) => {
    expect(await sentOrder(order)).toEqual({ path: "/api/orders/create/ORDER-1001/125.00/SEK", body: "" });
  });

  test("is detailed with anything more", async () => {
    expect(await sentOrder(withoutLines)).toEqual({
      path: "/api/orders/create",
      body: '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":125.00,"lineitems":[],"billTo":{}}',
    });
  });

  test.each([
    [
      "lines and billTo, when there is a sales channel",
      { ...simple, salesChannel: "" },
      ["lineItems required", "billTo required"],
    ],
    ["billTo beside lines", { ...simple, lineItems: [] }, ["billTo required"]],
    ["lines beside billTo", { ...simple, billTo: {} }, ["lineItems required"]],
    ["a list of lines", { ...detailed, lineItems: line }, ["lineItems wrong_type"]],
    [
      "objects as lines",
      withLines("shoes", 7, null),
      ["lineItems[2] unreadable", "lineItems[0] wrong_type", "lineItems[1] wrong_type"],
    ],
  ])("asks for %s", async (_what, order, faults) => {
    expect(await orderFaults(order)).toEqual(faults);
  });

  test.each([
    [null, " required"],
    [undefined, " required"],
    ["ORDER-1001", " wrong_type"],
    [[], " wrong_type"],
  ])("%j is none", async (order, fault) => {
    expect(await orderFaults(order)).toEqual([fault]);
  });

  test("has any number of lines", async () => {
    const lineItems = Array.from({ length: 1250 }, () => ({ totalLineAmount: "0.10" }));
    expect(JSON.parse((await sentOrder({ ...detailed, lineItems })).body).lineitems).toHaveLength(1250);
  });
});

describe("keys that are not known", () => {
  test.each([
    ["the wire's lineitems", { ...simple, lineitems: [], billTo: {} }, ["lineitems unknown_key", "lineItems required"]],
    ["any other", { ...detailed, deliveryDate: "2026-01-01" }, ["deliveryDate unknown_key"]],
    ["one that every object inherits", { ...detailed, constructor: "x" }, ["constructor unknown_key"]],
    ["__proto__", { ...detailed, ...JSON.parse('{"__proto__":{}}') }, ["__proto__ unreadable"]],
    ["an address, which is not quoted", { ...detailed, "asa@example.se": "x" }, ["(unnamed key) unknown_key"]],
    ["a card number", { ...detailed, "4111 1111": "x" }, ["(unnamed key) unknown_key"]],
    ["a long one", { ...detailed, ["x".repeat(65)]: "x" }, ["(unnamed key) unknown_key"]],
    ["a misspelt one in a party", { ...detailed, billTo: { adress: {} } }, ["billTo.adress unknown_key"]],
    [
      "a misspelt one in a name",
      { ...detailed, billTo: { name: { firstname: "Åsa" } } },
      ["billTo.name.firstname unknown_key"],
    ],
    ["a misspelt one in a line", withLines({ ...line, quantiy: 1 }), ["lineItems[0].quantiy unknown_key"]],
    [
      "a misspelt one in the customer",
      { ...detailed, customer: { costumerId: "1" } },
      ["customer.costumerId unknown_key"],
    ],
  ])("%s", async (_what, order, faults) => {
    expect(await orderFaults(order)).toEqual(faults);
  });
});

describe("the lines of an order", () => {
  test.each([
    [
      "with a discount and a free item",
      withLines({ totalLineAmount: "150.0050" }, { totalLineAmount: "-25.0050" }, { totalLineAmount: 0 }),
    ],
    [
      "where doubles are not exact",
      { ...withLines({ totalLineAmount: "0.10" }, { totalLineAmount: "0.20" }), totalAmount: "0.30" },
    ],
    [
      "of 22 digits",
      {
        ...withLines({ totalLineAmount: "99999999999999999999.98" }, { totalLineAmount: "0.01" }),
        totalAmount: "99999999999999999999.99",
      },
    ],
    ["of none", withoutLines],
  ])("add up to the total, %s", async (_what, order) => {
    expect(await sentOrder(order)).toMatchObject({ path: "/api/orders/create" });
  });

  test.each(["125.01", "124.99", "99999999999999999999.99"])("do not add up to it: %s", async (totalLineAmount) => {
    expect(await orderFaults(withLines({ totalLineAmount }))).toEqual(["totalAmount amount_mismatch"]);
  });

  test("have ids of their own", async () => {
    const [first, second] = [{ totalLineAmount: "100.00" }, { totalLineAmount: "25.00" }];
    expect(await orderFaults(withLines({ id: "1", ...first }, { id: "1", ...second }))).toEqual([
      "lineItems[1].id duplicate",
    ]);
    expect(await sentOrder(withLines({ id: "1", ...first }, { id: "2", ...second }))).toMatchObject({
      path: "/api/orders/create",
    });
  });
});

describe("a payment method", () => {
  const credit = { ...detailed, customer: { customerId: "4711" } };
  const named = (length: number) => ({ ...credit, lineItems: [{ ...line, name: "x".repeat(length) }] });
  const somewhere = { salesLocationId: "Umeå" };

  test.each([
    ["card", simple],
    ["swish", simple],
    ["internet_bank", simple],
    ["other", simple],
    ["card", { ...withoutLines, ...somewhere }],
    ["swish", withoutLines],
    ["invoice", credit],
    ["installments", credit],
    ["invoice", named(50)],
    ["installments", named(255)],
    ["paypal", { ...detailed, orderDescription: "Shoes" }],
    ["other", { ...detailed, ...somewhere }],
    [undefined, { ...detailed, ...somewhere }],
    [null, named(255)],
  ])("%s", async (paymentMethod, order) => {
    expect((await sentOrder(order, { paymentMethod })).path).toMatch(/^\/api\/orders\/create/);
  });

  test.each([
    ["invoice", simple, "options.paymentMethod not_allowed"],
    ["installments", simple, "options.paymentMethod not_allowed"],
    ["paypal", simple, "options.paymentMethod not_allowed"],
    ["invoice", detailed, "customer required"],
    ["installments", detailed, "customer required"],
    ["invoice", { ...credit, lineItems: [] }, "lineItems required"],
    ["installments", { ...credit, lineItems: [] }, "lineItems required"],
    ["invoice", named(51), "lineItems[0].name too_long"],
    ["invoice", named(256), "lineItems[0].name too_long"],
    ["paypal", detailed, "orderDescription required"],
    ["card", detailed, "lineItems not_allowed"],
    ["swish", detailed, "lineItems not_allowed"],
    ["swish", { ...withoutLines, ...somewhere }, "salesLocationId not_allowed"],
    ["internet_bank", { ...detailed, ...somewhere }, "salesLocationId not_allowed"],
    ["invoice", { ...credit, ...somewhere }, "salesLocationId not_allowed"],
    ["Card", simple, "options.paymentMethod wrong_type"],
  ])("%s: %#", async (paymentMethod, order, fault) => {
    expect(await orderFaults(order, { paymentMethod })).toEqual([fault]);
  });

  test("is not sent to the service", async () => {
    expect((await sentOrder(withoutLines, { paymentMethod: "card" })).body).not.toContain("card");
  });
});

describe("what the contract does not show can be waived", () => {
  const longName = { name: { firstName: "x".repeat(51) } };

  test.each([
    ["amountDecimals", { ...simple, totalAmount: "125.001" }, "totalAmount too_many_decimals"],
    ["positiveTotal", { ...simple, totalAmount: "0.00" }, "totalAmount not_positive"],
    ["purchaseReferenceLength", { ...withoutLines, purchaseReference: "R-1" }, "purchaseReference too_short"],
    ["lineTotals", withLines({ totalLineAmount: "1.00" }), "totalAmount amount_mismatch"],
    ["lineTotals", withLines({ name: "Shoes" }), "lineItems[0].totalLineAmount required"],
    ["lineTextLengths", withLines({ ...line, name: "x".repeat(256) }), "lineItems[0].name too_long"],
    ["lineTextLengths", withLines({ ...line, id: "" }), "lineItems[0].id too_short"],
    ["uniqueLineIds", withLines({ id: "1", ...line }, { id: "1", totalLineAmount: 0 }), "lineItems[1].id duplicate"],
    ["partyLengths", { ...withoutLines, billTo: longName }, "billTo.name.firstName too_long"],
    ["partyLengths", { ...withoutLines, shipTo: longName }, "shipTo.name.firstName too_long"],
    [
      "countryCode",
      { ...withoutLines, billTo: { address: { countryCode: "752" } } },
      "billTo.address.countryCode bad_format",
    ],
    ["emailAddress", { ...withoutLines, customer: { emailAddress: "-" } }, "customer.emailAddress bad_format"],
    ["salesLocation", { ...withoutLines, salesLocationId: "Umeå" }, "salesLocationId not_allowed"],
  ] as const)("%s: %#", async (assumption, order, fault) => {
    const options = assumption === "salesLocation" ? ({ paymentMethod: "swish" } as const) : {};
    const { payments } = clientResponding(created, 201);
    const error = await errorOf(payments.createOrder(order as never, options));
    expect(error).toMatchObject({ issues: [{ assumption }] });
    expect(error.message).toMatch(
      new RegExp(`\\(not in the service's contract: waive: \\["${assumption}"\\] turns this off\\)$`),
    );
    expect(await orderFaults(order, options)).toEqual([fault]);
    expect((await sentOrder(order, options, { waive: [assumption] })).path).toMatch(/^\/api\/orders\/create/);
  });

  test.each([
    ["a negative total", { ...simple, totalAmount: "-0.01" }, "totalAmount not_positive"],
    [
      "a purchase reference of 31 characters",
      { ...withoutLines, purchaseReference: "x".repeat(31) },
      "purchaseReference too_long",
    ],
    [
      "a line's total that is no amount",
      withLines({ totalLineAmount: "25 %" }),
      "lineItems[0].totalLineAmount bad_format",
    ],
  ])("but not %s", async (_what, order, fault) => {
    const waive = ["positiveTotal", "purchaseReferenceLength", "lineTotals"] as const;
    const { payments } = clientResponding(created, 201, { waive });
    const error = await errorOf(payments.createOrder(order as never));
    expect(error).toMatchObject({ issues: [{ path: fault.split(" ")[0], code: fault.split(" ")[1] }] });
    expect(error.message).not.toContain("waive");
  });

  test("a total keeps the zeros that were given once its decimals are waived", async () => {
    const { path } = await sentOrder({ ...simple, totalAmount: "1.2500" }, {}, { waive: ["amountDecimals"] });
    expect(path).toBe("/api/orders/create/ORDER-1001/1.2500/SEK");
  });

  test("the room that an invoice has for a name too", async () => {
    const order = { ...withLines({ ...line, name: "x".repeat(51) }), customer: {} };
    const { path } = await sentOrder(order, { paymentMethod: "invoice" }, { waive: ["lineTextLengths"] });
    expect(path).toBe("/api/orders/create");
  });
});

describe("the error of an order with many faults", () => {
  const faulty = {
    orderNumber: "geh",
    totalAmount: "-7123.001",
    currencyCode: "geheim",
    lineItems: [{ totalLineAmount: "geheim" }],
    billTo: { name: { title: "geheim-geheim" } },
    customer: { emailAddress: "geheim" },
    salesLocationId: "geheim",
  };

  test("has all of them at once, and none of the values", async () => {
    const { payments, fetch } = clientResponding(created, 201);
    const options = { paymentMethod: "swish", timeoutMs: 0 } as const;
    const error = await errorOf(payments.createOrder(faulty, options));
    expect(fetch).not.toHaveBeenCalled();
    expect(error).toMatchObject({
      issues: [
        { path: "orderNumber", code: "too_short" },
        { path: "totalAmount", code: "not_positive" },
        { path: "currencyCode", code: "bad_format" },
        { path: "lineItems[0].totalLineAmount", code: "bad_format" },
        { path: "customer.emailAddress", code: "bad_format" },
        { path: "billTo.name.title", code: "too_long" },
        { path: "options.timeoutMs", code: "bad_format" },
        { path: "lineItems", code: "not_allowed" },
        { path: "salesLocationId", code: "not_allowed" },
      ],
    });
    expect(error.message).not.toMatch(/geh|7123/);
  });

  test.each([
    [
      "keys that are not known",
      { ...simple, ...Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown${index}`, 1])) },
    ],
    ["lines of one id", withLines(...Array.from({ length: 5_000 }, () => ({ id: "A", totalLineAmount: "0.025" })))],
    ["values that cannot be read", withLines(...Array.from({ length: 5_000 }, () => 1n))],
    ["values of both kinds", withLines(...Array.from({ length: 5_000 }, (_, index) => (index % 2 === 0 ? 1n : {})))],
  ])("has the first thousand of 5,000 %s", async (_what, order) => {
    expect(await orderFaults(order)).toHaveLength(1_000);
  });

  test("has a fault once that two keys without a name have", async () => {
    expect(await orderFaults({ ...detailed, "no name": 1, "nor this": 2 })).toEqual(["(unnamed key) unknown_key"]);
  });

  test("has one for more than anybody could list", async () => {
    expect(await orderFaults({ ...detailed, lineItems: new Array(200_000).fill("shoes") })).toEqual([" unreadable"]);
  });

  test("carries the identifiers that are valid, and no others", async () => {
    const { payments } = clientResponding(created, 201);
    const valid = await errorOf(payments.createOrder({ ...simple, totalAmount: "0" }));
    expect(valid.orderNumber).toBe("ORDER-1001");
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown${index}`, 1]));
    const invalid = await errorOf(payments.createOrder({ ...unknown, ...simple, orderNumber: "pw" } as never));
    expect(invalid).not.toHaveProperty("orderNumber");
  });
});
