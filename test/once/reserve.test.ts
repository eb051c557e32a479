/** Which worker takes a key, and for what. */
import type { OnceRecord } from "merchant-payments/once";
import { describe, expect, test } from "vitest";
import { reserve, takeOver } from "../../src/once/reserve.js";
import type { Terms } from "../../src/once/transition.js";
import { heldByWorker, known, MINUTE, partOnly, record, request, terms } from "./records.js";

const asked = { key: "K-1", authorization: "A-1", request };
const other = (state: OnceRecord["state"], more: Partial<OnceRecord> = {}) => record(state, { key: "K-0", ...more });
const reserved = (own: OnceRecord | undefined, others: readonly OnceRecord[] = [], now = 0, is: Terms = terms) =>
  reserve(known(own, now, others), asked, "mine", is);

describe("a new key", () => {
  test("is sent, within a lease", () => {
    expect(reserved(undefined, [], 1_000)).toEqual({
      ...record("sending", { version: 0 }),
      stateSince: 1_000,
      token: "mine",
      dueAt: 61_000,
      mayArriveUntil: 31 * MINUTE + 1_000,
    });
  });

  test.each<[OnceRecord, string]>([
    [other("sending"), "waiting"],
    [other("unknown"), "waiting"],
    [other("pending"), "waiting"],
    [other("parked"), "waiting"],
    [other("conflict"), "waiting"],
    [other("retryable", { mayBeCaptured: true }), "waiting"],
    [other("retryable"), "sending"],
    [other("waiting"), "sending"],
    [other("rejected"), "sending"],
    [other("not_captured"), "sending"],
    [other("captured"), "sending"],
  ])("is sent or waits beside a key of its authorization that is $state", (beside, state) => {
    const behind = state === "waiting" ? { blockedBy: "K-0", reason: "waits for K-0", attempts: 0 } : { attempts: 1 };
    expect(reserved(undefined, [beside])).toMatchObject({ state, ...behind });
  });

  test("has the exact sum of the other captures as finalizedBefore", () => {
    const tenth = { ...request, totalAmount: "0.10" };
    const others = Array.from({ length: 12 }, () => other("captured", { request: tenth }));
    expect(reserved(undefined, [...others, other("rejected")])).toMatchObject({
      finalizedBefore: "1.20",
      isFinalizedBeforeCertain: true,
    });
  });

  test("has no certain finalizedBefore with a person's decision in it", () => {
    const history = [{ at: 0, state: "parked" as const, by: "Åsa", why: "seen" }];
    expect(reserved(undefined, [other("captured", { history })])).toMatchObject({ isFinalizedBeforeCertain: false });
  });
});

describe("a new key of a payment that can be finalized only once,", () => {
  const card = { ...asked, request: { ...request, paymentMethod: "card" as const } };
  const captured = other("captured", { request: card.request });
  const history = [{ at: 0, state: "parked" as const, by: "Åsa", why: "seen" }];

  test("another key of which is captured, is rejected unsent", () => {
    expect(reserve(known(undefined, 0, [captured]), card, "mine", terms)).toMatchObject({
      state: "rejected",
      attempts: 0,
      reason: "K-0 has captured this authorization, which card finalizes only once",
    });
  });

  test("is sent if a person said that the other is captured", () => {
    const decided = { ...captured, history };
    expect(reserve(known(undefined, 0, [decided]), card, "mine", terms)).toMatchObject({ state: "sending" });
  });

  test("is sent if the other was not captured", () => {
    const rejected = other("rejected", { request: card.request });
    expect(reserve(known(undefined, 0, [rejected]), card, "mine", terms)).toMatchObject({ state: "sending" });
  });
});

describe("a delivery", () => {
  test.each<[string, OnceRecord]>([
    ["held by a worker", heldByWorker({ token: "other" })],
    ["reserved already by this attempt", heldByWorker()],
    ["not due", record("unknown", { mayBeCaptured: true, dueAt: 1 })],
    ["pending, and not asked about any more", record("pending", { mayBeCaptured: true })],
    ["captured", record("captured")],
    ["rejected", record("rejected")],
    ["not captured", record("not_captured")],
    ["parked", record("parked")],
    ["in conflict", record("conflict")],
  ])("changes nothing if the key is %s", (_what, own) => {
    expect(reserved(own)).toBe(own);
  });

  test.each([
    record("retryable", { isBoundToRequest: true }),
    record("retryable", { mayBeCaptured: true }),
    record("waiting", { blockedBy: "K-0" }),
  ])("sends a key again that is $state, bound $isBoundToRequest, mayBeCaptured $mayBeCaptured", (own) => {
    const { isBoundToRequest, mayBeCaptured } = own;
    expect(reserved(own)).toMatchObject({
      state: "sending",
      token: "mine",
      attempts: 2,
      isBoundToRequest,
      mayBeCaptured,
    });
    expect(reserved(own).blockedBy).toBeUndefined();
  });

  test.each<[string, OnceRecord, Terms, Partial<OnceRecord>]>([
    [
      "its worker died",
      heldByWorker({ token: "dead" }),
      terms,
      { state: "unknown", mayBeCaptured: true, dueAt: 2 * MINUTE },
    ],
    [
      "its worker died, a partial capture",
      heldByWorker({ token: "dead" }),
      partOnly,
      { state: "parked", mayBeCaptured: true },
    ],
    [
      "due",
      record("unknown", { dueAt: MINUTE }),
      terms,
      { state: "unknown", token: "mine", attempts: 2, dueAt: 2 * MINUTE },
    ],
    [
      "pending and due",
      record("pending", { dueAt: 1 }),
      terms,
      { state: "pending", token: "mine", mayArriveUntil: 32 * MINUTE },
    ],
    [
      "the worker that resolved it died",
      record("unknown", { token: "dead", dueAt: 1 }),
      terms,
      { state: "unknown", token: "mine" },
    ],
    ["due, and not eligible any more", record("unknown", { dueAt: 1 }), partOnly, { state: "parked" }],
    ["pending, and not eligible any more", record("pending", { dueAt: 1 }), partOnly, { state: "pending" }],
    ["captured, and to be booked", record("captured", { dueAt: 1 }), terms, { state: "captured", version: 1 }],
  ])("takes over a key: %s", (_what, own, is, expected) => {
    const taken = reserved(own, [], MINUTE, is);
    expect(taken).toMatchObject(expected);
    if (expected.token === undefined && expected.dueAt === undefined) {
      expect(taken.token).toBeUndefined();
      expect(taken.dueAt).toBe(own.state === "captured" ? own.dueAt : undefined);
    }
  });

  test("whose response was lost does not take over twice", () => {
    const taken = takeOver(known(record("unknown", { dueAt: 0 })), "mine", terms);
    expect(takeOver(known(taken, 2 * MINUTE), "mine", terms)).toBe(taken);
  });
});

describe("a delivery with the same amount and other lines", () => {
  const lines = { ...asked, request: { ...request, body: '{"lineItems":[]}' } };

  test.each(["retryable", "waiting", "rejected"] as const)(
    "replaces the request of a key that is %s and cannot be captured",
    (state) => {
      expect(reserve(known(record(state)), lines, "mine", terms)).toMatchObject({
        state: "sending",
        request: lines.request,
      });
    },
  );

  test.each([record("retryable", { isBoundToRequest: true }), record("retryable", { mayBeCaptured: true })])(
    "sends the first lines again if isBoundToRequest is $isBoundToRequest and mayBeCaptured $mayBeCaptured",
    (own) => {
      expect(reserve(known(own), lines, "mine", terms)).toMatchObject({ state: "sending", request, history: [] });
    },
  );
});

describe("a delivery with another request", () => {
  const fewer = { ...asked, authorization: "A-2", request: { ...request, fingerprint: "50.00", totalAmount: "50.00" } };

  test.each([record("retryable", { rejections: 2 }), record("waiting"), record("rejected")])(
    "takes a key that is $state and cannot be captured",
    (own) => {
      expect(reserve(known(own, 5), fewer, "mine", terms)).toMatchObject({
        state: "sending",
        authorization: "A-2",
        request: { totalAmount: "50.00" },
        rejections: 0,
        history: [{ at: 5, state: own.state, request: { totalAmount: "60.00" } }],
      });
    },
  );

  test.each([
    record("retryable", { isBoundToRequest: true }),
    record("retryable", { mayBeCaptured: true }),
    heldByWorker(),
    record("unknown"),
    record("pending"),
    record("captured"),
    record("not_captured"),
    record("parked"),
    record("conflict"),
  ])("is invalid for a key that is $state, bound $isBoundToRequest, mayBeCaptured $mayBeCaptured", (own) => {
    expect(() => reserve(known(own), fewer, "another", terms)).toThrow(
      `stands for another request, which is ${own.state}`,
    );
  });
});
