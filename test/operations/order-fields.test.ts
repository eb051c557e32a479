/** The fields of an order. test/errors/messages has more that is invalid, with its messages. */
import { Decimal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { orderFaults, sentOrder } from "../support/checked-input.js";
import { order as simple } from "../support/client.js";

const detailed = { ...simple, lineItems: [], billTo: {} };
const half = "Shoes \ud83d"; // an emoji that was cut in two

describe("a simple order with", () => {
  test.each([
    ["an order number of 4 characters", { orderNumber: "1001" }, "1001/125.00/SEK"],
    ["an order number of 50 characters", { orderNumber: "A".repeat(50) }, `${"A".repeat(50)}/125.00/SEK`],
    ["an order number of 4 UTF-16 units", { orderNumber: "👟👟" }, "%F0%9F%91%9F%F0%9F%91%9F/125.00/SEK"],
    ["a currency by its number", { currencyCode: "752" }, "ORDER-1001/125.00/752"],
    ["a currency number without its leading zero", { currencyCode: "36" }, "ORDER-1001/125.00/36"],
    ["the smallest amount", { totalAmount: "0.01" }, "ORDER-1001/0.01/SEK"],
    ["a total of 40 digits", { totalAmount: `${"9".repeat(38)}.99` }, `ORDER-1001/${"9".repeat(38)}.99/SEK`],
    ["a total that is a Decimal", { totalAmount: new Decimal("1e21") }, `ORDER-1001/1${"0".repeat(21)}/SEK`],
    ["a total with zeros beyond two decimals", { totalAmount: "125.0000" }, "ORDER-1001/125.00/SEK"],
    ["a total with a digit before zeros beyond two decimals", { totalAmount: "125.1000" }, "ORDER-1001/125.10/SEK"],
    ["yen with decimals that are zero", { totalAmount: "100.00", currencyCode: "JPY" }, "ORDER-1001/100/JPY"],
    ["dinars with three decimals", { totalAmount: "1.250", currencyCode: "KWD" }, "ORDER-1001/1.250/KWD"],
    ["dinars with three decimals and a zero", { totalAmount: "1.2500", currencyCode: "048" }, "ORDER-1001/1.250/048"],
  ])("%s is sent in the path", async (_what, values, path) => {
    expect(await sentOrder({ ...simple, ...values })).toEqual({ path: `/api/orders/create/${path}`, body: "{}" });
  });

  test.each([
    ["an order number of 3 UTF-16 units", { orderNumber: "👟1" }, "orderNumber too_short"],
    ["an order number of 51 UTF-16 units", { orderNumber: `${"👟".repeat(25)}1` }, "orderNumber too_long"],
    ["a currency of two letters", { currencyCode: "SE" }, "currencyCode bad_format"],
    ["a currency of one digit", { currencyCode: "1" }, "currencyCode bad_format"],
    ["a line break behind a currency", { currencyCode: "SEK\n" }, "currencyCode bad_format"],
    ["a total below zero", { totalAmount: "-0.01" }, "totalAmount not_positive"],
    ["an infinite Decimal", { totalAmount: new Decimal(Number.POSITIVE_INFINITY) }, "totalAmount bad_format"],
  ])("%s is invalid", async (_what, values, fault) => {
    expect(await orderFaults({ ...simple, ...values })).toEqual([fault]);
  });
});

test.each([
  ["dot segments that lead to another path", "../../transactions/202611280000000001/finalize/9"],
  ["dot segments between backslashes", "..\\..\\transactions"],
  ["dot segments before a semicolon, which some servers drop", "..;/..;/transactions/202611280000000001/finalize/9"],
])("an order number with %s is invalid in the path, and travels in the body of a detailed order", async (...row) => {
  const [, orderNumber] = row;
  expect(await orderFaults({ ...simple, orderNumber })).toEqual(["orderNumber bad_format"]);
  expect(JSON.parse((await sentOrder({ ...detailed, orderNumber })).body)).toMatchObject({ orderNumber });
});

test("a detailed order has a total with the decimals of its currency", async () => {
  const { body } = await sentOrder({ ...detailed, totalAmount: "1.2500", currencyCode: "KWD" });
  expect(body).toContain('"totalAmount":1.250,');
  const yen = { ...detailed, totalAmount: "100.5", currencyCode: "JPY" };
  expect(await orderFaults(yen)).toEqual(["totalAmount too_many_decimals"]);
});

test.each([
  ["salesChannel", 0, 50],
  ["salesLocationId", 0, 50],
  ["orderDescription", 1, 255],
  ["purchaseReference", 30, 30],
  ["merchantReference", 1, 40],
])("the text %s of a detailed order has %i to %i characters", async (field, shortest, longest) => {
  for (const length of [Math.max(1, shortest), longest]) {
    const { body } = await sentOrder({ ...detailed, [field]: "x".repeat(length) });
    expect(JSON.parse(body)).toMatchObject({ [field]: "x".repeat(length) });
  }
  const cut = half.repeat(shortest === 30 ? 4 : 1);
  expect(await orderFaults({ ...detailed, [field]: "x".repeat(longest + 1) })).toEqual([`${field} too_long`]);
  expect(await orderFaults({ ...detailed, [field]: cut })).toEqual([`${field} bad_format`]);
  expect(await sentOrder({ ...detailed, [field]: null })).toEqual(await sentOrder(detailed));
});

const nameLengths = { companyName: 50, title: 10, firstName: 50, middleNames: 100, lastName: 50, suffix: 10 };
const addressTexts = ["street1", "street2", "street3", "street4", "city", "postalCode", "regionCode"];

describe("empty text, as a form sends it, is absent", () => {
  const empty = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, ""]));

  test("in every optional field of an order", async () => {
    const order = { salesChannel: "", salesLocationId: "", orderDescription: "", purchaseReference: "" };
    const buyer = { customerId: "", governmentId: "", emailAddress: "", homeTelephone: "", workTelephone: "" };
    const line = { id: "", articleNumber: "", name: "", description: "", productUrl: "", unitMeasure: "" };
    const given = {
      ...detailed,
      ...order,
      merchantReference: "",
      billTo: { name: empty(Object.keys(nameLengths)), address: empty([...addressTexts, "countryCode"]) },
      customer: { ...buyer, mobileTelephone: "", name: { companyName: "", firstName: "", lastName: "" } },
      lineItems: [{ ...line, lineItemGroupKey: "", totalLineAmount: "125.00" }],
    };
    expect(JSON.parse((await sentOrder(given)).body)).toEqual({
      orderNumber: "ORDER-1001",
      totalAmount: 125,
      currencyCode: "SEK",
      lineitems: [{ totalLineAmount: 125 }],
      billTo: { name: {}, address: {} },
      customer: { name: {} },
    });
  });

  test("so that a required text is missing", async () => {
    const paypal = { paymentMethod: "paypal" };
    expect(await orderFaults({ ...detailed, orderDescription: "" }, paypal)).toEqual(["orderDescription required"]);
    expect(await orderFaults({ ...simple, orderNumber: "" })).toEqual(["orderNumber required"]);
  });

  test("also among the ids of lines, of which no two are the same then", async () => {
    const lineItems = [
      { id: "", totalLineAmount: "100.00" },
      { id: "", totalLineAmount: "25.00" },
    ];
    expect((await sentOrder({ ...detailed, lineItems })).path).toBe("/api/orders/create");
  });
});

describe.each(["billTo", "shipTo"])("%s", (party) => {
  const withParty = (value: unknown) => ({ ...detailed, [party]: value });

  test("is sent with every field", async () => {
    const person = { title: "Dr", firstName: "Åsa", middleNames: "Maria", lastName: "Ek", suffix: "Jr" };
    const name = { companyName: "Skor AB", ...person };
    const streets = { street1: "Storgatan 1", street2: "2 tr", street3: "c/o Ek", street4: "Box 3" };
    const address = { ...streets, city: "Umeå", postalCode: "903 25", regionCode: "AC", countryCode: "SE" };
    const { body } = await sentOrder(withParty({ name, address }));
    expect(JSON.parse(body)).toMatchObject({ [party]: { name, address } });
  });

  test.each(Object.entries(nameLengths))("name.%s has at most %i characters", async (field, longest) => {
    const text = "x".repeat(longest);
    const { body } = await sentOrder(withParty({ name: { [field]: text } }));
    expect(JSON.parse(body)).toMatchObject({ [party]: { name: { [field]: text } } });
    const faults = await orderFaults(withParty({ name: { [field]: "x".repeat(longest + 1) } }));
    expect(faults).toEqual([`${party}.name.${field} too_long`]);
  });
});

describe("customer", () => {
  test("is sent with every field", async () => {
    const customer = {
      customerId: "4711",
      governmentId: "5561234567",
      emailAddress: "åsa@example.se",
      name: { companyName: "Skor AB", firstName: "Åsa", lastName: "Ek" },
      homeTelephone: "+46 8 123",
      workTelephone: "+46 8 456",
      mobileTelephone: "+46 70 789",
    };
    expect(JSON.parse((await sentOrder({ ...detailed, customer })).body)).toMatchObject({ customer });
  });

  test.each([
    [{ name: "Åsa Ek" }, "customer.name wrong_type"],
    [{ emailAddress: 7 }, "customer.emailAddress wrong_type"],
    [{ emailAddress: "asa@exa mple.se" }, "customer.emailAddress bad_format"],
    [{ emailAddress: "asa@example.se, bo@example.se" }, "customer.emailAddress bad_format"],
  ])("is invalid with %j", async (customer, fault) => {
    expect(await orderFaults({ ...detailed, customer })).toEqual([fault]);
  });

  test("has the e-mail address without the blanks at its ends", async () => {
    const { body } = await sentOrder({ ...detailed, customer: { emailAddress: "\t anna@example.com \r\n" } });
    expect(body).toContain('"customer":{"emailAddress":"anna@example.com"}');
  });
});

describe("a line item's", () => {
  const withLine = (line: object) => ({ ...detailed, lineItems: [{ totalLineAmount: "125.00", ...line }] });

  test.each([
    ["id", 50],
    ["articleNumber", 50],
    ["name", 255],
    ["description", 255],
  ])("%s has 1 to %i characters", async (field, longest) => {
    for (const length of [1, longest]) {
      expect((await sentOrder(withLine({ [field]: "x".repeat(length) }))).body).toContain(`"${"x".repeat(length)}"`);
    }
    const tooLong = withLine({ [field]: "x".repeat(longest + 1) });
    expect(await orderFaults(tooLong)).toEqual([`lineItems[0].${field} too_long`]);
    expect(await orderFaults(withLine({ [field]: 17 }))).toEqual([`lineItems[0].${field} wrong_type`]);
  });

  test.each(["productUrl", "unitMeasure", "lineItemGroupKey"])("%s is text", async (field) => {
    expect((await sentOrder(withLine({ [field]: "x" }))).body).toContain(`"${field}":"x"`);
    expect(await orderFaults(withLine({ [field]: 17 }))).toEqual([`lineItems[0].${field} wrong_type`]);
  });

  const amounts = ["quantity", "unitAmountExcludingTax", "taxPercent", "totalLineTaxAmount"];
  test.each(amounts)("%s is an amount", async (field) => {
    for (const amount of ["2.50", "-40.0000", "0"]) {
      expect((await sentOrder(withLine({ [field]: amount }))).body).toContain(`"${field}":${amount}`);
    }
    expect(await orderFaults(withLine({ [field]: "25 %" }))).toEqual([`lineItems[0].${field} bad_format`]);
  });
});
