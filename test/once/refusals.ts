/**
 * What people may not do: decide.test.ts tries each row, and test/errors/messages/once-mistakes.md shows its whole message.
 * The last attempt can arrive until 12:31; the person looked at 12:35, and it is 12:40.
 */
import type { OnceState } from "merchant-payments/once";
import type { StoredBalance } from "../../src/once/entry.js";
import type { KnownRecords, OnceRecord } from "../../src/once/record.js";
import { adopted, decided, type ReadDecision } from "../../src/once/rules/decide.js";
import { corrected, withdrawn } from "../../src/once/rules/withdraw.js";
import { signed } from "./merchant.js";
import { decidedBy, heldByWorker, known, MINUTE, other, record, request, unsent } from "./records.js";

const noon = Date.UTC(2026, 0, 15, 12);
export const seenAt = noon + 35 * MINUTE;
export const now = noon + 40 * MINUTE;

interface Given {
  readonly seenAt?: number;
  readonly version?: number;
  readonly others?: readonly OnceRecord[];
  readonly more?: Partial<KnownRecords>;
}
export const beside = (...others: OnceRecord[]): Given => ({ others });

export type Decision = Omit<ReadDecision, "by" | "why">;
export function decide(own: OnceRecord | undefined, decision: Decision, given: Given = {}): OnceRecord {
  const seen = { key: "K-1", version: 1, seenAt, ...given };
  return decided(known(own, now, given.others, given.more), seen, { ...signed, ...decision });
}

const asking = (asks: Partial<OnceRecord["request"]>) => {
  return { key: "K-1", authorizationId: "A-1", request: { ...request, ...asks }, expiresAt: undefined };
};
export const fifty = asking({ totalAmount: "50.00" });
export const correct = (own: OnceRecord, given: Given = {}, to = fifty) =>
  corrected(known(own, now, given.others), { key: "K-1", version: 1, seenAt }, to, signed);

type Adoption = Parameters<typeof adopted>[2];
export function adopt(own: OnceRecord | undefined, given: Given = {}, more: Partial<Adoption> = {}, asks = {}) {
  const made = { ...signed, transactionId: "T-1", isRecorded: false, at: new Date(5), ...more };
  return adopted(known(own, now, given.others, given.more), asking(asks), made);
}

export const withdraw = (own: OnceRecord | undefined, version?: number) =>
  withdrawn(known(own, now), { key: "K-1", version }, signed);

export const shown = (finalized: string, pending = "0.00"): StoredBalance => ({ finalized, pending });
export const differs: StoredBalance = { differs: "it was refunded" };
export const named = { as: "captured", transactionId: "T-1" } as const;
export const captured = { as: "captured", balance: shown("60.00") } as const;
export const denied = { as: "not_captured", balance: shown("0.00") } as const;
export const again = { as: "send_again", balance: shown("0.00") } as const;
const againBy60 = { as: "send_again", balance: shown("60.00") } as const;

/** A key that may be captured. */
export const sent = (state: OnceState, more: Partial<OnceRecord> = {}) =>
  record(state, { mayBeCaptured: true, mayArriveUntil: noon + 31 * MINUTE, ...more });
export const parked = sent("parked");
const showing60 = sent("parked", { finalization: { totalAmountFinalized: "60" } });
const showing5 = other("rejected", { finalization: { totalAmountFinalized: "5" } });
const sentLate = other("rejected", { lastSentAt: seenAt });
const changedLate = other("rejected", { stateSince: seenAt });
const lateCapture = record("captured", { mayArriveUntil: noon + 50 * MINUTE });
const eventAt = (at: number, as: "adopted" | "captured") => [{ ...decidedBy(as)[0], at }];
const adoptedLate = other("captured", { firstSentAt: undefined, history: eventAt(seenAt, "adopted") });
const decidedLate = unsent("captured", { key: "K-0", history: eventAt(seenAt, "captured") });
const withdrawnKey = sent("not_captured", { isWithdrawn: true });
const erased = record("rejected", { isErased: true });
const ownId = { transactionId: request.transactionId };
const unfinished = beside(other("unknown"));
const sameCapture: Given = { more: { sameCapture: "K-9" } };

const card = { paymentMethod: "card" } as const;
const captureOf = (asks: Partial<OnceRecord["request"]>) => other("captured", { request: { ...request, ...asks } });
const parkedCard = sent("parked", { request: { ...request, ...card } });
const otherFacts = beside(captureOf({ authorizedAmount: "200.00", totalAmount: "1.00" }));
const ofCard = beside(captureOf({ ...card, totalAmount: "1.00" }));

/** What is tried, a part of the message, and the attempt. */
type Refusal = readonly [situation: string, message: string, attempt: () => unknown];
type Rows<Call extends unknown[]> = readonly (readonly [situation: string, message: string, ...call: Call])[];
const rows = <Call extends unknown[]>(act: (...call: Call) => unknown, all: Rows<Call>): readonly Refusal[] =>
  all.map(([situation, message, ...call]) => [situation, message, () => act(...call)]);

export const refusals: Readonly<Record<string, readonly Refusal[]>> = {
  "`review.decide()`": rows(decide, [
    ["about a key that is not there", "there is no key K-1", undefined, captured],
    ["after the key has changed", "has changed since this snapshot", parked, denied, { version: 7 }],
    ["about a withdrawn key", "is withdrawn", withdrawnKey, captured],
    ["beside a key of a newer release", "a newer release", parked, denied, { more: { unreadable: "K-9" } }],
    ["by a snapshot from the future", "seenAt is in the future", parked, named, { seenAt: now + 1 }],
    ["after another key was sent", "K-0 of the same", parked, denied, beside(sentLate)],
    ["after another key has changed", "K-0 of the same", parked, denied, beside(changedLate)],
    ["after another key was adopted", "K-0 of the same", parked, captured, beside(adoptedLate)],
    ["after another key, never sent, was decided", "K-0 of the same", parked, againBy60, beside(decidedLate)],
    ["captured, without evidence", "captured needs the transactionId", parked, { as: "captured" }],
    ["captured, by the authorization's id", "captured needs the transactionId", parked, { ...named, ...ownId }],
    ["captured, by another key's id", "is stored as K-9", parked, named, sameCapture],
    ["captured, beside an unfinished key", "is not finished", parked, captured, unfinished],
    ["captured, though it cannot be", "cannot have been captured by Once", unsent("queued"), captured],
    ["captured, by a balance of less", "captured needs 60.00", parked, { ...captured, balance: shown("59.00") }],
    ["captured, while 1.00 is pending", "is still pending", parked, { ...captured, balance: shown("60.00", "1.00") }],
    ["captured, by its id against the balance", "captured needs 60.00", parked, { ...named, balance: shown("0") }],
    ["not captured, without evidence", "needs the balance", parked, { as: "not_captured" }],
    ["not captured, by half", "finalized and pending", parked, { ...denied, balance: { finalized: "0" } }],
    ["not captured, by what shows it", "needs 0. If the", parked, { ...denied, balance: shown("60.00") }],
    ["not captured, by figures below the service's own", "reported 60 before", showing60, denied],
    ["not captured, by figures below another key's", "reported 5 before", parked, denied, beside(showing5)],
    ["not captured, while it may arrive", "could still arrive", parked, denied, { seenAt: noon + 31 * MINUTE }],
    ["not captured, while a capture may arrive", "could still arrive", lateCapture, denied],
    ["not captured, while a worker holds it", "is held by a worker", heldByWorker(), denied],
    ["not captured, while it is in the books", 'books: "removed"', sent("parked", { isBookTried: true }), denied],
    ["not captured, while it is recorded", 'books: "removed"', sent("captured", { recorded: "captured" }), denied],
    ["not captured, while 60.00 is pending", "Wait until", parked, { ...denied, balance: shown("0.00", "60.00") }],
    ["to be sent again, while a worker holds it", "is held by a worker", heldByWorker(), again],
    ["to be sent again, after it was captured", "must not be sent again", record("captured"), again],
    ["to be sent again, after it was booked", "must not be", sent("parked", { recorded: "captured" }), again],
    ["to be sent again, after it was erased", "is erased", erased, again],
    ["to be sent again, a captured card", "is captured once", parkedCard, { ...again, balance: shown("1.00") }, ofCard],
    ["to be sent again, beside an unfinished key", "is not finished", parked, again, beside(other("parked"))],
    ["to be sent again, by figures that differ", "instead of differs", parked, { ...again, balance: differs }],
    ["to be sent again, by what shows it", "decide captured. Otherwise decide nothing yet", parked, againBy60],
    ["to be sent again, while 60.00 is pending", "Wait until", parked, { ...again, balance: shown("0.00", "60.00") }],
  ]),
  "`review.correct()`": rows(correct, [
    ["a key that may be captured", "may be captured", sent("unknown")],
    ["a key that is captured", "is captured: look up", record("captured")],
    ["a key that a worker holds", "is held by a worker", heldByWorker()],
    ["an erased key", "is erased", erased],
    ["a withdrawn key", "is withdrawn", withdrawnKey],
    ["facts that another key has otherwise", "differs from those of K-0", unsent("queued"), otherFacts],
  ]),
  "`review.adopt()`": rows(adopt, [
    ["a key that exists", "exists already", unsent("queued")],
    ["beside a key of a newer release", "a newer release", undefined, { more: { unreadable: "K-9" } }],
    ["a capture that another key has", "is stored as K-9", undefined, sameCapture],
    ["the authorization's own id", "must be that of the capture", undefined, {}, ownId],
    ["beside an unfinished key of the same amount", "decide K-0 first", undefined, unfinished],
    ["beside a capture of the same amount without an id", "is not stored", undefined, beside(other("captured"))],
    ["facts that another key has otherwise", "differs from those of K-0", undefined, otherFacts],
    ["a second capture of a card", "card is captured once", undefined, ofCard, {}, card],
    ["more than was authorized", "1000.00 would be captured", undefined, {}, {}, { totalAmount: "1000.00" }],
    ["a card over its amount", "101.00 would be", undefined, {}, {}, { ...card, totalAmount: "101.00" }],
    ["a time that is to come", "at must be the past time", undefined, {}, { at: new Date(now + 1) }],
  ]),
  "`review.withdraw()`": rows(withdraw, [
    ["a key that is to be sent again", "so that it cannot be withdrawn", sent("queued")],
    ["a key that a worker holds", "so that it cannot be withdrawn", heldByWorker()],
    ["a key that is captured", "so that it cannot be withdrawn", record("captured")],
    ["a key that is rejected", "so that it cannot be withdrawn", record("rejected")],
    ["a key that may be captured", "so that it cannot be withdrawn", sent("parked", { question: "balance" })],
    ["a key that has changed", "has changed", unsent("queued"), 7],
    ["a key that is not there, by a snapshot", "has changed", undefined, 1],
  ]),
};
