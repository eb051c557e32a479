/** What a person may decide about a key, and when. The last attempt can arrive until minute 31; it is minute 40. */
import type { StatusMeaning } from "merchant-payments";
import { OnceDecisionError, type OnceState, type StoredRequest } from "merchant-payments/once";
import { describe, expect, test } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import { adopted, type OnceAdoption } from "../../src/once/rules/adopt.js";
import { corrected, type OnceCorrection } from "../../src/once/rules/correct.js";
import { decided, type OnceDecision } from "../../src/once/rules/decisions.js";
import { delivered } from "../../src/once/rules/reserve.js";
import type { Terms } from "../../src/once/rules/transition.js";
import { heldByWorker, known, MINUTE, partOnly, record, request, terms } from "./records.js";

const now = 40 * MINUTE;
const signed = { by: "Åsa", why: "seen in the back office" };
const balance = { finalized: "0.00", pending: "0" };
const captured: OnceDecision = { ...signed, as: "captured", transactionId: "T-1", batchId: "B-1" };
const notCaptured: OnceDecision = { ...signed, as: "not_captured", balance };
const unproven: OnceDecision = { ...signed, as: "not_captured" };
const sendAgain: OnceDecision = { ...signed, as: "send_again", balance };
const authorization = { paymentMethod: "paypal", authorizedAmount: "100.00", currencyCode: "SEK" } as const;

const sent = (state: OnceState, more: Partial<OnceRecord> = {}) =>
  record(state, { mayBeCaptured: true, mayArriveUntil: 31 * MINUTE, ...more });
const other = (state: OnceState, more: Partial<OnceRecord> = {}) => record(state, { key: "K-0", ...more });

interface Given {
  readonly seenAt?: number;
  readonly is?: Terms;
  readonly others?: readonly OnceRecord[];
}
const decide = (
  own: OnceRecord,
  decision: OnceDecision,
  { seenAt = 31 * MINUTE, is = partOnly, others = [] }: Given = {},
) => decided(known(own, now, others), { ...own, seenAt }, decision, is);

const fifty = { totalAmount: "50.00" };
const correct = (
  own: OnceRecord,
  { seenAt = 31 * MINUTE, others = [] }: Given = {},
  more: Partial<StoredRequest> = fifty,
  correction: Partial<OnceCorrection> = { balance },
) => {
  const asked = { key: "K-1", authorizationId: "A-2", request: { ...request, ...more } };
  return corrected(
    known(own, now, others),
    { ...own, seenAt },
    { ...signed, authorization, ...correction },
    asked,
    partOnly,
  );
};

const states: OnceState[] = [
  "blocked",
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
  test.each([...states.map((state) => sent(state)), heldByWorker(), sent("captured", { isErased: true })])(
    "is possible for a key that is $state, isErased $isErased",
    (own) => {
      const after = decide(own, captured, { seenAt: 0 });
      expect(after).toMatchObject({
        state: "captured",
        mayBeCaptured: own.state === "sending" || own.mayBeCaptured,
        finalization: { transactionId: "T-1", batchId: "B-1" },
        history: [{ at: now, state: own.state, ...signed }],
        openSince: now,
        isOverdue: false,
      });
      expect(after.token).toBeUndefined();
    },
  );

  test("without a transaction keeps the one that the service named", () => {
    const told = { transactionId: "T-7", batchId: "B-7", totalAmountFinalized: "60.00" };
    const after = decide(sent("conflict", { finalization: told }), { ...signed, as: "captured" });
    expect(after.finalization).toEqual(told);
  });
});

test.each<[object, string]>([
  [{ ...captured, by: "" }, "by and why are required: who decides, and for what reason"],
  [{ ...captured, why: undefined }, "by and why are required: who decides, and for what reason"],
  [{ ...signed, as: "sent_again" }, "as must be one of captured, not_captured, send_again"],
])("a decision needs a kind, a person and a reason: %o", (decision, message) => {
  expect(() => decide(sent("parked"), decision as OnceDecision)).toThrow(new OnceDecisionError(message));
});

describe("the decision not_captured", () => {
  test.each(states.filter((state) => state !== "pending").map((state) => sent(state)))(
    "closes a key that is $state, with a snapshot after the last possible arrival",
    (own) => {
      expect(decide(own, notCaptured)).toMatchObject({
        state: "not_captured",
        mayBeCaptured: true,
        reason: "not_captured, decided by Åsa: seen in the back office",
      });
    },
  );

  test("of a key that a worker held needs a snapshot from after the last possible arrival", () => {
    const decided = decide(heldByWorker(), captured, { seenAt: 0 });
    expect(() => decide(decided, notCaptured, { seenAt: 31 * MINUTE - 1 })).toThrow(
      "K-1: an earlier attempt could still arrive when this snapshot was taken",
    );
  });

  test("of a captured key lets nobody send it as if it were certain that it was not captured", () => {
    expect(decide(record("captured"), notCaptured)).toMatchObject({ state: "not_captured", mayBeCaptured: true });
  });

  test("needs no waiting for a key that cannot be captured", () => {
    const own = record("rejected", { mayArriveUntil: 31 * MINUTE });
    expect(decide(own, notCaptured, { seenAt: 0 })).toMatchObject({ state: "not_captured" });
  });

  test.each<[OnceState, Partial<OnceRecord>, boolean]>([
    ["parked", { attempts: 2, statusKeyCounts: { DECLARED: 2 } }, false],
    ["parked", { attempts: 2, statusKeyCounts: { INTERNAL_ERROR: 1 } }, true],
    ["parked", { attempts: 2, statusKeyCounts: { DECLARED: 1 } }, true], // the response to the other attempt was lost
    ["parked", { attempts: 2, statusKeyCounts: { UNDECLARED: 2 } }, true],
    ["conflict", { attempts: 1, statusKeyCounts: { DECLARED: 1 } }, true], // its figures show more than the captures
  ])("of a key that is %s with %j needs a balance: %s", (state, more, isNeeded) => {
    const meanings: Record<string, StatusMeaning> = { DECLARED: "rejected", INTERNAL_ERROR: "unknown" };
    const is = { ...terms, meaningOf: (statusKey: string) => meanings[statusKey] };
    const without = () => decide(sent(state, more), unproven, { is });
    if (isNeeded)
      expect(without).toThrow("K-1 may be captured: not_captured needs the balance that shows that it was not");
    else expect(without()).toMatchObject({ state: "not_captured" });
    const nothing = { ...notCaptured, balance: { finalized: "0", pending: "0" } };
    expect(decide(sent(state, more), nothing, { is })).toMatchObject({ state: "not_captured" });
  });

  test("needs a balance for a pending key, in which nothing is pending", () => {
    const falseDecimal = JSON.parse('{"toStringTag":"[object Decimal]","s":1,"e":2,"d":[125,0]}');
    const decision = (pending: string) => ({ ...notCaptured, balance: { finalized: "0", pending } });
    expect(() => decide(sent("pending"), unproven)).toThrow("K-1 may be captured: not_captured needs the balance");
    expect(() => decide(sent("pending"), decision(falseDecimal))).toThrow("balance.pending must be a finite Decimal");
    expect(() => decide(sent("pending"), decision("60.00"))).toThrow(
      'K-1: the balance shows 0 finalized and 60.00 pending, and not_captured needs a balance in which nothing is pending. Wait, and look up the balance again. If no balance can show it, give balance: { differs: "the reason" }',
    );
    expect(decide(sent("pending"), decision("0.00"))).toMatchObject({ state: "not_captured" });
  });

  test("takes no number in its balance", () => {
    const numbers = { ...signed, as: "not_captured", balance: { finalized: 0, pending: "0" } } as never;
    expect(() => decide(sent("pending"), numbers)).toThrow(
      'balance.finalized must be decimal text like "125.00" or a Decimal, not a number',
    );
  });
});

describe("the decision send_again", () => {
  test.each(["unknown", "pending", "parked", "conflict", "not_captured", "rejected", "blocked", "retryable"] as const)(
    "lets the sweep send a partial capture that is %s, and it may be captured from then on",
    (state) => {
      expect(decide(sent(state, { rejections: 2, isOverdue: true }), sendAgain)).toMatchObject({
        state: "retryable",
        mayBeCaptured: true,
        decidedAt: now,
        dueAt: now,
        openSince: now,
        isOverdue: false,
        rejections: 0,
      });
    },
  );

  test("resolves an eligible key instead, at once", () => {
    const after = decide(sent("parked", { repeats: 2 }), sendAgain, { is: terms });
    expect(after).toMatchObject({ state: "unknown", mayBeCaptured: true, repeats: 0, dueAt: now });
    expect(after.decidedAt).toBeUndefined();
  });

  test("sends an eligible key if another key has captured since it was sent", () => {
    const again: OnceDecision = { ...sendAgain, balance: { finalized: "60", pending: "0" } };
    const after = decide(sent("parked"), again, { is: terms, others: [other("captured")] });
    expect(after).toMatchObject({ state: "retryable", decidedAt: now });
  });

  test("sends a key that cannot be captured as for the first time", () => {
    const after = decide(record("parked"), sendAgain, { seenAt: 0, is: terms });
    expect(after).toMatchObject({ state: "retryable", mayBeCaptured: false, decidedAt: now });
  });

  test.each<[string, OnceRecord, OnceDecision, string]>([
    ["the key is captured", sent("captured"), sendAgain, "K-1 is captured: it must not be sent again"],
    ["the key is erased", sent("rejected", { isErased: true }), sendAgain, "K-1 is erased: it must not be sent again"],
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
      "K-1 must not be sent again: 60.00 is finalized, and the other keys captured 0. If the balance has this capture in it, decide captured; otherwise find out first why the two differ",
    ],
  ])("is not possible if %s", (_what, own, decision, message) => {
    expect(() => decide(own, decision)).toThrow(OnceDecisionError);
    expect(() => decide(own, decision)).toThrow(message);
  });

  test("compares the balance with what the other keys have captured now, not with what they had", () => {
    const own = sent("parked", { finalizedBefore: "0" });
    const others = [other("captured")];
    expect(() => decide(own, sendAgain, { others })).toThrow("0 is finalized, and the other keys captured 60.00");
    const sixty: OnceDecision = { ...sendAgain, balance: { finalized: "60", pending: "0" } };
    expect(decide(own, sixty, { others })).toMatchObject({ state: "retryable" });
  });

  test("is not possible while another key of the authorization is unfinished", () => {
    expect(() => decide(sent("parked"), sendAgain, { others: [other("unknown")] })).toThrow(
      "K-1: K-0 of the same authorization is not finished: decide that key first",
    );
  });
});

describe("a correction", () => {
  test.each([
    ...(["blocked", "retryable", "rejected", "not_captured", "parked"] as const).map((state) => record(state)),
    ...(["blocked", "retryable", "unknown", "rejected", "not_captured", "parked", "conflict"] as const).map((state) =>
      sent(state, { finalization: { transactionId: "T-1" }, repeats: 4, dueAt: 1, isOverdue: true }),
    ),
    sent("parked", { acceptsAnother: true }), // the service would accept another of the new request too
  ])("lets the sweep send another request for a key that is $state, mayBeCaptured $mayBeCaptured", (own) => {
    const after = correct(own, {}, fifty, own.mayBeCaptured ? { balance } : {});
    expect(after).toMatchObject({
      state: "retryable",
      mayBeCaptured: own.mayBeCaptured,
      isFromPerson: true,
      isSent: false,
      authorizationId: "A-2",
      request: fifty,
      factsAt: now,
      finalization: {},
      repeats: 0,
      acceptsAnother: own.acceptsAnother,
      decidedAt: now,
      dueAt: now,
      openSince: now,
      isOverdue: false,
      reason: "corrected by Åsa: seen in the back office",
      history: [{ at: now, state: own.state, ...signed, request: { totalAmount: "60.00" } }],
    });
  });

  test.each([
    [
      "pending",
      sent("pending"),
      "K-1 is pending, so that its request cannot be corrected: look up what became of it, and decide that first",
    ],
    [
      "captured",
      sent("captured"),
      "K-1 is captured, so that its request cannot be corrected: look up what became of it, and decide that first",
    ],
    ["held", heldByWorker({ mayBeCaptured: true }), "K-1 is held by a worker"],
    ["held after its lease", sent("unknown", { token: "dead", dueAt: 1 }), "K-1 is held by a worker"],
    ["erased", record("rejected", { isErased: true }), "K-1 is erased: it cannot be corrected any more"],
  ])("is not possible for a key that is %s", (_what, own, message) => {
    expect(() => correct(own)).toThrow(message);
  });

  test("of a key that may be captured needs the balance of the authorization that it was sent to", () => {
    expect(() => correct(sent("parked"), {}, fifty, {})).toThrow(
      "K-1 must not be sent again without a balance that shows that it was not captured",
    );
    expect(() => correct(sent("parked"), { others: [other("captured")] })).toThrow("the other keys captured 60.00");
    expect(() => correct(sent("parked"), { others: [other("pending")] })).toThrow(
      "K-0 of the same authorization is not",
    );
  });
});

describe("a correction of the facts alone", () => {
  const eighty = { authorizedAmount: "80.00" };

  test.each([record("blocked"), record("retryable"), record("rejected"), record("not_captured"), record("parked")])(
    "lets the sweep send a key that is $state and cannot be captured",
    (own) => {
      const { isSent, attempts } = own;
      expect(correct(own, {}, eighty, {})).toMatchObject({
        state: "retryable",
        decidedAt: now,
        dueAt: now,
        factsAt: now,
        isFromPerson: true,
        isSent,
        attempts,
        request: eighty,
      });
    },
  );

  test.each([
    sent("captured", { isBooked: true, finalization: { transactionId: "T-1" } }),
    sent("pending", { dueAt: 1 }),
    sent("unknown", { dueAt: 1, repeats: 1 }),
    sent("pending", { dueAt: 1, acceptsAnother: true }), // it is still not sent again
    sent("parked"),
    sent("conflict"),
  ])("leaves a key as it is that is $state and may be captured, also beside one that was never sent", (own) => {
    const after = correct(own, { seenAt: 0, others: [other("blocked")] }, eighty, {});
    const { state, repeats, isBooked, finalization, acceptsAnother } = own;
    const same = { state, repeats, isBooked, finalization, acceptsAnother };
    expect(after).toMatchObject({ ...same, factsAt: now, request: eighty });
    expect([after.dueAt, after.decidedAt]).toEqual([own.dueAt, undefined]);
    expect(() => correct(own, { seenAt: 0 }, eighty, { balance })).toThrow(
      "K-1: a correction of the facts alone decides nothing about the money: leave out balance",
    );
  });

  test.each([other("captured"), other("sending"), other("rejected", { mayBeCaptured: true })])(
    "is not possible if another key has the facts of the authorization: $state",
    (beside) => {
      expect(() => correct(record("parked"), { others: [beside] }, eighty, {})).toThrow(
        "K-1: its paymentMethod, authorizedAmount and currencyCode must be those of K-0, of the same authorization. If those are wrong, correct K-0 first",
      );
    },
  );

  test("is possible beside a captured key whose facts it takes over", () => {
    const wrong = record("rejected", { isSent: false, request: { ...request, ...eighty } });
    const right = { authorizedAmount: "100.00" };
    expect(correct(wrong, { others: [other("captured")] }, right, {})).toMatchObject({
      state: "retryable",
      request: right,
    });
  });

  test("is possible beside keys that were never sent", () => {
    const corrected = other("retryable", { mayBeCaptured: true, isSent: false });
    const others = [other("blocked"), other("rejected"), other("retryable"), corrected];
    expect(correct(record("parked"), { others }, eighty, {})).toMatchObject({ request: eighty });
  });
});

describe("an adoption", () => {
  const at = new Date(MINUTE);
  const adoption: OnceAdoption = { ...signed, authorization, transactionId: "T-1", batchId: "B-1", isBooked: true, at };
  const adopt = (more: Partial<OnceAdoption> = {}, own?: OnceRecord, others: readonly OnceRecord[] = []) => {
    const asked = { key: "K-1", authorizationId: "A-1", request };
    return adopted(known(own, now, others), asked, { ...adoption, ...more }, terms);
  };

  test("is a capture by a person's decision, from when it was made", () => {
    expect(adopt()).toEqual({
      ...record("captured", { version: 0, attempts: 0, isFromPerson: true, isBooked: true, waitsFor: "delivery" }),
      stateSince: MINUTE,
      openSince: now,
      factsAt: now,
      finalization: { transactionId: "T-1", batchId: "B-1" },
      history: [{ at: now, state: "blocked", ...signed }],
    });
  });

  test("that is not in the books is booked by the sweep", () => {
    expect(adopt({ isBooked: false })).toMatchObject({ isBooked: false, dueAt: now + MINUTE });
  });

  test("makes what was finalized before uncertain for later keys", () => {
    const next = { key: "K-2", authorizationId: "A-1", request };
    const after = delivered(known(undefined, now, [adopt()]), next, "mine", terms);
    expect(after).toMatchObject({ state: "sending", finalizedBefore: "60.00", isFinalizedBeforeCertain: false });
  });

  test.each<[string, OnceRecord | undefined, readonly OnceRecord[], Partial<OnceAdoption>, string]>([
    [
      "the key exists",
      record("rejected"),
      [],
      {},
      "K-1 exists already: look at it, and use once.decide if it is wrong",
    ],
    [
      "another key is this capture",
      undefined,
      [other("captured", { finalization: { transactionId: "T-1" } })],
      {},
      "K-1: the capture T-1 is stored as K-0 already: do not adopt it again",
    ],
    [
      "an unfinished key has the same amount",
      undefined,
      [other("unknown")],
      {},
      "K-0 has the same amount, is not finished, and may be this capture: decide K-0 first",
    ],
    [
      "the facts differ",
      undefined,
      [other("captured", { request: { ...request, authorizedAmount: "80.00" } })],
      {},
      "paymentMethod, authorizedAmount or currencyCode differs",
    ],
    ["nobody says why", undefined, [], { why: "" }, "by and why are required: who decides, and for what reason"],
    [
      "its time is missing",
      undefined,
      [],
      { at: undefined as never },
      "at must be a Date that has passed: when it was captured",
    ],
    [
      "its time is to come",
      undefined,
      [],
      { at: new Date(now + 1) },
      "at must be a Date that has passed: when it was captured",
    ],
    [
      "nobody says whether it is booked",
      undefined,
      [],
      { isBooked: undefined as never },
      "isBooked must be true or false",
    ],
  ])("is not possible if %s", (_what, own, others, more, message) => {
    expect(() => adopt(more, own, others)).toThrow(OnceDecisionError);
    expect(() => adopt(more, own, others)).toThrow(message);
  });

  test("is possible beside an unfinished key and a capture without a transaction, of other amounts", () => {
    const forty = { request: { ...request, totalAmount: "40.00" } };
    expect(
      adopt({ transactionId: undefined }, undefined, [other("unknown", forty), other("captured", forty)]),
    ).toMatchObject({
      state: "captured",
    });
  });
});

describe("the snapshot for", () => {
  const decisions: [string, (own: OnceRecord, seenAt: number) => OnceRecord][] = [
    ["not_captured", (own, seenAt) => decide(own, notCaptured, { seenAt })],
    ["send_again", (own, seenAt) => decide(own, sendAgain, { seenAt })],
    ["correct", (own, seenAt) => correct(own, { seenAt })],
  ];

  test.each(decisions)("%s cannot be from before the last possible arrival", (_as, act) => {
    expect(() => act(sent("parked"), 31 * MINUTE - 1)).toThrow(
      "take a new snapshot after 1970-01-01T00:31:00.000Z, and look up the balance again",
    );
    expect(() => act(sent("parked", { mayArriveUntil: 41 * MINUTE }), 40 * MINUTE)).toThrow(
      "take a new snapshot after 1970-01-01T00:41:00.000Z, and look up the balance again",
    );
  });

  test.each(decisions)("%s cannot be from the future", (_as, act) => {
    expect(() => act(sent("parked", { mayArriveUntil: 41 * MINUTE }), Infinity)).toThrow("take a new snapshot after");
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
