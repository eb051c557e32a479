import { describe, expect, test } from "vitest";
import { refusedOrder, sentOrder } from "../support/stub-client.js";

const simple = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK" };
const detailed = { ...simple, lineItems: [], billTo: {} };
const shoes = { name: "Shoes", totalLineAmount: "125.00" };

describe("a simple order", () => {
  test.each(["card", "swish", "internet_bank", "other"])("for %s", async (paymentMethod) => {
    expect(await sentOrder(simple, { paymentMethod })).toEqual({
      path: "/api/orders/create/ORDER-1001/125.00/SEK",
      body: "",
    });
  });

  test.each(["invoice", "installments", "paypal"])("for %s takes the detailed form", async (paymentMethod) => {
    expect(await refusedOrder(simple, { paymentMethod })).toEqual([
      {
        path: "options.paymentMethod",
        code: "not_allowed",
        message: `options.paymentMethod is ${paymentMethod}, which needs the detailed form: add lineItems, billTo and what it requires`,
      },
    ]);
  });
});

describe.each(["invoice", "installments"])("%s", (paymentMethod) => {
  test("needs the customer", async () => {
    expect(await refusedOrder({ ...detailed, lineItems: [shoes] }, { paymentMethod })).toEqual([
      { path: "customer", code: "required", message: `customer is required when ${paymentMethod} pays: add the buyer` },
    ]);
  });

  test("takes lines and a customer", async () => {
    const order = { ...detailed, lineItems: [shoes], customer: { customerId: "4711" } };
    expect(await sentOrder(order, { paymentMethod })).toMatchObject({ path: "/api/orders/create" });
  });
});

describe("invoice", () => {
  const order = (name: string) => ({
    ...detailed,
    lineItems: [{ name, totalLineAmount: "125.00" }],
    customer: { customerId: "4711" },
  });

  test("has room for 50 characters of a line's name", async () => {
    expect(await sentOrder(order("x".repeat(50)), { paymentMethod: "invoice" })).toMatchObject({
      path: "/api/orders/create",
    });
    expect(await refusedOrder(order("x".repeat(255)), { paymentMethod: "invoice" })).toMatchObject([
      {
        path: "lineItems[0].name",
        code: "too_long",
        message: expect.stringMatching(/at most 50 .* has 255: shorten it$/),
      },
    ]);
    expect(await refusedOrder(order("x".repeat(51)), { paymentMethod: "invoice" })).toEqual([
      {
        path: "lineItems[0].name",
        code: "too_long",
        message: "lineItems[0].name must be at most 50 characters long when invoice pays and has 51: shorten it",
      },
    ]);
  });

  test("says it once when the name is too long for any order", async () => {
    expect(await refusedOrder(order("x".repeat(256)), { paymentMethod: "invoice" })).toEqual([
      {
        path: "lineItems[0].name",
        code: "too_long",
        message: "lineItems[0].name must be 1 to 255 characters long and has 256: shorten it",
      },
    ]);
  });

  test("leaves the name alone with assumedLimits: false", async () => {
    const options = { paymentMethod: "invoice" };
    expect(await sentOrder(order("x".repeat(51)), options, { assumedLimits: false })).toMatchObject({
      path: "/api/orders/create",
    });
  });
});

describe("paypal", () => {
  test("needs orderDescription", async () => {
    expect(await refusedOrder(detailed, { paymentMethod: "paypal" })).toEqual([
      {
        path: "orderDescription",
        code: "required",
        message: "orderDescription is required when paypal pays: add 1 to 255 characters",
      },
    ]);
  });

  test("with orderDescription", async () => {
    const order = { ...detailed, orderDescription: "Shoes" };
    expect((await sentOrder(order, { paymentMethod: "paypal" })).body).toContain('"orderDescription":"Shoes"');
  });
});

describe.each(["card", "swish"])("%s", (paymentMethod) => {
  test("takes no lines", async () => {
    expect(await refusedOrder({ ...detailed, lineItems: [shoes] }, { paymentMethod })).toEqual([
      {
        path: "lineItems",
        code: "not_allowed",
        message: `lineItems are not supported when ${paymentMethod} pays: send an empty list`,
      },
    ]);
  });

  test("takes an empty list", async () => {
    expect((await sentOrder(detailed, { paymentMethod })).body).toContain('"lineitems":[]');
  });
});

describe("salesLocationId", () => {
  const order = { ...detailed, salesLocationId: "Umeå", customer: {}, orderDescription: "Shoes" };

  test.each(["card", "other"])("for %s", async (paymentMethod) => {
    expect((await sentOrder(order, { paymentMethod })).body).toContain('"salesLocationId":"Umeå"');
  });

  test("for a payment method that is not given", async () => {
    expect((await sentOrder(order)).body).toContain('"salesLocationId":"Umeå"');
  });

  test.each(["invoice", "installments", "paypal", "swish", "internet_bank"])("not for %s", async (paymentMethod) => {
    expect(await refusedOrder(order, { paymentMethod })).toEqual([
      {
        path: "salesLocationId",
        code: "not_allowed",
        message: "salesLocationId is for card payments only: leave it out",
      },
    ]);
  });
});

describe("the other methods", () => {
  test('"other" checks nothing', async () => {
    expect(await sentOrder({ ...detailed, lineItems: [shoes] }, { paymentMethod: "other" })).toMatchObject({
      path: "/api/orders/create",
    });
  });

  test("the service is not sent the method", async () => {
    expect((await sentOrder(detailed, { paymentMethod: "card" })).body).not.toContain("card");
  });

  test("one that is not known", async () => {
    expect(await refusedOrder(detailed, { paymentMethod: "Card" })).toEqual([
      {
        path: "options.paymentMethod",
        code: "wrong_type",
        message:
          "options.paymentMethod must be one of card, invoice, installments, paypal, swish, internet_bank, other",
      },
    ]);
  });
});
