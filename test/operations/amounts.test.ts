/** An amount is decimal text or a Decimal. A number is neither, because it may count minor units. */
import { Decimal } from "merchant-payments";
import { expect, test } from "vitest";
import { finalizationFaults, inShort, orderFaults, sentFinalization, sentOrder } from "../support/checked-input.js";
import { clientResponding, finalization, order } from "../support/client.js";

const line = { totalLineAmount: "125.00", quantity: 2, taxPercent: 25 };
const detailed = { ...order, lineItems: [line], billTo: {} };
const facts = { authorizedAmount: "125.00", finalizedBefore: new Decimal("0") };

test("text and Decimals are sent", async () => {
  const { body } = await sentOrder({ ...detailed, totalAmount: new Decimal("125.00") });
  expect(body).toContain('"totalAmount":125,"lineitems":[{"quantity":2,"taxPercent":25,"totalLineAmount":125.00}]');
  const { path } = await sentFinalization(finalization, { authorization: facts, timeoutMs: 5_000 });
  expect(path).toBe("/api/transactions/201409251527280673/finalize/125.00");
});

test("a number is never sent as an amount, whatever it counts", async () => {
  expect(await orderFaults({ ...order, totalAmount: 12_500 })).toEqual(["totalAmount wrong_type"]);
  expect(await orderFaults({ ...order, totalAmount: 12_500n })).toEqual(["totalAmount wrong_type"]);
  expect(await orderFaults({ ...order, totalAmount: Number.NaN })).toEqual(["totalAmount wrong_type"]);
  const numbers = { totalLineAmount: 125, unitAmountExcludingTax: 50, totalLineTaxAmount: 25 };
  expect(await orderFaults({ ...detailed, lineItems: [{ ...line, ...numbers }] })).toEqual([
    "lineItems[0].unitAmountExcludingTax wrong_type",
    "lineItems[0].totalLineTaxAmount wrong_type",
    "lineItems[0].totalLineAmount wrong_type",
  ]);
  const authorization = { authorizedAmount: 125, finalizedBefore: 0 };
  expect(await finalizationFaults({ ...finalization, totalAmount: 125 }, { authorization })).toEqual([
    "totalAmount wrong_type",
    "options.authorization.authorizedAmount wrong_type",
    "options.authorization.finalizedBefore wrong_type",
  ]);
});

test("a quantity and a percentage may be numbers, but no bigint", async () => {
  const asText = { totalLineAmount: "125.00", quantity: "2", taxPercent: new Decimal(25) };
  const { body } = await sentOrder({ ...detailed, lineItems: [asText] });
  expect(body).toContain('{"quantity":2,"taxPercent":25,"totalLineAmount":125.00}');
  const lineItems = [{ ...line, quantity: 2n }];
  expect(await orderFaults({ ...detailed, lineItems })).toEqual(["lineItems[0].quantity wrong_type"]);
});

test("preview and check refuse a number too, and one that toJSON returns", () => {
  const { payments } = clientResponding("");
  const money = { toJSON: () => 12_500 } as unknown as string;
  const issues = payments.check("finalize", { ...finalization, totalAmount: money });
  expect(issues.map(inShort)).toEqual(["totalAmount wrong_type"]);
  // @ts-expect-error: a number is no amount
  const preview = () => payments.preview("finalize", { ...finalization, totalAmount: 12_500 });
  expect(preview).toThrow('totalAmount must be decimal text like "125.00" or a Decimal, not a number.');
});
