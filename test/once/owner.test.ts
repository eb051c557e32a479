/** Who has to act next on a key. */
import type { OnceState, OnceWaitsFor } from "merchant-payments/once";
import { describe, expect, test } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import { withOwner } from "../../src/once/rules/owner.js";
import type { Terms } from "../../src/once/rules/transition.js";
import { HOUR, MINUTE, record, terms } from "./records.js";

const owned = (own: OnceRecord, others: readonly OnceRecord[] = []) => withOwner(own, others, terms);
const DAY = 24 * HOUR;

test.each<[OnceState, Partial<OnceRecord>, OnceWaitsFor, number | undefined]>([
  ["captured", { isBooked: true }, "nobody", undefined],
  ["rejected", {}, "nobody", undefined],
  ["not_captured", {}, "nobody", undefined],
  ["captured", { isBooked: true, isOverdue: true }, "nobody", undefined],
  ["parked", {}, "person", undefined],
  ["conflict", { isBooked: true }, "person", undefined],
  ["retryable", { isOverdue: true }, "person", undefined],
  ["unknown", { isOverdue: true, dueAt: 2 * DAY }, "person", 2 * DAY],
  ["captured", { isOverdue: true, dueAt: 2 * DAY }, "person", 2 * DAY],
  ["sending", { token: "held", dueAt: MINUTE }, "sweep", MINUTE],
  ["sending", { token: "held", dueAt: 3 * DAY }, "sweep", 3 * DAY], // the end of its lease
  ["unknown", { dueAt: MINUTE }, "sweep", MINUTE],
  ["pending", { dueAt: MINUTE }, "sweep", MINUTE],
  ["pending", { stateSince: HOUR }, "sweep", DAY + HOUR],
  ["pending", { stateSince: HOUR, openSince: 2 * HOUR }, "sweep", DAY + 2 * HOUR], // its facts were corrected
  ["captured", { dueAt: MINUTE }, "sweep", MINUTE],
  ["captured", { dueAt: 2 * DAY }, "sweep", DAY],
  ["retryable", { decidedAt: HOUR, openSince: HOUR, dueAt: HOUR }, "sweep", HOUR],
  ["blocked", { decidedAt: HOUR, openSince: HOUR, dueAt: 2 * HOUR }, "sweep", 2 * HOUR],
  ["retryable", { openSince: HOUR }, "delivery", DAY + HOUR],
  ["blocked", { blockedBy: "K-0" }, "delivery", DAY],
])("a key that is %s with %o waits for %s, and is due at %s", (state, more, waitsFor, dueAt) => {
  const after = owned(record(state, more));
  expect([after.waitsFor, after.dueAt]).toEqual([waitsFor, dueAt]);
});

describe("whatever the state and the flags,", () => {
  const states: OnceState[] = [
    "blocked",
    "sending",
    "retryable",
    "unknown",
    "pending",
    "captured",
    "rejected",
    "not_captured",
    "parked",
    "conflict",
  ];
  const flags = [false, true];
  const all = states.flatMap((state) =>
    flags.flatMap((isBooked) =>
      flags.flatMap((isOverdue) =>
        flags.flatMap((isExpiring) =>
          flags.flatMap((mayBeCaptured) =>
            [undefined, HOUR].flatMap((decidedAt) =>
              [undefined, HOUR, 9 * DAY].map((dueAt) => {
                const held = state === "sending" ? { token: "held", dueAt: dueAt ?? MINUTE } : { dueAt };
                const since = { openSince: decidedAt ?? 0, stateSince: HOUR, expiresAt: 5 * DAY };
                return record(state, { isBooked, isOverdue, isExpiring, mayBeCaptured, decidedAt, ...since, ...held });
              }),
            ),
          ),
        ),
      ),
    ),
  );

  test("a key that waits for a delivery or the sweep is due within a day, or when its lease is over", () => {
    for (const each of all) {
      const { waitsFor, dueAt, openSince, stateSince, token } = owned(each);
      if (waitsFor === "nobody" || waitsFor === "person" || token !== undefined) continue;
      expect(dueAt, JSON.stringify(each)).toBeLessThanOrEqual(Math.max(openSince, stateSince) + DAY);
    }
    expect(all).toHaveLength(960);
  });

  test("a key that waits for a person has a question, and one that is closed waits for nobody", () => {
    for (const each of all) {
      const { waitsFor, advice, state, isBooked } = owned(each);
      const isClosed = state === "rejected" || state === "not_captured" || (state === "captured" && isBooked);
      expect(waitsFor === "nobody", JSON.stringify(each)).toBe(isClosed);
      expect(advice !== undefined, JSON.stringify(each)).toBe(waitsFor === "person");
    }
  });
});

describe("a person is asked", () => {
  const balance =
    "Look up the finalized and the pending amount of authorization 202601150000000001 in the back office; add what was refunded to the finalized amount, unless it was captured by mistake. " +
    "Do this after 1970-01-01T00:31:00.000Z: until then, the request may still arrive. " +
    "(1) If 100.00 SEK is finalized and nothing is pending, the capture was made. (2) If 40.00 SEK is finalized and nothing is pending, the capture was not made. " +
    "(3) If something is pending, look again later. " +
    "(4) In any other case, somebody else captured too, or this capture was made twice: find out which before you decide. " +
    "(5) If the back office does not know the authorization, the request names a wrong one: correct it, with a balance of 0 and 0.";
  const others = [record("captured", { request: { ...record("captured").request, totalAmount: "40.00" } })];
  const sent = { mayBeCaptured: true, mayArriveUntil: 31 * MINUTE };

  test.each<[string, OnceRecord, string]>([
    ["the balance, of a parked key", record("parked", sent), balance],
    ["the balance, of a conflict", record("conflict", sent), balance],
    ["the balance, of an unknown key", record("unknown", { ...sent, isOverdue: true }), balance],
    [
      "the balance, of a decision that lapsed",
      record("retryable", { ...sent, decidedAt: 0, isOverdue: true }),
      balance,
    ],
    ["the balance, of a pending key", record("pending", { ...sent, isOverdue: true }), balance],
    [
      "to decide the key ahead first",
      record("blocked", { blockedBy: "K-0", isOverdue: true }),
      "Decide K-0 first: this key waits for it. Once K-0 is closed, deliver the job again, or decide not_captured if it must not be captured any more.",
    ],
    [
      "to decide the key ahead first, if it may be captured itself",
      record("blocked", { ...sent, blockedBy: "K-0", isOverdue: true }),
      "Decide K-0 first: this key waits for it. Once K-0 is closed, decide by the balance of its authorization.",
    ],
    [
      "for a delivery",
      record("retryable", { isOverdue: true }),
      "No delivery came: deliver the job again, or decide not_captured if it must not be captured any more.",
    ],
    [
      "for a delivery, if the key that was ahead is closed",
      record("blocked", { blockedBy: "K-1", isOverdue: true }),
      "No delivery came: deliver the job again, or decide not_captured if it must not be captured any more.",
    ],
    [
      "why book fails",
      record("captured", { isOverdue: true, bookFailures: 7 }),
      "`book` keeps failing: 7 times for K-1, whose money has moved. Do not decide anything. Fix the cause: `bookCause` has its code, and `onChange` gets each error. The sweep then books the capture.",
    ],
  ])("%s", (_what, own, question) => {
    const ahead = own.blockedBy === "K-0" ? [record("parked", { key: "K-0" })] : [];
    expect(owned(own, [...others, ...ahead]).advice).toBe(question);
  });

  test("for a delivery, if the key that was ahead is closed and another one is not", () => {
    const own = record("blocked", { blockedBy: "K-0", isOverdue: true });
    const beside = [record("captured", { key: "K-0" }), record("unknown", { key: "K-2" })];
    expect(owned(own, beside).advice).toContain("No delivery came: deliver the job again");
  });

  test("what the status keys mean that nobody has declared", () => {
    const statusKeyCounts = { ORDER_NOT_FOUND: 1, CARD_EXPIRED: 1, "LIMIT.REACHED": 1 };
    const declared: Terms = { ...terms, meaningOf: (key) => (key === "ORDER_NOT_FOUND" ? "rejected" : undefined) };
    expect(withOwner(record("parked", { ...sent, statusKeyCounts }), others, declared).advice).toBe(
      "The service responded with CARD_EXPIRED, LIMIT.REACHED, which this client does not know. " +
        'Ask the service what it means, and set the client option statusKeys: { CARD_EXPIRED: …, "LIMIT.REACHED": … } ("rejected" only if nothing was done whenever it comes). ' +
        `If each attempt ended with a key that means rejected, decide not_captured. Otherwise: ${balance}`,
    );
  });

  test("about the order, and without a time if the key cannot be captured", () => {
    const { request } = record("parked");
    expect(owned(record("parked", { request: { ...request, orderId: "O-1" } })).advice).toContain(
      "of order O-1 in the back office; add what was refunded to the finalized amount, unless it was captured by mistake. (1) If 60.00 SEK is finalized and nothing is pending, the capture was made. (2) If 0 SEK is finalized and nothing is pending, the capture was not made.",
    );
  });

  test("the client's advice is kept of a rejection only", () => {
    const advice = "Do not send it again.";
    expect(owned(record("rejected", { advice })).advice).toBe(advice);
    expect(owned(record("unknown", { advice })).advice).toBeUndefined();
    expect(owned(record("retryable", { advice })).advice).toBeUndefined();
  });
});
