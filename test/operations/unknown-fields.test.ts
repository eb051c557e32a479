/** An unknown field is never sent by chance, because a merchant's row may hold what must not leave the process. */
import type { PaymentClientOptions, ValidationIssue } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { finalizationIssues, orderFaults, orderIssues, sentOrder } from "../support/checked-input.js";
import { clientOver, finalization, order as simple } from "../support/client.js";

const order = { ...simple, lineItems: [], billTo: {} };
const line = { totalLineAmount: "125.00" };

const messages = (issues: readonly ValidationIssue[]) => issues.map(({ message }) => message);
const extra = (...extraFields: string[]): Partial<PaymentClientOptions> => ({ extraFields });

describe("an unknown field is invalid", () => {
  test("in a row given as the customer: each column is named", async () => {
    const userRow = { customerId: "C-7", password_hash: "$2b$10", is_admin: true, emailAddress: "asa@example.se" };
    expect(messages(await orderIssues({ ...order, customer: userRow }))).toEqual([
      'customer.password_hash is not a known field: leave it out (extraFields: ["customer.password_hash"] sends it)',
      'customer.is_admin is not a known field: leave it out (extraFields: ["customer.is_admin"] sends it)',
    ]);
  });

  test("at the top, in a name, in an address, in a line and in a finalization", async () => {
    const found = await orderIssues({
      ...order,
      giftWrap: true,
      billTo: { vip: false, name: { nickname: "Asa" }, address: { doorCode: "0042" } },
      lineItems: [{ ...line, purchase_price: 50 }],
    });
    expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual([
      "giftWrap unknown_key",
      "lineItems[0].purchase_price unknown_key",
      "billTo.vip unknown_key",
      "billTo.name.nickname unknown_key",
      "billTo.address.doorCode unknown_key",
    ]);
    const [issue] = await finalizationIssues({ ...finalization, lineItems: [{ ...line, sku: "S-1" }] });
    expect(issue).toMatchObject({ path: "lineItems[0].sku", code: "unknown_key" });
  });

  test("once for each name and list, with a count", async () => {
    const fields = { totalLineAmount: "0.125", vatCode: 1, purchase_price: "0.05" };
    const lines = Array.from({ length: 1_000 }, () => fields);
    expect(messages(await orderIssues({ ...order, lineItems: lines }))).toEqual([
      'lineItems[0].vatCode is not a known field, and 999 more entries have it: leave it out (extraFields: ["lineItems.vatCode"] sends it)',
      'lineItems[0].purchase_price is not a known field, and 999 more entries have it: leave it out (extraFields: ["lineItems.purchase_price"] sends it)',
    ]);
  });

  const misspelt = { lineItems: [{ total: 1 }, { totalLineAmont: 1 }] };
  test.each([
    ["a name that every object inherits", { constructor: "x" }, ["constructor unknown_key"]],
    ["__proto__", JSON.parse('{"__proto__":{}}'), ["__proto__ unknown_key"]],
    ["an e-mail address, which is not quoted", { "asa@example.se": "x" }, ["(unnamed key) unknown_key"]],
    ["another case", { billTo: { name: { firstname: "Åsa" } } }, ["billTo.name.firstname unknown_key"]],
    ["a misspelt name", misspelt, ["lineItems[0].total unknown_key", "lineItems[1].totalLineAmont unknown_key"]],
  ])("under %s", async (_what, fields, faults) => {
    expect(await orderFaults({ ...order, ...fields })).toEqual(faults);
  });
});

describe("an unknown field is ignored", () => {
  test("if its value is null or undefined", async () => {
    const named = (name: unknown) => ({ name, address: { doorCode: name }, vip: name });
    const customer = { name: { nick: null }, loyalty: undefined };
    const lineItems = [{ ...line, sku: null, vatCode: undefined }];
    const { body } = await sentOrder({ ...order, note: null, lineItems, billTo: named(null), customer });
    expect(body).toContain('"lineitems":[{"totalLineAmount":125.00}],"customer":{"name":{}},"billTo":{"address":{}}}');
  });

  test("inside components and travelData, which may hold anything", async () => {
    const open = { ...line, components: [{ sku: 1, parts: { eu: 1.5 } }], travelData: { flight: { no: "SK 1" } } };
    const { body } = await sentOrder({ ...order, lineItems: [open] });
    expect(body).toContain('"components":[{"sku":1,"parts":{"eu":1.5}}],"travelData":{"flight":{"no":"SK 1"}}');
  });
});

describe("extraFields sends what it names", () => {
  test("at every depth, as it is", async () => {
    const lineItems = [{ ...line, vatCode: "V-1" }];
    const parties = { customer: { loyaltyId: "L-7" }, billTo: { address: { doorCode: "42" } }, shipTo: { vip: true } };
    const named = extra("lineItems.vatCode", "customer.loyaltyId", "billTo.address.doorCode", "shipTo.vip", "giftWrap");
    const giftWrap = { paper: "red", note: null };
    const { body } = await sentOrder({ ...order, lineItems, ...parties, giftWrap }, {}, named);
    const lineitems = [{ totalLineAmount: 125, vatCode: "V-1" }];
    const sent = { ...simple, totalAmount: 125, lineitems, ...parties, giftWrap: { paper: "red" } };
    expect(JSON.parse(body)).toEqual(sent);
  });

  test("and no other field", async () => {
    const customer = { loyaltyId: "L-7", password_hash: "$2b$10" };
    const [issue, ...more] = await orderIssues({ ...order, customer }, {}, extra("customer.loyaltyId"));
    expect([issue?.path, more]).toEqual(["customer.password_hash", []]);
  });

  test.each([
    [{ TotalAmount: "999.00" }, "TotalAmount", "TotalAmount is not a known field: did you mean totalAmount?"],
    [{ lineItems: [{ ...line, ID: "1" }] }, "lineItems.ID", "lineItems[0].ID is not a known field: did you mean id?"],
  ])("but never %j, which the service would read in place of the known one", async (fields, name, message) => {
    expect(messages(await orderIssues({ ...order, ...fields }, {}, extra(name)))).toEqual([message]);
  });

  test("in the detailed form, which a simple order takes with it", async () => {
    const found = await orderIssues({ ...simple, giftWrap: true }, {}, extra("giftWrap"));
    expect(found.map(({ path }) => path)).toEqual(["lineItems", "billTo"]);
    expect((await orderIssues({ ...simple, giftWrap: true })).map(({ path }) => path)).toEqual(["giftWrap"]);
  });

  test.each(["", ".vatCode", "lineItems.", "lineItems..vatCode"])("and throws for the invalid path %j", (path) => {
    const rule = "PaymentClient: extraFields[0] must be a field's path, lineItems.vatCode for instance";
    expect(() => clientOver(undefined, extra(path))).toThrow(new TypeError(rule));
  });
});
