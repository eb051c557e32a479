/** What the sweep does with a key that is due, whom each key waits for, and when it is due. */
import { describe, expect, test } from "vitest";
import type { KnownRecords, OnceRecord, Terms } from "../../src/once/record.js";
import { withOwner } from "../../src/once/rules/owner.js";
import { swept } from "../../src/once/rules/reserve.js";
import { HOUR, heldByWorker, known, MINUTE, other, partOnly, record, terms, unsent } from "./records.js";

const DAY = 24 * HOUR;

interface Given {
  readonly now?: number;
  readonly others?: readonly OnceRecord[];
  readonly is?: Terms;
  readonly canCall?: boolean;
  readonly more?: Partial<KnownRecords>;
}
const sweep = (own: OnceRecord, { now = HOUR, others = [], is = terms, canCall = true, more }: Given = {}) =>
  swept(known(own, now, others, more), { token: "mine", terms: is, canCall });

const maybe = { mayBeCaptured: true };
const inParts: Given = { is: partOnly };
const besideNewer: Given = { more: { unreadable: "K-9" } };
const asksForBalance = { state: "parked", question: "balance" } as const;
const late = { question: "late_success" } as const;
const soon = { dueAt: DAY, expiresAt: DAY + HOUR };
const nobody = { waitsFor: "nobody", dueAt: undefined } as const;
const overdue = { isOverdue: true, dueAt: 1 };
const held = heldByWorker();
const resolving = (pauses: number) => heldByWorker({ ...maybe, state: "unknown", pauses });
const unknown = record("unknown", { ...maybe, dueAt: HOUR });
const pending = record("pending", { ...maybe, dueAt: HOUR });
const unresolved = record("unknown", { ...maybe, dueAt: 1, advice: "of an attempt" });
const failing = record("rejected", { dueAt: 1, isAged: true, advice: "correct it", hookCause: { name: "Error" } });

describe("the sweep", () => {
  test.each<[string, OnceRecord, Partial<OnceRecord>, Given?]>([
    ["sends a queued key", unsent("queued", { dueAt: HOUR }), { state: "sending", token: "mine" }],
    ["resolves an unknown key", unknown, { state: "unknown", token: "mine" }],
    ["resolves a pending key", pending, { state: "pending", token: "mine" }],
    ["never makes mayArriveUntil earlier", { ...unknown, mayArriveUntil: DAY }, { token: "mine", mayArriveUntil: DAY }],
    ["parks an unknown key that it cannot resolve", unknown, asksForBalance, inParts],
    ["parks an unknown key once the sum has changed", unknown, { state: "parked" }, { others: [other("captured")] }],
    ["sends nothing beside a newer key", unknown, { token: undefined, dueAt: HOUR + MINUTE }, besideNewer],
    ["leaves a pending key that it cannot resolve", pending, { state: "pending", dueAt: undefined }, inParts],
    ["takes over a lease", held, { ...maybe, state: "unknown", token: undefined, dueAt: 2 * MINUTE }, { now: MINUTE }],
    ["parks a key whose lease is over", held, asksForBalance, inParts],
    ["counts the lease of a resolution", resolving(2), { state: "unknown", pauses: 3, dueAt: 2 * HOUR }],
    ["parks a key whose last resolution did not report back", resolving(3), { state: "parked" }],
    ["ends the mark of a key that it takes over", heldByWorker({ ...maybe, isMarked: true }), { isMarked: false }],
  ])("%s", (_, own, is, given) => {
    expect(sweep({ ...own, token: own.token && "theirs" }, given)).toMatchObject(is);
  });

  test("changes nothing that is not due, and nothing that it holds already", () => {
    for (const own of [unsent("queued", { dueAt: HOUR + 1 }), record("parked", maybe), heldByWorker({ dueAt: HOUR })]) {
      expect(sweep(own)).toBe(own);
    }
  });

  test("with an open circuit breaker, does what needs no call", () => {
    for (const state of ["queued", "unknown", "pending"] as const) {
      const own = record(state, { mayBeCaptured: state !== "queued", dueAt: HOUR });
      expect(sweep(own, { canCall: false })).toBe(own);
      expect(sweep({ ...own, expiresAt: DAY + HOUR }, { canCall: false })).toMatchObject({ state, isOverdue: true });
    }
    expect(sweep({ ...heldByWorker(), token: "theirs" }, { canCall: false })).toMatchObject({ state: "unknown" });
    expect(sweep(record("captured", { dueAt: HOUR, personAt: 5 }), { now: DAY, canCall: false })).toMatchObject({
      isOverdue: true,
    });
  });

  test.each<[string, OnceRecord, number, Partial<OnceRecord>]>([
    ["an unknown key", record("unknown", { ...maybe, personAt: DAY, dueAt: 2 * DAY }), DAY, { isOverdue: true }],
    ["a pending key", record("pending", { ...maybe, personAt: DAY, dueAt: 2 * DAY }), DAY, { isOverdue: true }],
    ["a capture whose hook fails", record("captured", { personAt: DAY, dueAt: 2 * DAY }), DAY, { isOverdue: true }],
    ["a queued key, which only tells it", unsent("queued", { personAt: DAY }), DAY, { isOverdue: false, isAged: true }],
    ["a queued key before it expires", unsent("queued", { ...soon, personAt: HOUR }), HOUR, { isOverdue: true }],
    ["no capture before it expires", record("captured", { ...soon, personAt: HOUR }), HOUR, { isOverdue: false }],
  ])("marks %s", (_, own, now, is) => {
    expect(sweep(own, { now })).toMatchObject(is);
  });

  test("goes on with what is overdue, but sends no decision that has lapsed", () => {
    const decided = record("queued", { ...maybe, isMarked: true, dueAt: 0 });
    expect(sweep(unsent("queued", { dueAt: 0, isOverdue: true }), { now: 3 * DAY })).toMatchObject({
      state: "sending",
    });
    expect(sweep(decided, { now: DAY - 1, is: partOnly })).toMatchObject({ state: "sending" });
    expect(sweep(decided, { now: DAY })).toMatchObject({ state: "queued", isOverdue: true, dueAt: undefined });
    expect(sweep({ ...decided, expiresAt: DAY }, { now: HOUR, is: partOnly })).toMatchObject({ state: "sending" }); // stored 20 hours before it expires
  });
});

describe("a key", () => {
  const owned = (own: OnceRecord, now = 0) => withOwner(own, [], now, terms);

  test.each<[string, OnceRecord, Partial<OnceRecord>]>([
    ["captured and booked", record("captured", { recorded: "captured", dueAt: 1 }), nobody],
    ["rejected and told", record("rejected", { recorded: "failed" }), { waitsFor: "nobody" }],
    ["told, and then captured", record("captured", { recorded: "failed", dueAt: 1 }), { waitsFor: "sweep", dueAt: 1 }],
    ["booked, and then not captured", record("not_captured", { recorded: "captured" }), { waitsFor: "sweep" }],
    ["withdrawn", record("not_captured", { isWithdrawn: true }), { waitsFor: "nobody" }],
    ["parked", record("parked", { ...late, ...maybe }), { ...late, waitsFor: "person", personAt: undefined }],
    ["sending", heldByWorker(), { waitsFor: "sweep", dueAt: MINUTE, personAt: undefined }],
    ["queued", unsent("queued", { dueAt: 1 }), { waitsFor: "sweep", personAt: DAY, advice: undefined }],
    ["queued, and may be captured", record("queued", maybe), { waitsFor: "sweep", dueAt: undefined }],
    ["queued for long", unsent("queued", { dueAt: 1, isAged: true }), { waitsFor: "sweep", personAt: undefined }],
    ["queued, and about to expire", unsent("queued", soon), { waitsFor: "sweep", personAt: HOUR }],
    ["overdue before it expires", unsent("queued", overdue), { waitsFor: "person", question: "expires" }],
    ["unknown", unresolved, { waitsFor: "sweep", personAt: DAY, question: undefined, advice: undefined }],
    ["unknown for long", { ...unresolved, ...overdue }, { waitsFor: "person", question: "balance" }],
    ["rejected, and its hook fails", failing, { waitsFor: "sweep", advice: "correct it" }],
    ["pending and resolved hourly", record("pending", { ...maybe, dueAt: 1 }), { waitsFor: "sweep", dueAt: 1 }],
    ["pending and not resolvable", record("pending", maybe), { waitsFor: "sweep", dueAt: DAY }],
    ["pending for long", record("pending", overdue), { waitsFor: "person", question: "pending" }],
    ["pending, and about to expire", record("pending", { ...overdue, expiresAt: DAY }), { question: "expires" }],
    ["captured, and its hook fails for long", record("captured", overdue), { waitsFor: "person", question: "hook" }],
  ])("that is %s", (_, own, is) => {
    expect(owned(own)).toMatchObject(is);
  });

  test("whose order is known is looked up as an authorization of that order", () => {
    const own = record("parked", { ...maybe, question: "balance" });
    expect(owned(own).advice).toContain("of authorization 202601150000000001 in the back office");
    const ofOrder = owned({ ...own, request: { ...own.request, orderId: "O-1" } });
    expect(ofOrder.advice).toContain("of authorization 202601150000000001 of order O-1 in the back office");
  });

  test("whose decision has lapsed waits for a person", () => {
    const lapsed = record("queued", { ...maybe, isMarked: true, isOverdue: true });
    expect(owned(lapsed, DAY)).toMatchObject({ waitsFor: "person", question: "decision_lapsed" });
  });

  test("that would be more than was authorized, or had a late success, asks for no decision that sends it again", () => {
    const own = record("parked", { ...maybe, question: "balance" });
    const { advice } = withOwner(own, [other("captured")], 0, terms);
    expect(advice).toContain("With this key, 120.00 of 100.00 SEK would be captured");
    expect(advice).not.toContain("send_again");
    expect(owned(record("parked", { ...maybe, question: "late_success" })).advice).not.toContain("send_again");
  });
});
