/** Erasing keys by sets and one at a time, and the short document of an erased key. */
import type { OnceStore } from "merchant-payments/once";
import { fault } from "merchant-payments/testing";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { OnceRecord } from "../../src/once/record.js";
import { erased, withoutWords } from "../../src/once/rules/erase.js";
import { read, write } from "../../src/once/stores/document.js";
import { merchant, none, signed } from "./merchant.js";
import { HOUR, MINUTE, put, record, request } from "./records.js";

afterEach(() => vi.useRealTimers());

const now = () => ({ before: new Date() });

/** A shop with one capture, K-1, that can be erased. */
async function captured() {
  const shop = merchant();
  await shop.sell({ paymentMethod: "card" }).capture("K-1", { invoiceId: "INV-1" });
  shop.pass(HOUR);
  return shop;
}

/** A shop with so many rejected keys, K-1 and so on. */
async function rejected(count: number, more: Partial<OnceRecord> = {}) {
  const shop = merchant();
  const body = '{"invoiceId":"INV-1"}';
  for (let number = 1; number <= count; number += 1) {
    const own = { key: `K-${number}`, authorizationId: `A-${number}`, request: { ...request, body } };
    await put(shop.store, record("rejected", { ...own, ...more }));
  }
  return shop;
}

test("all closed keys are erased, by sets, and the next time none is read", async () => {
  const { once, store, snapshot } = await rejected(501);
  const eraseSet = vi.spyOn(store, "eraseSet");
  expect(await once.erase(now())).toBe(501);
  expect(await snapshot("K-501")).toMatchObject({ isErased: true, request: { body: "" } });
  eraseSet.mockClear();
  const list = vi.spyOn(store, "list");
  expect(await once.erase(now())).toBe(0);
  expect([await eraseSet.mock.results[0]?.value, list.mock.calls]).toEqual([undefined, []]);
});

test("once a set fails, no further one begins", async () => {
  const { once, store } = await rejected(500);
  const { documents, now: at } = await store.list({ limit: 500 });
  const eraseSet = vi.spyOn(store, "eraseSet").mockRejectedValueOnce(new Error("the database is away"));
  eraseSet.mockImplementation(async (_of, erase) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (eraseSet.mock.calls.length < 9) erase({ documents, now: at });
  });
  await expect(once.erase(now())).rejects.toThrow("the store could not read its keys");
  expect(eraseSet).toHaveBeenCalledTimes(4); // those that were in progress
});

test("an erasing that fails goes on where it stopped", async () => {
  const { once, store } = await rejected(501);
  const eraseSet = store.eraseSet.bind(store);
  const away = new Error("the database is away");
  const spy = vi.spyOn(store, "eraseSet").mockImplementationOnce(eraseSet).mockRejectedValue(away);
  await expect(once.erase(now())).rejects.toMatchObject({ name: "OnceStoreError", cause: away });
  spy.mockImplementation(eraseSet);
  expect(await once.erase(now())).toBe(1);
});

test("the words that a person writes about an erased key are erased, too", async () => {
  const { once, snapshot } = await captured();
  const seen = await snapshot("K-1");
  expect(await once.erase(now())).toBe(1);
  await once.decide(seen, { ...signed, as: "not_captured", balance: none });
  expect((await snapshot("K-1")).history).toMatchObject([{ by: "Åsa", why: "seen in the back office" }]);
  vi.advanceTimersByTime(1);
  expect(await once.erase(now())).toBe(1);
  expect((await snapshot("K-1")).history).toEqual([
    { at: expect.any(Number), state: "captured", by: "Åsa", balance: none },
  ]);
  expect(await once.erase(now())).toBe(0);
});

test("what a decision and a retry rely on stays, and onChange is not told", async () => {
  const { worker, snapshot } = await captured();
  const before = await snapshot("K-1");
  const onChange = vi.fn();
  expect(await worker({ onChange }).erase(now())).toBe(1);
  const { version, lastToken, seenAt: _, ...stays } = await snapshot("K-1");
  expect([version, lastToken]).toEqual([before.version, before.lastToken]);
  const { key, state, waitsFor, stateSince, openSince, firstSentAt, lastSentAt, attempts, finalizedBefore } = before;
  const { factsAt, finalization, isBooked, mayArriveUntil, authorizationId } = before;
  expect(stays).toMatchObject({ key, state, waitsFor, stateSince, openSince, firstSentAt, lastSentAt, attempts });
  expect(stays).toMatchObject({ finalizedBefore, factsAt, finalization, isBooked, mayArriveUntil, authorizationId });
  expect(stays.request).toEqual({ ...before.request, body: "" });
  expect(onChange).not.toHaveBeenCalled();
});

describe("a store without sets", () => {
  /** The store's other methods. */
  const withoutSets = (store: OnceStore<never>) => ({
    change: vi.fn(store.change.bind(store)),
    find: store.find.bind(store),
    list: store.list.bind(store),
    due: store.due.bind(store),
    counts: store.counts.bind(store),
  });

  test("erases one key at a time, and raises no version", async () => {
    const shop = await rejected(101);
    const { version } = await shop.snapshot("K-1");
    const once = shop.worker({ store: withoutSets(shop.store as never) as never });
    expect(await once.erase(now())).toBe(101);
    expect(await once.erase(now())).toBe(0);
    expect(await shop.snapshot("K-1")).toMatchObject({ version, isErased: true });
  });

  test("leaves a key that somebody else has erased or changed since it was listed", async () => {
    const shop = await rejected(2);
    const store = withoutSets(shop.store as never);
    store.change.mockImplementationOnce(async (...of) => {
      await shop.once.erase(now());
      return shop.store.change(of[0], of[1] as never);
    });
    await shop.worker({ store: store as never }).erase(now());
    expect(await shop.snapshot("K-2")).toMatchObject({ isErased: true });
  });

  test("names the key that it could not store", async () => {
    const shop = await captured();
    const store = withoutSets(shop.store as never);
    store.change.mockRejectedValue(new Error("disk full"));
    await expect(shop.worker({ store: store as never }).erase(now())).rejects.toMatchObject({
      name: "OnceStoreError",
      key: "K-1",
      cause: new Error("disk full"),
    });
  });
});

test("a key that a newer program wrote is named", async () => {
  const shop = merchant();
  const own = record("rejected", { mayArriveUntil: 0 });
  await shop.store.change(own, () => ({ row: { ...write(own), document: '{"format":4,"key":"K-1"}' } }));
  await expect(shop.once.erase(now())).rejects.toThrow("K-1 was written by a newer version");
});

describe("an erased document", () => {
  const finalization = {
    transactionId: "202601150000000002",
    batchId: "20260115",
    acquirerId: "1010",
    canFinalizeAgain: false,
    amountRemainingForFinalize: "0",
    totalAmountFinalized: "60",
    totalAmountPendingFinalization: "0",
  };
  const usual = record("captured", {
    key: "SHIPMENT-00000001",
    authorizationId: request.transactionId,
    version: 2,
    isBooked: true,
    isErased: true,
    request: { ...request, orderId: "a08ff49b-6f77-4632-a16c-43069c43a8c3", authorizedAmount: "60" },
    finalization,
    lastToken: "ae681481-39cb-41b3-85e7-74723ff10146",
    openSince: 1_768_435_200_000,
    factsAt: 1_768_435_200_000,
    firstSentAt: 1_768_435_200_000,
    lastSentAt: 1_768_435_200_000,
    stateSince: 1_768_435_200_300,
    mayArriveUntil: 1_768_437_070_000,
  });

  test("of a capture in full has 241 characters", () => {
    const { document, isErased } = write(usual);
    expect([isErased, document.length]).toEqual([true, 241]);
    expect(JSON.parse(document)).toEqual({
      format: 3,
      key: "SHIPMENT-00000001",
      values: [
        ...["202601150000000001", "a08ff49b-6f77-4632-a16c-43069c43a8c3", "60.00", "paypal", "SEK"],
        ...[1_768_435_200_000, 300, 1_870_000, "ae681481-39cb-41b3-85e7-74723ff10146"],
        ...["202601150000000002", "20260115", "1010", "60"],
      ],
    });
  });

  const replaced = { ...request, totalAmount: "600.00" };
  const balance = { finalized: "60.00", pending: "0", differs: "" };
  test.each<[string, Partial<OnceRecord>]>([
    ["a capture in full", {}],
    [
      "a part, after another one",
      { finalizedBefore: "40.00", finalization: { ...finalization, totalAmountFinalized: "100" } },
    ],
    [
      "a part, before another one",
      { finalization: { ...finalization, canFinalizeAgain: true, amountRemainingForFinalize: "40" } },
    ],
    ["a rejection", { state: "rejected", finalization: {}, isBooked: false, statusKeyCounts: { ORDER_NOT_FOUND: 2 } }],
    [
      "an annulled authorization",
      { state: "not_captured", isBooked: false, finalization: { totalAmountFinalized: "0" } },
    ],
    [
      "what was never sent",
      { isSent: false, attempts: 0, firstSentAt: undefined, lastSentAt: undefined, mayArriveUntil: 0 },
    ],
    [
      "an adoption",
      { isFromPerson: true, isFinalizedBeforeCertain: false, history: [{ at: 1, state: "blocked", by: "Åsa" }] },
    ],
    [
      "a replaced request",
      { history: [{ at: 1, state: "rejected", request: replaced }], version: 7, repeats: 2, rejections: 1 },
    ],
    [
      "a balance that differed",
      { history: [{ at: 1, state: "parked", by: "Åsa", balance }], mayBeCaptured: true, acceptsAnother: true },
    ],
    ["a request without an order", { request: { ...request, hasLineItems: false }, lastToken: undefined }],
    [
      "facts that were corrected, and an expiry",
      { factsAt: 5, expiresAt: 9, isOverdue: true, isExpiring: true, openSince: 7 },
    ],
    ["fields of a newer version", { later: { nested: [1, null] } } as object],
  ])("is read as the record that it was: %s", (_what, more) => {
    const own = { ...usual, ...more };
    const row = write(own);
    expect(row).toMatchObject({ isErased: true, version: own.version, state: own.state });
    expect(row.document).toContain('"format":3,"key":"SHIPMENT-00000001"');
    const inFull = read(write({ ...own, isErased: false }).document);
    expect(read(row.document)).toStrictEqual({ ...inFull, isErased: true });
    expect(withoutWords(read(row.document))).toEqual(own);
  });

  test("with words that came later is erased again, as is one that an earlier release wrote in full", async () => {
    const { once, store, snapshot } = merchant();
    for (const words of [
      { history: [{ at: 1, state: "captured", by: "Åsa", why: "refunded to Berg" }] as const },
      { request: { ...usual.request, body: '{"invoiceId":"INV-1"}' } },
      { response: { httpStatus: 200, headers: {}, body: "Berg", attempts: 1, durationMs: 5 } },
      { reason: "captured, decided by Åsa: refunded to Berg" },
      { lookedUp: { finalized: "60.00", pending: "0", since: 1, at: 2 }, lookUpTriedAt: 2 },
    ]) {
      expect(write({ ...usual, ...words }).isErased).toBe(false);
    }
    await put(store, { ...usual, key: "K-1", authorizationId: "1" });
    const { document, ...row } = write({ ...usual, key: "K-2", isErased: false });
    const inFull = document.replace('"isBooked":true', '"isBooked":true,"isErased":true');
    await store.change(row, () => ({ row: { ...row, document: inFull } }));
    vi.advanceTimersByTime(40 * HOUR);
    expect(await once.erase(now())).toBe(1);
    expect(await snapshot("K-2")).toMatchObject({ isErased: true, finalization });
    expect((await store.find("K-2"))?.document).toHaveLength(227);
  });
});

test("a success that comes after the erasing names its capture, so that no other key can stand for it", async () => {
  const held = Promise.withResolvers<void>();
  const shop = merchant({ resolveAfterMs: [] });
  const suspended: typeof shop.service.fetch = async (...call) => {
    const response = await shop.service.fetch(...call);
    await held.promise;
    return response;
  };
  const { capture } = shop.sell();
  const slow = shop.worker({ payments: shop.client(undefined, suspended) });
  const capturing = capture("K-1", { totalAmount: "40.00" }, slow).catch(() => undefined);
  await expect.poll(() => shop.taken()).toEqual(["40.00"]);
  shop.pass(2 * MINUTE);
  await shop.once.sweep();
  shop.pass(HOUR);
  const balance = { finalized: "40.00", pending: "0" };
  await shop.once.decide(await shop.snapshot("K-1"), { ...signed, as: "captured", balance });
  shop.pass(HOUR);
  expect(await shop.once.erase(now())).toBe(1);
  held.resolve();
  await capturing;
  const { finalization } = await shop.snapshot("K-1");
  expect(finalization).toMatchObject({ transactionId: expect.any(String), totalAmountFinalized: "40" });

  shop.service.faults.next("finalize", fault.drop());
  const another = await capture("K-2", { totalAmount: "30.00" });
  const same = { ...signed, as: "captured", transactionId: finalization.transactionId } as const;
  await expect(shop.once.decide(another, same)).rejects.toThrow("K-1");
});

test.each<[string, isErased: boolean, OnceRecord]>([
  ["closed before the time, and quiet", true, record("rejected", { stateSince: 99, mayArriveUntil: 199 })],
  ["closed at the time", false, record("rejected", { stateSince: 100 })],
  ["one whose request may still arrive", false, record("rejected", { mayArriveUntil: 200 })],
  ["one on which the sweep still acts", false, record("captured", { isBooked: true, dueAt: 300 })],
  ["captured, and not in the books", false, record("captured")],
  ["parked", false, record("parked")],
])("whatever a store selects, a key is erased only if nothing may happen to it: %s", (_what, isErased, own) => {
  expect(erased(own, 200, 100)).toMatchObject({ isErased });
});

test("a key that is not yet quiet is not erased, and does not keep the sets from those after it", async () => {
  const shop = await rejected(500, { mayArriveUntil: Date.UTC(2027, 0, 1) });
  await put(shop.store, record("rejected", { key: "L-1" }));
  const eraseSet = vi.spyOn(shop.store, "eraseSet");
  expect(await shop.once.erase(now())).toBe(1);
  const places = eraseSet.mock.calls.map(([{ after }]) => after);
  expect(places).toEqual([...Array(4).fill(undefined), ...Array(4).fill("K-99")]); // the last key of the first set
});
