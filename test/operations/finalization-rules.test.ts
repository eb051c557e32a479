/** The fields of a finalization. test/errors/messages has more that is invalid, with its messages. */
import { Decimal } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { finalizationFaults, finalizationIssues, sentFinalization } from "../support/checked-input.js";
import { finalization as full } from "../support/client.js";

const part = { ...full, totalAmount: "100.00" };
const line = { totalLineAmount: "100.00" };
const partWithLines = { ...part, lineItems: [line] };
const letters = "ABCDEFGHIJKLMNOPQR";
const path = "/api/transactions/201409251527280673/finalize/125.00";
const ofOrder = (orderId: string) => path.replace("/api", `/api/orders/${orderId}`);
const guid = "cf3bf1ac-6a15-4ebf-a95d-9f2b9d9f7f6a";
const bare = "CF3BF1AC6A154EBFA95D9F2B9D9F7F6A";

describe("a finalization with", () => {
  test.each<[string, object, string]>([
    ["a transaction id of 18 letters", { transactionId: letters }, `/api/transactions/${letters}/finalize/125.00`],
    ["null for optional fields", { orderId: null, lineItems: null, invoiceId: null }, path],
    ["empty text for optional fields", { orderId: "", invoiceId: "" }, path],
    ["an amount of 19 digits", { totalAmount: "12345678901234567.80" }, path.replace("125.00", "12345678901234567.80")],
    ["a Decimal as its total", { totalAmount: new Decimal("125.50") }, path.replace("125.00", "125.5")],
    ["zeros beyond two decimals", { totalAmount: "125.0000" }, path],
    ["an order id", { orderId: guid }, ofOrder(guid)],
    ["an order id in upper case without dashes", { orderId: bare }, ofOrder(bare)],
    ["an order id in braces, percent-encoded,", { orderId: `{${guid}}` }, ofOrder(`%7B${guid}%7D`)],
  ])("%s is sent in the path", async (_what, fields, sentPath) => {
    expect(await sentFinalization({ ...full, ...fields })).toEqual({ path: sentPath, body: "{}" });
  });

  test("lines and an invoice number is sent with them in the body", async () => {
    const { body } = await sentFinalization({ ...partWithLines, invoiceId: "INV-7" });
    expect(body).toBe('{"lineItems":[{"totalLineAmount":100.00}],"invoiceId":"INV-7"}');
  });

  test.each([
    [{ transactionId: "2014092515272806731" }, "transactionId too_long"],
    [{ transactionId: null }, "transactionId required"],
    [{ transactionId: "../../orders/creat" }, "transactionId bad_format"],
    [{ orderId: "00000000-0000-0000-0000-000000000000" }, "orderId bad_format"],
    [{ orderId: `{${guid}` }, "orderId bad_format"],
    [{ orderId: `${guid}\n` }, "orderId bad_format"],
    [{ totalAmount: "0.00" }, "totalAmount not_positive"],
    [{ lineItems: [line] }, "totalAmount amount_mismatch"],
  ])("%j is invalid", async (fields, fault) => {
    expect(await finalizationFaults({ ...full, ...fields })).toEqual([fault]);
  });

  test("several faults has an issue for each, of the fields first", async () => {
    const faulty = { orderId: "1", transactionId: "1", totalAmount: "0", lineItems: [{}], invoiceID: "7" };
    const authorization = { paymentMethod: "internet_bank", hasLineItems: false };
    expect(await finalizationFaults(faulty, { authorization })).toEqual([
      "invoiceID unknown_key",
      "orderId bad_format",
      "transactionId too_short",
      "totalAmount not_positive",
      "lineItems[0].totalLineAmount required",
    ]);
    const valid = { ...full, lineItems: [line] };
    expect(await finalizationFaults(valid, { authorization })).toEqual([
      "totalAmount amount_mismatch",
      "options.authorization.paymentMethod not_allowed",
      "lineItems not_allowed",
    ]);
  });

  test("faults against assumptions is sent if they are waived", async () => {
    const odd = { ...part, totalAmount: "0.001", lineItems: [{ name: "x".repeat(256) }] };
    const waive = ["amountDecimals", "lineTotals", "lineTextLengths"] as const;
    const faults = ["lineItems[0].name too_long", "lineItems[0].totalLineAmount required"];
    expect(await finalizationFaults(odd)).toEqual(faults);
    const body = `{"lineItems":[{"name":"${"x".repeat(256)}"}]}`;
    expect(await sentFinalization(odd, {}, { waive })).toEqual({ path: path.replace("125.00", "0.001"), body });
  });
});

describe("the facts of an authorization", () => {
  const more = { ...full, totalAmount: "125.01" };
  const paypal = { paymentMethod: "paypal", authorizedAmount: "125.00", hasLineItems: true };

  test.each([
    ["card, in full", full, { paymentMethod: "card", authorizedAmount: "125" }],
    ["card, a part", part, { paymentMethod: "card", authorizedAmount: "125.00", hasLineItems: true }],
    ["card, with lines", partWithLines, { paymentMethod: "card", authorizedAmount: "125.00", hasLineItems: true }],
    ["swish, a part", part, { paymentMethod: "swish", authorizedAmount: "125.00", hasLineItems: true }],
    ["swish, with lines", partWithLines, { paymentMethod: "swish" }],
    ["invoice, in full", full, { paymentMethod: "invoice", authorizedAmount: "125", hasLineItems: true }],
    ["installments, in full", full, { paymentMethod: "installments", authorizedAmount: "125.0000" }],
    ["PayPal, in full and without lines", full, paypal],
    ["PayPal, a part with its lines", partWithLines, paypal],
    ["PayPal, a part of an order without lines", part, { ...paypal, hasLineItems: false }],
    ["a part, without the authorized amount", part, { paymentMethod: "invoice", hasLineItems: true }],
    ["more than was authorized, without the method", more, { authorizedAmount: "125.00" }],
    ["a part, without knowing about lines", part, { paymentMethod: "paypal", authorizedAmount: "125.00" }],
    ["more than was authorized, by another method", full, { paymentMethod: "other", authorizedAmount: "1.00" }],
    ["a part, with what was finalized before", part, { finalizedBefore: "25.00" }],
    ["PayPal, with what was finalized before", full, { ...paypal, finalizedBefore: "25.00" }],
    ["card, with nothing finalized before", full, { paymentMethod: "card", finalizedBefore: "0.00" }],
    ["an empty list for an order without lines", { ...full, lineItems: [] }, { hasLineItems: false }],
    ["a part, with facts that are null", part, { paymentMethod: null, authorizedAmount: null, currencyCode: null }],
    ["a part, with no facts", part, null],
  ])("allow %s", async (_what, finalization, authorization) => {
    const sentPath = path.replace("125.00", finalization.totalAmount);
    expect(await sentFinalization(finalization, { authorization })).toMatchObject({ path: sentPath });
  });

  const yen = { ...full, totalAmount: "125.50" };
  const longName = { ...full, lineItems: [{ name: "x".repeat(51), totalLineAmount: "125" }] };
  const installments = { paymentMethod: "installments", authorizedAmount: "125.00" };
  const mismatch = "totalAmount amount_mismatch";
  const fact = (fault: string) => `options.authorization.${fault}`;

  test.each([
    ["more than authorized, by installments", more, installments, mismatch],
    ...["card", "invoice", "installments"].map((paymentMethod): [string, object, object, string] => {
      const finalized = { paymentMethod, finalizedBefore: "0.01" };
      return [`${paymentMethod} that was finalized before`, full, finalized, fact("finalizedBefore not_allowed")];
    }),
    ["a part with an empty list", { ...part, lineItems: [] }, paypal, "lineItems required"],
    ["a part without its lines, by another method", part, { ...paypal, paymentMethod: "other" }, "lineItems required"],
    ["a part without its lines and method", part, { ...paypal, paymentMethod: undefined }, "lineItems required"],
    ["a name of 51 characters on an invoice", longName, { paymentMethod: "invoice" }, "lineItems[0].name too_long"],
    ["yen with a decimal", yen, { currencyCode: "JPY" }, "totalAmount too_many_decimals"],
    ["won with a decimal", yen, { currencyCode: "KRW" }, "totalAmount too_many_decimals"],
    ["a former amount below zero", full, { finalizedBefore: "-40" }, fact("finalizedBefore not_positive")],
    ["an object in place of a method", full, { paymentMethod: {} }, fact("paymentMethod wrong_type")],
  ])("do not allow %s", async (_what, finalization, authorization, fault) => {
    expect(await finalizationFaults(finalization, { authorization })).toEqual([fault]);
  });

  test.each([
    ["card", "only once"],
    ["invoice", "in full only"],
  ])("say how %s is finalized, if it was before: %s", async (paymentMethod, how) => {
    const [issue] = await finalizationIssues(full, { authorization: { paymentMethod, finalizedBefore: "0.01" } });
    expect(issue?.message).toContain(`what ${paymentMethod} pays is finalized ${how}: do not set it to 0`);
  });

  test("are compared with the total by value, exactly", async () => {
    const authorization = { paymentMethod: "card", authorizedAmount: new Decimal("99999999999999999999.98") };
    const amount = (totalAmount: string) => ({ ...full, totalAmount });
    expect(await sentFinalization(amount("99999999999999999999.98"), { authorization })).toMatchObject({ body: "{}" });
    expect(await finalizationFaults(amount("99999999999999999999.99"), { authorization })).toEqual([mismatch]);
  });

  test.each([
    ["12500", "125.00", "SEK", '; if 12500 counts minor units, give "125.00"'],
    ["125000", "125.000", "KWD", '; if 125000 counts minor units, give "125.000"'],
    ["1250", "125.00", "SEK", '; if 1250 counts minor units, give "12.50"'],
    ["12500", "125", "JPY", ""],
    ["1249", "125.00", "SEK", ""],
  ])("that make %s more than the authorized %s %s are explained with %j", async (totalAmount, ...row) => {
    const [authorizedAmount, currencyCode, hint] = row;
    const authorization = { paymentMethod: "card", authorizedAmount, currencyCode };
    const [issue] = await finalizationIssues({ ...full, totalAmount }, { authorization });
    expect(issue?.message).toBe(
      `totalAmount must be at most the authorized amount when card pays: give the right amount${hint}. Change authorizedAmount only if the authorization itself shows another amount`,
    );
  });

  test.each([
    ["JPY", "125.00", "125"],
    ["KWD", "1.2340", "1.234"],
    ["CLF", "1.23450", "1.2345"],
  ])("in %s make %s travel as %s", async (currencyCode, totalAmount, text) => {
    const sent = await sentFinalization({ ...full, totalAmount }, { authorization: { currencyCode } });
    expect(sent.path).toBe(path.replace("125.00", text));
  });
});
