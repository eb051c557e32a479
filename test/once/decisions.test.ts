/** What a person may decide about a key, and when. The last attempt can arrive until minute 31. */
import { OnceDecisionError, type OnceRecord, type OnceState } from "merchant-payments/once";
import { describe, expect, test } from "vitest";
import { corrected, decided, type OnceDecision } from "../../src/once/decisions.js";
import type { Terms } from "../../src/once/transition.js";
import { heldByWorker, known, MINUTE, partOnly, record, request, terms } from "./records.js";

const signed = { by: "Åsa", why: "seen in the back office" };
const captured: OnceDecision = { ...signed, as: "captured", transactionId: "T-1", batchId: "B-1" };
const notCaptured: OnceDecision = { ...signed, as: "not_captured" };
const sendAgain: OnceDecision = { ...signed, as: "send_again", balance: { finalized: "0.00", pending: 0 } };

const sent = (state: OnceState, more: Partial<OnceRecord> = {}) =>
  record(state, { mayBeCaptured: true, mayArriveUntil: 31 * MINUTE, ...more });
const decide = (own: OnceRecord, decision: OnceDecision, seenAt = 31 * MINUTE, is: Terms = partOnly) =>
  decided(known(own, 40 * MINUTE), { ...own, seenAt }, decision, is);
const correct = (own: OnceRecord, seenAt = 31 * MINUTE) =>
  corrected(known(own, 40 * MINUTE), { ...own, seenAt }, signed, {
    key: "K-1",
    request: { ...request, totalAmount: "50.00" },
    authorization: "A-2",
  });

const states: OnceState[] = [
  "waiting",
  "retryable",
  "unknown",
  "pending",
  "captured",
  "rejected",
  "not_captured",
  "parked",
  "conflict",
];

describe("the decision captured", () => {
  test.each([...states.map((state) => sent(state)), heldByWorker()])("is possible for a key that is $state", (own) => {
    expect(decide(own, captured, 0)).toMatchObject({
      state: "captured",
      mayBeCaptured: own.mayBeCaptured,
      finalization: { transactionId: "T-1", batchId: "B-1" },
      history: [{ at: 40 * MINUTE, state: own.state, ...signed }],
    });
    expect(decide(own, captured, 0).token).toBeUndefined();
  });
});

test.each([
  { ...captured, by: "" },
  { ...captured, why: undefined },
  { ...signed, as: "sent_again" },
])("a decision needs a kind, a person and a reason: %o", (decision) => {
  expect(() => decide(sent("parked"), decision as OnceDecision)).toThrow(
    new OnceDecisionError("say as what, by whom and why: captured, not_captured, send_again"),
  );
});

test("the decision captured without a transaction keeps the one that the service named", () => {
  const told = { transactionId: "T-7", batchId: "B-7", totalAmountFinalized: "60.00" };
  const after = decide(sent("conflict", { finalization: told }), { ...signed, as: "captured" });
  expect(after.finalization).toEqual(told);
});

describe("the decision not_captured", () => {
  test.each(states.map((state) => sent(state)))(
    "closes a key that is $state, with a snapshot after the last possible arrival",
    (own) => {
      const after = decide(own, notCaptured);
      expect(after).toMatchObject({ state: "not_captured", mayBeCaptured: true });
      expect(after.reason).toBe("not_captured, decided by Åsa: seen in the back office");
    },
  );

  test("needs no waiting for a key that cannot be captured", () => {
    expect(decide(record("rejected", { mayArriveUntil: 31 * MINUTE }), notCaptured, 0)).toMatchObject({
      state: "not_captured",
    });
  });
});

describe("the decision send_again", () => {
  test.each(["unknown", "parked", "conflict", "not_captured", "rejected", "waiting"] as const)(
    "makes a partial capture retryable that is %s, and it may be captured from then on",
    (state) => {
      expect(decide(sent(state, { rejections: 2 }), sendAgain)).toMatchObject({
        state: "retryable",
        mayBeCaptured: true,
        rejections: 0,
      });
    },
  );

  test("resolves an eligible key instead, at once", () => {
    const after = decide(sent("parked", { asked: 2 }), sendAgain, 31 * MINUTE, terms);
    expect(after).toMatchObject({ state: "unknown", mayBeCaptured: true, asked: 0, dueAt: 40 * MINUTE });
  });

  test("sends a key that cannot be captured as for the first time", () => {
    expect(decide(record("parked"), sendAgain, 0, terms)).toMatchObject({ state: "retryable", mayBeCaptured: false });
  });

  test.each<[string, OnceRecord, OnceDecision, string]>([
    ["the key is pending", sent("pending"), sendAgain, "K-1 is pending: it must not be sent again"],
    ["the key is captured", sent("captured"), sendAgain, "K-1 is captured: it must not be sent again"],
    [
      "something is pending",
      sent("parked"),
      { ...sendAgain, balance: { finalized: "0", pending: "0.01" } },
      "something is pending",
    ],
    [
      "something was finalized",
      sent("parked"),
      { ...sendAgain, balance: { finalized: "60.00", pending: "0" } },
      "perhaps this",
    ],
    ["less was finalized", sent("parked", { finalizedBefore: "40.00" }), sendAgain, "something was finalized"],
  ])("is not possible if %s", (_what, own, decision, message) => {
    expect(() => decide(own, decision)).toThrow(OnceDecisionError);
    expect(() => decide(own, decision)).toThrow(message);
  });

  test("is not possible for a pending key, whenever the snapshot was taken", () => {
    expect(() => decide(sent("pending"), sendAgain, 0)).toThrow("K-1 is pending");
  });
});

describe("a correction", () => {
  test.each(["waiting", "retryable", "unknown", "rejected", "not_captured", "parked", "conflict"] as const)(
    "makes a key retryable that is %s, with a snapshot after the last possible arrival",
    (state) => {
      expect(
        correct(sent(state, { isBoundToRequest: true, finalization: { transactionId: "T-1" }, asked: 4, dueAt: 1 })),
      ).toMatchObject({
        state: "retryable",
        mayBeCaptured: true,
        isBoundToRequest: false,
        authorization: "A-2",
        request: { totalAmount: "50.00" },
        finalization: {},
        asked: 0,
        dueAt: undefined,
        reason: "corrected by Åsa: seen in the back office",
        history: [{ state, ...signed, request: { totalAmount: "60.00" } }],
      });
    },
  );

  test.each(["pending", "captured"] as const)("is not possible for a key that is %s", (state) => {
    expect(() => correct(sent(state))).toThrow("decide first what became of it");
  });
});

describe("the snapshot for", () => {
  const decisions: [string, (own: OnceRecord, seenAt: number) => OnceRecord][] = [
    ["not_captured", (own, seenAt) => decide(own, notCaptured, seenAt)],
    ["send_again", (own, seenAt) => decide(own, sendAgain, seenAt)],
    ["correct", correct],
  ];

  test.each(decisions)("%s cannot be from before the last possible arrival", (_as, act) => {
    expect(() => act(sent("parked"), 31 * MINUTE - 1)).toThrow("take one after 1970-01-01T00:31:00.000Z");
    expect(() => act(sent("parked", { mayArriveUntil: 41 * MINUTE }), 40 * MINUTE)).toThrow(
      "take one after 1970-01-01T00:41:00.000Z",
    );
  });

  test.each(decisions)("%s cannot be from the future", (_as, act) => {
    expect(() => act(sent("parked", { mayArriveUntil: 41 * MINUTE }), Infinity)).toThrow("take one after");
  });

  test.each(decisions)("%s cannot be of a key that a worker holds", (_as, act) => {
    expect(() => act(heldByWorker(), 40 * MINUTE)).toThrow("held by a worker");
  });

  test("a decision cannot be of an older version or an unknown key", () => {
    const own = sent("parked");
    const snapshot = { ...own, version: 0, seenAt: 40 * MINUTE };
    expect(() => decided(known(own), snapshot, captured, terms)).toThrow(
      "K-1 has changed since this snapshot: take a new one",
    );
    expect(() => decided(known(undefined), snapshot, captured, terms)).toThrow("there is no key K-1");
  });
});
