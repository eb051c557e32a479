/** The client option `amounts: "text"`. */
import { Decimal, defineOperation } from "merchant-payments";
import { Once } from "merchant-payments/once";
import { SqliteOnceStore } from "merchant-payments/once/sqlite";
import { FakePaymentService } from "merchant-payments/testing";
import { expect, test } from "vitest";
import * as z from "zod";
import {
  finalizationFaults,
  inShort,
  orderFaults,
  orderIssues,
  sentFinalization,
  sentOrder,
} from "../support/checked-input.js";
import { clientOfFake, clientResponding, finalization, order } from "../support/client.js";

const textOnly = { amounts: "text" } as const;
const line = { totalLineAmount: "125.00", quantity: "2", taxPercent: "25" };
const detailed = { ...order, lineItems: [line], billTo: {} };
const facts = { authorizedAmount: "125.00", finalizedBefore: new Decimal("0") };

test("a client that takes amounts as text sends text and Decimals", async () => {
  const { body } = await sentOrder({ ...detailed, totalAmount: new Decimal("125.00") }, {}, textOnly);
  expect(body).toContain('"totalAmount":125,"lineitems":[{"quantity":2,"taxPercent":25,"totalLineAmount":125.00}]');
  expect(await sentFinalization(finalization, { authorization: facts, timeoutMs: 5_000 }, textOnly)).toMatchObject({
    path: "/api/transactions/201409251527280673/finalize/125.00",
  });
});

test("a client that takes amounts as text does not send a number, whatever it counts", async () => {
  expect(await orderFaults({ ...order, totalAmount: 12_500 }, {}, textOnly)).toEqual(["totalAmount wrong_type"]);
  const numbers = {
    totalLineAmount: 125,
    quantity: 2,
    taxPercent: 25,
    unitAmountExcludingTax: 50,
    totalLineTaxAmount: 25,
  };
  expect(await orderFaults({ ...detailed, lineItems: [numbers] }, {}, textOnly)).toEqual([
    "lineItems[0].totalLineAmount wrong_type",
    "lineItems[0].quantity wrong_type",
    "lineItems[0].taxPercent wrong_type",
    "lineItems[0].unitAmountExcludingTax wrong_type",
    "lineItems[0].totalLineTaxAmount wrong_type",
  ]);
  const authorization = { authorizedAmount: 125, finalizedBefore: 0 };
  expect(await finalizationFaults({ ...finalization, totalAmount: 125 }, { authorization }, textOnly)).toEqual([
    "totalAmount wrong_type",
    "options.authorization.authorizedAmount wrong_type",
    "options.authorization.finalizedBefore wrong_type",
  ]);
});

test("preview and check refuse a number too, and one that toJSON returns", () => {
  const { payments } = clientResponding("", 200, textOnly);
  const money = { toJSON: () => 12_500 } as unknown as string;
  const issues = payments.check("finalize", { ...finalization, totalAmount: money });
  expect(issues.map(inShort)).toEqual(["totalAmount wrong_type"]);
  expect(() => payments.preview("finalize", { ...finalization, totalAmount: 12_500 })).toThrow(
    'totalAmount must be decimal text like "125.00" or a Decimal',
  );
});

test("the message for a number says what to write", async () => {
  const [issue] = await orderIssues({ ...order, totalAmount: 12_500 }, {}, textOnly);
  expect(issue?.message).toBe(
    'totalAmount must be decimal text like "125.00" or a Decimal, because the client has amounts: "text": if the number counts minor units, convert it with fromMinorUnits(value, decimals)',
  );
});

test("a custom operation has its own schema, so numbers are valid in it", async () => {
  const refund = defineOperation({
    name: "refund",
    path: "/refunds",
    effect: "money",
    input: z.object({ amount: z.number() }),
    response: z.object({}),
  });
  const status = { isSuccess: true, errorNumber: 0, statusKey: "SUCCESS", statusMessage: "Done." };
  const { payments, sent } = clientResponding(JSON.stringify({ status }), 200, textOnly);
  await payments.call(refund, { amount: 125 });
  expect(sent.map(({ body }) => body)).toEqual(['{"amount":125}']);
});

test("Once does not accept a number either, and sends the lines that it stored", async () => {
  const service = new FakePaymentService();
  const payments = clientOfFake(service, textOnly);
  const once = new Once({ payments, store: new SqliteOnceStore(":memory:"), book: () => {} });
  const lineItems = [{ totalLineAmount: "125.00" }];
  const sale = service.sell({ paymentMethod: "paypal", totalAmount: "125.00", lineItems });
  const capture = { ...sale, totalAmount: "100.00", lineItems: [{ totalLineAmount: "100.00" }] };
  const authorization = { paymentMethod: "paypal", authorizedAmount: "125.00", currencyCode: "SEK" } as const;
  await expect(once.finalize("S-1", { ...capture, totalAmount: 100 }, { authorization })).rejects.toThrow(
    'totalAmount must be decimal text like "125.00" or a Decimal',
  );
  await once.finalize("S-1", capture, { authorization });
  expect(service.finalizations).toMatchObject([{ totalAmount: "100.00" }]);
});
