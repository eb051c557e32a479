/** An unknown field is never sent by chance: a merchant's row may hold what must not leave the process. */
import type { PaymentClient, PaymentClientOptions, ValidationIssue } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { finalizationIssues, orderIssues, sentFinalization, sentOrder } from "../support/checked-input.js";
import { clientOver } from "../support/client.js";

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK", lineItems: [], billTo: {} };
const finalization = { transactionId: "201409251527280673", totalAmount: "125.00" };
const line = { totalLineAmount: "125.00" };

const messages = (issues: readonly ValidationIssue[]) => issues.map(({ message }) => message);
const extra = (...extraFields: string[]): Partial<PaymentClientOptions> => ({ extraFields });

describe("an unknown field is invalid", () => {
  test("in a row that is given as the customer, each column by its name", async () => {
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
      "lineItems[0].purchase_price unknown_key",
      "billTo.vip unknown_key",
      "billTo.name.nickname unknown_key",
      "billTo.address.doorCode unknown_key",
      "giftWrap unknown_key",
    ]);
    const [issue] = await finalizationIssues({ ...finalization, lineItems: [{ ...line, sku: "S-1" }] });
    expect(issue).toMatchObject({ path: "lineItems[0].sku", code: "unknown_key" });
  });

  test("once for each name and list, with a count", async () => {
    const lines = Array.from({ length: 1_000 }, () => ({
      totalLineAmount: "0.125",
      vatCode: 1,
      purchase_price: "0.05",
    }));
    expect(messages(await orderIssues({ ...order, lineItems: lines }))).toEqual([
      'lineItems[0].vatCode is not a known field, and 999 more entries have it: leave it out (extraFields: ["lineItems.vatCode"] sends it)',
      'lineItems[0].purchase_price is not a known field, and 999 more entries have it: leave it out (extraFields: ["lineItems.purchase_price"] sends it)',
    ]);
  });

  test("in an instance of a class", async () => {
    class User {
      readonly customerId = "C-7";
      readonly createdAt = new Date(0);
    }
    expect(messages(await orderIssues({ ...order, customer: new User() }))).toEqual([
      'customer.createdAt is not a known field: leave it out (extraFields: ["customer.createdAt"] sends it)',
    ]);
  });

  test("without its name where that is no identifier: it may be a secret", async () => {
    expect(messages(await orderIssues({ ...order, billTo: { "4111 1111": "x" } }))).toEqual([
      "billTo.(unnamed key) is not a known field: leave it out",
    ]);
  });

  test("its value is not read any further", async () => {
    const deep = {
      get owner(): never {
        throw new Error("a query to the database");
      },
    };
    const [issue, ...more] = await orderIssues({ ...order, billTo: { account: deep } });
    expect([issue?.path, more]).toEqual(["billTo.account", []]);
  });
});

describe("a hint stands there for a near miss of a field at that depth only", () => {
  test.each([
    [
      { billTo: { adress: {} } },
      'billTo.adress is not a known field: did you mean address? (extraFields: ["billTo.adress"] sends it)',
    ],
    [
      { lineItems: [{ ...line, quantiy: 1 }] },
      'lineItems[0].quantiy is not a known field: did you mean quantity? (extraFields: ["lineItems.quantiy"] sends it)',
    ],
    [
      { lineItems: [{ ...line, note: "" }] },
      'lineItems[0].note is not a known field: leave it out (extraFields: ["lineItems.note"] sends it)',
    ],
    [
      { lineItems: [{ ...line, _id: 1 }] },
      'lineItems[0]._id is not a known field: leave it out (extraFields: ["lineItems._id"] sends it)',
    ],
    [
      { billTo: { postalCode: "1" } },
      'billTo.postalCode is not a known field: leave it out (extraFields: ["billTo.postalCode"] sends it)',
    ],
  ])("%j", async (fields, message) => {
    expect(messages(await orderIssues({ ...order, ...fields }))).toEqual([message]);
  });
});

describe("it does not count", () => {
  test("where its value is null or undefined", async () => {
    const { body } = await sentOrder({ ...order, note: null, billTo: { vip: undefined }, customer: { loyalty: null } });
    expect(body).toContain(`"customer":{},"billTo":{}}`);
  });

  test("inside components and travelData, which may hold anything", async () => {
    const open = { ...line, components: [{ sku: 1, parts: { eu: 1.5 } }], travelData: { flight: { no: "SK 1" } } };
    const { body } = await sentOrder({ ...order, lineItems: [open] });
    expect(body).toContain('"components":[{"sku":1,"parts":{"eu":1.5}}],"travelData":{"flight":{"no":"SK 1"}}');
  });

  test("where an instance of a class has known fields alone", async () => {
    class Buyer {
      readonly customerId = "C-7";
      readonly name = { firstName: "Åsa" };
      greet() {}
    }
    const { body } = await sentOrder({ ...order, customer: new Buyer() });
    expect(body).toContain('"customer":{"customerId":"C-7","name":{"firstName":"Åsa"}}');
  });
});

describe("extraFields sends what it names", () => {
  test("at every depth, as it is", async () => {
    const { body } = await sentOrder(
      {
        ...order,
        lineItems: [
          { ...line, vatCode: "V-1" },
          { totalLineAmount: 0, vatCode: "V-2" },
        ],
        customer: { loyaltyId: "L-7" },
        billTo: { address: { doorCode: "0042" } },
        giftWrap: { paper: "red", note: null },
      },
      {},
      extra("lineItems.vatCode", "customer.loyaltyId", "billTo.address.doorCode", "giftWrap"),
    );
    expect(body).toBe(
      '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":125.00,' +
        '"lineitems":[{"totalLineAmount":125.00,"vatCode":"V-1"},{"totalLineAmount":0,"vatCode":"V-2"}],' +
        '"customer":{"loyaltyId":"L-7"},"billTo":{"address":{"doorCode":"0042"}},"giftWrap":{"paper":"red"}}',
    );
  });

  test("of a finalization too", async () => {
    const lineItems = [{ ...line, vatCode: "V-1" }];
    const { body } = await sentFinalization({ ...finalization, lineItems }, {}, extra("lineItems.vatCode"));
    expect(body).toBe('{"lineItems":[{"totalLineAmount":125.00,"vatCode":"V-1"}]}');
  });

  test("and nothing else", async () => {
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

  test("of a simple order, which takes the detailed form with it", async () => {
    const { lineItems, billTo, ...simple } = order;
    const found = await orderIssues({ ...simple, giftWrap: true }, {}, extra("giftWrap"));
    expect(found.map(({ path }) => path)).toEqual(["lineItems", "billTo"]);
    expect((await orderIssues({ ...simple, giftWrap: true })).map(({ path }) => path)).toEqual(["giftWrap"]);
  });

  test.each([[""], [".vatCode"], ["lineItems."], ["lineItems..vatCode"]])("a path that is none: %j", (path) => {
    expect(() => clientOver(undefined, extra(path))).toThrow(
      new TypeError("PaymentClient: extraFields[0] must be a field's path, lineItems.vatCode for instance"),
    );
  });
});

test("preview and check go by the same rule", () => {
  const payments: PaymentClient = clientOver(undefined, extra("giftWrap"));
  const other = { ...order, giftWrap: true, note: "" } as typeof order;
  expect(payments.check("createOrder", other).map(({ path }) => path)).toEqual(["note"]);
  expect(payments.preview("createOrder", { ...order, giftWrap: true } as typeof order).body).toContain(
    '"giftWrap":true',
  );
});
