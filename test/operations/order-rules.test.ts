/** The rules for an order as a whole. test/errors/messages has more that is invalid, with its messages. */
import { describe, expect, test } from "vitest";
import { inShort, orderFaults, orderIssues, sentOrder } from "../support/checked-input.js";
import { clientResponding, created, errorOf, order as simple } from "../support/client.js";

const line = { totalLineAmount: "125.00" };
const detailed = { ...simple, lineItems: [line], billTo: {} };
const withoutLines = { ...detailed, lineItems: [] };
const withLines = (...lineItems: unknown[]) => ({ ...detailed, lineItems });

describe("the form of an order", () => {
  test.each([
    ["only the three values", simple],
    ["the three values beside null and undefined", { ...simple, lineItems: undefined, billTo: null }],
  ])("is simple with %s", async (_what, order) => {
    expect(await sentOrder(order)).toEqual({ path: "/api/orders/create/ORDER-1001/125.00/SEK", body: "{}" });
  });

  test("is detailed with any other field", async () => {
    expect(await sentOrder(withoutLines)).toEqual({
      path: "/api/orders/create",
      body: '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":125.00,"lineitems":[],"billTo":{}}',
    });
  });

  test.each([
    ["lines and billTo beside others", { ...simple, salesChannel: "web" }, ["lineItems required", "billTo required"]],
    ["objects as lines", withLines("shoes", 7), ["lineItems[0] wrong_type", "lineItems[1] wrong_type"]],
    ["lines that are not null", withLines(null), ["lineItems[0] unreadable"]],
    ["a total of each line", withLines(line, { totalLineAmount: "25 %" }), ["lineItems[1].totalLineAmount bad_format"]],
  ])("requires %s", async (_what, order, faults) => {
    expect(await orderFaults(order)).toEqual(faults);
  });

  test("has up to 5,000 lines if it is detailed", async () => {
    const lines = (length: number) => Array.from({ length }, () => ({ totalLineAmount: "0.025" }));
    const { body } = await sentOrder({ ...detailed, lineItems: lines(5_000) });
    expect(JSON.parse(body).lineitems).toHaveLength(5_000);
    expect(await orderFaults({ ...detailed, lineItems: lines(5_001) })).toEqual(["lineItems too_long"]);
    expect(await orderFaults({ ...detailed, lineItems: Array(1_000_000).fill({}) })).toEqual(["lineItems too_long"]);
  });
});

describe("the lines of an order", () => {
  const totalling = (...amounts: unknown[]) => withLines(...amounts.map((totalLineAmount) => ({ totalLineAmount })));

  test.each([
    ["with a discount and a free item", totalling("150.0050", "-25.0050", "0")],
    ["where doubles are not exact", { ...totalling("0.10", "0.20"), totalAmount: "0.30" }],
    ["of 22 digits", { ...totalling("99999999999999999999.98", "0.01"), totalAmount: "99999999999999999999.99" }],
    ["of an empty list", withoutLines],
    ["with an id each", withLines({ id: "1", totalLineAmount: "100.00" }, { id: "2", totalLineAmount: "25.00" })],
  ])("add up to the total, %s", async (_what, order) => {
    expect(await sentOrder(order)).toMatchObject({ path: "/api/orders/create" });
  });

  const wrong = ["125.01", "124.99", "99999999999999999999.99"];
  test.each(wrong)("may not add up to %s instead of 125.00", async (amount) => {
    expect(await orderFaults(totalling(amount))).toEqual(["totalAmount amount_mismatch"]);
  });
});

describe("the payment method", () => {
  const credit = { ...detailed, customer: { customerId: "4711" } };
  const named = (length: number) => ({ ...credit, lineItems: [{ ...line, name: "x".repeat(length) }] });
  const location = { salesLocationId: "Umeå" };

  test.each([
    ["card", "a simple order", simple],
    ["swish", "a simple order", simple],
    ["internet_bank", "a simple order", simple],
    ["other", "a simple order", simple],
    ["card", "a sales location without lines", { ...withoutLines, ...location }],
    ["swish", "a detailed order without lines", withoutLines],
    ["invoice", "lines and a customer", credit],
    ["installments", "lines and a customer", credit],
    ["invoice", "a line's name of 50 characters", named(50)],
    ["installments", "a line's name of 255 characters", named(255)],
    ["paypal", "lines and a description", { ...detailed, orderDescription: "Shoes" }],
    ["other", "lines and a sales location", { ...detailed, ...location }],
    [undefined, "lines and a sales location", { ...detailed, ...location }],
    [null, "a line's name of 255 characters", named(255)],
  ])("%s allows %s", async (paymentMethod, _what, order) => {
    expect((await sentOrder(order, { paymentMethod })).path).toMatch(/^\/api\/orders\/create/);
  });

  test.each([
    ["installments", "options.paymentMethod not_allowed", simple],
    ["installments", "customer required", detailed],
    ["installments", "lineItems required", { ...credit, lineItems: [] }],
    ["invoice", "lineItems[0].name too_long", named(256)],
    ["swish", "lineItems not_allowed", detailed],
    ["internet_bank", "salesLocationId not_allowed", { ...detailed, ...location }],
    ["invoice", "salesLocationId not_allowed", { ...credit, ...location }],
  ])("%s can lead to the issue %s", async (paymentMethod, fault, order) => {
    expect(await orderFaults(order, { paymentMethod })).toEqual([fault]);
  });

  test("is never sent to the service", async () => {
    expect((await sentOrder(withoutLines, { paymentMethod: "card" })).body).not.toContain("card");
  });
});

describe("waiving an assumption", () => {
  const longName = { name: { firstName: "x".repeat(51) } };
  const country = { address: { countryCode: "752" } };

  test.each([
    ["amountDecimals", "totalAmount too_many_decimals", { ...simple, totalAmount: "125.001" }],
    ["positiveTotal", "totalAmount not_positive", { ...simple, totalAmount: "0.00" }],
    ["purchaseReferenceLength", "purchaseReference too_short", { ...withoutLines, purchaseReference: "R-1" }],
    ["lineTotals", "totalAmount amount_mismatch", withLines({ totalLineAmount: "1.00" })],
    ["lineTotals", "lineItems[0].totalLineAmount required", withLines({ name: "Shoes" })],
    ["lineTextLengths", "lineItems[0].name too_long", withLines({ ...line, name: "x".repeat(256) })],
    ["uniqueLineIds", "lineItems[1].id duplicate", withLines({ id: "1", ...line }, { id: "1", totalLineAmount: "0" })],
    ["partyLengths", "billTo.name.firstName too_long", { ...withoutLines, billTo: longName }],
    ["partyLengths", "shipTo.name.firstName too_long", { ...withoutLines, shipTo: longName }],
    ["countryCode", "billTo.address.countryCode bad_format", { ...withoutLines, billTo: country }],
    ["emailAddress", "customer.emailAddress bad_format", { ...withoutLines, customer: { emailAddress: "-" } }],
    ["salesLocation", "salesLocationId not_allowed", { ...withoutLines, salesLocationId: "Umeå" }],
  ] as const)("such as %s turns off the issue %s", async (assumption, fault, order) => {
    const options = assumption === "salesLocation" ? ({ paymentMethod: "swish" } as const) : {};
    const [issue] = await orderIssues(order, options);
    expect(issue).toMatchObject({ assumption });
    const waiver = `(if the service accepts this, waive: ["${assumption}"] turns the rule off)`;
    expect(issue?.message.endsWith(waiver)).toBe(true);
    expect(await orderFaults(order, options)).toEqual([fault]);
    expect((await sentOrder(order, options, { waive: [assumption] })).path).toMatch(/^\/api\/orders\/create/);
  });

  test("such as amountDecimals keeps the zeros of a total", async () => {
    const { path } = await sentOrder({ ...simple, totalAmount: "1.2500" }, {}, { waive: ["amountDecimals"] });
    expect(path).toBe("/api/orders/create/ORDER-1001/1.2500/SEK");
  });

  test("such as lineTextLengths turns off the shorter limit of invoices too", async () => {
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

  test("has those of all fields at once, and none of the values", async () => {
    const options = { paymentMethod: "swish", timeoutMs: 0 } as const;
    const issues = await orderIssues(faulty, options);
    expect(issues.map(inShort)).toEqual([
      "orderNumber too_short",
      "totalAmount not_positive",
      "currencyCode bad_format",
      "lineItems[0].totalLineAmount bad_format",
      "customer.emailAddress bad_format",
      "billTo.name.title too_long",
      "options.timeoutMs wrong_type",
    ]);
    const error = await errorOf(clientResponding(created, 201).payments.createOrder(faulty, options));
    expect(error.message).not.toMatch(/geh|7123/);
  });

  const many = <Each>(make: (index: number) => Each) => Array.from({ length: 5_000 }, (_, index) => make(index));

  test.each([
    ["unknown keys", { ...simple, ...Object.fromEntries(many((index) => [`unknown${index}`, 1])) }],
    ["values of both kinds", withLines(...many((index) => (index % 2 === 0 ? 1n : {})))],
  ])("has the first hundred of 5,000 %s", async (_what, order) => {
    expect(await orderFaults(order)).toHaveLength(100);
  });
});
