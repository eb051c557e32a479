/** When a request may take a key: 60 of 100 SEK by PayPal, unless a row says otherwise. */
import type { OnceHistoryEntry, OnceState, StoredFacts, StoredRequest } from "merchant-payments/once";
import { describe, expect, test } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import { delivered, takenOver } from "../../src/once/rules/reserve.js";
import type { Terms } from "../../src/once/rules/transition.js";
import { HOUR, heldByWorker, known, MINUTE, partOnly, record, request, terms } from "./records.js";

const asked = { key: "K-1", authorizationId: "A-1", request };
const asking = (more: Partial<StoredRequest>) => ({ ...asked, request: { ...request, ...more } });
const other = (state: OnceState, more: Partial<OnceRecord> = {}) => record(state, { key: "K-0", ...more });
const byPerson = [{ at: 0, state: "parked" as const, by: "Åsa", why: "seen" }];

interface Given {
  readonly others?: readonly OnceRecord[];
  readonly now?: number;
  readonly is?: Terms;
  readonly asks?: Partial<StoredRequest>;
}
const deliver = (own: OnceRecord | undefined, { others = [], now = 0, is = terms, asks = {} }: Given = {}) =>
  delivered(known(own, now, others), asking(asks), "mine", is);

describe("a new key", () => {
  test("is sent, within a lease", () => {
    expect(deliver(undefined, { now: 1_000 })).toEqual({
      ...record("sending", { version: 0, waitsFor: "delivery" }),
      stateSince: 1_000,
      openSince: 1_000,
      factsAt: 1_000,
      firstSentAt: 1_000,
      lastSentAt: 1_000,
      token: "mine",
      dueAt: 61_000,
      mayArriveUntil: 31 * MINUTE + 1_000,
    });
  });

  test.each<[OnceRecord, "sending" | "blocked"]>([
    [other("sending"), "blocked"],
    [other("unknown"), "blocked"],
    [other("pending"), "blocked"],
    [other("parked"), "blocked"],
    [other("conflict"), "blocked"],
    [other("retryable", { mayBeCaptured: true }), "blocked"],
    [other("blocked", { mayBeCaptured: true }), "blocked"],
    [other("retryable"), "sending"],
    [other("blocked"), "sending"],
    [other("rejected"), "sending"],
    [other("not_captured"), "sending"],
    [other("captured"), "sending"],
  ])(
    "is sent or waits beside a key of its authorization that is $state, mayBeCaptured $mayBeCaptured",
    (beside, state) => {
      const blocked = {
        blockedBy: "K-0",
        reason: "waits for K-0 of the same authorization",
        attempts: 0,
        isSent: false,
        dueAt: undefined,
      };
      expect(deliver(undefined, { others: [beside] })).toMatchObject({
        state,
        ...(state === "blocked" ? blocked : { attempts: 1, isSent: true }),
      });
    },
  );

  test("has the exact sum of the other captures as finalizedBefore", () => {
    const tenth = { ...request, totalAmount: "0.10" };
    const others = Array.from({ length: 12 }, () => other("captured", { request: tenth }));
    expect(deliver(undefined, { others: [...others, other("rejected")] })).toMatchObject({
      finalizedBefore: "1.20",
      isFinalizedBeforeCertain: true,
    });
  });

  const sentBehind = { at: 5, state: "blocked", by: "Åsa", why: "seen" } as const;
  test.each<[string, boolean, OnceHistoryEntry]>([
    ["a person's decision", false, { ...sentBehind, at: 6, state: "parked" }],
    ["a person's decision of the moment when it was sent", false, { ...sentBehind, state: "sending" }],
    [
      "a person's decision to send it by a balance",
      false,
      { ...sentBehind, balance: { finalized: "0", pending: "0" } },
    ],
    ["a person's correction", false, { ...sentBehind, request }],
    ["a person's wish to send it after the key ahead", true, sentBehind],
    ["a late response", true, { at: 6, state: "sending", late: { state: "captured", finalization: {} } }],
  ])("has a certain finalizedBefore with %s in it: %s", (_what, isFinalizedBeforeCertain, entry) => {
    const others = [other("captured", { lastSentAt: 5, history: [entry] })];
    expect(deliver(undefined, { others })).toMatchObject({ isFinalizedBeforeCertain });
  });
});

describe("the facts of an authorization", () => {
  const eighty = { ...request, authorizedAmount: "80.00" };
  const reason =
    "its paymentMethod, authorizedAmount or currencyCode differs from those of its authorization's other keys: paypal, 80.00 SEK";

  test.each<[OnceRecord, OnceState]>([
    [other("captured", { request: eighty }), "rejected"],
    [other("rejected", { request: eighty, mayBeCaptured: true }), "rejected"],
    [other("rejected", { request: eighty }), "sending"],
    [other("blocked", { request: eighty }), "sending"],
    [other("retryable", { request: eighty }), "sending"],
    [other("not_captured", { request: eighty }), "sending"],
  ])("are those of a key that is $state, mayBeCaptured $mayBeCaptured, or of the new key", (beside, state) => {
    expect(deliver(undefined, { others: [beside] })).toMatchObject({
      state,
      ...(state === "rejected" && { reason, attempts: 0, isSent: false }),
    });
  });

  test("park a key that may be captured if they differ from its own", () => {
    const own = record("retryable", { mayBeCaptured: true, decidedAt: 0 });
    expect(deliver(own, { others: [other("captured", { request: eighty })] })).toMatchObject({ state: "parked" });
  });

  test("are the newest where a correction made them differ", () => {
    const older = other("captured", { request: eighty, factsAt: 1 });
    const newer = other("captured", { key: "K-2", factsAt: 2 });
    expect(deliver(undefined, { others: [older, newer] })).toMatchObject({ state: "sending" });
    expect(deliver(undefined, { others: [newer, { ...older, factsAt: 3 }] })).toMatchObject({
      state: "rejected",
      reason,
    });
  });

  test.each([{ currencyCode: "EUR" }, { currencyCode: "978" }, { currencyCode: "XXX" }])(
    "are not the same in another currency: %o",
    (written) => {
      const others = [other("captured", { request: { ...request, ...written } })];
      expect(deliver(undefined, { others })).toMatchObject({ state: "rejected" });
    },
  );

  test.each([{ authorizedAmount: "100" }, { currencyCode: "752" }])(
    "are the same although they are written in another way: %o",
    (written) => {
      const others = [other("captured", { request: { ...request, ...written } })];
      expect(deliver(undefined, { others })).toMatchObject({ state: "sending" });
    },
  );

  test("of the delivery count for a key that cannot be captured and was not given by a person", () => {
    const asks = { authorizedAmount: "60.00", orderId: undefined };
    const after = deliver(record("retryable"), { now: 5, asks });
    expect(after).toMatchObject({ state: "sending", factsAt: 5, request: { authorizedAmount: "60.00" } });
  });

  test.each([{ isFromPerson: true }, { mayBeCaptured: true, decidedAt: 0 }])(
    "of the delivery do not count for a key with %o",
    (flags) => {
      const after = deliver(record("retryable", flags), { now: 5, asks: { authorizedAmount: "60.00" } });
      expect(after).toMatchObject({ state: "sending", factsAt: 0, request: { authorizedAmount: "100.00" } });
    },
  );

  test("that two keys tell differently do not let the second capture the first amount again", () => {
    // K-1 asks for 60 of 100, and its response was lost. Judged by 60, that would be the whole authorization.
    const first = record("unknown", { key: "K-1", mayBeCaptured: true, dueAt: 0 });
    const second = other("blocked", { request: { ...request, authorizedAmount: "60.00" }, factsAt: 9 });
    const is = {
      ...terms,
      isResolvable: (_: StoredRequest, facts: StoredFacts) => facts.authorizedAmount === "60.00",
    };
    expect(takenOver(known(first, MINUTE, [second]), "mine", is)).toMatchObject({ state: "parked" });
  });

  test("are the newest ones, and not its own, when it is judged whether a key can be sent again", () => {
    // A person has corrected the other key's facts: 60 is not the whole authorization.
    const own = record("unknown", { request: { ...request, authorizedAmount: "60.00" }, finalizedBefore: "40.00" });
    const corrected = other("captured", { request: { ...request, totalAmount: "40.00" }, factsAt: 9 });
    const is = { ...terms, isResolvable: (_: StoredRequest, facts: StoredFacts) => facts.authorizedAmount === "60.00" };
    expect(takenOver(known({ ...own, dueAt: 0 }, MINUTE, [corrected]), "mine", is)).toMatchObject({ state: "parked" });
  });

  test("do not let a key be sent again once a response has shown more than they say", () => {
    const told = { totalAmountFinalized: "40.00", amountRemainingForFinalize: "60.01" };
    const due = record("unknown", { mayBeCaptured: true, dueAt: 0 });
    expect(takenOver(known({ ...due, finalization: told }, 5), "mine", terms)).toMatchObject({ state: "parked" });
    const same = { ...told, amountRemainingForFinalize: "60.00" };
    expect(takenOver(known({ ...due, finalization: same }, 5), "mine", terms)).toMatchObject({ token: "mine" });
    const late = { at: 3, state: "unknown", late: { state: "unknown", finalization: told } } as const;
    const history = [...byPerson, late];
    expect(takenOver(known({ ...due, history }, 5), "mine", terms)).toMatchObject({ state: "parked" });
    expect(takenOver(known({ ...due, history: byPerson }, 5), "mine", terms)).toMatchObject({ token: "mine" });
    const beside = other("captured", { finalization: told });
    const counted = { ...due, finalizedBefore: "60.00" };
    expect(takenOver(known(counted, 5, [beside]), "mine", terms)).toMatchObject({ state: "parked" });
  });
});

describe("a key of an authorization that is captured in full", () => {
  const card = { ...request, paymentMethod: "card" as const };
  const service = { transactionId: "T-0" };
  const last = { ...service, canFinalizeAgain: false };

  const reasons = {
    card: "K-0 has captured 60.00 of this authorization, and a card is captured once",
    invoice: "K-0 has captured 60.00 of this authorization, and what invoice pays is captured in full only",
    paypal: "K-0 has captured 60.00 of this authorization, and the service accepts no further capture",
  };

  test.each<[string, OnceRecord, Partial<StoredRequest>, OnceState]>([
    ["a card's, captured", other("captured", { request: card, finalization: service }), card, "rejected"],
    [
      "an invoice, captured",
      other("captured", { request: { ...card, paymentMethod: "invoice" }, finalization: service }),
      { paymentMethod: "invoice" },
      "rejected",
    ],
    ["PayPal, the service takes no more", other("captured", { finalization: last }), {}, "rejected"],
    ["PayPal, the service takes more", other("captured", { finalization: service }), {}, "sending"],
    [
      "a card's, captured by a person's decision",
      other("captured", { request: card, finalization: service, history: byPerson }),
      card,
      "sending",
    ],
    ["PayPal, by a person's decision", other("captured", { finalization: last, history: byPerson }), {}, "sending"],
    ["a card's, proven without its own success", other("captured", { request: card }), card, "sending"],
    ["a card's, rejected", other("rejected", { request: card, finalization: last }), card, "sending"],
  ])("is rejected unsent or sent: %s", (_what, beside, asks, state) => {
    expect(deliver(undefined, { others: [beside], asks })).toMatchObject({
      state,
      ...(state === "rejected" && {
        attempts: 0,
        reason: reasons[(asks.paymentMethod ?? "paypal") as keyof typeof reasons],
      }),
    });
  });

  test("is sent if it was sent before", () => {
    const others = [other("captured", { finalization: last })];
    expect(deliver(record("retryable"), { others })).toMatchObject({ state: "sending" });
  });

  test("is judged anew when it is delivered again", () => {
    const unsent = record("rejected", { isSent: false, attempts: 0 });
    expect(deliver(unsent, { others: [other("captured", { finalization: last })] })).toMatchObject({
      state: "rejected",
    });
    expect(deliver(unsent, { others: [other("not_captured")] })).toMatchObject({ state: "sending", isSent: true });
  });
});

const invoiced = { body: '{"invoiceId":"INV-2"}' };
const fifty = { totalAmount: "50.00" };
const replacedBy = (by?: string) => [{ at: 5, state: "rejected" as const, by, request: { ...request, ...fifty } }];

describe("a delivery with the same effect", () => {
  test.each<[string, Partial<StoredRequest>]>([
    ["in the same words", {}],
    ["with zeros at the end of its amount", { totalAmount: "60.0000" }],
    ["with the currency as a number", { currencyCode: "752" }],
    ["with another invoice", invoiced],
    ["with an order where the stored request has none", { orderId: "7B2F0E1C-0000-4000-8000-000000000001" }],
  ])("%s sends the stored request", (_what, asks) => {
    expect(deliver(record("blocked"), { asks })).toMatchObject({
      state: "sending",
      request: { totalAmount: "60.00", body: "" },
      history: [],
    });
  });

  test.each([
    "7B2F0E1C-0000-4000-8000-00000000000A",
    "7b2f0e1c00004000800000000000000a",
    "{7b2f0e1c-0000-4000-8000-00000000000a}",
  ])("names its order in any form of a GUID: %s", (orderId) => {
    const own = record("blocked", { request: { ...request, orderId: "7b2f0e1c-0000-4000-8000-00000000000a" } });
    expect(deliver(own, { asks: { orderId } })).toMatchObject({ state: "sending" });
    expect(() => deliver(own, { asks: { orderId: "7B2F0E1C-0000-4000-8000-00000000000B" } })).toThrow(
      "another request",
    );
  });

  test("that names no order sends the stored request with its order", () => {
    const orderId = "7b2f0e1c-0000-4000-8000-00000000000a";
    const own = record("blocked", { request: { ...request, orderId } });
    expect(deliver(own)).toMatchObject({ state: "sending", request: { orderId } });
  });

  test("and new words replaces a rejected request", () => {
    const late = [{ at: 1, state: "rejected" as const, why: "a late response" }];
    const own = record("rejected", { rejections: 2, history: late });
    expect(deliver(own, { now: 5, asks: invoiced })).toMatchObject({
      state: "sending",
      request: invoiced,
      openSince: 5,
      rejections: 0,
      history: [...late, { at: 5, state: "rejected", request: { body: "" } }],
    });
  });

  test.each<[string, OnceRecord]>([
    ["the words are the stored ones", record("rejected", { request: { ...request, ...invoiced } })],
    [
      "the words are in the history",
      record("rejected", { history: [{ at: 1, state: "rejected", request: { ...request, ...invoiced } }] }),
    ],
    ["it may be captured", record("rejected", { mayBeCaptured: true })],
    ["a person gave the request", record("rejected", { isFromPerson: true })],
    ["it is erased", record("rejected", { isErased: true })],
    ["it is not rejected", record("not_captured")],
  ])("and new words replaces nothing if %s", (_what, own) => {
    expect(deliver(own, { asks: invoiced })).toBe(own);
  });

  test.each([
    record("blocked", { blockedBy: "K-0" }),
    record("retryable"),
    record("retryable", { mayBeCaptured: true, decidedAt: 0 }),
    record("blocked", { isFromPerson: true, decidedAt: 0 }),
    record("rejected", { isSent: false }),
  ])("reserves a key that is $state, mayBeCaptured $mayBeCaptured, isSent $isSent", (own) => {
    const after = deliver(own);
    const { mayBeCaptured, decidedAt } = own;
    expect(after).toMatchObject({ state: "sending", token: "mine", attempts: 2, isSent: true, mayBeCaptured });
    expect([after.blockedBy, after.decidedAt]).toEqual([undefined, decidedAt]);
  });

  test("does not send a key that may be captured once the decision on it has lapsed", () => {
    const own = record("retryable", { mayBeCaptured: true, decidedAt: 0, isOverdue: true });
    expect(deliver(own, { now: 24 * HOUR - 1 })).toMatchObject({ state: "sending" });
    expect(deliver(own, { now: 24 * HOUR })).toBe(own);
  });

  test.each<[string, OnceRecord]>([
    ["held by a worker", heldByWorker({ token: "other" })],
    ["reserved already by this attempt", heldByWorker()],
    ["not due", record("unknown", { mayBeCaptured: true, dueAt: 1 })],
    ["pending, and not due", record("pending", { mayBeCaptured: true, dueAt: 1 })],
    ["captured", record("captured", { isBooked: true })],
    ["captured, and not to be booked yet", record("captured", { dueAt: 1 })],
    ["rejected", record("rejected")],
    ["not captured", record("not_captured")],
    ["not captured by a person's decision, and never sent", record("not_captured", { isSent: false })],
    ["captured, and never sent by Once", record("captured", { isSent: false, isBooked: true })],
    ["parked", record("parked")],
    ["in conflict", record("conflict")],
    ["erased", record("captured", { isBooked: true, isErased: true })],
  ])("is told how a key stands that is %s", (_what, own) => {
    expect(deliver(own)).toBe(own);
  });
});

describe("a delivery with another effect", () => {
  const others = { ...asked, authorizationId: "A-2", request: { ...request, ...fifty } };

  test("takes a rejected key that cannot be captured", () => {
    expect(delivered(known(record("rejected", { rejections: 2 }), 5), others, "mine", terms)).toMatchObject({
      state: "sending",
      authorizationId: "A-2",
      request: fifty,
      isFromPerson: false,
      rejections: 0,
      history: [{ at: 5, state: "rejected", request: { totalAmount: "60.00" } }],
    });
  });

  test.each([
    record("retryable"),
    record("blocked"),
    heldByWorker(),
    record("unknown", { mayBeCaptured: true }),
    record("pending", { mayBeCaptured: true }),
    record("captured"),
    record("not_captured"),
    record("parked", { history: byPerson }),
    record("conflict"),
    record("rejected", { mayBeCaptured: true }),
    record("rejected", { isFromPerson: true }),
    record("rejected", { isErased: true }),
  ])("is invalid for a key that is $state, isFromPerson $isFromPerson, isErased $isErased", (own) => {
    expect(() => delivered(known(own, 5), others, "another", terms)).toThrow(
      `stands for another request, which is ${own.state}`,
    );
  });

  test.each([
    ["a later delivery", undefined],
    ["Åsa", "Åsa"],
  ])("that was replaced by %s is invalid, and says since when", (who, by) => {
    const own = record("rejected", { history: replacedBy(by) });
    expect(() => deliver(own, { asks: fifty })).toThrow(
      `stands for another request: this one was replaced by ${who} at 1970-01-01T00:00:00.005Z`,
    );
  });

  test("that was corrected, and corrected back, is the current request", () => {
    const own = record("retryable", {
      history: [...replacedBy("Åsa"), { at: 6, state: "retryable", by: "Åsa", request }],
    });
    expect(deliver(own)).toMatchObject({ state: "sending" });
  });

  test("that a person corrected does not come back with another invoice", () => {
    const own = record("retryable", { isFromPerson: true, decidedAt: 0, history: replacedBy("Åsa") });
    expect(() => deliver(own, { asks: { ...fifty, ...invoiced } })).toThrow("this one was replaced by Åsa");
  });

  test("on another transaction is another request, though its amount is the same", () => {
    const asks = { transactionId: "202601150000000002" };
    expect(() => deliver(record("blocked"), { asks })).toThrow("stands for another request, which is blocked");
  });

  test("that is older and was never seen does not replace an unsent one", () => {
    expect(() => deliver(record("blocked"), { asks: fifty })).toThrow("stands for another request, which is blocked");
  });
});

describe("what is due is taken over:", () => {
  test.each<[string, OnceRecord, Terms, Partial<OnceRecord>]>([
    [
      "its worker died",
      heldByWorker({ token: "dead" }),
      terms,
      {
        state: "unknown",
        mayBeCaptured: true,
        dueAt: 2 * MINUTE,
        reason: "the worker that sent it did not report back",
      },
    ],
    [
      "its worker died, a partial capture",
      heldByWorker({ token: "dead" }),
      partOnly,
      { state: "parked", mayBeCaptured: true },
    ],
    [
      "its worker died, sending by a decision",
      heldByWorker({ token: "dead", decidedAt: 0 }),
      partOnly,
      { state: "parked" },
    ],
    [
      "unknown",
      record("unknown", { dueAt: MINUTE }),
      terms,
      { state: "unknown", token: "mine", attempts: 2, dueAt: 2 * MINUTE },
    ],
    [
      "pending",
      record("pending", { dueAt: 1 }),
      terms,
      { state: "pending", token: "mine", dueAt: 2 * MINUTE, mayArriveUntil: 32 * MINUTE },
    ],
    [
      "the worker that asked died",
      record("unknown", { token: "dead", dueAt: 1 }),
      terms,
      { state: "unknown", token: "mine", dueAt: 2 * MINUTE },
    ],
    ["unknown, and not eligible any more", record("unknown", { dueAt: 1 }), partOnly, { state: "parked" }],
    ["pending, and not eligible any more", record("pending", { dueAt: 1 }), partOnly, { state: "pending" }],
    [
      "captured, and to be booked",
      record("captured", { dueAt: 1 }),
      terms,
      { state: "captured", version: 1, dueAt: 1 },
    ],
    [
      "a decision",
      record("retryable", { decidedAt: 0, dueAt: 1 }),
      terms,
      { state: "sending", decidedAt: 0, token: "mine", dueAt: 2 * MINUTE },
    ],
    [
      "a decision on a key that may be captured",
      record("retryable", { mayBeCaptured: true, decidedAt: 0, dueAt: 1 }),
      terms,
      { state: "sending", token: "mine", dueAt: 2 * MINUTE },
    ],
    [
      "a decision on a key that waited",
      record("blocked", { decidedAt: 0, dueAt: 1 }),
      terms,
      { state: "sending", token: "mine", dueAt: 2 * MINUTE },
    ],
  ])("%s", (_what, own, is, expected) => {
    const taken = takenOver(known(own, MINUTE), "mine", is);
    expect(taken).toMatchObject(expected);
    expect([taken.token, taken.dueAt]).toEqual([expected.token, expected.dueAt]);
  });

  test("a decision behind another key, later", () => {
    const own = record("retryable", { decidedAt: 0, dueAt: 0 });
    expect(takenOver(known(own, MINUTE, [other("pending")]), "mine", terms)).toMatchObject({
      state: "blocked",
      blockedBy: "K-0",
      decidedAt: 0,
      dueAt: 2 * MINUTE,
    });
  });

  test("nothing that another capture has disturbed is sent again", () => {
    const own = record("unknown", { dueAt: 0 });
    expect(takenOver(known(own, 5, [other("captured")]), "mine", terms)).toMatchObject({ state: "parked" });
  });

  test("not twice, although the response to the first commit was lost", () => {
    const taken = takenOver(known(record("unknown", { dueAt: 0 })), "mine", terms);
    expect(takenOver(known(taken, 2 * MINUTE), "mine", terms)).toBe(taken);
  });

  test("nothing that is not due", () => {
    for (const own of [record("parked"), record("unknown", { dueAt: 6 }), heldByWorker({ token: "other" })]) {
      expect(takenOver(known(own, 5), "mine", terms)).toBe(own);
    }
  });
});

describe("a key that is not closed after a day waits for a person:", () => {
  test.each<[OnceRecord, Partial<OnceRecord>]>([
    [record("retryable"), { dueAt: undefined }],
    [record("blocked", { blockedBy: "K-0" }), { dueAt: undefined, blockedBy: "K-0" }],
    [record("retryable", { mayBeCaptured: true, decidedAt: 0 }), { dueAt: undefined }],
    [record("unknown", { mayBeCaptured: true }), { token: "mine", dueAt: 24 * HOUR + MINUTE }],
    [record("pending", { mayBeCaptured: true }), { token: "mine", dueAt: 24 * HOUR + MINUTE }],
    [record("captured"), { dueAt: 24 * HOUR }],
    [record("retryable", { decidedAt: 0 }), { token: "mine", state: "sending", dueAt: 24 * HOUR + MINUTE }],
  ])("$state, mayBeCaptured $mayBeCaptured, decidedAt $decidedAt", (own, expected) => {
    const due = { ...own, dueAt: 24 * HOUR };
    const after = takenOver(known(due, 24 * HOUR), "mine", terms);
    expect(after).toMatchObject({ isOverdue: true, ...expected });
    expect([after.dueAt, after.token]).toEqual([expected.dueAt, expected.token]);
  });

  test("none before", () => {
    const due = record("captured", { dueAt: 24 * HOUR - 1 });
    expect(takenOver(known(due, 24 * HOUR - 1), "mine", terms)).toBe(due);
  });
});

describe("while no call may be made", () => {
  const offline = (own: OnceRecord, now = MINUTE, is = terms) => takenOver(known(own, now), "mine", is, false);

  test("an expired lease is taken over", () => {
    expect(offline(heldByWorker({ token: "dead" }))).toMatchObject({ state: "unknown", dueAt: 2 * MINUTE });
    expect(offline(heldByWorker({ token: "dead" }), MINUTE, partOnly)).toMatchObject({ state: "parked" });
  });

  test("an expired token is cleared of a key that was sent again", () => {
    const after = offline(record("unknown", { token: "dead", dueAt: 1 }));
    expect(after).toMatchObject({ state: "unknown", dueAt: 1 });
    expect(after.token).toBeUndefined();
  });

  test("a key that cannot be sent again is parked", () => {
    expect(offline(record("unknown", { dueAt: 1 }), MINUTE, partOnly)).toMatchObject({ state: "parked" });
  });

  test.each([
    record("unknown", { dueAt: 1 }),
    record("pending", { dueAt: 1 }),
    record("retryable", { decidedAt: 0, dueAt: 1 }),
  ])("a key that is $state stays as it is, and is a person's after a day", (own) => {
    expect(offline(own)).toBe(own);
    const after = offline(own, 24 * HOUR);
    expect(after).toEqual({ ...own, isOverdue: true });
    expect(offline(after, 25 * HOUR)).toBe(after);
  });
});
