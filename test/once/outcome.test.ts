/** How an outcome that a worker has found changes a key, in time and late: 60 of 100 SEK by PayPal, unless a row says otherwise. */
import { Decimal, type PaymentError } from "merchant-payments";
import type { OnceState } from "merchant-payments/once";
import { paymentError } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import type { StoredFinalization } from "../../src/once/entry.js";
import type { KnownRecords, OnceRecord, Terms } from "../../src/once/record.js";
import { type AttemptOutcome, withOutcome } from "../../src/once/rules/outcome.js";
import { withOwner } from "../../src/once/rules/owner.js";
import type { Attempt } from "../../src/once/rules/verdict.js";
import { decidedBy, HOUR, heldByWorker, known, MINUTE, other, partOnly, record, request, terms } from "./records.js";

/** The figures of a response: finalized, pending and remaining. */
function figures(finalized?: string, pending?: string, remaining?: string) {
  const named = {
    totalAmountFinalized: finalized,
    totalAmountPendingFinalization: pending,
    amountRemainingForFinalize: remaining,
  };
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, text]) => (text === undefined ? [] : [[name, new Decimal(text)]])),
  );
}

interface Given {
  readonly is?: Terms;
  readonly others?: readonly OnceRecord[];
  readonly now?: number;
  readonly more?: Partial<KnownRecords>;
  readonly outcome?: Partial<AttemptOutcome>;
  readonly token?: string;
}

/** Ends an attempt of the record, with what the service said. */
function end(
  own: OnceRecord,
  said: Omit<Attempt, "sent" | "reported"> & Partial<Attempt>,
  given: Given = {},
): OnceRecord {
  const { is = terms, others = [], now = 5, more, outcome, token = "mine" } = given;
  const attempt = { sent: own, reported: {}, ...said };
  const neighbours = { areWell: true, pass: true };
  const found = { attempt, finalization: { transactionId: "T-1" }, reason: "because", neighbours, ...outcome };
  return withOutcome(known(own, now, others, more), token, found, is);
}

const rejected = (statusKey: string, more: object = {}): PaymentError =>
  paymentError("service_error", { statusKey, ...more });
const notSent = paymentError("connection", { outcome: "not_sent" });
const invalid = paymentError("invalid_input");
const lost = paymentError("timeout");
const unauthorized = rejected("HTTP_401", { httpStatus: 401 });
const maybe = { mayBeCaptured: true };
const marked = heldByWorker({ ...maybe, isMarked: true });
const resolving = heldByWorker({ ...maybe, state: "unknown" });
const markedToResolve: OnceRecord = { ...resolving, isMarked: true };
const success = (finalized?: string, pending?: string) => ({ isPending: false, reported: figures(finalized, pending) });

describe("an outcome", () => {
  test.each<[string, OnceRecord, Partial<Attempt>, Given, Partial<OnceRecord>]>([
    [
      "invalid",
      heldByWorker(),
      { error: invalid },
      {},
      { state: "queued", mayBeCaptured: false, dueAt: MINUTE + 5, pauses: 1 },
    ],
    ["not sent", heldByWorker(), { error: notSent }, {}, { state: "queued", isSent: true, attempts: 1 }],
    [
      "not sent, of a marked key",
      marked,
      { error: notSent },
      {},
      { state: "queued", isMarked: true, mayBeCaptured: true },
    ],
    ["not sent, of a key that may be captured", resolving, { error: notSent }, {}, { state: "unknown" }],
    [
      "as done, with proof",
      heldByWorker(),
      { error: rejected("PAYMENT_COMPLETED"), reported: figures("0", "0", "50") },
      {},
      { state: "rejected", advice: expect.stringContaining("It was not captured") },
    ],
    [
      "as too much, with proof by the sum",
      heldByWorker(),
      { error: rejected("FINALIZE_AMT_EXCEEDED"), reported: figures("60", "0", "40") },
      { others: [other("captured")] },
      { state: "rejected" },
    ],
    [
      "with zeros, which prove nothing",
      heldByWorker(),
      { error: rejected("PAYMENT_COMPLETED"), reported: figures("0", "0", "0") },
      {},
      { state: "parked", mayBeCaptured: true },
    ],
    [
      "as annulled, with zeros",
      heldByWorker(),
      { error: rejected("PAYMENT_ANNULLED"), reported: figures("0", "0", "0") },
      {},
      { state: "parked", question: "balance" },
    ],
    [
      "with proof, but a decision in the sum",
      heldByWorker(),
      { error: rejected("FINALIZE_AMT_EXCEEDED"), reported: figures("60", "0", "40") },
      { others: [other("captured", { history: decidedBy("captured") })] },
      { state: "parked" },
    ],
    [
      "with proof, of a key that may be captured",
      marked,
      { error: rejected("FINALIZE_AMT_EXCEEDED"), reported: figures("0", "0", "50") },
      {},
      { state: "parked" },
    ],
    [
      "a success",
      heldByWorker(),
      success("60", "0"),
      {},
      {
        state: "captured",
        mayBeCaptured: false,
        reason: undefined,
        closing: 1,
        finalization: { transactionId: "T-1" },
      },
    ],
    ["a success of a marked key", marked, success("60", "0"), {}, { state: "captured", mayBeCaptured: true }],
    [
      "a success whose sum has changed meanwhile",
      heldByWorker(),
      success("120", "0"),
      { others: [other("captured")] },
      { state: "parked", question: "balance" },
    ],
    [
      "a success with the id of another key",
      heldByWorker(),
      success("60", "0"),
      { more: { sameCapture: "K-9" } },
      { state: "parked", question: "more_captured", finalization: {} },
    ],
    [
      "PENDING",
      heldByWorker(),
      { isPending: true, reported: figures("0", "60") },
      {},
      { state: "pending", mayBeCaptured: true, dueAt: HOUR + 5 },
    ],
    [
      "PENDING, where a person is asked within the hour",
      heldByWorker(),
      { isPending: true, reported: figures("0", "60") },
      { is: { ...terms, personAfterMs: 20 * MINUTE } },
      { state: "pending", dueAt: 20 * MINUTE + 5 },
    ],
    [
      "PENDING, and not resolvable",
      heldByWorker(),
      { isPending: true, reported: figures("0", "60") },
      { is: partOnly },
      { state: "pending", dueAt: undefined },
    ],
    [
      "PENDING of a marked key, which ends the mark",
      marked,
      { isPending: true, reported: figures("0", "60") },
      {},
      { state: "pending", isMarked: false },
    ],
    [
      "as annulled after another part",
      heldByWorker({ finalizedBefore: "60.00" }),
      { error: rejected("PAYMENT_ANNULLED"), reported: figures("60", "0") },
      { others: [other("captured")] },
      { state: "not_captured", mayBeCaptured: false },
    ],
    ["more than this key", heldByWorker(), success("61", "0"), {}, { state: "parked", question: "more_captured" }],
    [
      "a rejection with more than this key",
      heldByWorker(),
      { error: rejected("ORDER_NOT_FOUND"), reported: figures("61") },
      {},
      { state: "parked", question: "more_captured" },
    ],
    [
      "for the merchant",
      heldByWorker({ rejections: 1 }),
      { error: unauthorized },
      {},
      { state: "queued", rejections: 2 },
    ],
    ["for the merchant, of a marked key", marked, { error: unauthorized }, {}, { state: "queued", isMarked: true }],
    [
      "for the merchant, the third time",
      heldByWorker({ rejections: 2 }),
      { error: unauthorized },
      {},
      { state: "parked", question: "refused", mayBeCaptured: false },
    ],
    [
      "for the merchant, while the others fail too",
      heldByWorker({ rejections: 2 }),
      { error: unauthorized },
      { outcome: { neighbours: { areWell: true, pass: false } } },
      { state: "queued", rejections: 2 },
    ],
    ["for the merchant, of a key that may be captured", resolving, { error: unauthorized }, {}, { state: "unknown" }],
    [
      "any other rejection",
      heldByWorker(),
      { error: rejected("ORDER_NOT_FOUND") },
      {},
      { state: "rejected", reason: "because" },
    ],
    [
      "any other rejection, of a marked key",
      marked,
      { error: rejected("ORDER_NOT_FOUND") },
      { is: partOnly },
      { state: "parked" },
    ],
    [
      "lost",
      heldByWorker({ pauses: 3 }),
      { error: lost },
      {},
      { state: "unknown", mayBeCaptured: true, pauses: 0, dueAt: MINUTE + 5 },
    ],
    [
      "lost, and not resolvable",
      heldByWorker(),
      { error: lost },
      { is: partOnly },
      { state: "parked", question: "balance" },
    ],
    ["lost, of a marked key, which ends the mark", marked, { error: lost }, {}, { state: "unknown", isMarked: false }],
    [
      "lost at the last resolution",
      { ...resolving, pauses: 3 },
      { error: lost },
      { outcome: { neighbours: { areWell: true, pass: false } } },
      { state: "parked" },
    ],
    [
      "lost in an outage, which does not count",
      { ...resolving, pauses: 3 },
      { error: lost },
      { outcome: { neighbours: { areWell: false, pass: false } } },
      { state: "unknown", pauses: 3 },
    ],
    ["lost, of a pending key", heldByWorker({ ...maybe, state: "pending" }), { error: lost }, {}, { state: "unknown" }],
    [
      "with an unlisted key",
      heldByWorker(),
      { error: rejected("CARD_EXPIRED"), unlistedKey: "CARD_EXPIRED" },
      {},
      { state: "unknown", unlistedKey: "CARD_EXPIRED" },
    ],
    [
      "with the same unlisted key again",
      { ...resolving, unlistedKey: "CARD_EXPIRED" },
      { error: rejected("CARD_EXPIRED"), unlistedKey: "CARD_EXPIRED" },
      {},
      { state: "parked", question: "unlisted_key" },
    ],
    [
      "resolved as not captured by a sum that has changed: 60 finalized may be its own",
      { ...resolving, finalizedBefore: "60.00" },
      { proof: { state: "not_captured" } },
      { others: [other("not_captured")] },
      { state: "parked", question: "balance", mayBeCaptured: true },
    ],
    [
      "not sent, of a marked key that was to be resolved",
      markedToResolve,
      { proof: { state: "unknown", canAskAgain: true }, error: notSent },
      {},
      { state: "queued", isMarked: true },
    ],
    [
      "for the merchant, of a marked key that was to be resolved",
      markedToResolve,
      { proof: { state: "unknown", canAskAgain: true }, error: unauthorized },
      {},
      { state: "queued", isMarked: true },
    ],
    ["resolved as captured", resolving, { proof: { state: "captured", by: "repeat" } }, {}, { state: "captured" }],
    [
      "resolved as a conflict",
      resolving,
      { proof: { state: "conflict" } },
      {},
      { state: "parked", question: "more_captured" },
    ],
    [
      "resolved for good as unknown",
      resolving,
      { proof: { state: "unknown", canAskAgain: false } },
      {},
      { state: "parked", question: "balance" },
    ],
  ])("%s", (_, own, said, given, is) => {
    expect(end(own, said, given)).toMatchObject({ token: undefined, ...is });
  });

  test("that proves nothing, and says that another finalization is possible, ends all resolutions but those of a card", () => {
    const said = { isPending: true, reported: { ...figures("0", "60"), canFinalizeAgain: true } };
    expect(end(heldByWorker(), said)).toMatchObject({ state: "pending", dueAt: undefined, acceptsAnother: true });
    const card = { ...request, paymentMethod: "card" } as const;
    expect(end(heldByWorker({ request: card }), said)).toMatchObject({ dueAt: HOUR + 5 });
  });

  test("of a rejection keeps the balance, and neither another key's ids nor its canFinalizeAgain", () => {
    const finalization: StoredFinalization = {
      transactionId: "T-9",
      totalAmountFinalized: "5",
      canFinalizeAgain: false,
    };
    const error = rejected("INTERNAL_ERROR");
    const next = end(
      heldByWorker({ finalization: { batchId: "B-1", totalAmountFinalized: "1" } }),
      { error },
      { outcome: { finalization } },
    );
    expect(next.finalization).toEqual({
      transactionId: undefined,
      batchId: "B-1",
      acquirerId: undefined,
      totalAmountFinalized: "5",
    });
  });
});

describe("a late outcome", () => {
  const late = (
    state: OnceState,
    more: Partial<OnceRecord> = {},
    given: Given = {},
    said: Partial<Attempt> = success("60", "0"),
  ) => end(record(state, { closing: 1, ...more }), said, { token: "theirs", ...given });

  test.each<[string, OnceRecord, Partial<OnceRecord>]>([
    ["closes an unknown key that was sent once", late("unknown", maybe, { is: partOnly }), { state: "captured" }],
    [
      "closes a parked key that was sent once",
      late("parked", { ...maybe, question: "balance" }, { is: partOnly }),
      { state: "captured" },
    ],
    [
      "closes a key that was sent again and is eligible",
      late("unknown", { ...maybe, attempts: 2 }),
      { state: "captured" },
    ],
    [
      "is kept where the key was sent again and is not",
      late("unknown", { ...maybe, attempts: 2 }, { is: partOnly }),
      { state: "unknown" },
    ],
    [
      "is kept where a worker holds the key",
      late("unknown", { ...maybe, token: "other" }),
      { state: "unknown", token: "other" },
    ],
    [
      "is kept where more was captured",
      late("parked", { ...maybe, question: "more_captured" }),
      { state: "parked", question: "more_captured" },
    ],
    ["parks a queued key", late("queued"), { state: "parked", question: "late_success", mayBeCaptured: true }],
    ["parks a key that the service refuses", late("parked", { question: "refused" }), { question: "late_success" }],
    [
      "parks a withdrawn key, which then waits for a person and takes decisions",
      withOwner(late("not_captured", { isWithdrawn: true }), [], 5, terms),
      { state: "parked", question: "late_success", isWithdrawn: false, waitsFor: "person" },
    ],
    ["parks a rejected key", late("rejected"), { state: "parked", question: "late_success" }],
    [
      "parks a key that a person decided not captured",
      late("not_captured", { recorded: "failed" }),
      { state: "parked", recorded: "failed" },
    ],
    [
      "parks a captured key with another id",
      late("captured", { finalization: { transactionId: "T-2" }, recorded: "captured" }),
      { state: "parked", recorded: "captured" },
    ],
    [
      "parks a captured key if more is shown",
      late("captured", { finalization: { transactionId: "T-1" } }, {}, success("120", "0")),
      { state: "parked" },
    ],
    [
      "is only noted where the key is captured so",
      late("captured", { finalization: { transactionId: "T-1" } }),
      { state: "captured" },
    ],
    [
      "parks a key with another key's id",
      late("rejected", {}, { more: { sameCapture: "K-9" } }),
      { state: "parked", question: "late_success" },
    ],
    [
      "closes no key with another key's id",
      late("unknown", maybe, { more: { sameCapture: "K-9" } }),
      { state: "parked", question: "more_captured" },
    ],
  ])("%s", (_, next, is) => {
    expect(next).toMatchObject(is);
    expect(next.history).toMatchObject([{ late: { finalization: { transactionId: "T-1" } } }]);
  });

  test("of a replaced request parks the key, also while a worker sends the new one", () => {
    const sent = heldByWorker({ request: { ...request, totalAmount: "50.00" } });
    const own = heldByWorker({ token: "other" });
    expect(end(own, { ...success("50", "0"), sent }, { token: "theirs" })).toMatchObject({
      state: "parked",
      question: "late_success",
      token: undefined,
    });
  });

  test("that fails changes nothing but the history", () => {
    expect(late("rejected", {}, {}, { error: lost })).toMatchObject({
      state: "rejected",
      history: [{ late: { state: "unknown" } }],
    });
  });

  const kept = (transactionId: string) =>
    [{ at: 1, state: "unknown", late: { state: "captured", finalization: { transactionId } } }] as const;

  test("that was kept closes the key once the holder's own outcome is unknown", () => {
    const own = { ...resolving, history: kept("T-7") };
    expect(end(own, { error: lost }, { outcome: { finalization: {} } })).toMatchObject({
      state: "captured",
      finalization: { transactionId: "T-7" },
    });
    expect(end(own, { error: lost }, { is: partOnly })).toMatchObject({ state: "parked", question: "balance" });
  });

  test("that was kept parks the key if the holder's own outcome denies it, or names another capture", () => {
    const held = { ...marked, history: kept("T-7") };
    expect(end(held, { error: notSent })).toMatchObject({ state: "parked", question: "late_success" });
    expect(end({ ...resolving, history: kept("T-7") }, { proof: { state: "captured", by: "repeat" } })).toMatchObject({
      question: "late_success",
    });
    expect(end({ ...resolving, history: kept("T-1") }, { proof: { state: "captured", by: "repeat" } })).toMatchObject({
      state: "captured",
    });
  });
});
