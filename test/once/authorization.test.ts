/** What the keys of one authorization say about it together. */
import type { OnceState } from "merchant-payments/once";
import { describe, expect, test } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import * as authorization from "../../src/once/rules/authorization.js";
import { decidedBy, other, record, request, terms } from "./records.js";

const maybe = { mayBeCaptured: true };
const first = { finalization: { transactionId: " T-1 " } };
const late = (state: OnceState) =>
  [{ at: 1, state: "unknown", late: { state, finalization: { transactionId: "T-7" } } }] as const;
const differing = [{ at: 1, state: "parked", balance: { differs: "refunded" } }] as const;
const told = (amount: string, factsAt: number, state: OnceState = "captured", more: Partial<OnceRecord> = {}) =>
  other(state, { factsAt, request: { ...request, authorizedAmount: amount }, ...more });

test.each<[string, OnceRecord[], string]>([
  ["the newest", [told("1", 1), told("2", 2)], "2"],
  ["the newest, in any order", [told("2", 2), told("1", 1)], "2"],
  ["those of a key that is sending", [told("1", 1, "sending")], "1"],
  ["those of a key that may be captured", [told("1", 1, "unknown", maybe)], "1"],
  ["its own beside a key that was never sent", [told("1", 1, "queued", { ...maybe, isSent: false })], "100.00"],
  ["its own beside a rejected key", [told("1", 1, "rejected")], "100.00"],
])("the facts of a key are %s", (_, others, amount) => {
  expect(authorization.factsFor(record("queued"), others).authorizedAmount).toBe(amount);
});

test("the sum has what is captured, or parked and in the books", () => {
  const parked = [other("parked"), other("parked", { recorded: "captured" })];
  expect(authorization.sumOfCaptured([other("captured"), ...parked])).toBe("120.00");
  expect(authorization.sumOfCaptured([other("not_captured", { recorded: "captured" })])).toBe("0");
});

test.each<[string, boolean, OnceRecord]>([
  ["a late outcome in it", true, other("captured", { history: late("captured") })],
  ["a correction in it", true, other("captured", { history: decidedBy("corrected") })],
  ["a decision in it", false, other("captured", { history: decidedBy("captured") })],
  ["a decision that is not in it", true, other("rejected", { history: decidedBy("captured") })],
  ["figures that differ, in it or not", false, other("rejected", { history: differing })],
])("the sum with %s is certain: %s", (_, isCertain, beside) => {
  expect(authorization.isSumCertain([beside])).toBe(isCertain);
});

describe("the id that no other key may have", () => {
  test.each<[string, OnceRecord, string | undefined]>([
    ["a captured key", record("captured", first), "T-1"],
    ["an unfinished key", record("unknown", first), "T-1"],
    ["a rejected key, which may keep an id by mistake", record("rejected", first), undefined],
    ["a rejected key that may be captured", record("rejected", { ...maybe, ...first }), "T-1"],
    ["a late success", record("unknown", { history: late("captured") }), "T-7"],
    ["a late failure", record("unknown", { history: late("unknown") }), undefined],
  ])("of %s", (_, own, id) => {
    expect(authorization.storedCaptureId(own)).toBe(id);
  });
});

test("a rejected key is no last capture", () => {
  const card = { ...request, paymentMethod: "card" } as const;
  const rejected = [other("rejected", { request: card, finalization: { canFinalizeAgain: false } })];
  expect(authorization.lastCaptureOf(rejected, card)).toBeUndefined();
  expect(authorization.lastOnceCapture(rejected, card)).toBeUndefined();
});

test("a method that has shown that another finalization is possible is not sent again, except card", () => {
  const isEligible = (paymentMethod: "card" | "paypal") =>
    authorization.isEligible(
      record("unknown", { acceptsAnother: true, request: { ...request, paymentMethod } }),
      [],
      terms,
    );
  expect([isEligible("card"), isEligible("paypal")]).toEqual([true, false]);
});
