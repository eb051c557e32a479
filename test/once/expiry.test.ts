/** A person is warned before an authorization expires; nothing else follows from that time. It warns 12 hours before. */
import type { Once, OnceAuthorization, OnceListQuery, OnceState, OnceWaitsFor } from "merchant-payments/once";
import { fault } from "merchant-payments/testing";
import { describe, expect, test } from "vitest";
import { nextAt, type OnceRecord } from "../../src/once/record.js";
import { corrected } from "../../src/once/rules/correct.js";
import { withOwner } from "../../src/once/rules/owner.js";
import { delivered, takenOver } from "../../src/once/rules/reserve.js";
import { merchant, none, type Options, signed } from "./merchant.js";
import { HOUR, heldByWorker, known, MINUTE, partOnly, record, request, terms } from "./records.js";

const DAY = 24 * HOUR;
const owned = (own: OnceRecord) => withOwner(own, [], terms);

test.each<[OnceState, Partial<OnceRecord>, OnceWaitsFor, number | undefined]>([
  ["retryable", { expiresAt: 20 * HOUR }, "delivery", 8 * HOUR],
  ["retryable", { expiresAt: 40 * HOUR }, "delivery", DAY],
  ["retryable", { expiresAt: 20 * HOUR, isExpiring: true }, "person", undefined],
  ["blocked", { expiresAt: 20 * HOUR }, "delivery", 8 * HOUR],
  ["blocked", { expiresAt: 20 * HOUR, decidedAt: 0, dueAt: MINUTE }, "sweep", MINUTE],
  ["blocked", { expiresAt: 20 * HOUR, decidedAt: 0, dueAt: MINUTE, isExpiring: true }, "person", MINUTE],
  ["unknown", { expiresAt: 20 * HOUR, dueAt: MINUTE }, "sweep", MINUTE],
  ["unknown", { expiresAt: HOUR, dueAt: MINUTE }, "sweep", 0], // at the next sweep
  ["unknown", { expiresAt: HOUR, dueAt: 9, lastSentAt: 5 }, "sweep", 5],
  ["unknown", { expiresAt: HOUR, dueAt: 9, lastSentAt: 5, openSince: 7 }, "sweep", 7],
  ["unknown", { expiresAt: HOUR, dueAt: MINUTE, isExpiring: true }, "person", MINUTE],
  ["unknown", { expiresAt: HOUR, dueAt: MINUTE, isOverdue: true }, "person", MINUTE],
  ["pending", { expiresAt: 20 * HOUR }, "sweep", 8 * HOUR],
  ["pending", { expiresAt: 20 * HOUR, isExpiring: true }, "person", undefined],
  ["sending", { expiresAt: HOUR, token: "held", dueAt: MINUTE }, "sweep", MINUTE],
  ["parked", { expiresAt: HOUR }, "person", undefined],
  ["conflict", { expiresAt: HOUR }, "person", undefined],
  ["captured", { expiresAt: HOUR, dueAt: MINUTE }, "sweep", MINUTE], // what is captured cannot expire
  ["captured", { expiresAt: HOUR, dueAt: MINUTE, isExpiring: true }, "sweep", MINUTE],
  ["captured", { expiresAt: HOUR, isBooked: true, isExpiring: true }, "nobody", undefined],
  ["rejected", { expiresAt: HOUR }, "nobody", undefined],
  ["not_captured", { expiresAt: HOUR, isExpiring: true }, "nobody", undefined],
])("a key that is %s with %o waits for %s, and the sweep acts at %s", (state, more, waitsFor, dueAt) => {
  const after = owned(record(state, more));
  expect([after.waitsFor, nextAt(after)]).toEqual([waitsFor, dueAt]);
});

describe("when the warning is due, the sweep", () => {
  const now = 8 * HOUR;
  const swept = (own: OnceRecord, { canCall = true, is = terms } = {}) =>
    takenOver(known(withOwner(own, [], is), now), "mine", is, canCall);
  const expires = { expiresAt: 20 * HOUR, openSince: HOUR };
  const asked = { ...expires, mayBeCaptured: true };

  test.each<[string, OnceRecord, Partial<OnceRecord>]>([
    ["waits for a delivery", record("retryable", expires), { isExpiring: true, state: "retryable", attempts: 1 }],
    [
      "is asked later",
      record("unknown", { ...asked, dueAt: 9 * HOUR }),
      { isExpiring: true, state: "unknown", dueAt: 9 * HOUR, attempts: 1 },
    ],
    [
      "is sent later",
      record("blocked", { ...expires, decidedAt: HOUR, dueAt: 9 * HOUR }),
      { isExpiring: true, decidedAt: HOUR, dueAt: 9 * HOUR, attempts: 1 },
    ],
    ["is pending", record("pending", asked), { isExpiring: true, state: "pending", attempts: 1 }],
  ])("only marks a key that %s, and makes no attempt", (_what, own, after) => {
    expect(swept(own)).toMatchObject({ ...after, isOverdue: false });
    expect(swept(own).token).toBeUndefined();
  });

  test.each([
    record("unknown", { ...asked, dueAt: now }),
    record("pending", { ...asked, dueAt: now }),
    record("retryable", { ...expires, decidedAt: HOUR, dueAt: now }),
  ])("first makes the attempt that is due for a key that is $state, and marks it without the service", (own) => {
    expect(swept(own)).toMatchObject({ isExpiring: false, token: "mine", attempts: 2 });
    expect(swept(own, { canCall: false })).toMatchObject({ isExpiring: true, dueAt: now, attempts: 1 });
  });

  test("marks a key that becomes overdue, or that cannot be asked any more", () => {
    const overdue = record("retryable", { expiresAt: 20 * HOUR, openSince: now - DAY });
    expect(swept(overdue)).toMatchObject({ isExpiring: true, isOverdue: true, dueAt: undefined });
    const pending = record("pending", { ...asked, dueAt: now });
    expect(swept(pending, { is: { ...partOnly } })).toMatchObject({ isExpiring: true, state: "pending" });
  });

  test.each([
    record("parked", asked),
    record("unknown", { ...asked, expiresAt: 21 * HOUR, dueAt: 10 * HOUR }), // the warning is not due
    record("unknown", { ...asked, isExpiring: true, dueAt: 9 * HOUR }),
    heldByWorker({ ...expires, dueAt: 9 * HOUR }),
    record("captured", { ...expires, dueAt: 9 * HOUR }),
    record("captured", { ...expires, isBooked: true }),
  ])("leaves a key as it is that is $state, isExpiring $isExpiring", (own) => {
    const before = owned(own);
    expect(takenOver(known(before, now), "other", terms)).toBe(before);
  });

  test("marks what a worker left behind only after it has taken that over", () => {
    const left = swept(heldByWorker({ ...expires, token: "dead", dueAt: now }));
    expect(left).toMatchObject({ state: "unknown", isExpiring: false });
    expect(swept(left)).toMatchObject({ state: "unknown", isExpiring: true });
  });
});

test("the question names the time", () => {
  const expiresAt = Date.UTC(2026, 0, 15, 20);
  const after = owned(record("retryable", { expiresAt, isExpiring: true }));
  expect(after.advice).toBe(
    "No delivery came: deliver the job again, or decide not_captured if it must not be captured any more. The authorization expires at 2026-01-15T20:00:00.000Z: from then on, the service may release it.",
  );
  expect(owned(record("parked", { expiresAt })).advice).toContain("The authorization expires at 2026-01-15T20:00");
  expect(owned(record("captured", { expiresAt, isOverdue: true })).advice).not.toContain("expires");
});

describe("the time of a key", () => {
  const own = record("retryable", { expiresAt: 5, isExpiring: true });
  const asked = { key: "K-1", authorizationId: "A-1", request };
  const other = { ...asked, request: { ...request, totalAmount: "50.00" } };
  const deliver = (given: typeof other & { expiresAt?: number }, to = own) =>
    delivered(known(to), given, "mine", terms);
  const correct = (given: typeof other & { expiresAt?: number }) => {
    const authorization = { paymentMethod: "paypal", authorizedAmount: "100.00", currencyCode: "SEK" } as const;
    return corrected(known(own), { ...own, seenAt: 0 }, { ...signed, authorization }, given, terms);
  };

  test("is that of the delivery that is sent, or else stays", () => {
    expect(deliver({ ...asked, expiresAt: 9 })).toMatchObject({ expiresAt: 9, isExpiring: false });
    expect(deliver(asked)).toMatchObject({ expiresAt: 5, isExpiring: true });
    expect(deliver({ ...asked, expiresAt: 5 })).toMatchObject({ expiresAt: 5, isExpiring: true });
    const rejected = record("rejected", { expiresAt: 5 });
    expect(deliver({ ...other, expiresAt: 9 }, rejected)).toMatchObject({ state: "sending", expiresAt: 9 });
    const byPerson = record("retryable", { expiresAt: 5, isFromPerson: true });
    expect(deliver({ ...asked, expiresAt: 9 }, byPerson)).toMatchObject({ state: "sending", expiresAt: 5 });
  });

  test("stays in a correction without one, unless that names another authorization", () => {
    expect(correct(other)).toMatchObject({ expiresAt: 5, isExpiring: false });
    expect(correct({ ...other, expiresAt: 9 })).toMatchObject({ expiresAt: 9, isExpiring: false });
    expect(correct({ ...other, authorizationId: "A-2" }).expiresAt).toBeUndefined();
  });
});

/** A merchant whose sales expire after some hours. */
function shop(options: Options = {}) {
  const made = merchant({ expiryWarningMs: 12 * HOUR, ...options });
  const sell = (hours?: number) => {
    const { capture: _, authorization: facts, ...sale } = made.sell();
    const expiresAt = hours === undefined ? undefined : new Date(Date.now() + hours * HOUR);
    const authorization: OnceAuthorization = { ...facts, expiresAt };
    const capture = (key: string, more: object = {}) =>
      made.once.finalize(key, { ...sale, ...more }, { authorization });
    return { ...sale, authorization, capture };
  };
  return { ...made, sell };
}

test("an authorization that expires while its job waits is shown to a person in time, and a delivery still captures it", async () => {
  const { service, once, sell, taken, pass } = shop();
  const { capture } = sell(20);
  service.faults.next("finalize", fault.status(401));
  expect(await capture("K-1")).toMatchObject({ state: "retryable", waitsFor: "delivery", isExpiring: false });
  pass(8 * HOUR - 1);
  expect(await once.sweep()).toEqual([]);
  pass(1);
  expect(await once.sweep()).toMatchObject([{ key: "K-1", isExpiring: true, isOverdue: false, waitsFor: "person" }]);
  expect(await once.sweep()).toEqual([]);
  expect((await once.list({ waitsFor: "person" })).entries).toMatchObject([
    { key: "K-1", advice: expect.stringContaining("expires at 2026-01-15T20:00:00.000Z") },
  ]);
  expect(await capture("K-1")).toMatchObject({ state: "captured", waitsFor: "nobody" });
  expect(taken()).toEqual(["100.00"]);
});

test("an unknown capture goes on being asked at its own times, also after its authorization expires", async () => {
  const { service, once, sell, pass, books } = shop();
  service.faults.every(1, "finalize", fault.status(503));
  const { capture } = sell(1);
  const sentAt = Date.now();
  expect(await capture("K-1")).toMatchObject({ state: "unknown", dueAt: sentAt, expiresAt: sentAt + HOUR });
  const sent = () => service.requests.length;
  expect(await once.sweep()).toMatchObject([{ isExpiring: true, waitsFor: "person", dueAt: sentAt + MINUTE }]);
  expect(sent()).toBe(1);
  pass(MINUTE);
  expect(await once.sweep()).toMatchObject([{ state: "unknown", isExpiring: true, waitsFor: "person" }]);
  expect(sent()).toBe(2);
  service.faults.clear();
  pass(2 * HOUR);
  expect(await once.sweep()).toMatchObject([{ state: "captured", waitsFor: "nobody" }]);
  expect(books).toEqual(["K-1 100.00"]);
});

test("a warning does not use up the attempt with which the circuit breaker tries whether the service is back", async () => {
  const { service, once, sell, pass } = shop({ stopAfter: { unknowns: 1 }, resolveAfterMs: [10 * MINUTE] });
  service.faults.next("finalize", fault.status(503));
  await expect(sell(12 + 5 / 60).capture("K-1")).rejects.toThrow("captures have stopped");
  pass(5 * MINUTE);
  await expect(once.sweep()).rejects.toThrow("captures have stopped");
  expect(await once.get("K-1")).toMatchObject({ isExpiring: true, attempts: 1 });
  pass(5 * MINUTE);
  expect(await once.sweep()).toMatchObject([{ key: "K-1", state: "captured", attempts: 2 }]);
});

test("after a person's decision, the sweep sends the key before it warns again", async () => {
  const { service, once, sell, snapshot, pass, taken } = shop();
  const { capture } = sell(13);
  service.faults.next("finalize", fault.drop());
  await capture("K-1", { totalAmount: "60.00" });
  pass(HOUR);
  service.faults.next("finalize", fault.status(401));
  const decision = { ...signed, as: "send_again", balance: none } as const;
  expect(await once.decide(await snapshot("K-1"), decision)).toMatchObject({ isExpiring: false, waitsFor: "sweep" });
  expect(await once.sweep()).toMatchObject([{ state: "retryable", attempts: 2, waitsFor: "sweep" }]);
  expect(await once.sweep()).toMatchObject([{ state: "retryable", attempts: 2, waitsFor: "person", isExpiring: true }]);
  pass(MINUTE);
  expect(await once.sweep()).toMatchObject([{ state: "captured", attempts: 3 }]);
  expect(taken()).toEqual(["60.00"]);
});

test("it is no fact of the authorization: two of its keys may say different times, and it is not sent", async () => {
  const { once, sell, taken, service } = shop();
  const { capture: _, authorization, ...sale } = sell();
  const part = (hours: number | null) => ({
    authorization: { ...authorization, expiresAt: hours === null ? null : new Date(hours * HOUR) },
  });
  await once.finalize("K-1", { ...sale, totalAmount: "60.00" }, part(1));
  await once.finalize("K-2", { ...sale, totalAmount: "30.00" }, part(2));
  await once.finalize("K-3", { ...sale, totalAmount: "10.00" }, part(null));
  expect(taken()).toEqual(["60.00", "30.00", "10.00"]);
  expect(await once.get("K-1")).toMatchObject({ state: "captured", expiresAt: HOUR });
  expect((await once.get("K-3"))?.expiresAt).toBeUndefined();
  expect(JSON.stringify(service.requests)).not.toContain("expiresAt");
});

describe("expiresAt is a Date:", () => {
  test.each([
    1_768_435_200_000,
    "2026-01-15",
    new Date("soon"),
    { [Symbol.toStringTag]: "Date", getTime: () => 0 },
  ] as unknown[])("%o is invalid", async (expiresAt) => {
    const { once, sell, service } = shop();
    const { capture: _, authorization, ...sale } = sell();
    const call = once.finalize("K-1", sale, { authorization: { ...authorization, expiresAt: expiresAt as Date } });
    await expect(call).rejects.toMatchObject({
      name: "PaymentValidationError",
      issues: [
        {
          path: "options.authorization.expiresAt",
          code: "wrong_type",
          message: "options.authorization.expiresAt must be a valid Date: give new Date(…)",
        },
      ],
    });
    expect([service.requests, await once.get("K-1")]).toEqual([[], undefined]);
  });

  test("what happens to it after the call does not count", async () => {
    const { once, sell } = shop();
    const { capture, authorization } = sell(40);
    const capturing = capture("K-1");
    const { expiresAt } = authorization;
    const before = Number(expiresAt);
    expiresAt?.setTime(0);
    expect(await capturing).toMatchObject({ expiresAt: before });
    expect(await once.get("K-1")).toMatchObject({ expiresAt: before });
  });
});

describe("people and alerts see what expires next:", () => {
  /** Four keys that are parked, of which K-0 has no time, and one that is captured. */
  async function five() {
    const made = shop();
    const start = Date.now();
    await made.sell(1).capture("K-4");
    made.service.faults.every(1, "finalize", fault.drop());
    for (const [key, hours] of [
      ["K-0", undefined],
      ["K-1", 50],
      ["K-2", 30],
      ["K-3", 40],
    ] as const) {
      await made.sell(hours).capture(key, { totalAmount: "60.00" });
    }
    return { ...made, start };
  }

  /** The keys of all pages. Between two pages, something is done with the last key. */
  async function pagesOf<Tx>(
    once: Once<Tx>,
    query: OnceListQuery,
    between: (key: string) => unknown = () => undefined,
  ) {
    const keys: string[] = [];
    let after: string | undefined;
    do {
      const page = await once.list({ ...query, sortBy: "expiresAt", limit: 1, after });
      keys.push(...page.entries.map(({ key }) => key));
      await between(keys.at(-1) as string);
      after = page.next;
    } while (after !== undefined);
    return keys;
  }

  test("a list by expiresAt, a page at a time", async () => {
    const { once } = await five();
    expect(await pagesOf(once, {})).toEqual(["K-2", "K-3", "K-1", "K-0", "K-4"]);
    expect((await once.list({ sortBy: "key" })).entries[0]).toMatchObject({ key: "K-0" });
    for (const after of ["K-2", "K 2"]) {
      await expect(once.list({ sortBy: "expiresAt", after })).rejects.toThrow(
        new TypeError("list: after must be the next of a page that is sorted by expiresAt"),
      );
    }
  });

  test("a worklist by expiresAt, of which each key is decided before the next page", async () => {
    const { once, snapshot } = await five();
    const decide = async (key: string) => once.decide(await snapshot(key), { ...signed, as: "captured" });
    const worklist = { waitsFor: "person" } as const;
    expect(await pagesOf(once, worklist, decide)).toEqual(["K-2", "K-3", "K-1", "K-0"]);
  });

  test("the counts, of keys that are open", async () => {
    const { once, start } = await five();
    const { counts } = await once.counts();
    expect(counts).toMatchObject([{ state: "parked", count: 4, earliestExpiresAt: start + 30 * HOUR }]);
    expect((await once.counts({ closed: true })).counts).toMatchObject([{ state: "captured", count: 1 }]);
  });
});
