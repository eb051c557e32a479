/** How an outcome that a worker has found changes a key, in time and late. */
import type { OnceRecord, OnceState } from "merchant-payments/once";
import { describe, expect, test } from "vitest";
import { type AttemptOutcome, withOutcome } from "../../src/once/outcome.js";
import type { Terms } from "../../src/once/transition.js";
import type { AttemptVerdict } from "../../src/once/verdict.js";
import { heldByWorker, known, MINUTE, partOnly, record, request, terms } from "./records.js";

const alone = { areWell: true, pass: false };
const finding = (state: AttemptVerdict["state"], more: object = {}): AttemptOutcome => ({
  verdict: { state, isBoundToRequest: false, canAskAgain: true, ...more } as AttemptVerdict,
  finalization: { transactionId: "T-1" },
  fingerprint: request.fingerprint,
  reason: "because",
  neighbours: alone,
});
const store = (own: OnceRecord, found: AttemptOutcome, is: Terms = terms) =>
  withOutcome(known(own, 5), "mine", found, is);

const asking = (state: OnceState, more: Partial<OnceRecord> = {}) =>
  heldByWorker({ state, mayBeCaptured: true, ...more });

describe("an outcome in time", () => {
  test.each<[OnceRecord, AttemptOutcome, Terms, Partial<OnceRecord>]>([
    [heldByWorker(), finding("captured"), terms, { state: "captured", mayBeCaptured: false }],
    [heldByWorker(), finding("rejected"), terms, { state: "rejected", mayBeCaptured: false, reason: "because" }],
    [heldByWorker(), finding("not_captured"), terms, { state: "not_captured", mayBeCaptured: false }],
    [heldByWorker(), finding("conflict"), terms, { state: "conflict", mayBeCaptured: true }],
    [
      heldByWorker(),
      finding("retryable"),
      terms,
      { state: "retryable", mayBeCaptured: false, isBoundToRequest: false },
    ],
    [
      heldByWorker(),
      finding("retryable", { isBoundToRequest: true }),
      terms,
      { state: "retryable", isBoundToRequest: true, rejections: 0 },
    ],
    [heldByWorker(), finding("unknown"), terms, { state: "unknown", mayBeCaptured: true, asked: 0, dueAt: MINUTE + 5 }],
    [heldByWorker(), finding("unknown"), partOnly, { state: "parked", mayBeCaptured: true }],
    [heldByWorker(), finding("unknown", { canAskAgain: false }), terms, { state: "parked", mayBeCaptured: true }],
    [heldByWorker(), finding("pending"), terms, { state: "pending", mayBeCaptured: true, asked: 0, dueAt: MINUTE + 5 }],
    [heldByWorker(), finding("pending"), partOnly, { state: "pending", mayBeCaptured: true }],
    [asking("unknown"), finding("captured"), terms, { state: "captured", mayBeCaptured: true }],
    [asking("unknown"), finding("unknown"), terms, { state: "unknown", asked: 1, dueAt: 5 * MINUTE + 5 }],
    [asking("unknown", { asked: 1 }), finding("unknown"), terms, { state: "parked", asked: 2 }],
    [asking("unknown"), finding("unknown", { canAskAgain: false }), terms, { state: "parked" }],
    [asking("unknown"), finding("pending"), terms, { state: "pending", asked: 1, dueAt: 5 * MINUTE + 5 }],
    [asking("pending"), finding("captured"), terms, { state: "captured" }],
    [asking("pending"), finding("not_captured"), terms, { state: "not_captured" }],
    [asking("pending"), finding("unknown"), terms, { state: "pending", asked: 1, dueAt: 5 * MINUTE + 5 }],
    [asking("pending", { asked: 1 }), finding("pending"), terms, { state: "pending", asked: 2, dueAt: 5 * MINUTE + 5 }],
  ])("changes a key that is $state and was asked about $asked times: $verdict.state", (own, found, is, expected) => {
    const after = store(own, found, is);
    expect(after).toMatchObject({ ...expected, lastToken: "mine", finalization: { transactionId: "T-1" } });
    expect([after.token, after.dueAt]).toEqual([undefined, expected.dueAt]);
  });

  test("in an outage does not count towards parking", () => {
    const found = { ...finding("unknown"), neighbours: { areWell: false, pass: false } };
    expect(store(asking("unknown", { asked: 1 }), found)).toMatchObject({ state: "unknown", asked: 1 });
  });

  test("parks a key that is rejected for the merchant again and again while others pass", () => {
    const found = { ...finding("retryable", { isBoundToRequest: true }), neighbours: { areWell: true, pass: true } };
    expect(store(heldByWorker({ rejections: 1 }), found)).toMatchObject({ state: "retryable", rejections: 2 });
    expect(store(heldByWorker({ rejections: 2 }), found)).toMatchObject({ state: "parked", mayBeCaptured: false });
  });

  test("that parks a key has advice what to ask", () => {
    const { advice } = store(heldByWorker({ finalizedBefore: "40.00" }), finding("unknown"), partOnly);
    expect(advice).toBe(
      "Ask the back office what is finalized and what is pending of authorization 202601150000000001. " +
        "100.00 SEK finalized: it is captured. 40.00 SEK finalized and nothing pending, " +
        "seen after 1970-01-01T00:31:00.000Z: it is not. " +
        "Anything else: somebody else has finalized, or it was captured twice.",
    );
  });

  test("that parks a key names its order, and needs no waiting if the key cannot be captured", () => {
    const own = heldByWorker({ request: { ...heldByWorker().request, orderId: "O-1" }, rejections: 2 });
    const found = { ...finding("retryable", { isBoundToRequest: true }), neighbours: { areWell: true, pass: true } };
    expect(store(own, found).advice).toContain(
      "of order O-1. 60.00 SEK finalized: it is captured. 0 SEK finalized and nothing pending: it is not.",
    );
  });

  test("that was stored already changes nothing", () => {
    const after = store(heldByWorker(), finding("captured"));
    expect(store(after, finding("captured"))).toBe(after);
  });
});

describe("a late outcome, after a takeover or a decision,", () => {
  const captured = (transactionId?: string) =>
    record("captured", { finalization: { ...(transactionId && { transactionId }) } });

  test.each<[OnceRecord, AttemptVerdict["state"], OnceState]>([
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
    [record("waiting", { mayBeCaptured: true }), "captured", "conflict"],
    [captured("T-2"), "conflict", "conflict"],
    [captured("T-1"), "conflict", "captured"],
    [record("captured"), "rejected", "captured"],
    [record("not_captured"), "unknown", "not_captured"],
    [record("parked"), "retryable", "parked"],
  ])("changes a key that is $state by now: %s", (own, verdict, state) => {
    const after = store(own, finding(verdict));
    expect(after).toMatchObject({ state });
    if (verdict === "captured" && state === "captured") expect(after.finalization.transactionId).toBe("T-1");
    if (after.lastToken === undefined) {
      expect(after.history).toEqual([
        { at: 5, state: own.state, late: { state: verdict, finalization: { transactionId: "T-1" } } },
      ]);
    }
  });

  test.each([record("unknown"), record("parked"), record("captured"), heldByWorker({ token: "other" })])(
    "makes a key that is $state a conflict, if it is a success of an older request",
    (own) => {
      const after = store(own, { ...finding("captured"), fingerprint: "70.00" });
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
  });

  test("changes nothing if its balance no longer fits, because others have captured since", () => {
    const late = { ...finding("conflict"), finalization: { totalAmountFinalized: "100.00" } };
    expect(store(captured("T-2"), late)).toMatchObject({ state: "captured" });
  });
});
