import { Decimal } from "@prisma/client-runtime-utils";
import { FakePaymentService, fault } from "merchant-payments/testing";
import { paymentHandlers } from "merchant-payments/testing/msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Database, placeOrder, shipAll } from "../src/payments.ts";
import { openShop, order } from "./shop.ts";

const service = new FakePaymentService();
const baseUrl = "https://payments.example.com/api";
const network = setupServer(...paymentHandlers(service, { baseUrl }));

beforeAll(() => network.listen({ onUnhandledFrame: "error" }));
afterEach(() => service.reset());
afterAll(() => network.close());

test("an order goes out as its row has it: exact amounts, and nothing for what is null", async () => {
  const shop = await openShop(service, baseUrl);
  await placeOrder(shop, order);

  expect(JSON.parse(service.requests[0]?.body ?? "")).toEqual({
    orderNumber: "BOOK-1001",
    totalAmount: 487.5,
    currencyCode: "SEK",
    lineitems: [
      {
        articleNumber: "9789100123456",
        name: "Kallocain",
        quantity: 2,
        unitAmountExcludingTax: 200,
        taxPercent: 6,
        totalLineTaxAmount: 24,
        totalLineAmount: 424,
      },
      {
        name: "Gift card",
        quantity: 1,
        unitAmountExcludingTax: 63.5,
        taxPercent: 0,
        totalLineTaxAmount: 0,
        totalLineAmount: 63.5,
      },
    ],
    billTo: {
      name: { firstName: "Åsa", lastName: "Berg" },
      address: { postalCode: "903 26", city: "Umeå", countryCode: "SE" },
    },
    customer: { customerId: "4711" },
    orderDescription: "Two books",
  });
});

test("what is wrong with an order is said before anything is sent", async () => {
  const shop = await openShop(service, baseUrl);
  const invoice = { ...order, paymentMethod: "invoice", total: new Decimal("487.505"), buyer: null };

  await expect(placeOrder(shop, invoice)).rejects.toMatchObject({
    code: "invalid_input",
    issues: [{ path: "totalAmount" }, { path: "totalAmount" }, { path: "customer" }],
  });
  expect(service.requests).toEqual([]);
});

test("a night ships both parcels, each for its part of the order", async () => {
  const shop = await openShop(service, baseUrl);
  await shop.pay(await placeOrder(shop, order));

  expect(await shipAll(shop)).toBeUndefined();
  expect(await shop.shipments()).toEqual([
    { state: "shipped", note: null },
    { state: "shipped", note: null },
  ]);
  expect(service.finalizations).toMatchObject([{ totalAmount: "424.00" }, { totalAmount: "63.50" }]);
});

test("a parcel whose response is lost is for a person to look at, and no later night sends it again", async () => {
  const shop = await openShop(service, baseUrl);
  await shop.pay(await placeOrder(shop, order));
  service.faults.next("finalize", fault.loseResponse);

  await shipAll(shop);
  await shipAll(shop);
  expect(await shop.shipments()).toMatchObject([
    { state: "check_first", note: { advice: expect.stringContaining("Park this finalization") } },
    { state: "shipped" },
  ]);
  expect(service.finalizations).toHaveLength(2);
});

test.each([
  { ending: "pending", make: { pending: true }, state: "pending" },
  { ending: "more than was authorized", make: { amount: "400.00" }, state: "refused" },
])("a parcel that ends as $ending", async ({ make, state }) => {
  const shop = await openShop(service, baseUrl);
  await shop.pay(await placeOrder(shop, order), make);

  await shipAll(shop);
  expect(await shop.shipments()).toMatchObject([{ state }, {}]);
});

test("a changed password stops the night, and all stays packed", async () => {
  const shop = await openShop(service, baseUrl);
  await shop.pay(await placeOrder(shop, order));
  service.faults.next("finalize", fault.error("HTTP_401"));

  expect(await shipAll(shop)).toMatchObject({ scope: "merchant" });
  expect(await shop.shipments()).toMatchObject([{ state: "packed" }, { state: "packed", note: null }]);
});

test("the database is away when the outcome is to be stored: it is kept, and stored when that is back", async () => {
  const shop = await openShop(service, baseUrl);
  await shop.pay(await placeOrder(shop, order));
  let isAway = true;
  const db: Database = {
    query(sql, values) {
      if (!isAway || !sql.startsWith("update shipments set state")) return shop.db.query(sql, values);
      isAway = false;
      return Promise.reject(new Error("away"));
    },
  };

  await shipAll({ ...shop, db });
  expect(await shop.shipments()).toMatchObject([{ state: "shipped" }, { state: "shipped" }]);
});
