/** The verdict of an attempt on its key: 60 of 100, of which 40 were captured before. */
import type { PaymentError, PaymentMethod, ReportedFinalization } from "merchant-payments";
import { type PaymentErrorDetails, paymentError } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import { type Attempt, type AttemptVerdict, verdictOf } from "../../src/once/rules/verdict.js";
import { figures } from "../support/figures.js";
import { heldByWorker, record, request, terms } from "./records.js";

type Call = Omit<Attempt, "sent">;

const success = (reported: ReportedFinalization, isPending = false): Call => ({ isPending, reported });
const failure = <Code extends keyof PaymentErrorDetails>(code: Code, details: PaymentErrorDetails[Code] = {}): Call => {
  const { finalization: reported = {} } = details as { finalization?: ReportedFinalization };
  return { error: paymentError(code, details) as PaymentError, reported };
};
const rejected = (statusKey: string, finalization?: ReportedFinalization, httpStatus = 200): Call =>
  failure("service_error", { statusKey, httpStatus, finalization } as PaymentErrorDetails["service_error"]);
const incomplete = (outcome: "succeeded" | "unknown", finalization?: ReportedFinalization): Call =>
  failure("unexpected_response", { outcome, ...(finalization && { finalization }) });

const askAgain = "unknown, can ask again";
const noUseAsking = "unknown, cannot ask again";

const unknown = "unknown";
const withoutUse = (verdict: string | undefined) => verdict?.replace(/,.*/, "");

function inShort(verdict: AttemptVerdict): string {
  if (verdict.state === "retryable") return verdict.isByMerchant ? "retryable, by the merchant" : "retryable";
  if (verdict.state === "unknown") return verdict.canAskAgain ? askAgain : noUseAsking;
  return verdict.state;
}

const forty = record("captured", { key: "K-0", request: { ...request, totalAmount: "40.00" } });

/** The verdicts for a key that cannot be captured, and for one that may be. */
const verdicts = (call: Call, sent: Partial<OnceRecord> = {}, others = [forty]) =>
  [false, true].map((mayBeCaptured) => {
    const reserved = heldByWorker({ finalizedBefore: "40.00", mayBeCaptured, ...sent });
    return inShort(verdictOf({ ...call, sent: reserved }, others, terms));
  });

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

  test.each<[PaymentMethod, string, string]>([
    ["card", "captured", "captured"],
    ["invoice", "captured", "captured"],
    ["installments", "captured", askAgain], // not declared: a service captured an invoice twice
    ["swish", askAgain, askAgain],
  ])("needs no figures by %s, if it is finalized once", (paymentMethod, first, repeat) => {
    const once = { request: { ...request, paymentMethod }, finalizedBefore: "0" };
    expect(verdicts(incomplete("succeeded"), once, [])).toEqual([first, repeat]);
  });
});

describe("a rejection as done has a verdict by its figures", () => {
  const keys = ["PAYMENT_COMPLETED", "FINALIZE_AMT_EXCEEDED", "PAYMENT_ANNULLED"] as const;
  /** For each of the three status keys, whether or not the key may be captured. */
  test.each<[string, ReportedFinalization | undefined, [string, string, string]]>([
    ["these 60 are pending", figures("40.00", "60.00", "0.00"), ["pending", "pending", "pending"]],
    ["67 are pending", figures("40.00", "67.00"), ["conflict", "conflict", "conflict"]],
    ["70 are captured", figures("70.00", "0.00", "30.00"), ["conflict", "conflict", "conflict"]],
    ["as before, pending not told", figures("40.00"), ["conflict", "conflict", "conflict"]],
    ["filled with zeros", figures("0", "0", "0"), [noUseAsking, askAgain, noUseAsking]],
    ["no balance", undefined, [noUseAsking, askAgain, noUseAsking]],
  ])("%s", (_what, told, expected) => {
    for (const [index, key] of keys.entries()) {
      expect(verdicts(rejected(key, told)), key).toEqual([expected[index], expected[index]]);
    }
  });

  test.each([figures("100.00", "0.00", "0.00"), figures("100")])(
    "that shows these 60 proves them only by PAYMENT_COMPLETED, and only if an earlier attempt may have captured",
    (told) => {
      expect(verdicts(rejected("PAYMENT_COMPLETED", told))).toEqual([noUseAsking, "captured"]);
      // After a person's decision to send it again, no earlier attempt counts. The figures may be those of a whole order.
      expect(verdicts(rejected("PAYMENT_COMPLETED", told), { decidedAt: 1 })).toEqual([noUseAsking, noUseAsking]);
      // A service computes what is finalized as authorized less remaining: of an annulled card, 0 had moved.
      for (const key of ["FINALIZE_AMT_EXCEEDED", "PAYMENT_ANNULLED"]) {
        expect(verdicts(rejected(key, told)), key).toEqual([noUseAsking, noUseAsking]);
      }
    },
  );

  const uncertain = { ...forty, history: [{ at: 0, state: "parked" as const, by: "Åsa", why: "seen" }] };
  const unreadable = { ...figures("40.00", "0.00"), unreadable: ["amountRemainingForFinalize"] as const };

  /**
   * The verdicts for a key that cannot be captured, for one that may be, and for one whose sum includes a person's
   * decision.
   */
  test.each<[string, ReportedFinalization, [string, string, string]]>([
    ["nothing is left", figures("40.00", "0.00", "0.00"), ["rejected", "conflict", "conflict"]],
    ["less is left", figures("40.00", "0.00", "59.99"), ["rejected", "conflict", "conflict"]],
    ["what is left is not told", figures("40.00", "0.00"), ["rejected", "conflict", "conflict"]],
    ["all of it is left", figures("40.00", "0.00", "60.00"), ["conflict", "conflict", "conflict"]],
    ["what is left is negative", figures("40.00", "0.00", "-0.01"), [unknown, unknown, unknown]],
    ["what is left is unreadable", unreadable, ["conflict", "conflict", "conflict"]],
    ["pending is not told", figures("40.00", undefined, "10.00"), ["conflict", "conflict", "conflict"]],
    ["something is pending", figures("40.00", "10.00", "50.00"), ["conflict", "conflict", "conflict"]],
    ["more is finalized", figures("50.00", "0.00", "50.00"), ["conflict", "conflict", "conflict"]],
    ["finalized is not told", figures(undefined, "0.00", "50.00"), [unknown, unknown, unknown]],
  ])("is certain or not, if %s", (_what, told, expected) => {
    for (const key of ["PAYMENT_COMPLETED", "FINALIZE_AMT_EXCEEDED"]) {
      const [certain, mayBe] = verdicts(rejected(key, told));
      const [byPerson] = verdicts(rejected(key, told), { isFinalizedBeforeCertain: false }, [uncertain]);
      expect([certain, mayBe, byPerson].map(withoutUse), key).toEqual(expected);
    }
  });

  test("is not certain with zeros alone, which services fill rejections with", () => {
    const told = figures("0.00", "0.00", "0.00");
    const nothingBefore = { finalizedBefore: "0" };
    expect(verdicts(rejected("FINALIZE_AMT_EXCEEDED", told), nothingBefore, [])).toEqual([askAgain, askAgain]);
    const notLeft = figures("0.00", "0.00");
    expect(verdicts(rejected("FINALIZE_AMT_EXCEEDED", notLeft), nothingBefore, [])).toEqual([askAgain, askAgain]);
    const left = figures("0.00", "0.00", "59.99");
    expect(verdicts(rejected("FINALIZE_AMT_EXCEEDED", left), nothingBefore, [])).toEqual(["rejected", "conflict"]);
  });

  test("of PAYMENT_ANNULLED that shows only the captures before proves that the rest was annulled", () => {
    const told = figures("40.00", "0.00", "0.00");
    expect(verdicts(rejected("PAYMENT_ANNULLED", told))).toEqual(["not_captured", "not_captured"]);
  });

  test.each<[PaymentMethod, string]>([
    ["card", askAgain], // a card is captured once, whatever the service says
    ["paypal", noUseAsking],
  ])("that offers another finalization can be asked about again only for a card: %s", (paymentMethod, verdict) => {
    const own = { request: { ...request, paymentMethod }, finalizedBefore: "0" };
    const offering = rejected("FINALIZE_AMT_EXCEEDED", { canFinalizeAgain: true });
    expect(verdicts(offering, own, [])).toEqual([verdict, verdict]);
  });

  test("of PAYMENT_ANNULLED with zeros proves nothing, because zeros may be defaults", () => {
    const told = figures("0.00", "0.00", "0.00");
    expect(verdicts(rejected("PAYMENT_ANNULLED", told), { finalizedBefore: "0" }, [])).toEqual([
      noUseAsking,
      noUseAsking,
    ]);
  });
});

describe("what other keys have captured since is counted:", () => {
  const since = [forty, { ...forty, key: "K-2" }];

  test("a balance that shows theirs alone does not pass for this capture", () => {
    const own = { finalizedBefore: "0", request: { ...request, totalAmount: "40.00" } };
    expect(verdicts(success(figures("40.00", "0.00", "60.00")), own, [forty])).toEqual(["conflict", "conflict"]);
  });

  test("a capture becomes a conflict", () => {
    const own = { finalizedBefore: "40.00" };
    expect(verdicts(success(figures("140.00", "0.00", "0.00")), own, since)).toEqual(["conflict", "conflict"]);
  });

  test("what a repeat has proven becomes a conflict", () => {
    const proof = { state: "captured", by: "repeat" } as const;
    expect(verdicts({ proof, reported: {} }, {}, since)).toEqual(["conflict", "conflict"]);
    expect(verdicts({ proof, reported: {} })).toEqual(["captured", "captured"]);
  });

  test("what nothing has proven does not become a conflict", () => {
    const own = { finalizedBefore: "40.00" };
    const proof = { state: "unknown", canAskAgain: false } as const;
    expect(verdicts({ proof, reported: {} }, own, since)).toEqual([noUseAsking, noUseAsking]);
    expect(verdicts(incomplete("succeeded"), own, since)).toEqual([askAgain, askAgain]);
    expect(verdicts(success({}, true), own, since)).toEqual(["pending", "pending"]);
  });
});

test("a failure that leaves a key open leaves it decided", () => {
  const decided = { decidedAt: 1 };
  const failures = [rejected("HTTP_401", undefined, 401), failure("connection", { outcome: "not_sent" })];
  expect(failures.map((call) => verdicts(call, decided))).toEqual([
    ["retryable, by the merchant", "retryable, by the merchant"],
    ["retryable", "retryable"],
  ]);
  expect(verdicts(rejected("ORDER_NOT_FOUND"), decided)).toEqual(["rejected", askAgain]);
});

test.each([rejected("HTTP_401", figures("100.01"), 401), rejected("ORDER_NOT_FOUND", figures("100.01"))])(
  "a rejection whose balance shows more than this capture is a conflict",
  (call) => {
    expect(verdicts(call)).toEqual(["conflict", "conflict"]);
  },
);

describe("another failure decides only a key that cannot be captured", () => {
  test.each<[string, Call, string]>([
    ["invalid", failure("invalid_input"), "retryable"],
    ["never sent", failure("connection", { outcome: "not_sent" }), "retryable"],
    ["too late to be sent", failure("timeout", { outcome: "not_sent" }), "retryable"],
    ["aborted before it was sent", failure("aborted", { outcome: "not_sent" }), "retryable"],
    ["wrong password", rejected("HTTP_401", undefined, 401), "retryable, by the merchant"],
    ["forbidden by an intermediary", rejected("HTTP_403", undefined, 403), "retryable, by the merchant"],
    ["too many calls", rejected("HTTP_429", undefined, 429), "retryable, by the merchant"],
    ["the account is read-only", rejected("MERCHANT_ACCT_READ_ONLY"), "retryable, by the merchant"],
    [
      "a page instead of the service",
      failure("unexpected_response", { outcome: "rejected" }),
      "retryable, by the merchant",
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
