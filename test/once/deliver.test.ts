/** What the delivery of a job does to its key: 60 of 100 SEK by PayPal, unless a row says otherwise. */
import type { OnceState } from "merchant-payments/once";
import { describe, expect, test } from "vitest";
import type { StoredRequest } from "../../src/once/entry.js";
import type { KnownRecords, OnceRecord, Terms } from "../../src/once/record.js";
import { delivered } from "../../src/once/rules/reserve.js";
import {
  decidedBy,
  HOUR,
  heldByWorker,
  known,
  MINUTE,
  other,
  partOnly,
  record,
  request,
  terms,
  unsent,
} from "./records.js";

interface Given {
  readonly others?: readonly OnceRecord[];
  readonly now?: number;
  readonly is?: Terms;
  readonly canCall?: boolean;
  readonly asks?: Partial<StoredRequest>;
  readonly more?: Partial<KnownRecords>;
}

function deliver(
  own: OnceRecord | undefined,
  { others = [], now = 0, is = terms, canCall = true, asks = {}, more }: Given = {},
) {
  const given = { key: "K-1", authorizationId: "A-1", request: { ...request, ...asks }, expiresAt: undefined };
  return delivered(known(own, now, others, more), given, { token: "mine", terms: is, canCall, openReason: "outage" });
}

const fifty = { totalAmount: "50.00" };
const history: OnceRecord["history"] = [
  { at: 0, state: "rejected", request },
  { at: 1, state: "rejected", late: { state: "unknown", finalization: {} } },
];
const replacedBy = (by?: string) => [
  { at: 7 * HOUR, state: "rejected" as const, by, request: { ...request, ...fifty } },
];

const unknown = record("unknown", { mayBeCaptured: true, dueAt: 5 });
const decided = record("queued", { mayBeCaptured: true, isMarked: true, dueAt: 5 });
const theirs = heldByWorker({ token: "theirs" });
const reworded = record("rejected", { request: { ...request, body: "{}" }, history });

describe("a delivery", () => {
  test("of a new key sends it, within a lease", () => {
    const times = { openSince: 1_000, firstSentAt: 1_000, lastSentAt: 1_000, mayArriveUntil: 31 * MINUTE + 1_000 };
    const sent = { state: "sending", token: "mine", isSent: true, attempts: 1, dueAt: 61_000 };
    expect(deliver(undefined, { now: 1_000 })).toMatchObject({ ...times, ...sent });
  });

  test.each<[string, OnceRecord, Given]>([
    ["a withdrawn key", record("not_captured", { isWithdrawn: true }), { asks: fifty }],
    ["an erased key", record("rejected", { isErased: true }), { asks: { body: "{}" } }],
    ["a key that is sending", theirs, {}],
    ["a captured key", record("captured", { recorded: "captured" }), {}],
    ["a rejected key that was sent", record("rejected", { recorded: "failed" }), {}],
    ["a rejected key in words that were replaced", reworded, {}],
    ["a queued key that is not due", unsent("queued", { dueAt: 5 }), { now: 4 }],
    ["an unknown key that is not due", unknown, { now: 4 }],
    ["a parked key", record("parked", { mayBeCaptured: true }), { now: HOUR }],
  ])("of %s changes nothing", (_, own, given) => {
    expect(deliver(own, given)).toBe(own);
  });

  test.each<[string, OnceRecord, Given, Partial<OnceRecord>]>([
    ["a queued key that is due", unsent("queued", { dueAt: 5 }), { now: 5 }, { state: "sending", token: "mine" }],
    ["an unknown key that is due", unknown, { now: 5 }, { state: "unknown", token: "mine" }],
    ["a lease that is over", theirs, { now: MINUTE }, { state: "unknown", token: undefined }],
    ["a decision that has not lapsed", decided, { now: 6, is: partOnly }, { state: "sending" }],
    ["a decision that has lapsed", decided, { now: 24 * HOUR }, { dueAt: undefined, isOverdue: true }],
  ])("of %s does what is due", (_, own, given, is) => {
    expect(deliver(own, given)).toMatchObject(is);
  });

  test("of a rejected key that was never sent sends it once nothing denies it any more, and clears `failed`", () => {
    const own = unsent("rejected", { recorded: "failed", closing: 1 });
    const captured = other("captured", { request: { ...request, authorizedAmount: "200" } });
    expect(deliver(own, { others: [captured] })).toBe(own);
    expect(deliver(own, { others: [captured], asks: { authorizedAmount: "200.00" } })).toMatchObject({
      state: "sending",
      request: { authorizedAmount: "200.00" },
      recorded: undefined,
    });
  });

  test("tells new facts of a queued key, unless a person gave its request or it may be captured", () => {
    const asks = { authorizedAmount: "70.00" };
    const factsOf = (more: Partial<OnceRecord>) =>
      deliver(unsent("queued", { dueAt: 0, ...more }), { asks, is: partOnly }).request.authorizedAmount;
    expect(factsOf({})).toBe("70.00");
    expect(deliver(unsent("queued", { dueAt: 0, expiresAt: HOUR })).expiresAt).toBe(HOUR);
    expect(factsOf({ isFromPerson: true })).toBe("100.00");
    expect(factsOf({ mayBeCaptured: true, isMarked: true })).toBe("100.00");
  });

  test("with other words, or another amount, replaces a rejected request, and keeps the old one in the history", () => {
    const own = record("rejected", { recorded: "failed", finalization: { transactionId: "T-1" } });
    for (const asks of [{ body: '{"invoiceId":"2"}' }, fifty]) {
      expect(deliver(own, { now: 9, asks })).toMatchObject({
        state: "sending",
        request: asks,
        recorded: undefined,
        finalization: {},
        openSince: 9,
        isFromPerson: false,
        history: [{ at: 9, state: "rejected", request }],
      });
    }
  });

  test.each<[string, OnceRecord]>([
    ["queued", unsent("queued")],
    ["sending", heldByWorker()],
    ["captured", record("captured")],
    ["not captured", record("not_captured")],
    ["parked as refused", record("parked", { question: "refused" })],
    ["rejected, and may be captured", record("rejected", { mayBeCaptured: true })],
    ["rejected, and erased", record("rejected", { isErased: true })],
    ["rejected, and given by a person", record("rejected", { isFromPerson: true })],
  ])("with another amount is refused where the key is %s", (_, own) => {
    expect(() => deliver(own, { asks: fifty })).toThrow("key stands for another request, which ");
  });

  test.each([
    ["a later delivery", undefined],
    ["Åsa", "Åsa"],
  ])("of a request that was replaced by %s is refused, also in other words", (name, by) => {
    const own = record("rejected", { history: replacedBy(by) });
    const rule = `this one was replaced by ${name} at 1970-01-01T07:00:00.000Z`;
    expect(() => deliver(own, { asks: { ...fifty, body: '{"invoiceId":"3"}' } })).toThrow(rule);
  });

  test("compares amounts as numbers, currencies as letters and orders as GUIDs", () => {
    const orderId = "{A08FF49B-6F77-4632-A16C-43069C43A8C3}";
    const own = unsent("queued", { dueAt: 0, request: { ...request, orderId } });
    const captured = other("captured", { request: { ...request, authorizedAmount: "100", currencyCode: "752" } });
    const asks = { orderId: "a08ff49b6f774632a16c43069c43a8c3", totalAmount: "60" };
    expect(deliver(own, { others: [captured], asks })).toMatchObject({
      state: "sending",
      request: { orderId, totalAmount: "60.00" },
    });
    expect(() => deliver(own, { asks: { orderId: "b08ff49b6f774632a16c43069c43a8c3" } })).toThrow("another request");
  });
});

describe("a reservation", () => {
  test.each<[OnceRecord, OnceState]>([
    [other("sending"), "queued"],
    [other("unknown"), "queued"],
    [other("pending"), "queued"],
    [other("parked"), "queued"],
    [other("queued", { mayBeCaptured: true }), "queued"],
    [other("queued"), "sending"],
    [other("rejected"), "sending"],
    [other("not_captured"), "sending"],
    [other("captured"), "sending"],
  ])("beside a key that is $state, mayBeCaptured $mayBeCaptured", (beside, state) => {
    const blockedBy = state === "queued" ? "K-0" : undefined;
    expect(deliver(undefined, { others: [beside] })).toMatchObject({ state, blockedBy, dueAt: MINUTE });
  });

  test("waits for a key that only a newer release can read", () => {
    expect(deliver(undefined, { more: { unreadable: "K-9" } })).toMatchObject({ state: "queued", blockedBy: "K-9" });
  });

  test("waits longer each time, and keeps the mark", () => {
    const own = record("queued", { mayBeCaptured: true, isMarked: true, dueAt: 0, pauses: 2 });
    const others = [other("parked")];
    expect(deliver(own, { others })).toMatchObject({ state: "queued", isMarked: true, pauses: 3, dueAt: 15 * MINUTE });
  });

  test.each<[string, Partial<StoredRequest>]>([
    ["amount", { authorizedAmount: "101.00" }],
    ["method", { paymentMethod: "swish" }],
    ["currency", { currencyCode: "NOK" }],
  ])("rejects another authorized %s than that of the captured keys, or parks what may be captured", (_, asks) => {
    const others = [other("captured")];
    expect(deliver(undefined, { others, asks })).toMatchObject({ state: "rejected", isSent: false, closing: 1 });
    const own = record("queued", { mayBeCaptured: true, isMarked: true, dueAt: 0, request: { ...request, ...asks } });
    expect(deliver(own, { others, asks })).toMatchObject({ state: "parked", question: "facts", isMarked: false });
  });

  test("does not believe the facts of a key that waits", () => {
    const others = [unsent("queued", { key: "K-0", request: { ...request, authorizedAmount: "60.00" } })];
    expect(deliver(undefined, { others })).toMatchObject({ state: "sending", request: { authorizedAmount: "100.00" } });
  });

  const card = { paymentMethod: "card" } as const;
  const ofCard = { request: { ...request, ...card } };
  const noMore = other("captured", { finalization: { canFinalizeAgain: false } });
  const otherFacts = "its paymentMethod, authorizedAmount or currencyCode differs from those of K-0";
  const cardBy = (as: Parameters<typeof decidedBy>[0]) => other("captured", { ...ofCard, history: decidedBy(as) });
  test.each<[string, OnceRecord, Partial<StoredRequest>, OnceState]>([
    ["a card that was captured", other("captured", ofCard), card, "rejected"],
    ["a card that a person decided captured", cardBy("captured"), card, "sending"],
    ["a card whose capture was adopted", cardBy("adopted"), card, "sending"],
    ["a card whose captured key was corrected", cardBy("corrected"), card, "rejected"],
    ["PayPal after its last capture", noMore, {}, "rejected"],
    ["PayPal after a part", other("captured", { finalization: { canFinalizeAgain: true } }), {}, "sending"],
  ])("of %s", (_, captured, asks, state) => {
    expect(deliver(undefined, { others: [captured], asks })).toMatchObject({ state });
  });

  test.each<[string, Given, OnceRecord?]>([
    ["waits for K-0 of the same authorization", { others: [other("unknown")] }],
    [
      "K-0 has captured 60.00 of this authorization, and card is captured once",
      { others: [cardBy("corrected")], asks: card },
    ],
    ["K-0 has captured 60.00 of this authorization, and the service accepts no further capture", { others: [noMore] }],
    ["the circuit breaker is open: outage", { canCall: false }],
    [`${otherFacts}: card, 100.00 SEK`, { others: [cardBy("captured")] }],
    [`${otherFacts}: card, 100.00 SEK`, { others: [cardBy("captured")] }, { ...decided, dueAt: 0 }],
  ])("says that %s", (reason, given, own) => {
    expect(deliver(own, given).reason).toBe(reason);
  });

  test("queues a key that the circuit breaker does not admit", () => {
    expect(deliver(undefined, { canCall: false })).toMatchObject({ state: "queued", dueAt: MINUTE, isSent: false });
  });

  test("of a marked key that may be captured resolves it, where the service cannot accept it twice", () => {
    const own = record("queued", { mayBeCaptured: true, isMarked: true, dueAt: 0, finalizedBefore: "1" });
    const others = [other("captured")];
    expect(deliver(own, { others })).toMatchObject({
      state: "unknown",
      token: "mine",
      isMarked: true,
      finalizedBefore: "60.00",
    });
    expect(deliver(own, { others, is: partOnly })).toMatchObject({ state: "sending", isMarked: true });
    const more = [
      other("captured", { finalization: { totalAmountFinalized: "60", amountRemainingForFinalize: "41" } }),
    ];
    expect(deliver(own, { others: more })).toMatchObject({ state: "sending" });
  });
});
