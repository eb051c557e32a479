/** Once shows what a look-up has read, and decides nothing by it. */
import { basicAuth, type FinalizationResolution, type LookUp, PaymentClient } from "merchant-payments";
import {
  type OnceDecision,
  OnceDecisionError,
  type OnceLookedUp,
  type OnceSnapshot,
  OnceStoppedError,
} from "merchant-payments/once";
import { fault } from "merchant-payments/testing";
import { describe, expect, test, vi } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import { corrected } from "../../src/once/rules/correct.js";
import { decided } from "../../src/once/rules/decisions.js";
import { lookUpAt, withLookUp } from "../../src/once/rules/look-up.js";
import { withOwner } from "../../src/once/rules/owner.js";
import { takenOver } from "../../src/once/rules/reserve.js";
import { replaced } from "../../src/once/rules/transition.js";
import { merchant } from "./merchant.js";
import { HOUR, known, MINUTE, record, request, terms } from "./records.js";

test.each<[what: string, finalized: string, pending: string, changed?: object]>([
  ["captured", "100.00", "0"],
  ["pending", "0", "100.00"],
  ["somebody else's", "70.00", "0"],
  ["captured, in a wrapper without balances", "100.00", "0", { balance: undefined }],
])(
  "a key that the client looked up instead of sending it again stays unknown, if the balance shows it %s",
  async (...row) => {
    const [_what, finalized, pending, changed] = row;
    const { service, worker, sell, pass, snapshot, taken } = merchant();
    const client = new PaymentClient({
      baseUrl: "https://payments.example.com/api",
      auth: basicAuth(service.merchantId, service.password),
      fetch: service.fetch,
      resolve: { lookUp: () => ({ finalized, pending }) },
    });
    const once = worker({
      payments: {
        timeoutMs: 1_000,
        sendAgain: ["paypal"], // a wrapper that lists more than its client
        meaningOf: client.meaningOf.bind(client),
        finalize: client.finalize.bind(client),
        resolveFinalization: async (...call) => {
          return { ...(await client.resolveFinalization(...call)), ...changed } as FinalizationResolution;
        },
        preview: client.preview.bind(client),
      },
    });
    service.faults.next("finalize", fault.status(503));
    await sell({}, once).capture("K-1");
    pass(MINUTE);
    expect(await once.sweep()).toMatchObject([{ state: "unknown", finalization: {} }]);
    expect(await snapshot("K-1", once)).toMatchObject({ state: "unknown", isBooked: false });
    expect(taken()).toEqual([]);
  },
);

const at = (minute: number) => minute * MINUTE;
/** 60 may be captured by this key until minute 31, beside 40 by another key. */
const own = (more: Partial<OnceRecord> = {}) =>
  record("parked", { mayBeCaptured: true, waitsFor: "person", mayArriveUntil: at(31), lastSentAt: 0, ...more });
const forty = record("captured", { key: "K-0", request: { ...request, totalAmount: "40.00" } });
const shown = (finalized: string, pending: string, since = at(37), last = at(37 + 24 * 60)): OnceLookedUp => ({
  finalized,
  pending,
  since,
  at: last,
});

test.each<[what: string, record: OnceRecord, at: number | undefined]>([
  ["a minute after it was parked", own({ stateSince: at(2) }), at(3)],
  [
    "a minute after it was sent, while it is pending",
    own({ state: "pending", waitsFor: "sweep", lastSentAt: at(4) }),
    at(5),
  ],
  ["an hour after the last try", own({ lookUpTriedAt: at(10) }), at(70)],
  ["never while the sweep sends it again", own({ state: "unknown", waitsFor: "sweep" }), undefined],
  ["never if nothing can be captured", own({ mayBeCaptured: false }), undefined],
  ["never once it is captured", own({ state: "captured" }), undefined],
  ["never once it is erased", own({ isErased: true }), undefined],
])("the balance of a key is read %s", (_what, key, expected) => {
  expect(lookUpAt(key)).toBe(expected);
});

describe("what was read is", () => {
  const read = { finalized: "100.00", pending: "0" };

  test("stored with the time when the reading began", () => {
    expect(withLookUp(own(), own(), read, at(40))).toMatchObject({
      lookedUp: { ...read, since: at(40), at: at(40) },
      lookUpTriedAt: at(40),
      version: 1,
    });
  });

  test("joined to equal reads, from 5 minutes after the last attempt can have arrived", () => {
    const later = (since: number) => own({ lookedUp: shown("100", "0.00", since, since) });
    expect(withLookUp(later(at(36)), later(at(36)), read, at(99))?.lookedUp?.since).toBe(at(99));
    expect(withLookUp(later(at(36) + 1), later(at(36) + 1), read, at(99))?.lookedUp).toEqual({
      ...read,
      since: at(36) + 1,
      at: at(99),
    });
  });

  test.each([shown("40.00", "0"), shown("100.00", "60.00")])("not joined to other figures: %j", (lookedUp) => {
    const differs = own({ lookedUp });
    expect(withLookUp(differs, differs, read, at(99))?.lookedUp).toEqual({ ...read, since: at(99), at: at(99) });
  });

  test("only tried if it failed, and the last figures stay", () => {
    const lookedUp = shown("40.00", "0");
    expect(withLookUp(own({ lookedUp }), own(), undefined, at(99))).toMatchObject({ lookedUp, lookUpTriedAt: at(99) });
  });

  test.each<[what: string, now: Partial<OnceRecord>]>([
    ["sent again", { attempts: 2 }],
    ["sent at another time", { lastSentAt: at(1) }],
    ["corrected to another authorization", { authorizationId: "A-2" }],
    ["corrected to another amount", { request: { ...request, totalAmount: "50.00" } }],
    ["given other facts", { factsAt: 1 }],
    ["decided", { state: "captured", waitsFor: "nobody" }],
  ])("dropped if the key was %s meanwhile", (_what, now) => {
    expect(withLookUp(own(now), own(), read, at(40))).toBeUndefined();
  });

  test("cleared when the request is replaced or sent again", () => {
    const looked = own({ lookedUp: shown("40.00", "0.00"), lookUpTriedAt: at(99) });
    const gone = { lookedUp: undefined, lookUpTriedAt: undefined };
    expect(replaced(looked, { ...looked, request: { ...request, totalAmount: "50.00" } }, { at: 0 })).toMatchObject(
      gone,
    );
    const due = { ...looked, state: "unknown", dueAt: 1, openSince: at(99) } as const;
    expect(takenOver(known(due, at(99)), "mine", terms)).toMatchObject({ ...gone, token: "mine" });
  });
});

test.each<[what: string, lookedUp: OnceLookedUp, others: OnceRecord[], sentence: string]>([
  [
    "case 1",
    shown("100.00", "0"),
    [forty],
    "100.00 SEK finalized and nothing pending from 1970-01-01T00:37:00.000Z to 1970-01-02T00:37:00.000Z: if nothing was refunded, this is case (1).",
  ],
  ["case 2", shown("40.00", "0"), [forty], "this is case (2)."],
  ["case 3", shown("40.00", "60.00"), [forty], "40.00 SEK finalized and 60.00 SEK pending from"],
  ["case 4", shown("70.00", "0"), [forty], "this is case (4)."],
  [
    "no case while another key is unfinished",
    shown("60.00", "0"),
    [record("unknown", { key: "K-2" })],
    "to 1970-01-02T00:37:00.000Z.",
  ],
])("the question compares what was read with its figures: %s", (_what, lookedUp, others, sentence) => {
  expect(withOwner(own({ lookedUp }), others, terms).advice).toContain(sentence);
});

describe("a decision by what was read", () => {
  const decide = (as: OnceDecision["as"], lookedUp: OnceLookedUp, more: Partial<OnceRecord> = {}, others = [forty]) => {
    const key = own({ lookedUp, ...more });
    const seen = { ...key, seenAt: at(3_000) };
    const decision = { by: "Åsa", why: "looked up", as, balance: { ...lookedUp } } as OnceDecision;
    return decided(known(key, at(3_000), others), seen, decision, terms);
  };

  test.each<[as: OnceDecision["as"], lookedUp: OnceLookedUp, state: string]>([
    ["captured", shown("100.00", "0"), "captured"],
    ["captured", shown("100.00", "0", at(1), at(1)), "captured"],
    ["not_captured", shown("40.00", "0"), "not_captured"],
    ["send_again", shown("40.00", "0"), "retryable"],
  ])("%s is possible with %j", (as, lookedUp, state) => {
    expect(decide(as, lookedUp).state).toBe(state);
  });

  test.each<[what: string, as: OnceDecision["as"], lookedUp: OnceLookedUp, words: string]>([
    ["captured, and nothing was", "captured", shown("40.00", "0"), "does not show that it is captured: it is case (2)"],
    [
      "not captured, and it was",
      "not_captured",
      shown("100.00", "0"),
      "does not show that it is not_captured: it is case (1)",
    ],
    [
      "to send it again, and it is pending",
      "send_again",
      shown("40.00", "60.00"),
      "does not show that it is not_captured: it is case (3)",
    ],
    [
      "not captured, first read too early",
      "not_captured",
      shown("40.00", "0", at(36)),
      "must come after 1970-01-01T00:36:00.000Z",
    ],
    [
      "to send again PayPal after 23 hours",
      "send_again",
      shown("40.00", "0", at(37), at(37 + 23 * 60)),
      "and the last one 1440 minutes later",
    ],
  ])("is refused: %s", (_what, as, lookedUp, words) => {
    expect(() => decide(as, lookedUp)).toThrow(words);
  });

  test("needs 5 minutes of equal reads for a card", () => {
    const card = { request: { ...request, paymentMethod: "card", totalAmount: "60.00" } } as const;
    expect(() => decide("not_captured", shown("0", "0", at(37), at(41)), card, [])).toThrow("5 minutes later");
    expect(decide("not_captured", shown("0", "0", at(37), at(42)), card, []).state).toBe("not_captured");
  });

  test.each<[what: string, stored: OnceLookedUp | undefined]>([
    ["was read again since", shown("100.00", "0", at(37), at(1_600))],
    ["was first read at another time", shown("100.00", "0", at(38))],
    ["showed another finalized amount", shown("40.00", "0")],
    ["showed another pending amount", shown("100.00", "60.00")],
    ["is not there any more", undefined],
  ])("is refused if the stored look-up %s", (_what, lookedUp) => {
    const key = own({ lookedUp });
    const stale = () =>
      decided(
        known(key, at(3_000), [forty]),
        { ...key, seenAt: at(3_000) },
        { by: "Åsa", why: "seen", as: "captured", balance: shown("100.00", "0") },
        terms,
      );
    expect(stale).toThrow(new OnceDecisionError("K-1: the look-up has changed since this snapshot: take a new one"));
  });

  test("is refused if another key is in doubt", () => {
    expect(() => decide("captured", shown("60.00", "0"), {}, [record("unknown", { key: "K-2" })])).toThrow(
      "decides nothing here",
    );
  });

  test("can correct a request of which nothing was captured", () => {
    const key = own({ lookedUp: shown("40.00", "0"), request: { ...request, paymentMethod: "card" } });
    const given = {
      key: "K-1",
      authorizationId: "A-1",
      request: { ...request, paymentMethod: "card", totalAmount: "50.00" },
    } as const;
    const authorization = { paymentMethod: "card", authorizedAmount: "100.00", currencyCode: "SEK" } as const;
    const fix = (lookedUp: OnceLookedUp) =>
      corrected(
        known(key, at(3_000), [forty]),
        { ...key, seenAt: at(3_000) },
        { by: "Åsa", why: "seen", authorization, balance: lookedUp },
        given,
        terms,
      );
    expect(fix(shown("40.00", "0"))).toMatchObject({ state: "retryable", lookedUp: undefined });
    expect(() => fix(shown("40.00", "0", at(38)))).toThrow("has changed");
  });
});

describe("a sweep with lookUp", () => {
  /** K-1 is parked: PayPal is not sent again. The service captured it, and its response was lost. */
  async function parked(lookUp: LookUp) {
    const shop = merchant();
    const client = new PaymentClient({
      baseUrl: "https://payments.example.com/api",
      auth: basicAuth(shop.service.merchantId, shop.service.password),
      fetch: shop.service.fetch,
      maxRetries: 0,
      resolve: { lookUp },
    });
    const once = shop.worker({ payments: client, timeoutMs: 1_000 });
    shop.service.faults.next("finalize", fault.loseResponse());
    const sale = shop.sell({}, once);
    await sale.capture("K-1");
    return { ...shop, sale, once };
  }

  test("reads after a minute and then every hour, and changes nothing but what it shows", async () => {
    const lookUp = vi.fn<LookUp>(async () => ({ finalized: "100.00", pending: "0" }));
    const { once, pass, snapshot, service, sale } = await parked(lookUp);
    const before = await snapshot("K-1", once);
    const sent = service.requests.length;
    await once.sweep();
    expect(lookUp).not.toHaveBeenCalled();
    pass(MINUTE);
    await once.sweep();
    await once.sweep();
    expect(lookUp.mock.calls.map(([authorization]) => authorization)).toEqual([
      { orderId: sale.orderId, transactionId: sale.transactionId },
    ]);
    const { lookedUp, advice, version, attempts, mayArriveUntil, state } = await snapshot("K-1", once);
    expect({ version, attempts, mayArriveUntil, state }).toEqual({
      version: before.version,
      attempts: 1,
      mayArriveUntil: before.mayArriveUntil,
      state: "parked",
    });
    expect(lookedUp).toEqual({ finalized: "100", pending: "0", since: Date.now(), at: Date.now() });
    expect(advice).toContain("The look-up has shown 100.00 SEK finalized and nothing pending");
    expect(service.requests).toHaveLength(sent);
    pass(59 * MINUTE);
    await once.sweep();
    expect(lookUp).toHaveBeenCalledTimes(1);
    pass(MINUTE);
    await once.sweep();
    expect(lookUp).toHaveBeenCalledTimes(2);
    const seen = (await once.list({ waitsFor: "person" })).entries[0] as OnceSnapshot;
    await once.decide(seen, { by: "policy", why: "the look-up shows it", as: "captured", balance: seen.lookedUp });
    expect(await snapshot("K-1", once)).toMatchObject({ state: "captured", isBooked: true });
    pass(HOUR);
    await once.sweep();
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  test("tries the other keys later if one cannot be read, and reads the oldest first", async () => {
    const lookUp = vi.fn<LookUp>(() => Promise.reject(new Error("down")));
    const { once, sell, service, sale, pass } = await parked(lookUp);
    const later = sell({}, once);
    service.faults.next("finalize", fault.loseResponse());
    pass(1);
    await later.capture("A-2");
    const sweep = async (limit = 9) => {
      lookUp.mockClear();
      await once.sweep({ limit });
      return lookUp.mock.calls.map(([{ transactionId }]) => transactionId);
    };
    pass(MINUTE);
    expect(await sweep()).toEqual([sale.transactionId]);
    lookUp.mockReturnValue({ finalized: "100.00", pending: "0" });
    pass(1);
    expect(await sweep()).toEqual([later.transactionId]);
    pass(HOUR);
    expect(await sweep(1)).toEqual([sale.transactionId]);
    lookUp.mockReturnValue(undefined); // it cannot tell
    pass(HOUR);
    expect(await sweep()).toEqual([later.transactionId, sale.transactionId]);
  });

  test("reads no longer than a call may take", async () => {
    const { once, pass, snapshot } = await parked(() => new Promise(() => undefined));
    pass(MINUTE);
    const sweep = once.sweep();
    await vi.advanceTimersByTimeAsync(1_000); // timeoutMs
    expect(await sweep).toEqual([]);
    expect(await snapshot("K-1", once)).toMatchObject({ lookedUp: undefined, lookUpTriedAt: expect.any(Number) });
  });

  test("reads nothing while the circuit breaker is open", async () => {
    const lookUp = vi.fn<LookUp>(() => undefined);
    const { once, sell, service, pass } = await parked(lookUp);
    service.faults.every(1, "finalize", fault.status(401));
    for (const key of ["K-2", "K-3", "K-4"])
      await sell({}, once)
        .capture(key)
        .catch(() => undefined);
    pass(MINUTE);
    await expect(once.sweep()).rejects.toThrow(OnceStoppedError);
    expect(lookUp).not.toHaveBeenCalled();
  });

  test("reads no other key once stop was called", async () => {
    const reading = Promise.withResolvers<undefined>();
    const lookUp = vi.fn<LookUp>(() => reading.promise);
    const { once, sell, service, pass } = await parked(lookUp);
    service.faults.next("finalize", fault.loseResponse());
    await sell({}, once).capture("K-2");
    pass(MINUTE);
    once.start();
    await vi.waitUntil(() => lookUp.mock.calls.length > 0);
    const stopped = once.stop();
    reading.resolve(undefined);
    await stopped;
    expect(lookUp).toHaveBeenCalledTimes(1);
  });

  test("throws OnceStoreError if the store fails", async () => {
    const { once, store, pass } = await parked(() => ({ finalized: "100", pending: "0" }));
    pass(MINUTE);
    const find = vi.spyOn(store, "find");
    find.mockResolvedValueOnce({ document: '{"format":4,"key":"K-1"}', now: 0 });
    await expect(once.sweep()).rejects.toThrow("K-1 was written by a newer version");
    const full = new Error("disk full");
    vi.spyOn(store, "change").mockRejectedValueOnce(full);
    await expect(once.sweep()).rejects.toMatchObject({ name: "OnceStoreError", key: "K-1", cause: full });
    find.mockRejectedValue(new Error("disk full"));
    await expect(once.sweep()).rejects.toMatchObject({
      name: "OnceStoreError",
      key: undefined,
      cause: new Error("disk full"),
    });
  });
});
