/** What resolveFinalization returns, its event, and which finalizations are eligible. */
import type { PaymentEvent, PaymentMethod, ResolveOptions } from "merchant-payments";
import { causeOf, paymentMethods, responseOf } from "merchant-payments";
import { describe, expect, test } from "vitest";
import { resolutionFaults } from "../support/checked-input.js";
import { clientOf, clientOver, clientResponding, errorOf } from "../support/client.js";
import { responding, type ServerFault, startFaultServer } from "../support/fault-server.js";

const finalization = { transactionId: "201409251527280673", totalAmount: "60.00" };
const whatIsLeft = { paymentMethod: "paypal", authorizedAmount: "100.00", finalizedBefore: "40.00" } as const;

/** A response of the service: its status key, and its figures as JSON writes them. */
function said(statusKey: string, finalized: string, pending: string, ids = ""): string {
  const isSuccess = statusKey === "SUCCESS" || statusKey === "PENDING";
  const status = { isSuccess, errorNumber: isSuccess ? 0 : 3007, statusKey, statusMessage: "Any text" };
  const figures = `"totalAmountFinalized":${finalized},"totalAmountPendingFinalization":${pending}`;
  return `{"status":${JSON.stringify(status)},${figures},"amountRemainingForFinalize":0.00,"canFinalizeAgain":false${ids}}`;
}

/** A merchant whose service has shown that it accepts all that is left only once. */
const resolve = { sendAgain: ["card", "invoice", "paypal"] } as const;

const ids = ',"transactionId":"201409251527280999","batchId":"B-7"';
const rejection = (outcome: string) => ({ error: { name: "PaymentServiceError", outcome } });
const drop: ServerFault = (socket) => socket.destroy();

describe("resolveFinalization sends the request once, and its result is", () => {
  const responds = (...facts: Parameters<typeof said>) => responding(200, said(...facts));
  const named = { transactionId: "201409251527280999", batchId: "B-7" };
  const byRepeat = { state: "captured", by: "repeat", finalization: named };
  const byFirst = { state: "captured", by: "first", error: { statusKey: "PAYMENT_COMPLETED", finalization: {} } };
  const unknown = { state: "unknown", canAskAgain: true };
  const conflict = { state: "conflict", ...rejection("unknown") };
  const ineligible = { ...unknown, ...rejection("rejected") };
  const again = responding(500, said("SUCCESS", "100.00", "0.00", ids).replace('Again":false', 'Again":true'));
  const doNotAskAgain = { state: "unknown", canAskAgain: false, finalization: named };

  test.each<[string, ServerFault, object]>([
    ["captured by the repeat", responds("SUCCESS", "100.00", "0.00", ids), byRepeat],
    ["captured by the first", responds("PAYMENT_COMPLETED", "100.00", "0.00"), byFirst],
    ["pending", responds("PENDING", "40.00", "60.00", ids), { state: "pending" }],
    ["unknown if it is pending and may be finalized", responds("PENDING", "100.00", "0.00", ids), unknown],
    ["not captured", responds("PAYMENT_ANNULLED", "40.00", "0.00"), { state: "not_captured", ...rejection("unknown") }],
    ["a conflict with another capture", responds("PAYMENT_COMPLETED", "70", "0"), conflict],
    ["unknown after zeros", responds("PAYMENT_COMPLETED", "0", "0"), { state: "unknown", canAskAgain: false }],
    ["unknown after another rejection", responds("CUST_ACCT_NOT_ELIGIBLE", "100", "0"), ineligible],
    ["unknown after an internal error", responding(500, said("PAYMENT_COMPLETED", "100", "0")), unknown],
    ["unknown after a success under HTTP 500 that would accept another finalization", again, doNotAskAgain],
    ["unknown after a page", responding(502, "<!doctype html>"), { ...unknown, error: { outcome: "unknown" } }],
    ["unknown without a response", drop, { ...unknown, error: { code: "connection", outcome: "unknown" } }],
  ])("%s", async (_what, fault, resolution) => {
    await using server = await startFaultServer(fault);
    const payments = clientOf(server.origin, { resolve });
    const found = await payments.resolveFinalization(finalization, { authorization: whatIsLeft });
    expect(found).toMatchObject(resolution);
    const requestLine = "POST /transactions/201409251527280673/finalize/60.00 HTTP/1.1";
    expect(server.requests).toMatchObject([{ requestLine }]);
  });

  test("unknown for a card, and can be asked again, even if the service would accept another finalization", async () => {
    const body = said("SUCCESS", "60.00", "0.00", ids).replace('Again":false', 'Again":true');
    const authorization = { paymentMethod: "card", authorizedAmount: "100.00" } as const;
    const found = await clientResponding(body, 500).payments.resolveFinalization(finalization, { authorization });
    expect(found).toMatchObject({ ...unknown, finalization: named });
  });
});

test("a resolution has the error of the second call with its cause, and the response as it came", async () => {
  const own = new Error("the vault is sealed");
  const sealed = clientOver(undefined, { auth: () => Promise.reject(own), resolve, maxRetries: 0 });
  const found = await sealed.resolveFinalization(finalization, { authorization: whatIsLeft });
  expect(found.error && causeOf(found.error)).toBe(own);
  expect(found.error?.advice).toContain("`state` says what became of the first finalization.");

  const body = said("PAYMENT_COMPLETED", "100.00", "0.00");
  const { payments } = clientResponding(body, 200, { resolve });
  const resolved = await payments.resolveFinalization(finalization, { authorization: whatIsLeft });
  expect(responseOf(resolved)).toMatchObject({ httpStatus: 200, body, attempts: 1 });
});

test("a resolution ends in one event with its state", async () => {
  const events: PaymentEvent[] = [];
  const body = said("PAYMENT_COMPLETED", "100.00", "0.00");
  const onEvent = (event: PaymentEvent) => void events.push(event);
  const { payments } = clientResponding(body, 200, { resolve, onEvent });
  await payments.resolveFinalization(finalization, { authorization: whatIsLeft });
  const route = "transactions/{transactionId}/finalize/{totalAmount}";
  const transactionId = "201409251527280673";
  const call = { operation: "resolveFinalization", method: "POST", route, attempt: 1, transactionId };
  const end = { state: "captured", code: "service_error", httpStatus: 200, durationMs: expect.any(Number) };
  expect(events).toEqual([
    { type: "request", callId: expect.any(String), ...call },
    { type: "resolve", callId: events[0]?.callId, ...call, ...end },
  ]);
});

describe("a finalization is", () => {
  const method = "options.authorization.paymentMethod";
  const authorized = "options.authorization.authorizedAmount";

  test.each<[string, object, object | undefined, string[]]>([
    ["no facts", {}, undefined, [`${method} required`, `${authorized} required`]],
    ["more than is left", { totalAmount: "60.01" }, whatIsLeft, ["totalAmount amount_mismatch"]],
    // Some services accept 115 of 100, so these would fit twice.
    ["55 of 100", { totalAmount: "55.00" }, { ...whatIsLeft, finalizedBefore: "0" }, ["totalAmount amount_mismatch"]],
  ])("not eligible: %s", async (_what, fields, authorization, faults) => {
    expect(await resolutionFaults({ ...finalization, ...fields }, { authorization }, { resolve })).toEqual(faults);
  });

  test("not eligible without its amount, which the message says how to give", () => {
    const authorization = { paymentMethod: "card" } as ResolveOptions["authorization"];
    const [issue] = clientResponding("").payments.check("resolveFinalization", finalization, { authorization });
    expect(issue?.message).toContain("is required to resolve: give the full amount of the authorization");
  });

  test.each<[string, object | undefined, string[]]>([
    ["card by default", undefined, ["card"]],
    ["card if the list is left out", {}, ["card"]],
    ["nothing with an empty list", { sendAgain: [] }, []],
    ["PayPal alone, where only PayPal is listed", { sendAgain: ["paypal"] }, ["paypal"]],
  ])("eligible by its method: %s", (_what, resolve, expected) => {
    const { payments } = clientResponding("", 200, resolve && { resolve });
    const all = { authorizedAmount: "60.00", finalizedBefore: "0" };
    const isEligible = (paymentMethod: PaymentMethod) =>
      payments.check("resolveFinalization", finalization, { authorization: { ...all, paymentMethod } }).length === 0;
    expect([paymentMethods.filter(isEligible), payments.sendAgain]).toEqual([expected, expected]);
  });

  test("checked before anything is sent, with a failure event", async () => {
    const events: PaymentEvent[] = [];
    const { payments, fetch } = clientResponding("", 200, { onEvent: (event) => void events.push(event) });
    const call = payments.resolveFinalization(finalization, {} as ResolveOptions);
    expect(await errorOf(call)).toMatchObject({ code: "invalid_input", operation: "resolveFinalization" });
    expect(fetch).not.toHaveBeenCalled();
    expect(events).toMatchObject([{ type: "failure", operation: "resolveFinalization", outcome: "not_sent" }]);
  });
});
