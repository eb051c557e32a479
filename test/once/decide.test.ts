/** What a person may decide about a key, and when. The last attempt can arrive until minute 31; it is minute 40. */
import { OnceDecisionError, type OnceState } from "merchant-payments/once";
import { describe, expect, test } from "vitest";
import type { StoredBalance } from "../../src/once/entry.js";
import type { KnownRecords, OnceRecord } from "../../src/once/record.js";
import { adopted, decided, type ReadDecision } from "../../src/once/rules/decide.js";
import { corrected, erased, withdrawn } from "../../src/once/rules/withdraw.js";
import { decidedBy, heldByWorker, known, MINUTE, other, record, request, unsent } from "./records.js";

type Adoption = Parameters<typeof adopted>[2];

const now = 40 * MINUTE;
const seenAt = 35 * MINUTE;
const signed = { by: "Åsa", why: "seen in the back office" };
const nothing: StoredBalance = { finalized: "0.00", pending: "0" };
const shown = (finalized: string, pending = "0"): StoredBalance => ({ finalized, pending });
const differs: StoredBalance = { differs: "it was refunded" };

const sent = (state: OnceState, more: Partial<OnceRecord> = {}) =>
  record(state, { mayBeCaptured: true, mayArriveUntil: 31 * MINUTE, ...more });

const parked = sent("parked");
const named = { as: "captured", transactionId: "T-1" } as const;
const captured = { as: "captured", balance: shown("60") } as const;
const denied = { as: "not_captured", balance: nothing } as const;
const ids = { transactionId: "T-1", batchId: "B-1" };
const ownId = { transactionId: request.transactionId };
const told = record("rejected", { recorded: "failed", closing: 1 });
const booked = sent("captured", { recorded: "captured", isBookTried: true });
const showing60 = sent("parked", { finalization: { totalAmountFinalized: "60" } });
const showing5 = other("rejected", { finalization: { totalAmountFinalized: "5" } });
const captureOf = (asks: Partial<OnceRecord["request"]>) =>
  other("captured", { request: { ...request, ...asks, totalAmount: "1" } });
const ofThirty = other("captured", { request: { ...request, totalAmount: "30" } });
const sentLate = other("rejected", { lastSentAt: seenAt });
const changedLate = other("rejected", { stateSince: seenAt });
const lateCapture = record("captured", { mayArriveUntil: 50 * MINUTE });
const ofCard = { request: { ...request, paymentMethod: "card" } } as const;
const [parkedCard, capturedCard] = [sent("parked", ofCard), other("captured", ofCard)];
const againBy60 = { as: "send_again", balance: shown("60") } as const;
const adoptedLate = other("captured", {
  firstSentAt: undefined,
  history: [{ ...decidedBy("adopted")[0], at: seenAt }],
});
const decidedLate = unsent("captured", { key: "K-0", history: [{ ...decidedBy("captured")[0], at: seenAt }] });
const again = { as: "send_again", balance: nothing } as const;

interface Given {
  readonly seenAt?: number;
  readonly version?: number;
  readonly others?: readonly OnceRecord[];
  readonly more?: Partial<KnownRecords>;
}
function decide(own: OnceRecord, decision: Omit<ReadDecision, "by" | "why">, given: Given = {}): OnceRecord {
  const seen = { key: own.key, version: given.version ?? own.version, seenAt: given.seenAt ?? seenAt };
  return decided(known(own, now, given.others, given.more), seen, { ...signed, ...decision });
}
const refused = (act: () => unknown, message: string) => {
  expect(act).toThrow(OnceDecisionError);
  expect(act).toThrow(message);
};

const beside = (...others: OnceRecord[]): Given => ({ others });

describe("a decision", () => {
  test.each<[string, OnceRecord, Omit<ReadDecision, "by" | "why">, Partial<OnceRecord>, Given?]>([
    ["captured by the balance", parked, captured, { state: "captured", closing: 1 }],
    ["captured beside another", parked, { ...captured, balance: shown("90") }, { state: "captured" }, beside(ofThirty)],
    ["captured by its id", parked, { as: "captured", ...ids }, { state: "captured", finalization: ids }],
    ["captured by its id beside an unfinished key", parked, named, { state: "captured" }, beside(other("unknown"))],
    ["captured though it could not be", told, named, { state: "captured", recorded: "failed", closing: 2 }],
    ["captured by figures that differ", parked, { ...captured, balance: differs }, { state: "captured" }],
    ["not captured", parked, denied, { state: "not_captured", mayBeCaptured: false }],
    ["not captured by figures that differ", parked, { ...denied, balance: differs }, { mayBeCaptured: true }],
    [
      "not captured, though booked",
      booked,
      { ...denied, books: "removed" },
      { recorded: "failed", isBookTried: false },
    ],
    ["not captured, before it was sent", unsent("queued"), denied, { state: "not_captured" }],
    ["to be sent again", sent("parked", { pauses: 4 }), again, { state: "queued", isMarked: true, pauses: 0 }],
    ["to be sent again, and was told", sent("not_captured", { recorded: "failed" }), again, { recorded: undefined }],
  ])("%s is due at once, and calls no hook", (_, own, decision, is, given) => {
    expect(decide(own, decision, given)).toMatchObject({
      ...is,
      dueAt: now,
      personAt: now,
      openSince: now,
      isOverdue: false,
      token: undefined,
      history: [{ at: now, state: own.state, as: decision.as, ...signed }],
    });
  });

  test.each<[string, OnceRecord, Omit<ReadDecision, "by" | "why">, string, Given?]>([
    ["after the key has changed", parked, denied, "has changed since this snapshot", { version: 7 }],
    ["about a withdrawn key", sent("not_captured", { isWithdrawn: true }), captured, "is withdrawn"],
    ["beside a key of a newer release", parked, denied, "a newer release", { more: { unreadable: "K-9" } }],
    ["after another key was sent", parked, denied, "K-0 of the same", beside(sentLate)],
    ["after another key has changed", parked, denied, "K-0 of the same", beside(changedLate)],
    ["after another key was adopted", parked, captured, "K-0 of the same", beside(adoptedLate)],
    ["after another key, never sent, was decided", parked, againBy60, "K-0 of the same", beside(decidedLate)],
    ["captured without evidence", parked, { as: "captured" }, "captured needs the transactionId"],
    ["captured with the authorization's id", parked, { ...named, ...ownId }, "captured needs the transactionId"],
    ["captured with another key's id", parked, named, "is stored as K-9", { more: { sameCapture: "K-9" } }],
    ["captured by another unfinished key's balance", parked, captured, "is not finished", beside(other("unknown"))],
    ["captured, though it cannot be", unsent("queued"), captured, "cannot have been captured by Once"],
    ["captured by a balance that shows less", parked, { ...captured, balance: shown("59") }, "captured needs 60.00"],
    ["captured with something pending", parked, { ...captured, balance: shown("60", "1") }, "1 is still pending"],
    ["captured by its id against the balance", parked, { ...named, balance: nothing }, "captured needs 60.00"],
    ["not captured without evidence", parked, { as: "not_captured" }, "needs the balance"],
    ["not captured by half", parked, { ...denied, balance: { finalized: "0" } }, "needs finalized and pending"],
    ["not captured by what shows it", parked, { ...denied, balance: shown("60") }, "not_captured needs 0. If the"],
    ["not captured by figures below the service's own", showing60, denied, "reported 60 before"],
    ["not captured by figures below another key's", parked, denied, "reported 5 before", beside(showing5)],
    ["not captured while the request may arrive", parked, denied, "could still arrive", { seenAt: 31 * MINUTE }],
    ["not captured while a capture may arrive", lateCapture, denied, "could still arrive"],
    ["not captured while a worker holds it", heldByWorker(), denied, "is held by a worker"],
    ["not captured while it is in the books", sent("parked", { isBookTried: true }), denied, 'books: "removed"'],
    ["to be sent again while a worker holds it", heldByWorker(), again, "is held by a worker"],
    ["to be sent again after it was captured", record("captured"), again, "must not be sent again"],
    ["to be sent again after it was booked", sent("parked", { recorded: "captured" }), again, "must not be sent again"],
    ["to be sent again after it was erased", sent("not_captured", { isErased: true }), again, "is erased"],
    ["to be sent again, a captured card", parkedCard, againBy60, "is captured once", beside(capturedCard)],
    ["to be sent again beside an unfinished key", parked, again, "is not finished", beside(other("parked"))],
    ["to be sent again by figures that differ", parked, { as: "send_again", balance: differs }, "instead of differs"],
    ["to be sent again by a balance that shows it", parked, againBy60, "decide captured. Otherwise decide nothing yet"],
    ["to be sent again with something pending", parked, { ...again, balance: shown("0", "60") }, "Wait until nothing"],
    ["not captured with something pending", parked, { ...denied, balance: shown("0", "60") }, "Wait until nothing"],
  ])("%s is refused", (_, own, decision, message, given) => {
    refused(() => decide(own, decision, given), message);
  });
});

test("a snapshot from the future, which would be newer than any change, is refused", () => {
  const given = { seenAt: now + 1, others: [other("captured", { lastSentAt: now })] };
  refused(() => decide(sent("parked"), { as: "captured", transactionId: "T-1" }, given), "seenAt is in the future");
});

test("send_again counts the rejections anew", () => {
  const refusedThrice = record("parked", { question: "refused", rejections: 3 });
  expect(decide(refusedThrice, { as: "send_again", balance: nothing })).toMatchObject({
    state: "queued",
    rejections: 0,
  });
});

describe("a correction", () => {
  const fifty = {
    key: "K-1",
    authorizationId: "A-1",
    request: { ...request, totalAmount: "50.00" },
    expiresAt: undefined,
  };
  const correct = (own: OnceRecord, given: Given = {}, to = fifty) =>
    corrected(known(own, now, given.others), { key: "K-1", version: own.version, seenAt }, to, signed);

  test("replaces the request of a key that cannot be captured, which the sweep then sends", () => {
    for (const state of ["queued", "rejected", "not_captured", "parked"] as const) {
      expect(correct(record(state, { recorded: "failed" }))).toMatchObject({
        state: "queued",
        isMarked: true,
        isFromPerson: true,
        isSent: false,
        recorded: undefined,
        request: { totalAmount: "50.00" },
        dueAt: now,
        history: [{ as: "corrected", state, request }],
      });
    }
  });

  test.each<[string, OnceRecord, string]>([
    ["may be captured", sent("unknown"), "may be captured"],
    ["is captured", record("captured"), "may be captured"],
    ["is held", heldByWorker(), "is held by a worker"],
    ["is erased", record("rejected", { isErased: true }), "is erased"],
    ["is withdrawn", record("not_captured", { isWithdrawn: true }), "is withdrawn"],
  ])("of a key that %s is refused", (_, own, message) => {
    refused(() => correct(own), message);
  });

  test("to other facts than those of the authorization is refused, but not to another authorization", () => {
    const others = [other("captured", { request: { ...request, authorizedAmount: "200" } })];
    refused(() => correct(unsent("queued"), { others }), "differs from those of K-0: paypal, 200 SEK");
    expect(correct(unsent("queued"), { others }, { ...fifty, authorizationId: "A-2" })).toMatchObject({
      authorizationId: "A-2",
    });
  });
});

describe("an adoption", () => {
  const made: Adoption = { ...signed, transactionId: "T-1", isRecorded: false, at: new Date(5) };
  const adopt = (own: OnceRecord | undefined, given: Given = {}, more: Partial<Adoption> = {}, asks = {}) => {
    const entered = { key: "K-1", authorizationId: "A-1", request: { ...request, ...asks }, expiresAt: undefined };
    return adopted(known(own, now, given.others, given.more), entered, { ...made, ...more });
  };

  test("enters a capture, which is booked once, at the time when it was captured", () => {
    expect(adopt(undefined)).toMatchObject({
      state: "captured",
      stateSince: 5,
      closing: 1,
      dueAt: now,
      recorded: undefined,
      isFromPerson: true,
    });
    expect(adopt(undefined, {}, { isRecorded: true })).toMatchObject({ state: "captured", recorded: "captured" });
    const withdrawnKey = unsent("not_captured", {
      isWithdrawn: true,
      closing: 1,
      history: [{ at: 1, state: "queued", as: "withdrawn", by: "Bo" }],
    });
    expect(adopt(withdrawnKey)).toMatchObject({
      state: "captured",
      isWithdrawn: false,
      closing: 2,
      history: [{ by: "Bo" }, { as: "adopted", by: "Åsa" }],
    });
  });

  const card = { request: { ...request, paymentMethod: "card" } } as const;
  test.each<[string, string, ...Parameters<typeof adopt>]>([
    ["of a key that exists", "exists already", unsent("queued")],
    ["of a capture that another key has", "is stored as K-9", undefined, { more: { sameCapture: "K-9" } }],
    ["with the authorization's own id", "must be that of the capture", undefined, {}, ownId],
    ["beside an unfinished key of the same amount", "decide K-0 first", undefined, beside(other("unknown"))],
    ["beside a capture of the same amount without an id", "is not stored", undefined, beside(other("captured"))],
    ["with other facts", "differs from those of K-0", undefined, beside(captureOf({ authorizedAmount: "9" }))],
    ["of a captured card", "card is captured once", undefined, beside(captureOf(card.request)), {}, card.request],
    ["of more than was authorized", "1000.00 would be captured", undefined, {}, {}, { totalAmount: "1000.00" }],
    ["of a card over its amount", "101 would be captured", undefined, {}, {}, { ...card.request, totalAmount: "101" }],
    ["in the future", "at must be the past time", undefined, {}, { at: new Date(now + 1) }],
  ])("%s is refused", (_, message, ...call) => {
    refused(() => adopt(...call), message);
  });

  test("takes up to 115 % of a method in parts, and more with a reason", () => {
    expect(adopt(undefined, {}, {}, { totalAmount: "115" }).state).toBe("captured");
    expect(adopt(undefined, {}, { differs: "the service agreed" }, { totalAmount: "116" }).state).toBe("captured");
  });
});

describe("a withdrawal", () => {
  const withdraw = (own: OnceRecord | undefined, version?: number) =>
    withdrawn(known(own, now), { key: "K-1", version }, signed);

  test("closes a key that no delivery has shown, is queued or is refused, and calls no hook", () => {
    for (const own of [undefined, unsent("queued"), record("parked", { question: "refused" })]) {
      expect(withdraw(own)).toMatchObject({ state: "not_captured", isWithdrawn: true, dueAt: undefined });
    }
    expect(withdraw(undefined)).toMatchObject({ request: { totalAmount: "0" }, authorizationId: "withdrawn K-1" });
    const own = record("not_captured", { isWithdrawn: true });
    expect(withdraw(own)).toBe(own);
  });

  test("of a key that may be captured, is held or is closed is refused, and so is one that has changed", () => {
    for (const own of [
      sent("queued"),
      heldByWorker(),
      record("captured"),
      record("rejected"),
      sent("parked", { question: "balance" }),
    ]) {
      refused(() => withdraw(own), "so that it cannot be withdrawn");
    }
    refused(() => withdraw(unsent("queued"), 7), "has changed");
    refused(() => withdraw(undefined, 1), "has changed");
    expect(withdraw(undefined, 0)).toMatchObject({ isWithdrawn: true });
  });
});

describe("an erasure", () => {
  const closed = record("captured", {
    recorded: "captured",
    request: { ...request, body: '{"invoiceId":"4711"}' },
    response: { httpStatus: 200, headers: {}, body: "" } as unknown as OnceRecord["response"],
    reason: "captured, decided by Åsa",
    finalization: { transactionId: "T-1" },
    history: [
      {
        at: 1,
        state: "parked",
        as: "captured",
        by: "Åsa",
        why: "seen",
        balance: { finalized: "60", differs: "refunded" },
      },
      { at: 2, state: "rejected", request: { ...request, body: '{"invoiceId":"4711"}' } },
    ],
  });

  test("removes bodies, responses, reasons and the words of people, and nothing else", () => {
    expect(erased(closed, now, 5)).toEqual({
      ...closed,
      isErased: true,
      request,
      response: undefined,
      reason: undefined,
      advice: undefined,
      history: [
        { at: 1, state: "parked", as: "captured", by: "Åsa", balance: { finalized: "60", differs: "" } },
        { at: 2, state: "rejected", request },
      ],
    });
    expect(erased(erased(closed, now, 5) as OnceRecord, now, 5)).toBeUndefined();
  });

  test("waits until a key is closed, recorded and past mayArriveUntil", () => {
    expect(erased({ ...closed, recorded: undefined }, now, 5)).toBeUndefined();
    expect(erased({ ...closed, state: "parked" }, now, 5)).toBeUndefined();
    expect(erased({ ...closed, mayArriveUntil: now }, now, 5)).toBeUndefined();
    expect(erased(closed, now, 0)).toBeUndefined();
  });
});
