import { describe, expect, test } from "vitest";
import { hintOfFinalization, hintOfRejection } from "../../src/errors/advice.js";

const total = { path: "totalAmount", errorCode: "Predicate" };
const other = { path: "lineItems", errorCode: "Predicate" };
const inFull = /^invoices and installments are finalized in full only/;

/** The hint after a rejected call of this operation. */
const hintAfter = (operation: string, rejected: { statusKey?: string; errors?: object[] }, paymentMethod?: string) =>
  hintOfFinalization({ operation, identifiers: {}, paymentMethod }, { errors: [], ...rejected } as never);

describe("an order that the service does not know", () => {
  test.each(["finalize", "resolveFinalization"])("is a hint at its ids after %s", (operation) => {
    expect(hintAfter(operation, { statusKey: "ORDER_NOT_FOUND" })).toMatch(/^transactionId must be/);
  });

  test("is no hint after another operation", () => {
    expect(hintAfter("capturePart", { statusKey: "ORDER_NOT_FOUND" })).toBeUndefined();
  });
});

describe("a total amount that the service does not accept", () => {
  test.each([undefined, "invoice", "installments"])("is a hint at credit products with the method %s", (method) => {
    expect(hintAfter("finalize", { statusKey: "VALIDATION_ERROR", errors: [other, total] }, method)).toMatch(inFull);
  });

  test.each<[what: string, rejected: { statusKey?: string; errors: object[] }, paymentMethod?: string]>([
    ["for a card", { statusKey: "VALIDATION_ERROR", errors: [total] }, "card"],
    ["with another error code", { statusKey: "VALIDATION_ERROR", errors: [{ ...total, errorCode: "NotEmpty" }] }],
    ["if another field is meant", { statusKey: "VALIDATION_ERROR", errors: [other] }],
    ["with another status key", { statusKey: "LINE_ITEMS_REQUIRED", errors: [total] }],
    ["without a status key", { errors: [total] }],
  ])("is no hint %s", (_what, rejected, paymentMethod) => {
    expect(hintAfter("finalize", rejected, paymentMethod)).toBeUndefined();
  });
});

test.each([
  [200, "HTTP_429", "the service limits the rate of calls: wait before the next one"],
  [404, undefined, "check the host and the path of baseUrl"],
  [200, "NO_HTTP_429", undefined],
  [200, "HTTP_4290", undefined],
])("HTTP %i with the key %s has the hint %j", (httpStatus, statusKey, hint) => {
  expect(hintOfRejection(httpStatus, statusKey)).toBe(hint);
});
