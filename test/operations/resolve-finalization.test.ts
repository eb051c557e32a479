/** What becomes of a finalization that is sent again, over a real socket; what is told of it, and what is refused first. */
import type { PaymentEvent, ResolveOptions } from "merchant-payments";
import { causeOf, responseOf } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { resolutionFaults } from "../support/checked-input.js";
import { clientOf, clientOver, clientResponding, errorOf } from "../support/client.js";
import { closedOrigin, type Fault, responding, startFaultServer } from "../support/fault-server.js";

const finalization = { transactionId: "201409251527280673", totalAmount: "60.00" };
const whatIsLeft = { paymentMethod: "paypal", authorizedAmount: "100.00", finalizedBefore: "40.00" } as const;

/** A response of the service: its key, and its figures as JSON writes them. */
function said(statusKey: string, finalized: string, pending: string, ids = ""): string {
  const isSuccess = statusKey === "SUCCESS" || statusKey === "PENDING";
  const status = { isSuccess, errorNumber: isSuccess ? 0 : 3007, statusKey, statusMessage: "In its own words" };
  const figures = `"totalAmountFinalized":${finalized},"totalAmountPendingFinalization":${pending}`;
  return `{"status":${JSON.stringify(status)},${figures},"amountRemainingForFinalize":0.00,"canFinalizeAgain":false${ids}}`;
}

const ids = ',"transactionId":"201409251527280999","batchId":"B-7"';
const rejection = { error: { name: "PaymentServiceError", outcome: "rejected" } };
const drop: Fault = (socket) => socket.destroy();

describe("over a real socket", () => {
  test.each<[string, Fault, object]>([
    [
      "captured by the repeat",
      responding(200, said("SUCCESS", "100.00", "0.00", ids)),
      { state: "captured", by: "repeat", finalization: { transactionId: "201409251527280999", batchId: "B-7" } },
    ],
    [
      "captured by the first",
      responding(200, said("PAYMENT_COMPLETED", "100.00", "0.00")),
      { state: "captured", by: "first", error: { statusKey: "PAYMENT_COMPLETED", finalization: {} } },
    ],
    ["pending", responding(200, said("PENDING", "40.00", "60.00", ids)), { state: "pending" }],
    [
      "not captured",
      responding(200, said("PAYMENT_ANNULLED", "40.00", "0.00")),
      { state: "not_captured", ...rejection },
    ],
    [
      "somebody else's",
      responding(200, said("PAYMENT_COMPLETED", "70.00", "0.00")),
      { state: "conflict", ...rejection },
    ],
    [
      "filled with zeros",
      responding(200, said("PAYMENT_COMPLETED", "0", "0")),
      { state: "unknown", canAskAgain: false },
    ],
    [
      "another rejection",
      responding(200, said("CUST_ACCT_NOT_ELIGIBLE", "100", "0")),
      { state: "unknown", ...rejection },
    ],
    [
      "a page",
      responding(502, "<!doctype html>"),
      { state: "unknown", canAskAgain: true, error: { outcome: "unknown" } },
    ],
    ["no response", drop, { state: "unknown", canAskAgain: true, error: { code: "connection", outcome: "unknown" } }],
  ])("%s", async (_what, fault, resolution) => {
    await using server = await startFaultServer(fault);
    const found = await clientOf(server.origin).resolveFinalization(finalization, { authorization: whatIsLeft });
    expect(found).toMatchObject(resolution);
    const line = "POST /transactions/201409251527280673/finalize/60.00 HTTP/1.1";
    expect(server.requests.map(({ head }) => head.split("\r\n")[0])).toEqual([line]);
  });

  test("not sent: unknown as before", async () => {
    const payments = clientOf(await closedOrigin(), { maxRetries: 0 });
    const found = await payments.resolveFinalization(finalization, { authorization: whatIsLeft });
    expect(found).toMatchObject({ state: "unknown", canAskAgain: true, error: { outcome: "not_sent" } });
  });
});

test("what it says of the second call: the error with its cause, and the response as it came", async () => {
  const own = new Error("the vault is sealed");
  const sealed = clientOver(undefined, { auth: () => Promise.reject(own), maxRetries: 0 });
  const found = await sealed.resolveFinalization(finalization, { authorization: whatIsLeft });
  expect(found.error && causeOf(found.error)).toBe(own);
  expect(found.error?.advice).toContain("What became of the first finalization is what `state` says of it");

  const body = said("PAYMENT_COMPLETED", "100.00", "0.00");
  const answered = clientResponding(body);
  const refused = await answered.payments.resolveFinalization(finalization, { authorization: whatIsLeft });
  expect(responseOf(refused)).toMatchObject({ httpStatus: 200, body, attempts: 1 });
});

test("it ends in one event, which says what was found", async () => {
  const events: PaymentEvent[] = [];
  const body = said("PAYMENT_COMPLETED", "100.00", "0.00");
  const onEvent = (event: PaymentEvent) => void events.push(event);
  const { payments } = clientResponding(body, 200, { onEvent });
  await payments.resolveFinalization(finalization, { authorization: whatIsLeft });
  const route = "transactions/{transactionId}/finalize/{totalAmount}";
  const transactionId = "201409251527280673";
  const call = { operation: "resolveFinalization", method: "POST", route, attempt: 1, transactionId };
  expect(events).toEqual([
    { type: "request", callId: expect.any(String), ...call },
    {
      type: "resolve",
      callId: events[0]?.callId,
      ...call,
      state: "captured",
      code: "service_error",
      httpStatus: 200,
      durationMs: expect.any(Number),
    },
  ]);
});

describe("what makes a finalization eligible", () => {
  test.each<[string, object, object]>([
    ["a card, a part of it", {}, { paymentMethod: "card", authorizedAmount: "100.00" }],
    ["a card, with nothing finalized before", {}, { paymentMethod: "card", authorizedAmount: 60, finalizedBefore: 0 }],
    ["an invoice", {}, { paymentMethod: "invoice", authorizedAmount: "60.00", finalizedBefore: "0" }],
    ["all that is left of PayPal", {}, whatIsLeft],
    ["a rest of 15.01", { totalAmount: "15.01" }, { ...whatIsLeft, finalizedBefore: "84.99" }],
    ["with nulls in what is optional", { orderId: null }, { ...whatIsLeft, currencyCode: null, hasLineItems: null }],
  ])("%s", async (_what, fields, authorization) => {
    const { payments } = clientResponding("");
    const options = { authorization } as ResolveOptions;
    expect(payments.check("resolveFinalization", { ...finalization, ...fields }, options)).toEqual([]);
  });

  const method = "options.authorization.paymentMethod";
  const authorized = "options.authorization.authorizedAmount";
  const before = "options.authorization.finalizedBefore";

  test.each<[string, object, object | undefined, string[]]>([
    ["no facts", {}, undefined, [`${method} required`, `${authorized} required`]],
    ["PayPal alone", {}, { paymentMethod: "paypal" }, [`${authorized} required`, `${before} required`]],
    ["a card without its amount", {}, { paymentMethod: "card" }, [`${authorized} required`]],
    ["no method", {}, { authorizedAmount: "60.00", finalizedBefore: "0" }, [`${method} required`]],
    ["a part of PayPal", { totalAmount: "59.99" }, whatIsLeft, ["totalAmount amount_mismatch"]],
    ["more than is left", { totalAmount: "60.01" }, whatIsLeft, ["totalAmount amount_mismatch"]],
    [
      "more than half, where 115 of 100 may be captured",
      { totalAmount: "55.00" },
      { ...whatIsLeft, finalizedBefore: "0" },
      ["totalAmount amount_mismatch"],
    ],
    [
      "all that is left, which is so little that it would fit twice into 115 of 100",
      { totalAmount: "15.00" },
      { ...whatIsLeft, finalizedBefore: "85.00" },
      ["totalAmount amount_mismatch"],
    ],
    ["a card that was finalized before", {}, { ...whatIsLeft, paymentMethod: "card" }, [`${before} not_allowed`]],
    ["zero", { totalAmount: "0.00" }, { ...whatIsLeft, finalizedBefore: 100 }, ["totalAmount not_positive"]],
    ["a total that is none", { totalAmount: "sixty" }, whatIsLeft, ["totalAmount bad_format"]],
    ["an internet bank", {}, { ...whatIsLeft, paymentMethod: "internet_bank" }, [`${method} not_allowed`]],
  ])("refused: %s", async (_what, fields, authorization, faults) => {
    expect(await resolutionFaults({ ...finalization, ...fields }, { authorization })).toEqual(faults);
  });

  test("a rejection comes before anything is sent, with its own event", async () => {
    const events: PaymentEvent[] = [];
    const { payments, fetch } = clientResponding("", 200, { onEvent: (event) => void events.push(event) });
    const call = payments.resolveFinalization(finalization, {} as ResolveOptions);
    expect(await errorOf(call)).toMatchObject({ code: "invalid_input", operation: "resolveFinalization" });
    expect(fetch).not.toHaveBeenCalled();
    expect(events).toMatchObject([{ type: "failure", operation: "resolveFinalization", outcome: "not_sent" }]);
  });
});

test("a preview shows what the first call sent", () => {
  const { payments } = clientResponding("");
  const invoiced = { ...finalization, invoiceId: "INV-7" };
  const options = { authorization: whatIsLeft };
  const { url, body } = payments.preview("finalize", invoiced, options);
  expect(payments.preview("resolveFinalization", invoiced, options)).toMatchObject({ url, body });
  expect(() => payments.preview("resolveFinalization", { ...invoiced, totalAmount: "1" }, options)).toThrow(
    "all that is",
  );
});

test("after the client was closed it finds out nothing", async () => {
  await using server = await startFaultServer(drop);
  const payments = clientOf(server.origin);
  await payments.close();
  const found = await payments.resolveFinalization(finalization, { authorization: whatIsLeft });
  expect(found).toMatchObject({ state: "unknown", error: { code: "connection", outcome: "not_sent" } });
  expect(await errorOf(payments.finalize(finalization))).toMatchObject({ outcome: "not_sent" });
});
