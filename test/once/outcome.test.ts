/** How an outcome that a worker has found changes a key, in time and late: 60 of 100 SEK by PayPal, unless a row says otherwise. */
import { Decimal, type PaymentError } from "merchant-payments";
import type { OnceState } from "merchant-payments/once";
import { paymentError } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import type { StoredFinalization } from "../../src/once/entry.js";
import type { KnownRecords, OnceRecord, Terms } from "../../src/once/record.js";
import { type Outcome, withOutcome } from "../../src/once/rules/outcome.js";
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
  readonly token?: string;
}

/** Ends an attempt of the record, with what the service said. */
function end(own: OnceRecord, said: Partial<Outcome>, given: Given = {}): OnceRecord {
  const { is = terms, others = [], now = 5, more, token = "mine" } = given;
  const neighbours = { areWell: true, pass: true };
  const found = { sent: own, reported: {}, finalization: { transactionId: "T-1" }, reason: "because", neighbours };
  return withOutcome(known(own, now, others, more), token, { ...found, ...said }, is);
}

const rejected = (statusKey: string, more: object = {}): PaymentError =>
  paymentError("service_error", { statusKey, ...more });
const notSent = paymentError("connection", { outcome: "not_sent" });
const invalid = paymentError("invalid_input");
const lost = paymentError("timeout");
const page = paymentError("unexpected_response", { httpStatus: 404 });
const unauthorized = rejected("HTTP_401", { httpStatus: 401 });
const [completed, exceeded, annulled, notFound] = [
  rejected("PAYMENT_COMPLETED"),
  rejected("FINALIZE_AMT_EXCEEDED"),
  rejected("PAYMENT_ANNULLED"),
  rejected("ORDER_NOT_FOUND"),
];
const incomplete = paymentError("unexpected_response", { outcome: "succeeded", httpStatus: 200 });
const invoice = { request: { ...request, totalAmount: "100.00", paymentMethod: "invoice" } } as const;
const [after60, refusedTwice] = [heldByWorker({ finalizedBefore: "60.00" }), heldByWorker({ rejections: 2 })];
const advice = expect.stringContaining("It was not captured");
const reason = expect.stringContaining("another key of its authorization has been captured");
const id = { transactionId: "T-1" };
const queuedAgain = { state: "queued", isMarked: true } as const;
const notDone = { proof: { state: "not_captured" } } as const;
const cannotBe = { mayBeCaptured: false };
const unlisted = { error: rejected("CARD_EXPIRED"), unlistedKey: "CARD_EXPIRED" };
const stillPending = { state: "pending", canAskAgain: true } as const;
const doneBefore = { state: "captured", by: "first" } as const;
const unproven = { state: "unknown", canAskAgain: true } as const;
const pending = { isPending: true, reported: figures("0", "60") };
const outage = { neighbours: { areWell: false, pass: false } };
const alsoFailing = { neighbours: { areWell: true, pass: false } };
const besideDecided: Given = { others: [other("captured", { history: decidedBy("captured") })] };
const history = [{ at: 0, state: "parked", balance: { differs: "refunded" } }] as const;
const besideDiffers: Given = { others: [other("not_captured", { history })] };
const sameCapture: Given = { more: { sameCapture: "K-9" } };
const within20Minutes: Given = { is: { ...terms, personAfterMs: 20 * MINUTE } };
const beside: Given = { others: [other("captured")] };
const asks = (question: OnceRecord["question"]) => ({ state: "parked" as const, question });
const internal = rejected("INTERNAL_ERROR");
const balance = { totalAmountFinalized: "1" };
const again = { reported: { canFinalizeAgain: true } };
const lostAgain = { error: lost, finalization: {} };
const moreCaptured = asks("more_captured");
const isOther = "the service reported the capture that K-9 has already";
const ofAnother = { ...moreCaptured, finalization: {}, reason: isOther };
const sentOnce: Given = { is: { ...terms, sendAgain: [] } };
const isMarked = { mayBeCaptured: true, isMarked: true };

const held = heldByWorker();
const maybe = { mayBeCaptured: true };
const marked = heldByWorker(isMarked);
const resolving = heldByWorker({ ...maybe, state: "unknown" });
const markedToResolve: OnceRecord = { ...resolving, isMarked: true };
const resolvingAfter60: OnceRecord = { ...resolving, finalizedBefore: "60.00" }; // which may be its own
const lastTry: OnceRecord = { ...resolving, pauses: 3 };
const shows = (error: PaymentError, ...shown: string[]) => ({ error, reported: figures(...shown) });
const asDone = shows(completed, "60", "0");
const success = (finalized?: string, pending?: string) => ({ isPending: false, reported: figures(finalized, pending) });

describe("an outcome", () => {
  test.each<[string, OnceRecord, Partial<Outcome>, Partial<OnceRecord>, Given?]>([
    ["invalid", held, { error: invalid }, { state: "queued", mayBeCaptured: false, dueAt: MINUTE + 5, pauses: 1 }],
    ["not sent", held, { error: notSent }, { state: "queued", isSent: true, attempts: 1, rejections: 0 }],
    ["not sent, of a marked key", marked, { error: notSent }, { state: "queued", isMarked: true, mayBeCaptured: true }],
    ["not sent, of a key that may be captured", resolving, { error: notSent }, { state: "unknown" }],
    ["as done, with proof", held, shows(completed, "0", "0", "50"), { state: "rejected", advice }],
    ["as too much, with proof by the sum", held, shows(exceeded, "60", "0", "40"), { state: "rejected" }, beside],
    ["as done, with this key's own amount", held, asDone, asks("balance")],
    ["as done, with the amount of a key that may be captured", heldByWorker(maybe), asDone, { state: "captured" }],
    ["as done, with the amount of a marked key", marked, asDone, asks("balance")],
    ["with zeros, which prove nothing", held, shows(completed, "0", "0", "0"), { ...maybe, state: "parked" }],
    ["as annulled, with zeros", held, shows(annulled, "0", "0", "0"), asks("balance")],
    ["with proof, of a key that may be captured", marked, shows(exceeded, "0", "0", "50"), { state: "parked" }],
    ["a success", held, success("60", "0"), { state: "captured", mayBeCaptured: false, closing: 1, finalization: id }],
    ["a success of a marked key", marked, success("60", "0"), { state: "captured", mayBeCaptured: true }],
    ["a success whose sum has changed meanwhile", held, success("120", "0"), { ...asks("balance"), reason }, beside],
    ["a success with another key's id", held, success("60", "0"), ofAnother, sameCapture],
    ["a success by PayPal without figures", held, success(), { state: "unknown" }],
    ["a success by invoice without figures", heldByWorker(invoice), success(), { state: "captured" }],
    ["the same, though it is not sent again", heldByWorker(invoice), success(), { state: "captured" }, sentOnce],
    ["the same, of a marked key", heldByWorker({ ...invoice, ...isMarked }), success(), { state: "unknown" }, sentOnce],
    ["a success in an outage", held, { ...outage, ...success("60", "0") }, { state: "captured" }],
    ["a success whose response is incomplete", held, shows(incomplete, "60", "0"), { state: "captured" }],
    ["PENDING", held, pending, { state: "pending", mayBeCaptured: true, dueAt: HOUR + 5 }],
    ["PENDING, where a person is asked within the hour", held, pending, { dueAt: 20 * MINUTE + 5 }, within20Minutes],
    ["PENDING, and not resolvable", held, pending, { state: "pending", dueAt: undefined }, { is: partOnly }],
    ["PENDING of a marked key, which ends the mark", marked, pending, { state: "pending", isMarked: false }],
    ["as annulled after another part", after60, shows(annulled, "60", "0"), { state: "not_captured" }, beside],
    ["more than this key", held, success("61", "0"), asks("more_captured")],
    ["a rejection with more than this key", held, shows(notFound, "61"), asks("more_captured")],
    ["for the merchant", heldByWorker({ rejections: 1 }), { error: unauthorized }, { state: "queued", rejections: 2 }],
    ["for the merchant, of a marked key", marked, { error: unauthorized }, queuedAgain],
    [
      "for the merchant a third time",
      refusedTwice,
      { error: unauthorized },
      { ...asks("refused"), ...cannotBe, rejections: 3 },
    ],
    ["for the merchant in an outage", refusedTwice, { ...alsoFailing, error: unauthorized }, { rejections: 2 }],
    ["for the merchant, of a key that may be captured", resolving, { error: unauthorized }, { state: "unknown" }],
    ["any other rejection", held, { error: notFound }, { state: "rejected", reason: "because" }],
    ["any other rejection, of a marked key", marked, { error: notFound }, { state: "parked" }, { is: partOnly }],
    ["lost", heldByWorker({ pauses: 3 }), { error: lost }, { ...maybe, state: "unknown", pauses: 0, dueAt: 60_005 }],
    ["lost, and not resolvable", held, { error: lost }, asks("balance"), { is: partOnly }],
    ["a page in place of a response, and not resolvable", held, { error: page }, asks("balance"), { is: partOnly }],
    ["lost, of a marked key, which ends the mark", marked, { error: lost }, { state: "unknown", isMarked: false }],
    ["lost at the last resolution", lastTry, { ...alsoFailing, error: lost }, { state: "parked" }],
    ["lost in an outage", lastTry, { ...outage, error: lost }, { state: "unknown", pauses: 3 }],
    ["a failure of the service in an outage", lastTry, { ...outage, error: internal }, { state: "parked", pauses: 4 }],
    [
      "lost, which keeps the last balance",
      heldByWorker({ finalization: balance }),
      lostAgain,
      { finalization: balance },
    ],
    ["any other rejection, which accepts another", held, { error: notFound, ...again }, { acceptsAnother: false }],
    ["unknown, which accepts another", held, { error: completed, ...again }, { acceptsAnother: true }],
    ["resolved as not captured", resolving, notDone, { state: "not_captured", mayBeCaptured: false }],
    ["lost, of a pending key", heldByWorker({ ...maybe, state: "pending" }), { error: lost }, { state: "unknown" }],
    ["with an unlisted key", held, unlisted, { state: "unknown", unlistedKey: "CARD_EXPIRED" }],
    ["with the same unlisted key again", { ...resolving, unlistedKey: "CARD_EXPIRED" }, unlisted, asks("unlisted_key")],
    ["resolved as not captured by a sum that has changed", resolvingAfter60, notDone, asks("balance")],
    ["not sent, of a marked key to resolve", markedToResolve, { proof: unproven, error: notSent }, queuedAgain],
    ["for the merchant, marked, to resolve", markedToResolve, { proof: unproven, error: unauthorized }, queuedAgain],
    ["resolved as done before, which keeps its id", resolving, { ...asDone, proof: doneBefore }, { finalization: id }],
    ["resolved as captured", resolving, { proof: { state: "captured", by: "repeat" } }, { state: "captured" }],
    ["resolved as a conflict", resolving, { proof: { state: "conflict" } }, asks("more_captured")],
    ["resolved for good as unknown", resolving, { proof: { state: "unknown", canAskAgain: false } }, asks("balance")],
  ])("%s", (_, own, said, is, given) => {
    expect(end(own, said, given)).toMatchObject({ token: undefined, ...is });
  });

  test.each<[string, OnceRecord, Partial<Outcome>, Partial<OnceRecord>, Given?]>([
    ["as too much", held, shows(exceeded, "60", "0", "40"), asks("balance")],
    ["as done, with 60 pending", held, shows(completed, "60", "60"), asks("balance")],
    ["as annulled", held, shows(annulled, "60", "0"), asks("balance")],
    ["with more than both", held, shows(completed, "121"), moreCaptured],
    ["resolved as pending", resolving, { ...shows(completed, "60", "60"), proof: stillPending }, asks("balance")],
    [
      "resolved as done before",
      resolving,
      { ...shows(completed, "60", "0"), proof: doneBefore },
      asks("balance"),
      besideDiffers,
    ],
  ])("that is a rejection proves nothing beside a key that a person decided: %s", (_, own, said, is, given) => {
    expect(end(own, said, given ?? besideDecided)).toMatchObject(is);
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
    const earlier = { totalAmountFinalized: "1", amountRemainingForFinalize: "9" };
    const own = heldByWorker({ finalization: { batchId: "B-1", ...earlier } });
    const next = end(own, { error, finalization });
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
    said: Partial<Outcome> = success("60", "0"),
  ) => end(record(state, { closing: 1, ...more }), said, { token: "theirs", ...given });
  const showsMore = success("120", "0");
  const resolvedAsDone = { ...asDone, proof: doneBefore };
  const lateSuccess = asks("late_success");
  const inParts: Given = { is: partOnly };
  const [first, second] = [{ transactionId: "T-1" }, { transactionId: "T-2" }];
  const ids = { ...first, batchId: "B-1" };
  const captured = { state: "captured", finalization: ids } as const;

  test.each<[string, Parameters<typeof late>, Partial<OnceRecord>]>([
    ["closes an unknown key that was sent once", ["unknown", maybe, inParts], { state: "captured" }],
    ["closes a parked key that was sent once", ["parked", { question: "balance" }, inParts], { state: "captured" }],
    [
      "closes a key with an unlisted status key",
      ["parked", { question: "unlisted_key" }, inParts],
      { state: "captured" },
    ],
    ["closes a key sent again that is eligible", ["unknown", { ...maybe, attempts: 2 }], { state: "captured" }],
    ["is kept where it was sent again in parts", ["unknown", { attempts: 2 }, inParts], { state: "unknown" }],
    ["is kept where a worker holds the key", ["unknown", { token: "other" }], { state: "unknown", token: "other" }],
    ["is kept where the key is pending", ["pending", maybe], { state: "pending" }],
    ["that is pending closes no unknown key", ["unknown", maybe, {}, pending], { state: "unknown" }],
    ["that is pending parks a rejected key", ["rejected", {}, {}, pending], lateSuccess],
    ["is kept where more was captured", ["parked", { ...maybe, question: "more_captured" }], asks("more_captured")],
    ["parks a queued key", ["queued"], { ...asks("late_success"), mayBeCaptured: true }],
    ["parks a key that the service refuses", ["parked", { question: "refused" }], { question: "late_success" }],
    ["parks a withdrawn key", ["not_captured", { isWithdrawn: true }], { state: "parked", isWithdrawn: false }],
    ["is only noted where the key is erased, too", ["captured", { isErased: true }], { state: "captured" }],
    ["parks a rejected key", ["rejected"], asks("late_success")],
    ["parks a key decided not captured", ["not_captured", { recorded: "failed" }], { state: "parked" }],
    [
      "parks it also by a rejection beside a decided key",
      ["not_captured", {}, besideDecided, resolvedAsDone],
      lateSuccess,
    ],
    ["parks a captured key with another id", ["captured", { finalization: second }], lateSuccess],
    [
      "parks a captured key if more is shown",
      ["captured", { finalization: first }, {}, showsMore],
      { state: "parked" },
    ],
    ["is only noted where the key is captured so", ["captured", { finalization: ids }], captured],
    ["parks a key with another key's id", ["rejected", {}, sameCapture], asks("late_success")],
    ["closes no key with another key's id", ["unknown", maybe, sameCapture], asks("more_captured")],
  ])("%s", (_, call, is) => {
    const next = late(...call);
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

  test("without an id parks a closed key, also where another key has stored the id that it had before", () => {
    const said = { ...success("60", "0"), finalization: {} };
    expect(late("not_captured", { finalization: first }, sameCapture, said)).toMatchObject(asks("late_success"));
  });

  test("without an id is noted where the key is captured with one", () => {
    const said = { ...success("60", "0"), finalization: {} };
    expect(late("captured", { finalization: first }, {}, said)).toMatchObject({ state: "captured" });
  });

  test("of another key's capture is kept as a conflict, unless it is pending", () => {
    expect(late("unknown", maybe, sameCapture).history).toMatchObject([{ late: { state: "conflict" } }]);
    expect(late("unknown", maybe, sameCapture, pending).history).toMatchObject([{ late: { state: "pending" } }]);
  });

  test.each<[string, Partial<Outcome>, string]>([
    ["that fails", { error: lost }, "unknown"],
    ["that shows more, without an id,", { ...success("121", "0"), finalization: {} }, "conflict"],
  ])("%s changes nothing but the history", (_, said, state) => {
    expect(late("rejected", {}, {}, said)).toMatchObject({ state: "rejected", history: [{ late: { state } }] });
  });

  const kept = (transactionId?: string, own = resolving, state: "captured" | "pending" = "captured"): OnceRecord => {
    return { ...own, history: [{ at: 1, state: "unknown", late: { state, finalization: { transactionId } } }] };
  };
  const resolved = { proof: { state: "captured", by: "repeat" } } as const;
  const another = { state: "captured", finalization: { transactionId: "T-7" } } as const;

  test.each<[string, OnceRecord, Partial<Outcome>, Partial<OnceRecord>, Given?]>([
    ["closes the key if the holder's outcome is unknown", kept("T-7"), lostAgain, another],
    ["closes no key whose first attempt is lost", kept("T-7", held), lostAgain, { state: "unknown" }],
    ["closes no key if it was pending", kept("T-7", resolving, "pending"), lostAgain, { state: "unknown" }],
    ["without an id closes the key if the holder's outcome has one", kept(), resolved, { state: "captured" }],
    ["closes no key that is not eligible", kept("T-7"), { error: lost }, asks("balance"), inParts],
    ["is found after a worker that died", kept("T-7", { ...resolving, lastSentAt: 3 }), notDone, lateSuccess],
    ["parks the key if the holder's outcome denies it", kept("T-7", marked), { error: notSent }, lateSuccess],
    ["parks the key if the service rejects it", kept("T-7", held), { error: notFound }, lateSuccess],
    ["counts from the time when the key was opened", kept("T-7", { ...resolving, openSince: 1 }), lostAgain, another],
    [
      "counts no more once the key was opened again",
      kept("T-7", { ...resolving, openSince: 2 }),
      lostAgain,
      { state: "unknown" },
    ],
    ["parks the key if the holder's outcome names another capture", kept("T-7"), resolved, lateSuccess],
    ["closes the key if the holder's outcome names the same capture", kept("T-1"), resolved, { state: "captured" }],
  ])("that was kept %s", (_, own, said, is, given) => {
    expect(end(own, said, given)).toMatchObject(is);
  });
});
