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

test("an order is sent as its row has it: exact amounts, and no field for a null", async () => {
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

test("an order with faults is invalid, and nothing is sent", async () => {
  const shop = await openShop(service, baseUrl);
  const invoice = { ...order, paymentMethod: "invoice", total: new Decimal("487.505"), buyer: null };

  await expect(placeOrder(shop, invoice)).rejects.toMatchObject({
    code: "invalid_input",
    issues: [{ path: "totalAmount" }, { path: "totalAmount" }, { path: "customer" }],
  });
  expect(service.requests).toEqual([]);
});

test("a batch ships both parcels, each as a partial capture of the order", async () => {
  const shop = await openShop(service, baseUrl);
  await shop.pay(await placeOrder(shop, order));

  expect(await shipAll(shop)).toBeUndefined();
  expect(await shop.shipments()).toEqual([
    { state: "shipped", note: null },
    { state: "shipped", note: null },
  ]);
  expect(service.finalizations).toMatchObject([{ totalAmount: "424.00" }, { totalAmount: "63.50" }]);
});

test("a parcel whose response is lost needs manual review, and no later batch sends it again", async () => {
  const shop = await openShop(service, baseUrl);
  await shop.pay(await placeOrder(shop, order));
  service.faults.next("finalize", fault.loseResponse());

  await shipAll(shop);
  await shipAll(shop);
  expect(await shop.shipments()).toMatchObject([
    { state: "check_first", note: { advice: expect.stringContaining("Do not finalize again") } },
    { state: "shipped" },
  ]);
  expect(service.finalizations).toHaveLength(2);
});

test.each([
  { ending: "pending", make: { pending: true }, state: "pending" },
  {
    ending: "more than was authorized",
    make: { authorizedAmount: "400.00" },
    state: "rejected",
  },
])("a parcel that ends as $ending", async ({ make, state }) => {
  const shop = await openShop(service, baseUrl);
  await shop.pay(await placeOrder(shop, order), make);

  await shipAll(shop);
  expect(await shop.shipments()).toMatchObject([{ state }, {}]);
});

test("a parcel that the service rejects is marked as rejected", async () => {
  const shop = await openShop(service, baseUrl);
  await shop.pay(await placeOrder(shop, order));
  service.faults.next("finalize", fault.error("CUST_ACCT_NOT_ELIGIBLE"));

  await shipAll(shop);
  expect(await shop.shipments()).toMatchObject([{ state: "rejected" }, { state: "shipped" }]);
});

test("a changed password stops the batch, and all shipments stay packed", async () => {
  const shop = await openShop(service, baseUrl);
  await shop.pay(await placeOrder(shop, order));
  service.faults.next("finalize", fault.error("HTTP_401"));

  expect(await shipAll(shop)).toMatchObject({ scope: "merchant" });
  expect(await shop.shipments()).toMatchObject([{ state: "packed" }, { state: "packed", note: null }]);
});

test("an outcome that cannot be stored at once is stored when the database is back", async () => {
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
