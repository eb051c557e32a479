/** What a person may decide of a key, and when. The last attempt can arrive until minute 31. */
import { OnceDecisionError, type OnceRecord, type OnceState } from "merchant-payments/once";
import { describe, expect, test } from "vitest";
import { corrected, decided, type OnceDecision } from "../../src/once/decisions.js";
import type { Terms } from "../../src/once/transition.js";
import { inHand, known, MINUTE, partOnly, record, request, terms } from "./records.js";

const signed = { by: "Åsa", why: "seen in the back office" };
const captured: OnceDecision = { ...signed, as: "captured", transactionId: "T-1", batchId: "B-1" };
const notCaptured: OnceDecision = { ...signed, as: "not_captured" };
const canAskAgain: OnceDecision = { ...signed, as: "send_again", balance: { finalized: "0.00", pending: 0 } };

const dirty = (state: OnceState, more: Partial<OnceRecord> = {}) =>
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

describe("captured", () => {
  test.each([...states.map((state) => dirty(state)), inHand()])("always: $state", (own) => {
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
])("a word that is not signed, or is none: %o", (word) => {
  expect(() => decide(dirty("parked"), word as OnceDecision)).toThrow(
    new OnceDecisionError("say as what, by whom and why: captured, not_captured or send_again"),
  );
});

test("captured, without saying by which transaction: what the service named stays", () => {
  const told = { transactionId: "T-7", batchId: "B-7", totalAmountFinalized: "60.00" };
  const after = decide(dirty("conflict", { finalization: told }), { ...signed, as: "captured" });
  expect(after.finalization).toEqual(told);
});

describe("not captured", () => {
  test.each(states.map((state) => dirty(state)))("$state, looked at when nothing could arrive any more", (own) => {
    const after = decide(own, notCaptured);
    expect(after).toMatchObject({ state: "not_captured", mayBeCaptured: true });
    expect(after.reason).toBe("not_captured, said Åsa: seen in the back office");
  });

  test("a clean one needs no waiting", () => {
    expect(decide(record("rejected", { mayArriveUntil: 31 * MINUTE }), notCaptured, 0)).toMatchObject({
      state: "not_captured",
    });
  });
});

describe("to be sent again", () => {
  test.each(["unknown", "parked", "conflict", "not_captured", "rejected", "waiting"] as const)(
    "a part, %s: released, and dirty for ever",
    (state) => {
      expect(decide(dirty(state, { rejections: 2 }), canAskAgain)).toMatchObject({
        state: "retryable",
        mayBeCaptured: true,
        rejections: 0,
      });
    },
  );

  test("what can be resolved is resolved instead, at once", () => {
    const after = decide(dirty("parked", { asked: 2 }), canAskAgain, 31 * MINUTE, terms);
    expect(after).toMatchObject({ state: "unknown", mayBeCaptured: true, asked: 0, dueAt: 40 * MINUTE });
  });

  test("a clean one is sent as for the first time", () => {
    expect(decide(record("parked"), canAskAgain, 0, terms)).toMatchObject({ state: "retryable", mayBeCaptured: false });
  });

  test.each<[string, OnceRecord, OnceDecision, string]>([
    ["pending", dirty("pending"), canAskAgain, "K-1 is pending: it must not be sent again"],
    ["captured", dirty("captured"), canAskAgain, "K-1 is captured: it must not be sent again"],
    [
      "something is pending",
      dirty("parked"),
      { ...canAskAgain, balance: { finalized: "0", pending: "0.01" } },
      "something is pending",
    ],
    [
      "something was finalized",
      dirty("parked"),
      { ...canAskAgain, balance: { finalized: "60.00", pending: "0" } },
      "perhaps this",
    ],
    ["less was finalized", dirty("parked", { finalizedBefore: "40.00" }), canAskAgain, "something has been finalized"],
  ])("refused: %s", (_what, own, decision, message) => {
    expect(() => decide(own, decision)).toThrow(OnceDecisionError);
    expect(() => decide(own, decision)).toThrow(message);
  });

  test("what is pending is refused for what it is, whenever it was looked at", () => {
    expect(() => decide(dirty("pending"), canAskAgain, 0)).toThrow("K-1 is pending");
  });
});

describe("corrected", () => {
  test.each(["waiting", "retryable", "unknown", "rejected", "not_captured", "parked", "conflict"] as const)(
    "%s, looked at when nothing could arrive any more",
    (state) => {
      expect(
        correct(dirty(state, { isBoundToRequest: true, finalization: { transactionId: "T-1" }, asked: 4, dueAt: 1 })),
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

  test.each(["pending", "captured"] as const)("not while it is %s", (state) => {
    expect(() => correct(dirty(state))).toThrow("say first what became of it");
  });
});

describe("the look", () => {
  const decisions: [string, (own: OnceRecord, seenAt: number) => OnceRecord][] = [
    ["not_captured", (own, seenAt) => decide(own, notCaptured, seenAt)],
    ["send_again", (own, seenAt) => decide(own, canAskAgain, seenAt)],
    ["correct", correct],
  ];

  test.each(decisions)("%s: not on a look from before the last moment", (_as, act) => {
    expect(() => act(dirty("parked"), 31 * MINUTE - 1)).toThrow(
      "that was only sure after 1970-01-01T00:31:00.000Z: look again",
    );
    expect(() => act(dirty("parked", { mayArriveUntil: 41 * MINUTE }), 40 * MINUTE)).toThrow(
      "look again after 1970-01-01T00:41:00.000Z",
    );
  });

  test.each(decisions)("%s: not on a look that says it is from the future", (_as, act) => {
    expect(() => act(dirty("parked", { mayArriveUntil: 41 * MINUTE }), Infinity)).toThrow("look again after");
  });

  test.each(decisions)("%s: not while a worker has a clean one in hand", (_as, act) => {
    expect(() => act(inHand(), 40 * MINUTE)).toThrow("in a worker's hand");
  });

  test("not when the key has changed since, or is none", () => {
    const own = dirty("parked");
    const look = { ...own, version: 0, seenAt: 40 * MINUTE };
    expect(() => decided(known(own), look, captured, terms)).toThrow("K-1 has changed since you looked: look again");
    expect(() => decided(known(undefined), look, captured, terms)).toThrow("there is no key K-1");
  });
});
