/** What a person may decide about a key, and when. The last attempt can arrive until 12:31; it is 12:40. */
import { OnceDecisionError } from "merchant-payments/once";
import { describe, expect, test } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import { erased } from "../../src/once/rules/withdraw.js";
import { signed } from "./merchant.js";
import { decidedBy, other, record, request, unsent } from "./records.js";
import * as refused from "./refusals.js";

const { adopt, again, beside, captured, correct, decide, denied, differs, fifty, named, now, parked } = refused;
const { seenAt, sent, shown, withdraw } = refused;

const ids = { transactionId: "T-1", batchId: "B-1" };
const told = record("rejected", { recorded: "failed", closing: 1 });
const booked = sent("captured", { recorded: "captured", isBookTried: true });
const history = decidedBy("captured");
const lateSince = { at: seenAt, state: "captured", late: { state: "unknown", finalization: {} } } as const;
const withLate = other("captured", { history: [lateSince] });
const neverSent = unsent("rejected", { key: "K-0", stateSince: seenAt });
const by120 = { ...captured, balance: shown("120.00") };
const cannotBe = { state: "not_captured", mayBeCaptured: false } as const;
const unbooked = { recorded: "failed", isBookTried: false } as const;
const ofThirty = other("captured", { request: { ...request, totalAmount: "30" } });

describe.each(Object.entries(refused.refusals))("%s", (_, rows) => {
  test.each(rows)("%s is refused", (_, message, attempt) => {
    expect(attempt).toThrow(OnceDecisionError);
    expect(attempt).toThrow(message);
  });
});

describe("a decision", () => {
  test.each<[string, OnceRecord, refused.Decision, Partial<OnceRecord>, Parameters<typeof decide>[2]?]>([
    ["captured by the balance", parked, captured, { state: "captured", closing: 1 }],
    ["captured beside another", parked, { ...captured, balance: shown("90") }, { state: "captured" }, beside(ofThirty)],
    [
      "captured beside one decided before",
      parked,
      by120,
      { state: "captured" },
      beside(other("captured", { history })),
    ],
    ["captured beside one with a late outcome since", parked, by120, { state: "captured" }, beside(withLate)],
    ["captured beside one that was never sent", parked, captured, { state: "captured" }, beside(neverSent)],
    ["captured, which it is already", record("captured"), captured, { state: "captured" }],
    ["captured by its id", parked, { as: "captured", ...ids }, { state: "captured", finalization: ids }],
    ["captured by its id beside an unfinished key", parked, named, { state: "captured" }, beside(other("unknown"))],
    ["captured though it could not be", told, named, { state: "captured", recorded: "failed", closing: 2 }],
    ["captured by figures that differ", parked, { ...captured, balance: differs }, { state: "captured" }],
    ["not captured", parked, denied, cannotBe],
    ["not captured by figures that differ", parked, { ...denied, balance: differs }, { mayBeCaptured: true }],
    ["not captured, though booked", booked, { ...denied, books: "removed" }, unbooked],
    ["not captured, right after it was rejected", record("rejected", { mayArriveUntil: now }), denied, cannotBe],
    ["not captured, before it was sent", unsent("queued"), denied, { state: "not_captured" }],
    ["to be sent again", sent("parked", { pauses: 4 }), again, { state: "queued", isMarked: true, pauses: 0 }],
    ["to be sent again, and was told", sent("not_captured", { recorded: "failed" }), again, { recorded: undefined }],
  ])("%s is due at once, and calls no hook", (_, own, decision, is, given) => {
    const history = [{ at: now, state: own.state, as: decision.as, ...signed }];
    const reopened = { dueAt: now, personAt: now, openSince: now, isOverdue: false, token: undefined };
    const reason = `${decision.as}, decided by Åsa: seen in the back office`;
    expect(decide(own, decision, given)).toMatchObject({ ...is, ...reopened, reason, history });
  });
});

test("send_again counts the rejections anew", () => {
  const refusedThrice = record("parked", { question: "refused", rejections: 3 });
  expect(decide(refusedThrice, again)).toMatchObject({ state: "queued", rejections: 0 });
});

describe("a correction", () => {
  test("replaces the request of a key that cannot be captured, which the sweep then sends", () => {
    for (const state of ["queued", "rejected", "not_captured", "parked"] as const) {
      const queued = { state: "queued", isMarked: true, isFromPerson: true, isSent: false, dueAt: now };
      const replaced = { request: { totalAmount: "50.00" }, history: [{ as: "corrected", state, request }] };
      const corrected = correct(record(state, { recorded: "failed" }));
      const reason = "corrected by Åsa: seen in the back office";
      expect(corrected).toMatchObject({ ...queued, ...replaced, recorded: undefined, reason });
    }
  });

  test("to another authorization may have other facts", () => {
    const others = [other("captured", { request: { ...request, authorizedAmount: "200" } })];
    const authorizationId = "A-2";
    expect(correct(unsent("queued"), { others }, { ...fifty, authorizationId })).toMatchObject({ authorizationId });
  });
});

describe("an adoption", () => {
  test("enters a capture, which is booked once, at the time when it was captured", () => {
    const entered = { state: "captured", stateSince: 5, closing: 1, dueAt: now, isFromPerson: true, isSent: true };
    expect(adopt(undefined)).toMatchObject({ ...entered, recorded: undefined });
    expect(adopt(undefined, {}, { isRecorded: true })).toMatchObject({ ...entered, recorded: "captured" });
  });

  test("of a withdrawn key keeps its history", () => {
    const history = [{ at: 1, state: "queued", as: "withdrawn", by: "Bo" }] as const;
    const next = adopt(unsent("not_captured", { isWithdrawn: true, closing: 1, history }));
    expect(next).toMatchObject({ state: "captured", isWithdrawn: false, closing: 2 });
    expect(next.history).toMatchObject([{ by: "Bo" }, { as: "adopted", by: "Åsa" }]);
  });

  const named50 = other("captured", { request: fifty.request, finalization: ids });
  test.each<[string, ...Parameters<typeof adopt>]>([
    ["up to 115 % of a method in parts", undefined, {}, {}, { totalAmount: "115" }],
    ["more with a reason", undefined, {}, { differs: "the service agreed" }, { totalAmount: "116" }],
    ["beside a capture of the same amount with an id", undefined, beside(named50), {}, fifty.request],
    ["beside a rejected key of the same amount", undefined, beside(other("rejected"))],
    ["that was made just now", undefined, {}, { at: new Date(now) }],
  ])("%s is entered", (_, ...call) => {
    expect(adopt(...call)).toMatchObject({ state: "captured" });
  });
});

describe("a withdrawal", () => {
  test("closes a key that no delivery has shown, is queued or is refused, and calls no hook", () => {
    for (const own of [undefined, unsent("queued"), record("parked", { question: "refused" })]) {
      const reason = "withdrawn by Åsa: seen in the back office";
      const withdrawn = { state: "not_captured", isWithdrawn: true, dueAt: undefined, reason };
      expect(withdraw(own)).toMatchObject({ ...withdrawn, history: [{ at: now, as: "withdrawn", ...signed }] });
    }
    expect(withdraw(undefined)).toMatchObject({ request: { totalAmount: "0" }, authorizationId: "withdrawn K-1" });
    expect(withdraw(undefined, 0)).toMatchObject({ isWithdrawn: true });
    const own = record("not_captured", { isWithdrawn: true });
    expect(withdraw(own)).toBe(own);
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

  test("removes what people wrote since the last one", () => {
    const bare = erased(closed, now, 5) as OnceRecord;
    expect(erased({ ...bare, reason: "captured, decided by Åsa" }, now, 5)).toEqual(bare);
    expect(erased({ ...bare, history: decidedBy("captured") }, now, 5)?.history).toEqual([
      { at: 0, state: "parked", as: "captured", by: "Åsa" },
    ]);
  });

  test("waits until a key is closed, recorded and past mayArriveUntil", () => {
    expect(erased({ ...closed, recorded: undefined }, now, 5)).toBeUndefined();
    expect(erased({ ...closed, state: "parked" }, now, 5)).toBeUndefined();
    expect(erased({ ...closed, mayArriveUntil: now }, now, 5)).toBeUndefined();
    expect(erased(closed, now, 0)).toBeUndefined();
  });
});
