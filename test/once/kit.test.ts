// The kit passes a correct store, and finds the faults of others.
import { basicAuth, PaymentClient } from "merchant-payments";
import { Once, type OnceStore } from "merchant-payments/once";
import { onceRulesTests, onceStoreTests } from "merchant-payments/testing/once";
import { beforeEach, describe, expect, test } from "vitest";
import { skipWaits } from "../support/time.js";
import { type MemoryTx, memoryStore } from "./memory-store.js";

beforeEach(skipWaits);

describe("a correct store passes the test:", () => {
  for (const { name, run } of onceStoreTests) test(name, () => run(memoryStore));
  for (const { name, run } of onceRulesTests) test(name, () => run(memoryStore, { Once, PaymentClient, basicAuth }));
});

test("a store of one merchant, whose books take no time, passes too", async () => {
  const make = async () => {
    const { store, isAsync, write, written, close } = await memoryStore();
    return { store, isAsync, write, written, close };
  };
  for (const { run } of onceStoreTests) await expect(run(make)).resolves.toBeUndefined();
});

type Store = OnceStore<MemoryTx>;
type Spoil = (right: Store) => Partial<Store>;

const planted: readonly (readonly [string, Spoil, readonly string[]])[] = [
  [
    "overlapping changes",
    (right) => ({
      async change(place, decide) {
        const change = decide({ now: Date.now(), own: await right.find(place.key), others: [] });
        return right.change(place, () => change);
      },
    }),
    [
      "twice at once: each change of a key is shown what the one before it stored",
      "two keys of one authorization at once: one is shown the other's record",
    ],
  ],
  [
    "no other records",
    (right) => ({ change: (place, decide) => right.change(place, (known) => decide({ ...known, others: [] })) }),
    ["the records of other authorizations are not shown, nor is the key's own among the others"],
  ],
  [
    "records of any authorization",
    (right) => ({
      async change(place, decide) {
        const others = (await right.list({ limit: 100 })).records.filter(({ key }) => key !== place.key);
        return right.change(place, (known) => decide({ ...known, others }));
      },
    }),
    ["a key moves to another authorization"],
  ],
  [
    "books that are not undone",
    (right) => ({
      change: (place, decide) =>
        right.change(place, (known) => {
          const { record, book } = decide(known);
          return { record, book: async (tx) => Promise.resolve(book?.(tx)).catch(() => undefined) };
        }),
    }),
    [
      "a book that throws leaves the record without booking, and its cause is given",
      "without another record, what book throws is thrown on, and undoes the record and the books",
    ],
  ],
  [
    "amounts as numbers",
    (right) => ({
      async find(key) {
        const snapshot = await right.find(key);
        const totalAmount = String(Number(snapshot?.request.totalAmount));
        return snapshot && { ...snapshot, request: { ...snapshot.request, totalAmount } };
      },
    }),
    ["every text comes back as it was", "find gives one record, or none"],
  ],
  [
    "keys that are due too early",
    (right) => ({
      async due(limit) {
        const { records } = await right.list({ limit });
        return records.filter(({ dueAt }) => dueAt !== undefined);
      },
    }),
    [
      "what is due comes the longest due first, so many at most",
      "a lease is due when the store's clock says so, and not before",
    ],
  ],
  [
    "keys that are never due",
    () => ({ due: async () => [] }),
    ["a lease is due when the store's clock says so, and not before"],
  ],
  [
    "keys that are due while a worker holds them",
    (right) => ({
      async due(limit) {
        const { records, now } = await right.list({ limit });
        return records.filter(({ dueAt = Infinity }) => dueAt <= now);
      },
    }),
    ["where book may take its time: what is due leaves out keys that another worker holds"],
  ],
  [
    "a clock in seconds",
    (right) => ({
      change: (place, decide) => right.change(place, (known) => decide({ ...known, now: known.now / 1_000 })),
    }),
    ["its clock counts whole milliseconds, moves on, and is the same everywhere"],
  ],
  [
    "no record without booking",
    (right) => ({
      change: (place, decide) => right.change(place, (known) => ({ ...decide(known), withoutBook: undefined })),
    }),
    ["a book that throws leaves the record without booking, and its cause is given"],
  ],
  [
    "lists of everybody's keys",
    (right) => ({ list: ({ waitsFor: _, ...query }) => right.list(query) }),
    ["a list is narrowed to what waits for somebody"],
  ],
  [
    "no counts",
    (right) => ({ counts: async () => ({ ...(await right.counts()), counts: [] }) }),
    ["the keys are counted by state and by whom they wait for, with the oldest times"],
  ],
  [
    "lists without an end",
    (right) => ({ list: ({ to: _, ...query }) => right.list(query) }),
    ["a list is narrowed by states, by the time of the state, and to what is not booked"],
  ],
];

describe("the kit finds a store with", () => {
  test.each(planted)("%s", async (_, spoil, names) => {
    const failed: string[] = [];
    const make = async () => {
      const { store, ...made } = await memoryStore();
      const right: Store = {
        change: store.change.bind(store),
        find: store.find.bind(store),
        list: store.list.bind(store),
        due: store.due.bind(store),
        counts: store.counts.bind(store),
      };
      return { ...made, store: { ...right, ...spoil(right) } };
    };
    for (const { name, run } of onceStoreTests) await run(make).catch(() => failed.push(name));
    expect(failed).toEqual(expect.arrayContaining([...names]));
  });
});
