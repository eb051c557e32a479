/** What an attempt means for its key, row by row: 60 of 100, of which 40 were captured before. */
import type { FinalizeResult, ReportedFinalization, Result } from "merchant-payments";
import { type PaymentErrorDetails, paymentError } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { type AttemptVerdict, verdictOf } from "../../src/once/verdict.js";
import { figures, request } from "./records.js";

type Call = Result<FinalizeResult>;

const success = (told: ReportedFinalization, pending = false): Call => ({
  ok: true,
  value: { ...told, pending } as FinalizeResult,
});
const failure = <Code extends keyof PaymentErrorDetails>(code: Code, details: PaymentErrorDetails[Code] = {}): Call =>
  ({ ok: false, error: paymentError(code, details) }) as Call;
const refused = (statusKey: string, finalization?: ReportedFinalization, httpStatus = 200): Call =>
  failure("service_error", { statusKey, httpStatus, finalization } as PaymentErrorDetails["service_error"]);
const incomplete = (outcome: "succeeded" | "unknown", finalization?: ReportedFinalization): Call =>
  failure("unexpected_response", { outcome, ...(finalization && { finalization }) });

const askAgain = "unknown, asked again";
const noUseAsking = "unknown, no use asking";

function inShort(verdict: AttemptVerdict): string {
  if (verdict.state === "retryable") return verdict.isBoundToRequest ? "released for the same" : "retryable";
  if (verdict.state === "unknown") return verdict.canAskAgain ? askAgain : noUseAsking;
  return verdict.state;
}

const verdicts = (call: Call, attempt: object = {}) =>
  [false, true].map((mayBeCaptured) =>
    inShort(verdictOf({ request, finalizedBefore: "40.00", mayBeCaptured, ...attempt }, call)),
  );

describe("a success, the first one or a repeat", () => {
  test.each<[string, Call, string]>([
    ["40 and these 60", success(figures("100.00", "0.00", "0.00")), "captured"],
    ["these are pending", success(figures("40.00", "60.00", "0.00"), true), "pending"],
    ["pending, and nothing else told", success({}, true), "pending"],
    ["pending beside what is done: twice", success(figures("100.00", "60.00"), true), "conflict"],
    ["done, and something pending beside it", success(figures("100.00", "5.00", "0.00")), "conflict"],
    ["without its ids", incomplete("succeeded", figures("100.00", "0.00")), "captured"],
    ["without what is finalized", incomplete("succeeded", figures(undefined, "0.00")), askAgain],
    ["without anything", incomplete("succeeded"), askAgain],
    ["without anything, not even sure", incomplete("unknown"), askAgain],
    ["more than these, and therefore denied: twice", incomplete("unknown", figures("160.00", "0.00")), "conflict"],
    ["denied by its figures", incomplete("unknown", figures("40.00", "0.00", "60.00")), askAgain],
  ])("%s", (_what, call, verdict) => {
    expect(verdicts(call)).toEqual([verdict, verdict]);
  });

  test.each(["card", "invoice", "installments"])(
    "by %s, which is finalized once only, it needs no figures",
    (method) => {
      const once = { request: { ...request, paymentMethod: method }, finalizedBefore: "0" };
      expect(verdicts(incomplete("succeeded"), once)).toEqual(["captured", "captured"]);
    },
  );
});

describe("refused as done", () => {
  const keys = ["PAYMENT_COMPLETED", "FINALIZE_AMT_EXCEEDED", "PAYMENT_ANNULLED"] as const;
  /** For each of the three keys, clean and dirty alike. */
  test.each<[string, ReportedFinalization | undefined, [string, string, string]]>([
    ["40 and these 60", figures("100.00", "0.00", "0.00"), ["captured", "captured", "captured"]],
    ["the same, nothing else told", figures("100"), ["captured", "captured", "captured"]],
    ["these are pending", figures("40.00", "60.00", "0.00"), ["pending", "pending", "pending"]],
    ["somebody else's 7 are pending", figures("40.00", "67.00"), ["conflict", "conflict", "conflict"]],
    ["somebody else's 30", figures("70.00", "0.00", "30.00"), ["conflict", "conflict", "conflict"]],
    ["as before, nothing left", figures("40.00", "0.00", "0.00"), ["conflict", "conflict", "not_captured"]],
    ["as before, pending not told", figures("40.00"), ["conflict", "conflict", "conflict"]],
    ["filled with zeros", figures("0", "0", "0"), [noUseAsking, askAgain, noUseAsking]],
    ["no balance", undefined, [noUseAsking, askAgain, noUseAsking]],
  ])("%s", (_what, told, expected) => {
    for (const [index, key] of keys.entries()) {
      expect(verdicts(refused(key, told)), key).toEqual([expected[index], expected[index]]);
    }
  });

  test.each<[string, ReportedFinalization, string, string]>([
    ["something is left, but less", figures("40.00", "0.00", "59.99"), "rejected", "conflict"],
    ["all of it is left", figures("40.00", "0.00", "60.00"), "conflict", "conflict"],
    ["nothing is left", figures("40.00", "0.00", "0.00"), "conflict", "conflict"],
    ["pending is not told", figures("40.00", undefined, "10.00"), "conflict", "conflict"],
    ["something is pending", figures("40.00", "10.00", "50.00"), "conflict", "conflict"],
    ["finalized is not told", figures(undefined, "0.00", "50.00"), askAgain, askAgain],
  ])("more than is left: %s", (_what, told, clean, dirty) => {
    expect(verdicts(refused("FINALIZE_AMT_EXCEEDED", told))).toEqual([clean, dirty]);
  });

  test("nothing was captured before: a zero may be filled in, and does not prove that it was annulled", () => {
    const told = figures("0.00", "0.00", "0.00");
    expect(verdicts(refused("PAYMENT_ANNULLED", told), { finalizedBefore: "0" })).toEqual([noUseAsking, noUseAsking]);
  });
});

describe("other failures: what a clean key knows, a dirty one does not", () => {
  test.each<[string, Call, string]>([
    ["invalid", failure("invalid_input"), "retryable"],
    ["never sent", failure("connection", { outcome: "not_sent" }), "retryable"],
    ["too late to be sent", failure("timeout", { outcome: "not_sent" }), "retryable"],
    ["aborted before it was sent", failure("aborted", { outcome: "not_sent" }), "retryable"],
    ["wrong password", refused("HTTP_401", undefined, 401), "released for the same"],
    ["forbidden by something before the service", refused("HTTP_403", undefined, 403), "released for the same"],
    ["too many calls", refused("HTTP_429", undefined, 429), "released for the same"],
    ["the account is read-only", refused("MERCHANT_ACCT_READ_ONLY"), "released for the same"],
    ["a page instead of the service", failure("unexpected_response", { outcome: "rejected" }), "released for the same"],
    ["the customer cannot pay", refused("CUST_ACCT_NOT_ELIGIBLE"), "rejected"],
    ["a mistake", refused("VALIDATION_ERROR"), "rejected"],
    ["no such order", refused("ORDER_NOT_FOUND", figures("100.00", "0.00")), "rejected"],
    ["a rejection without a key", failure("service_error"), "rejected"],
    ["the service broke down", failure("service_error", { statusKey: "INTERNAL_ERROR", outcome: "unknown" }), askAgain],
    ["the response was lost", failure("connection"), askAgain],
    ["no response in time", failure("timeout"), askAgain],
    ["aborted after it was sent", failure("aborted"), askAgain],
  ])("%s", (_what, call, clean) => {
    expect(verdicts(call)).toEqual([clean, askAgain]);
  });
});
