import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Decimal } from "merchant-payments";
import { afterEach, describe, expect, test } from "vitest";
import { clientAnswering, finalized, sentOrder } from "../support/stub-client.js";

const order = { orderNumber: "ORDER-1001", totalAmount: "125.00", currencyCode: "SEK", lineItems: [], billTo: {} };

/** decimal.js loaded a second time, as by another version of it in the app. */
function secondCopy(): typeof Decimal {
  const source = readFileSync(createRequire(import.meta.url).resolve("decimal.js"), "utf8");
  const module = { exports: {} as { Decimal: typeof Decimal } };
  new Function("module", "exports", source)(module, module.exports);
  return module.exports.Decimal;
}

describe("a Decimal of another copy", () => {
  test("Decimal.clone", async () => {
    const Cloned = Decimal.clone({ precision: 5 });
    const { body } = await sentOrder({ ...order, totalAmount: new Cloned("12345678.90") });
    expect(body).toContain('"totalAmount":12345678.9,');
  });

  test("a second load of decimal.js", async () => {
    const Second = secondCopy();
    const amount = new Second("12345678.90");
    expect(amount).not.toBeInstanceOf(Decimal);
    const { body } = await sentOrder({
      ...order,
      totalAmount: amount,
      lineItems: [{ totalLineAmount: amount }],
      billTo: { deposit: amount },
    });
    expect(body).toBe(
      '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":12345678.9,' +
        '"lineitems":[{"totalLineAmount":12345678.9}],"billTo":{"deposit":12345678.9}}',
    );
  });
});

describe("an app that changed decimal.js for itself", () => {
  afterEach(() => {
    Decimal.set({ defaults: true });
  });

  test("does not change sums", async () => {
    Decimal.set({ precision: 3, rounding: Decimal.ROUND_UP, toExpPos: 2, toExpNeg: -2 });
    const lineItems = [{ totalLineAmount: "123456.78" }, { totalLineAmount: "0.01" }];
    const { body } = await sentOrder({ ...order, totalAmount: "123456.79", lineItems });
    expect(body).toContain(
      '"totalAmount":123456.79,"lineitems":[{"totalLineAmount":123456.78},{"totalLineAmount":0.01}]',
    );
  });

  test("does not change what is sent", async () => {
    Decimal.set({ precision: 3, toExpPos: 2, toExpNeg: -2 });
    const { body } = await sentOrder({
      ...order,
      totalAmount: new Decimal("123456.78"),
      billTo: { deposit: new Decimal("0.00012345") },
    });
    expect(body).toContain('"totalAmount":123456.78,');
    expect(body).toContain('"deposit":0.00012345');
  });

  test("does not change what is read", async () => {
    Decimal.set({ precision: 3, rounding: Decimal.ROUND_UP });
    const { payments } = clientAnswering(finalized.replace("125.00", "12345678901234567.89"));
    const result = await payments.finalize({ transactionId: "201409251527280673", totalAmount: "125.00" });
    expect(result.totalAmountFinalized.toFixed()).toBe("12345678901234567.89");
  });

  test("not even by narrowing the exponents", async () => {
    Decimal.set({ maxE: 0, minE: 0 });
    const { payments } = clientAnswering(finalized.replace("125.00", "0.50"));
    const result = await payments.finalize({ transactionId: "201409251527280673", totalAmount: "125.00" });
    expect(result.totalAmountFinalized.toFixed()).toBe("0.5");
    expect(result.totalAmountFinalized).toBeInstanceOf(Decimal);
  });
});
