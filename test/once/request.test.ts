/** How `Once` reads the request of a job, when two requests are the same, and what it sends. */
import { basicAuth, PaymentClient, PaymentValidationError } from "merchant-payments";
import { describe, expect, test } from "vitest";
import type { StoredRequest } from "../../src/once/entry.js";
import { authorizationOf, finalizationOf, requestOf, sameEffect, sameWords } from "../../src/once/rules/request.js";
import { request } from "./records.js";

const payments = new PaymentClient({
  baseUrl: "https://payments.example.com",
  auth: basicAuth("merchant", "password"),
});
const job = { transactionId: "202601150000000001", totalAmount: "60.00" };
const card = { paymentMethod: "card", authorizedAmount: "100.00", currencyCode: "SEK" } as const;
const read = (key: string, asks: object = {}, facts: object = {}) =>
  requestOf(payments, key, { ...job, ...asks }, { ...card, ...facts });

test("a request has the amount and the body as they are sent, and the facts of its authorization", () => {
  expect(read("K".repeat(200), {}, { hasLineItems: false, expiresAt: new Date(5) })).toEqual({
    key: "K".repeat(200),
    authorizationId: "202601150000000001",
    request: { ...request, ...card, authorizedAmount: "100", hasLineItems: false, orderId: undefined, body: "{}" },
    expiresAt: 5,
  });
});

test.each<[path: string, code: string, ...Parameters<typeof read>]>([
  ["key", "bad_format", "K".repeat(201)],
  ["key", "bad_format", "\0K"],
  ["key", "bad_format", "K\0"],
  ["totalAmount", "amount_mismatch", "K-1", { totalAmount: "100.01" }],
  ["options.authorization.currencyCode", "required", "K-1", {}, { currencyCode: "" }],
  ["options.authorization.finalizedBefore", "not_allowed", "K-1", {}, { finalizedBefore: "0" }],
  ["totalAmount", "not_positive", "K-1", { totalAmount: "0" }],
])("%s is invalid (%s)", (path, code, ...call) => {
  expect(() => read(...call)).toThrow(PaymentValidationError);
  expect(() => read(...call)).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ path, code })] }));
});

describe("a request of another delivery", () => {
  const order = "0f8fad5b-d9cb-469f-a165-70867728950e";
  test.each<[what: string, isSameEffect: boolean, hasSameWords: boolean, Partial<StoredRequest>]>([
    ["the same", true, true, { orderId: order }],
    ["the same order in another form", true, true, { orderId: `{${order.toUpperCase()}}` }],
    ["the same amount in another form", true, true, { orderId: order, totalAmount: "60" }],
    ["no order", true, false, {}],
    ["another body", true, false, { orderId: order, body: '{"invoiceId":"2"}' }],
    ["another order", false, false, { orderId: order.replace("0f", "1f") }],
    ["another amount", false, false, { orderId: order, totalAmount: "60.01" }],
    ["another authorization", false, false, { orderId: order, transactionId: "202601150000000002" }],
  ])("with %s has the same effect: %s, in the same words: %s", (_, isSameEffect, hasSameWords, more) => {
    const first = { ...request, orderId: order };
    const second = { ...request, ...more };
    expect([sameEffect(first, second), sameEffect(second, first)]).toEqual([isSameEffect, isSameEffect]);
    expect([sameWords(first, second), sameWords(second, first)]).toEqual([hasSameWords, hasSameWords]);
  });
});

test("a request is sent with its body, and without one, such as an adopted one, by its path alone", () => {
  const { transactionId, totalAmount } = request;
  const sent = { orderId: undefined, transactionId, totalAmount };
  expect(finalizationOf(request)).toEqual(sent);
  expect(finalizationOf({ ...request, body: '{"invoiceId":"4711"}' })).toEqual({ ...sent, invoiceId: "4711" });
});

test("a card that a person has decided is sent without finalizedBefore, so that the service decides", () => {
  const facts = { ...request, paymentMethod: "card" } as const;
  expect(authorizationOf(request, facts, "60.00").finalizedBefore).toBeUndefined();
  expect(authorizationOf(request, facts, "0").finalizedBefore).toBe("0");
});
