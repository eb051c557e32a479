/** What a request keeps of the input, whatever the app does with it or with decimal.js. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInNewContext, runInThisContext } from "node:vm";
import { Decimal } from "merchant-payments";
import { afterEach, describe, expect, test } from "vitest";
import { sentOrder } from "../support/checked-input.js";
import { accepted, clientResponding, finalization, order } from "../support/client.js";

test("a request has the values that were given, although the caller changes them during the call", async () => {
  const lineItems = [{ totalLineAmount: "125.00", components: ["a"] }];
  const changing = { ...order, lineItems, billTo: {} };
  const sending = sentOrder(changing);
  changing.totalAmount = "999999.00";
  lineItems[0]?.components.push("b");
  const sent = '"totalAmount":125.00,"lineitems":[{"totalLineAmount":125.00,"components":["a"]}]';
  expect((await sending).body).toContain(sent);
});

describe("the client accepts a Decimal of a copy of decimal.js", () => {
  /** Loaded a second time, as by another version of it in the app. */
  const source = readFileSync(createRequire(import.meta.url).resolve("decimal.js"), "utf8");
  const secondCopy = (run: (code: string) => (module: object) => void): typeof Decimal => {
    const module = { exports: {} as { Decimal: typeof Decimal } };
    run(`(module) => {${source}}`)(module);
    return module.exports.Decimal;
  };

  test.each([
    ["that was cloned", Decimal.clone({ precision: 5 })],
    ["that was loaded a second time", secondCopy(runInThisContext)],
    ["of another realm", secondCopy(runInNewContext)],
    ["of a subclass", class Money extends Decimal {}],
  ])("%s", async (_what, Other) => {
    const amount = new Other("12345678.90");
    const lineItems = [{ totalLineAmount: amount, travelData: { deposit: amount } }];
    const { body } = await sentOrder({ ...order, totalAmount: amount, lineItems, billTo: {} });
    const sent = '"lineitems":[{"totalLineAmount":12345678.9,"travelData":{"deposit":12345678.9}}]';
    expect(body).toContain(`"totalAmount":12345678.9,${sent}`);
  });
});

describe("an app that changed decimal.js for itself", () => {
  afterEach(() => {
    Decimal.set({ defaults: true });
  });

  test("changes neither sums nor requests", async () => {
    Decimal.set({ precision: 3, rounding: Decimal.ROUND_UP, toExpPos: 2, toExpNeg: -2 });
    const travelData = { deposit: new Decimal("0.00012345") };
    const lineItems = [{ totalLineAmount: new Decimal("123456.78") }, { totalLineAmount: "0.01", travelData }];
    const { body } = await sentOrder({ ...order, totalAmount: "123456.79", lineItems, billTo: {} });
    const lines = '[{"totalLineAmount":123456.78},{"totalLineAmount":0.01,"travelData":{"deposit":0.00012345}}]';
    expect(body).toContain(`"totalAmount":123456.79,"lineitems":${lines}`);
  });

  test.each([
    [{ precision: 3, rounding: Decimal.ROUND_UP }, "12345678901234567.89"],
    [{ maxE: 0, minE: 0 }, "0.50"],
  ])("does not change results: %j", async (settings, amount) => {
    Decimal.set(settings);
    const { payments } = clientResponding(accepted.replace("125.00", amount));
    const result = await payments.finalize(finalization);
    expect(result.totalAmountPendingFinalization.eq(amount)).toBe(true);
    expect(result.totalAmountPendingFinalization).toBeInstanceOf(Decimal);
  });
});
