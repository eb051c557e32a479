/** The verdict of an attempt on its key: 60 of 100, of which 40 were captured before. */
import type { FinalizeResult, ReportedFinalization, Result } from "merchant-payments";
import { type PaymentErrorDetails, paymentError } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { type AttemptVerdict, verdictOf } from "../../src/once/verdict.js";
import { figures } from "../support/figures.js";
import { request } from "./records.js";

type Call = Result<FinalizeResult>;

const success = (told: ReportedFinalization, pending = false): Call => ({
  ok: true,
  value: { ...told, pending } as FinalizeResult,
});
const failure = <Code extends keyof PaymentErrorDetails>(code: Code, details: PaymentErrorDetails[Code] = {}): Call =>
  ({ ok: false, error: paymentError(code, details) }) as Call;
const rejected = (statusKey: string, finalization?: ReportedFinalization, httpStatus = 200): Call =>
  failure("service_error", { statusKey, httpStatus, finalization } as PaymentErrorDetails["service_error"]);
const incomplete = (outcome: "succeeded" | "unknown", finalization?: ReportedFinalization): Call =>
  failure("unexpected_response", { outcome, ...(finalization && { finalization }) });

const askAgain = "unknown, can ask again";
const noUseAsking = "unknown, cannot ask again";

function inShort(verdict: AttemptVerdict): string {
  if (verdict.state === "retryable") return verdict.isBoundToRequest ? "retryable for the same request" : "retryable";
  if (verdict.state === "unknown") return verdict.canAskAgain ? askAgain : noUseAsking;
  return verdict.state;
}

const verdicts = (call: Call, attempt: object = {}) =>
  [false, true].map((mayBeCaptured) =>
    inShort(verdictOf({ request, finalizedBefore: "40.00", mayBeCaptured, ...attempt }, call)),
  );

describe("a success, of the first attempt or a repeat, has a verdict by its figures", () => {
  test.each<[string, Call, string]>([
    ["40 and these 60", success(figures("100.00", "0.00", "0.00")), "captured"],
    ["these 60 are pending", success(figures("40.00", "60.00", "0.00"), true), "pending"],
    ["pending without figures", success({}, true), "pending"],
    ["these 60 captured and pending once more", success(figures("100.00", "60.00"), true), "conflict"],
    ["these 60 captured, and 5 pending", success(figures("100.00", "5.00", "0.00")), "conflict"],
    ["without its ids", incomplete("succeeded", figures("100.00", "0.00")), "captured"],
    ["without what is finalized", incomplete("succeeded", figures(undefined, "0.00")), askAgain],
    ["without figures", incomplete("succeeded"), askAgain],
    ["without figures, and unknown", incomplete("unknown"), askAgain],
    ["160 captured, which denies it", incomplete("unknown", figures("160.00", "0.00")), "conflict"],
    ["denied by its figures", incomplete("unknown", figures("40.00", "0.00", "60.00")), askAgain],
  ])("%s", (_what, call, verdict) => {
    expect(verdicts(call)).toEqual([verdict, verdict]);
  });

  test.each(["card", "invoice", "installments"])("needs no figures by %s, which is finalized once", (method) => {
    const once = { request: { ...request, paymentMethod: method }, finalizedBefore: "0" };
    expect(verdicts(incomplete("succeeded"), once)).toEqual(["captured", "captured"]);
  });
});

describe("a rejection as done has a verdict by its figures", () => {
  const keys = ["PAYMENT_COMPLETED", "FINALIZE_AMT_EXCEEDED", "PAYMENT_ANNULLED"] as const;
  /** For each of the three status keys, whether or not the key may be captured. */
  test.each<[string, ReportedFinalization | undefined, [string, string, string]]>([
    ["40 and these 60", figures("100.00", "0.00", "0.00"), ["captured", "captured", "captured"]],
    ["only 100 finalized told", figures("100"), ["captured", "captured", "captured"]],
    ["these 60 are pending", figures("40.00", "60.00", "0.00"), ["pending", "pending", "pending"]],
    ["67 are pending", figures("40.00", "67.00"), ["conflict", "conflict", "conflict"]],
    ["70 are captured", figures("70.00", "0.00", "30.00"), ["conflict", "conflict", "conflict"]],
    ["as before, nothing left", figures("40.00", "0.00", "0.00"), ["conflict", "conflict", "not_captured"]],
    ["as before, pending not told", figures("40.00"), ["conflict", "conflict", "conflict"]],
    ["filled with zeros", figures("0", "0", "0"), [noUseAsking, askAgain, noUseAsking]],
    ["no balance", undefined, [noUseAsking, askAgain, noUseAsking]],
  ])("%s", (_what, told, expected) => {
    for (const [index, key] of keys.entries()) {
      expect(verdicts(rejected(key, told)), key).toEqual([expected[index], expected[index]]);
    }
  });

  test.each<[string, ReportedFinalization, string, string]>([
    ["something is left, but less", figures("40.00", "0.00", "59.99"), "rejected", "conflict"],
    ["all of it is left", figures("40.00", "0.00", "60.00"), "conflict", "conflict"],
    ["nothing is left", figures("40.00", "0.00", "0.00"), "conflict", "conflict"],
    ["pending is not told", figures("40.00", undefined, "10.00"), "conflict", "conflict"],
    ["something is pending", figures("40.00", "10.00", "50.00"), "conflict", "conflict"],
    ["finalized is not told", figures(undefined, "0.00", "50.00"), askAgain, askAgain],
  ])("of FINALIZE_AMT_EXCEEDED: %s", (_what, told, certain, uncertain) => {
    expect(verdicts(rejected("FINALIZE_AMT_EXCEEDED", told))).toEqual([certain, uncertain]);
  });

  test("of PAYMENT_ANNULLED with zeros proves nothing, because zeros may be defaults", () => {
    const told = figures("0.00", "0.00", "0.00");
    expect(verdicts(rejected("PAYMENT_ANNULLED", told), { finalizedBefore: "0" })).toEqual([noUseAsking, noUseAsking]);
  });
});

describe("another failure decides only a key that cannot be captured", () => {
  test.each<[string, Call, string]>([
    ["invalid", failure("invalid_input"), "retryable"],
    ["never sent", failure("connection", { outcome: "not_sent" }), "retryable"],
    ["too late to be sent", failure("timeout", { outcome: "not_sent" }), "retryable"],
    ["aborted before it was sent", failure("aborted", { outcome: "not_sent" }), "retryable"],
    ["wrong password", rejected("HTTP_401", undefined, 401), "retryable for the same request"],
    ["forbidden by an intermediary", rejected("HTTP_403", undefined, 403), "retryable for the same request"],
    ["too many calls", rejected("HTTP_429", undefined, 429), "retryable for the same request"],
    ["the account is read-only", rejected("MERCHANT_ACCT_READ_ONLY"), "retryable for the same request"],
    [
      "a page instead of the service",
      failure("unexpected_response", { outcome: "rejected" }),
      "retryable for the same request",
    ],
    ["the customer cannot pay", rejected("CUST_ACCT_NOT_ELIGIBLE"), "rejected"],
    ["a mistake", rejected("VALIDATION_ERROR"), "rejected"],
    ["no such order", rejected("ORDER_NOT_FOUND", figures("100.00", "0.00")), "rejected"],
    ["a rejection without a key", failure("service_error"), "rejected"],
    [
      "an internal error of the service",
      failure("service_error", { statusKey: "INTERNAL_ERROR", outcome: "unknown" }),
      askAgain,
    ],
    ["the response was lost", failure("connection"), askAgain],
    ["no response in time", failure("timeout"), askAgain],
    ["aborted after it was sent", failure("aborted"), askAgain],
  ])("%s", (_what, call, certain) => {
    expect(verdicts(call)).toEqual([certain, askAgain]);
  });
});
