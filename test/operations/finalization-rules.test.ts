/** What a finalization takes. docs/errors/messages.md has the words of the faults. */
import { Decimal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { finalizationFaults, sentFinalization } from "../support/checked-input.js";

const full = { transactionId: "201409251527280673", totalAmount: "125.00" };
const part = { ...full, totalAmount: "100.00" };
const line = { totalLineAmount: "100.00" };
const partWithLines = { ...part, lineItems: [line] };
const path = "/api/transactions/201409251527280673/finalize/125.00";

describe("the fields of a finalization", () => {
  test.each<[string, object, string]>([
    ["18 characters", { transactionId: "ABCDEFGHIJKLMNOPQR" }, "/api/transactions/ABCDEFGHIJKLMNOPQR/finalize/125.00"],
    ["null for what is optional", { orderId: null, lineItems: null, invoiceId: null }, path],
    ["an amount of 19 digits", { totalAmount: "12345678901234567.80" }, path.replace("125.00", "12345678901234567.80")],
    ["a number", { totalAmount: 125.5 }, path.replace("125.00", "125.5")],
    ["a Decimal", { totalAmount: new Decimal("125.50") }, path.replace("125.00", "125.5")],
    ["zeros beyond two decimals", { totalAmount: "125.0000" }, path],
    ...[
      "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a",
      "CF3BF1AC-6A15-4EBF-A95D-9F2B9D9F7F6A",
      "00000000-0000-0000-0000-000000000001",
      "ffffffff-ffff-ffff-ffff-ffffffffffff",
    ].map((orderId): [string, object, string] => {
      return [orderId, { orderId }, path.replace("/transactions", `/orders/${orderId}/transactions`)];
    }),
  ])("%s", async (_what, fields, sentPath) => {
    expect(await sentFinalization({ ...full, ...fields })).toEqual({ path: sentPath, body: "" });
  });

  test("lines and an invoice number travel in the body", async () => {
    const { body } = await sentFinalization({ ...partWithLines, invoiceId: "INV-7" });
    expect(body).toBe('{"lineItems":[{"totalLineAmount":100.00}],"invoiceId":"INV-7"}');
  });

  test.each([
    [{ transactionId: "20140925152728067" }, "transactionId too_short"],
    [{ transactionId: "2014092515272806731" }, "transactionId too_long"],
    [{ transactionId: 201409251527280670 }, "transactionId wrong_type"],
    [{ transactionId: null }, "transactionId required"],
    [{ orderId: "00000000-0000-0000-0000-000000000000" }, "orderId bad_format"],
    [{ orderId: "cf3bf1ac6a154ebfa95d9f2b9d9f7f6a" }, "orderId bad_format"],
    [{ orderId: "{cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a}" }, "orderId bad_format"],
    [{ orderId: "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a\n" }, "orderId bad_format"],
    [{ orderId: "gf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a" }, "orderId bad_format"],
    [{ orderId: ".." }, "orderId bad_format"],
    [{ totalAmount: undefined }, "totalAmount required"],
    [{ totalAmount: "0.00" }, "totalAmount not_positive"],
    [{ totalAmount: "-125.00" }, "totalAmount not_positive"],
    [{ totalAmount: "125.001" }, "totalAmount too_many_decimals"],
    [{ invoiceId: 7 }, "invoiceId wrong_type"],
    [{ lineitems: [] }, "lineitems unknown_key"],
    [{ lineItems: [line] }, "totalAmount amount_mismatch"],
    [
      {
        lineItems: [
          { ...line, id: "1" },
          { totalLineAmount: 25, id: "1" },
        ],
      },
      "lineItems[1].id duplicate",
    ],
  ])("%j", async (fields, fault) => {
    expect(await finalizationFaults({ ...full, ...fields })).toEqual([fault]);
  });

  test("a bigint as transaction id", async () => {
    expect(await finalizationFaults({ ...full, transactionId: 201409251527280673n })).toEqual([
      "transactionId unreadable",
    ]);
  });

  test("all faults at once", async () => {
    const faulty = { orderId: "1", transactionId: "1", totalAmount: "0", lineItems: [{}], invoiceID: "7" };
    const authorization = { paymentMethod: "internet_bank", hasLineItems: false };
    expect(await finalizationFaults(faulty, { authorization })).toEqual([
      "invoiceID unknown_key",
      "orderId bad_format",
      "transactionId too_short",
      "totalAmount not_positive",
      "lineItems[0].totalLineAmount required",
      "options.authorization.paymentMethod not_allowed",
      "lineItems not_allowed",
    ]);
  });

  test("what the contract does not show can be waived", async () => {
    const odd = { ...part, totalAmount: "0.001", lineItems: [{ name: "x".repeat(256) }] };
    const waive = ["amountDecimals", "lineTotals", "lineTextLengths"] as const;
    expect(await finalizationFaults(odd)).toHaveLength(3);
    expect(await sentFinalization(odd, {}, { waive })).toEqual({
      path: "/api/transactions/201409251527280673/finalize/0.001",
      body: `{"lineItems":[{"name":"${"x".repeat(256)}"}]}`,
    });
  });
});

describe("what is known of the authorization", () => {
  const paypal = { paymentMethod: "paypal", authorizedAmount: "125.00", hasLineItems: true };

  test.each([
    ["card, in full", full, { paymentMethod: "card", authorizedAmount: 125 }],
    ["card, a part", part, { paymentMethod: "card", authorizedAmount: "125.00", hasLineItems: true }],
    ["card, with lines", partWithLines, { paymentMethod: "card", authorizedAmount: "125.00", hasLineItems: true }],
    ["swish, a part", part, { paymentMethod: "swish", authorizedAmount: "125.00", hasLineItems: true }],
    ["swish, with lines", partWithLines, { paymentMethod: "swish" }],
    ["invoice, in full", full, { paymentMethod: "invoice", authorizedAmount: "125", hasLineItems: true }],
    ["installments, in full", full, { paymentMethod: "installments", authorizedAmount: "125.0000" }],
    ["PayPal, in full and without lines", full, paypal],
    ["PayPal, a part with its lines", partWithLines, paypal],
    ["PayPal, a part of an order without lines", part, { ...paypal, hasLineItems: false }],
    ["no amount", part, { paymentMethod: "invoice", hasLineItems: true }],
    ["no method", { ...full, totalAmount: "125.01" }, { authorizedAmount: "125.00" }],
    ["nothing of its lines", part, { paymentMethod: "paypal", authorizedAmount: "125.00" }],
    ["another method, more than authorized", full, { paymentMethod: "other", authorizedAmount: "1.00" }],
    ["what was finalized before", part, { finalizedBefore: "25.00" }],
    ["nothing, each fact null", part, { paymentMethod: null, authorizedAmount: null, currencyCode: null }],
    ["nothing at all", part, null],
  ])("%s", async (_what, finalization, authorization) => {
    expect(await sentFinalization(finalization, { authorization })).toMatchObject({
      path: `/api/transactions/201409251527280673/finalize/${finalization.totalAmount}`,
    });
  });

  test.each([
    [
      "more than authorized, by card",
      { ...full, totalAmount: "125.01" },
      { paymentMethod: "card", authorizedAmount: "125.00" },
      "totalAmount amount_mismatch",
    ],
    [
      "a part, by invoice",
      part,
      { paymentMethod: "invoice", authorizedAmount: "125.00", hasLineItems: true },
      "totalAmount amount_mismatch",
    ],
    [
      "more, by installments",
      { ...full, totalAmount: "125.01" },
      { paymentMethod: "installments", authorizedAmount: "125.00" },
      "totalAmount amount_mismatch",
    ],
    ["an internet bank", full, { paymentMethod: "internet_bank" }, "options.authorization.paymentMethod not_allowed"],
    ["lines for an order without", partWithLines, { hasLineItems: false }, "lineItems not_allowed"],
    ["a part without its lines, by PayPal", part, paypal, "lineItems required"],
    ["a part with an empty list", { ...part, lineItems: [] }, paypal, "lineItems required"],
    ["a part without its lines, by another method", part, { ...paypal, paymentMethod: "other" }, "lineItems required"],
    [
      "a part without its lines, the method unstated",
      part,
      { ...paypal, paymentMethod: undefined },
      "lineItems required",
    ],
    [
      "a name of 51 characters on an invoice",
      { ...full, lineItems: [{ name: "x".repeat(51), totalLineAmount: 125 }] },
      { paymentMethod: "invoice" },
      "lineItems[0].name too_long",
    ],
    [
      "yen with a decimal",
      { ...full, totalAmount: "125.50" },
      { currencyCode: "JPY" },
      "totalAmount too_many_decimals",
    ],
    ["an unknown fact", full, { authorisedAmount: "125.00" }, "options.authorization.authorisedAmount unknown_key"],
    [
      "an amount with a comma",
      full,
      { authorizedAmount: "125,00" },
      "options.authorization.authorizedAmount bad_format",
    ],
    [
      "a former amount with a comma",
      full,
      { finalizedBefore: "1,00" },
      "options.authorization.finalizedBefore bad_format",
    ],
    ["less than nothing", full, { finalizedBefore: "-40" }, "options.authorization.finalizedBefore not_positive"],
    ["a lower-case currency", full, { currencyCode: "jpy" }, "options.authorization.currencyCode bad_format"],
    ["no such method", full, { paymentMethod: "visa" }, "options.authorization.paymentMethod wrong_type"],
    ["yes for true", full, { hasLineItems: "yes" }, "options.authorization.hasLineItems wrong_type"],
    ["text for all of it", full, "card", "options.authorization wrong_type"],
  ])("%s is a fault", async (_what, finalization, authorization, fault) => {
    expect(await finalizationFaults(finalization, { authorization })).toEqual([fault]);
  });

  test("amounts are compared by value, exactly", async () => {
    const authorization = { paymentMethod: "card", authorizedAmount: new Decimal("99999999999999999999.98") };
    const amount = (totalAmount: string) => ({ ...full, totalAmount });
    expect(await sentFinalization(amount("99999999999999999999.98"), { authorization })).toMatchObject({ body: "" });
    expect(await finalizationFaults(amount("99999999999999999999.99"), { authorization })).toEqual([
      "totalAmount amount_mismatch",
    ]);
  });

  test.each([
    ["JPY", "125.00", "125"],
    ["KWD", "1.2340", "1.234"],
  ])("%s: %s travels as %s", async (currencyCode, totalAmount, text) => {
    const { path } = await sentFinalization({ ...full, totalAmount }, { authorization: { currencyCode } });
    expect(path).toBe(`/api/transactions/201409251527280673/finalize/${text}`);
  });
});
