/** How an outcome that a worker has found changes a key, in time and late. */

import { Decimal, type PaymentMethod } from "merchant-payments";
import type { OnceState } from "merchant-payments/once";
import { paymentError } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import { type AttemptOutcome, withOutcome } from "../../src/once/rules/outcome.js";
import { isEligible, type Terms } from "../../src/once/rules/transition.js";
import type { Attempt } from "../../src/once/rules/verdict.js";
import { heldByWorker, known, MINUTE, partOnly, record, request, terms } from "./records.js";

const unknown = { state: "unknown", canAskAgain: true } as const;
const sent = heldByWorker();

/** The end of an attempt with this finding. */
const ends: Readonly<Record<string, Omit<Attempt, "sent" | "reported">>> = {
  captured: { proof: { state: "captured", by: "repeat" } },
  pending: { proof: { state: "pending", canAskAgain: true } },
  not_captured: { proof: { state: "not_captured" } },
  conflict: { proof: { state: "conflict" } },
  unknown: { proof: unknown, error: paymentError("timeout") },
  "unknown for good": { proof: { ...unknown, canAskAgain: false } },
  rejected: { error: paymentError("service_error", { statusKey: "ORDER_NOT_FOUND" }) },
  "not sent": { error: paymentError("connection", { outcome: "not_sent" }) },
  "captured before": {
    proof: { state: "captured", by: "repeat" },
    error: paymentError("service_error", { statusKey: "PAYMENT_COMPLETED" }),
  },
  "rejected for the merchant": { error: paymentError("service_error", { statusKey: "HTTP_401", httpStatus: 401 }) },
};

const finding = (end: string, more: Partial<AttemptOutcome> = {}): AttemptOutcome => ({
  attempt: { sent, reported: {}, ...ends[end] },
  finalization: { transactionId: "T-1" },
  reason: "because",
  neighbours: { areWell: true, pass: false },
  ...more,
});
const store = (own: OnceRecord, found: AttemptOutcome, is: Terms = terms, others: readonly OnceRecord[] = []) => {
  const attempt = own.token === "mine" ? { ...found.attempt, sent: own } : found.attempt;
  return withOutcome(known(own, 5, others), "mine", { ...found, attempt }, is);
};

const repeating = (state: OnceState, more: Partial<OnceRecord> = {}) =>
  heldByWorker({ state, mayBeCaptured: true, ...more });
const decided = { mayBeCaptured: true, decidedAt: 1 };

describe("an outcome in time", () => {
  const unnamed = { finalization: { transactionId: undefined } }; // a rejection may name another key's capture

  test.each<[OnceRecord, string, Terms, Partial<OnceRecord>]>([
    [heldByWorker(), "captured", terms, { state: "captured", mayBeCaptured: false, reason: undefined }],
    [heldByWorker(), "rejected", terms, { state: "rejected", mayBeCaptured: false, reason: "because", ...unnamed }],
    [heldByWorker(), "not_captured", terms, { state: "not_captured", mayBeCaptured: false }],
    [heldByWorker(), "conflict", terms, { state: "conflict", mayBeCaptured: true, reason: "because" }],
    [heldByWorker(), "not sent", terms, { state: "retryable", mayBeCaptured: false, rejections: 0 }],
    [
      heldByWorker(),
      "rejected for the merchant",
      terms,
      { state: "retryable", mayBeCaptured: false, rejections: 0, ...unnamed },
    ],
    [heldByWorker(), "unknown", terms, { state: "unknown", mayBeCaptured: true, repeats: 0, dueAt: MINUTE + 5 }],
    [heldByWorker(), "unknown", partOnly, { state: "parked", mayBeCaptured: true }],
    [heldByWorker(), "unknown for good", terms, { state: "parked", mayBeCaptured: true }],
    [heldByWorker(), "pending", terms, { state: "pending", mayBeCaptured: true, repeats: 0, dueAt: MINUTE + 5 }],
    [heldByWorker(), "pending", partOnly, { state: "pending", mayBeCaptured: true }],
    [heldByWorker(), "pending", { ...terms, resolveAfterMs: [] }, { state: "pending", mayBeCaptured: true }],
    [repeating("unknown"), "captured", terms, { state: "captured", mayBeCaptured: true }],
    [repeating("unknown"), "captured before", terms, { state: "captured", reason: undefined }],
    [repeating("unknown"), "unknown", terms, { state: "unknown", repeats: 1, dueAt: 5 * MINUTE + 5 }],
    [repeating("unknown", { repeats: 1 }), "unknown", terms, { state: "parked", repeats: 2 }],
    [repeating("unknown"), "unknown for good", terms, { state: "parked" }],
    [repeating("unknown"), "pending", terms, { state: "pending", repeats: 1, dueAt: 5 * MINUTE + 5 }],
    [repeating("pending"), "captured", terms, { state: "captured" }],
    [repeating("pending"), "not_captured", terms, { state: "not_captured" }],
    [repeating("pending"), "unknown", terms, { state: "pending", repeats: 1, dueAt: 5 * MINUTE + 5 }],
    [repeating("pending", { repeats: 1 }), "pending", terms, { state: "pending", repeats: 2, dueAt: 5 * MINUTE + 5 }],
  ])("changes a key that is $state and was sent again $repeats times: %s", (own, end, is, expected) => {
    const after = store(own, finding(end), is);
    expect(after).toMatchObject({ finalization: { transactionId: "T-1" }, ...expected });
    expect([after.token, after.dueAt, after.decidedAt]).toEqual([undefined, expected.dueAt, undefined]);
  });

  test.each<[OnceRecord, string, OnceState, number | undefined]>([
    [heldByWorker(decided), "not sent", "retryable", 1],
    [heldByWorker(decided), "rejected for the merchant", "retryable", 1],
    [heldByWorker({ decidedAt: 1 }), "not sent", "retryable", 1],
    [heldByWorker(decided), "pending", "pending", undefined],
    [heldByWorker(decided), "unknown", "parked", undefined],
    [heldByWorker(decided), "rejected", "parked", undefined],
    [heldByWorker(decided), "conflict", "conflict", undefined],
    [heldByWorker(decided), "captured", "captured", undefined],
  ])("keeps a decision, mayBeCaptured $mayBeCaptured, only if nothing was done: %s", (own, end, state, decidedAt) => {
    const after = store(own, finding(end), partOnly);
    expect([after.state, after.decidedAt]).toEqual([state, decidedAt]);
    if (decidedAt !== undefined) expect(after.dueAt).toBe(MINUTE + 5);
  });

  test.each<[string, Partial<Attempt>]>([
    ["an error", { error: paymentError("service_error", { statusKey: "INTERNAL_ERROR", outcome: "unknown" }) }],
    ["a success without figures", {}],
  ])("with %s from the service counts towards parking, whatever the neighbours", (_what, more) => {
    const attempt = { sent, reported: {}, proof: unknown, ...more };
    const found = finding("unknown", { attempt, neighbours: { areWell: false, pass: false } });
    expect(store(repeating("unknown", { repeats: 1 }), found)).toMatchObject({ state: "parked", repeats: 2 });
  });

  /** A service that responds with PENDING, and accepts the amount once more: 200 were captured. */
  test.each<[string, PaymentMethod, OnceRecord, Partial<OnceRecord>]>([
    ["pending", "swish", heldByWorker(), { state: "pending", acceptsAnother: true, dueAt: undefined }],
    ["unknown", "swish", repeating("unknown"), { state: "parked", acceptsAnother: true }],
    ["unknown", "swish", record("unknown"), { state: "unknown", acceptsAnother: true }],
    ["unknown", "card", heldByWorker(), { state: "unknown", acceptsAnother: true }], // perhaps it is no card
    ["captured", "swish", heldByWorker(), { state: "captured", acceptsAnother: false }],
  ])(
    "that is %s with canFinalizeAgain: true cannot be sent again by %s, but for card",
    (end, paymentMethod, own, expected) => {
      const of = { ...own, request: { ...request, paymentMethod } };
      const attempt = { ...finding(end).attempt, sent: of, reported: { canFinalizeAgain: true } };
      const after = store(of, finding(end, { attempt }));
      expect(after).toMatchObject(expected);
      expect(isEligible(after, [], terms)).toBe(!expected.acceptsAnother || paymentMethod === "card");
    },
  );

  test("parks a key, which may be captured, if it was declined with the same key when that still meant rejected", () => {
    const error = paymentError("service_error", { statusKey: "CARD_EXPIRED", outcome: "unknown" });
    const found = finding("", { attempt: { sent, reported: {}, error } });
    const own = heldByWorker({ statusKeyCounts: { CARD_EXPIRED: 1 } });
    expect(store(own, found)).toMatchObject({ state: "parked", mayBeCaptured: true });
    expect(store(heldByWorker(), found)).toMatchObject({ state: "unknown", mayBeCaptured: true });
  });

  test("in an outage does not count towards parking", () => {
    const found = finding("unknown", { neighbours: { areWell: false, pass: false } });
    expect(store(repeating("unknown", { repeats: 1 }), found)).toMatchObject({ state: "unknown", repeats: 1 });
  });

  test("that is proven by its balance does not carry the client's doubt", () => {
    const balance = {
      totalAmountFinalized: new Decimal("0"),
      totalAmountPendingFinalization: new Decimal("0"),
      amountRemainingForFinalize: new Decimal("50"),
    };
    const error = paymentError("service_error", { statusKey: "FINALIZE_AMT_EXCEEDED", finalization: balance });
    const found = finding("", {
      attempt: { sent, error, reported: balance },
      reason: error.message,
      advice: error.advice,
    });
    expect(store(heldByWorker(), found)).toMatchObject({
      state: "rejected",
      reason:
        "the service rejected it (FINALIZE_AMT_EXCEEDED), and the balance in its response shows that it was not captured",
      advice:
        "It was not captured. Look up what is left of the authorization. If the job can be corrected, deliver it again under the same key.",
    });
  });

  test("parks a key that is rejected for the merchant again and again while others pass", () => {
    const found = finding("rejected for the merchant", { neighbours: { areWell: true, pass: true } });
    expect(store(heldByWorker({ rejections: 1 }), found)).toMatchObject({ state: "retryable", rejections: 2 });
    expect(store(heldByWorker({ rejections: 2 }), found)).toMatchObject({
      state: "parked",
      mayBeCaptured: false,
      rejections: 3,
    });
  });

  test("is a conflict if another key has captured since it was sent", () => {
    const others = [record("captured", { key: "K-0" })];
    expect(store(repeating("unknown"), finding("captured"), terms, others)).toMatchObject({
      state: "conflict",
      reason: "another key of its authorization has been captured since it was sent",
    });
  });

  test("keeps the identifiers, and the balance of the last response that told one", () => {
    const told = { batchId: "B-1", totalAmountFinalized: "0", amountRemainingForFinalize: "100" };
    const later = { transactionId: "T-1", totalAmountFinalized: "60" };
    const balanceAfter = (finalization: object) =>
      store(repeating("pending", { finalization: told }), finding("pending", { finalization })).finalization;
    expect(balanceAfter(later)).toEqual({ transactionId: "T-1", batchId: "B-1", totalAmountFinalized: "60" });
    expect(balanceAfter({ transactionId: "T-1" })).toEqual({ transactionId: "T-1", ...told });
  });

  const keptAt = (at: number, state = "captured") => [
    { at, state: "unknown" as const, late: { state, finalization: { transactionId: "T-0" } } },
  ];

  test("closes a key by the success that came while it was sent again, if it finds out nothing", () => {
    const own = repeating("unknown", { history: keptAt(3), lastSentAt: 2, attempts: 2 });
    expect(store(own, finding("unknown", { finalization: {} }))).toMatchObject({
      state: "captured",
      finalization: { transactionId: "T-0" },
    });
    expect(store(own, finding("unknown", { finalization: {} }), partOnly)).toMatchObject({ state: "parked" });
    const more = { totalAmountFinalized: "60.00", amountRemainingForFinalize: "100.00" };
    expect(store(own, finding("unknown", { finalization: more }))).toMatchObject({ state: "parked" });
    expect(store({ ...own, lastSentAt: 3 }, finding("unknown"))).toMatchObject({ state: "captured" });
    expect(store({ ...own, lastSentAt: 4 }, finding("unknown"))).toMatchObject({ state: "unknown" });
    expect(store({ ...own, history: keptAt(3, "pending") }, finding("unknown"))).toMatchObject({ state: "unknown" });
    expect(store(own, finding("conflict"))).toMatchObject({ state: "conflict" });
    expect(store(own, finding("not_captured"))).toMatchObject({ state: "conflict", mayBeCaptured: true });
  });

  test("does not close a key by such a success if it was sending, and does not send it again", () => {
    const own = heldByWorker({ history: keptAt(3), lastSentAt: 2, attempts: 2, ...decided });
    expect(store(own, finding("unknown"))).toMatchObject({ state: "unknown" });
    expect(store(own, finding("rejected for the merchant"))).toMatchObject({ state: "conflict", decidedAt: undefined });
  });
});

describe("a late outcome, after a takeover or a decision,", () => {
  const captured = (transactionId?: string) =>
    record("captured", { finalization: { ...(transactionId && { transactionId }) } });

  test.each<[OnceRecord, string, OnceState]>([
    [record("unknown"), "captured", "captured"],
    [record("parked"), "captured", "captured"],
    [record("unknown", { token: "other" }), "captured", "unknown"],
    [record("sending", { token: "other" }), "captured", "sending"],
    [record("pending"), "captured", "pending"],
    [record("conflict"), "captured", "conflict"],
    [record("parked"), "pending", "parked"],
    [captured("T-1"), "captured", "captured"],
    [captured(), "captured", "captured"],
    [captured("T-2"), "captured", "conflict"],
    [captured("T-2"), "pending", "conflict"],
    [record("rejected"), "captured", "conflict"],
    [record("not_captured"), "captured", "conflict"],
    [record("retryable", { mayBeCaptured: true }), "captured", "conflict"],
    [record("blocked", { mayBeCaptured: true }), "captured", "conflict"],
    [captured("T-2"), "conflict", "conflict"],
    [captured("T-1"), "conflict", "captured"],
    [record("captured"), "rejected", "captured"],
    [record("not_captured"), "unknown", "not_captured"],
    [record("parked"), "not sent", "parked"],
  ])("changes a key that is $state by now: %s", (own, end, state) => {
    const after = store(own, finding(end));
    expect(after).toMatchObject({ state, acceptsAnother: false });
    if (end === "captured" && state === "captured") expect(after.finalization.transactionId).toBe("T-1");
    const isClosedByIt = state === "captured" && own.state !== "captured";
    if (isClosedByIt) return;
    const told = end === "not sent" ? "retryable" : end;
    expect(after.history).toEqual([
      { at: 5, state: own.state, late: { state: told, finalization: { transactionId: "T-1" } } },
    ]);
  });

  const older = { ...sent, request: { ...request, totalAmount: "70.00" } };

  test.each([record("unknown"), record("parked"), record("captured"), heldByWorker({ token: "other" })])(
    "makes a key that is $state a conflict, if it is a success of an older request",
    (own) => {
      const after = store(own, finding("captured", { attempt: { ...finding("captured").attempt, sent: older } }));
      expect(after).toMatchObject({ state: "conflict", reason: `a success came after it was ${own.state}` });
      expect(after.token).toBeUndefined();
    },
  );

  test("leaves a partial capture parked that was sent twice, because the other one may have captured too", () => {
    const twice = record("parked", { attempts: 2 });
    expect(store(twice, finding("captured"), partOnly)).toMatchObject({
      state: "parked",
      history: [{ late: { state: "captured" } }],
    });
    expect(store(twice, finding("captured"))).toMatchObject({ state: "captured" });
    expect(store(record("parked"), finding("captured"), partOnly)).toMatchObject({ state: "captured" });
  });

  test("leaves the reason of a conflict", () => {
    const own = record("conflict", { reason: "160.00 is finalized" });
    expect(store(own, finding("captured"))).toMatchObject({ state: "conflict", reason: "160.00 is finalized" });
  });

  test("makes a captured key a conflict if its balance shows more than the captures", () => {
    const { attempt } = finding("captured");
    const twice = { ...attempt, reported: { totalAmountFinalized: new Decimal("120.00") } };
    expect(store(captured("T-1"), finding("captured", { attempt: twice }))).toMatchObject({ state: "conflict" });
  });

  test("changes nothing if its balance no longer fits, because others have captured since", () => {
    const late = finding("conflict", { finalization: { totalAmountFinalized: "100.00" } });
    expect(store(captured("T-2"), late)).toMatchObject({ state: "captured" });
    expect(store(record("not_captured"), late)).toMatchObject({ state: "not_captured" });
  });

  test.each([
    ["T-1", "captured"],
    ["T-2", "conflict"],
  ])("compares its transaction with that of an erased key: %s", (transactionId, state) => {
    const sentWithBody = { ...sent, request: { ...request, body: '{"invoiceId":"INV-1"}' } };
    const own = record("captured", { isErased: true, isBooked: true, finalization: { transactionId } });
    const late = finding("captured", { attempt: { ...finding("captured").attempt, sent: sentWithBody } });
    expect(store(own, late)).toMatchObject({ state });
  });
});
