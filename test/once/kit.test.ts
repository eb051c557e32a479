// The kit passes a correct store, and finds the faults of others.
import type { OnceStore } from "merchant-payments/once";
import { onceStoreTests } from "merchant-payments/testing/once";
import { beforeEach, describe, expect, test } from "vitest";
import { skipWaits } from "../support/time.js";
import { type MemoryTx, memoryStore } from "./memory-store.js";

beforeEach(skipWaits);

describe("a correct store passes the test:", () => {
  for (const { name, run } of onceStoreTests) test(name, () => run(memoryStore));
});

test("a store of one merchant, whose books take no time, and that has no sets, passes too", async () => {
  const make = async () => {
    const { store, isAsync, write, written, close } = await memoryStore();
    Object.assign(store, { eraseSet: undefined });
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
        const own = (await right.find(place.key))?.document;
        const change = decide({ now: Date.now(), own, others: [] });
        return right.change(place, () => change);
      },
    }),
    [
      "twice at once: each change of a key is shown what the one before it stored",
      "two keys of one authorization at once: one is shown the other's document",
    ],
  ],
  [
    "no other documents",
    (right) => ({ change: (place, decide) => right.change(place, (known) => decide({ ...known, others: [] })) }),
    ["the documents of other authorizations are not shown, nor is the key's own among the others"],
  ],
  [
    "documents of any authorization",
    (right) => ({
      async change(place, decide) {
        const { documents } = await right.list({ limit: 100 });
        const others = documents.filter((document) => JSON.parse(document).key !== place.key);
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
          const { row, book } = decide(known);
          return { row, book: async (tx) => Promise.resolve(book?.(tx)).catch(() => undefined) };
        }),
    }),
    [
      "a book that throws leaves the row without booking, and its cause is given",
      "with no row without booking, what book throws is thrown on, and undoes the row and the books",
    ],
  ],
  [
    "documents that are written anew, as a column of jsonb does",
    (right) => ({
      async find(key) {
        const found = await right.find(key);
        return found && { ...found, document: found.document.replace(" : ", ":") };
      },
    }),
    ["every text comes back as it was"],
  ],
  [
    "keys that are due too early",
    (right) => ({
      due: async (limit) => (await right.list({ limit })).documents,
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
        const { documents, now } = await right.list({ limit });
        return documents.filter((document) => JSON.parse(document).dueAt <= now);
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
    "no row without booking",
    (right) => ({
      change: (place, decide) => right.change(place, (known) => ({ ...decide(known), withoutBook: undefined })),
    }),
    ["a book that throws leaves the row without booking, and its cause is given"],
  ],
  [
    "lists of everybody's keys",
    (right) => ({ list: ({ waitsFor: _, ...query }) => right.list(query) }),
    ["a list is narrowed to what waits for somebody"],
  ],
  [
    "no counts",
    (right) => ({ counts: async (of) => ({ ...(await right.counts(of)), counts: [] }) }),
    ["the open and the closed keys are counted by state and by whom they wait for, with the oldest times"],
  ],
  [
    "lists in one order",
    (right) => ({ list: ({ sortBy: _, ...query }) => right.list(query) }),
    ["a list by expiresAt has what expires first, and last what has no expiresAt, a page at a time"],
  ],
  [
    "pages by expiresAt that begin after a key, wherever it is now",
    (right) => ({
      async list({ after, limit, ...query }) {
        const { documents, now } = await right.list({ ...query, limit: 100 });
        const start = documents.findIndex((document) => JSON.parse(document).key === after) + 1;
        return { documents: documents.slice(start, start + limit), now };
      },
    }),
    ["a list by expiresAt goes on where its page ended, although that key has changed since"],
  ],
  [
    "new keys that are read before they are locked",
    (right) => ({
      async change(place, decide) {
        const own = (await right.find(place.key))?.document;
        return right.change(place, (known) => decide(own === undefined ? { ...known, own } : known));
      },
    }),
    ["a new key by two authorizations at once: one is shown the document that the other stored"],
  ],
  [
    "sets that have what is erased",
    (right) => ({
      eraseSet: async ({ to, limit }, erase) =>
        void erase(await right.list({ states: ["captured"], sortBy: "stateSince", to, limit })),
    }),
    [
      "where keys are erased by sets: a set has closed keys that are not erased, in the order of stateSince, a page at a time",
      "where keys are erased by sets: what is erased is stored, and is in no later set until it is written anew",
      "where keys are erased by sets, and book may take its time: a set leaves out keys that another worker holds",
    ],
  ],
  [
    "periods whose pages begin before them",
    (right) => ({
      list: ({ from, ...query }) => right.list(query.afterTime === undefined ? { ...query, from } : query),
    }),
    ["a period of several states by stateSince is read a page at a time, also after a key that has left it"],
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
        eraseSet: store.eraseSet,
      };
      return { ...made, store: { ...right, ...spoil(right) } };
    };
    for (const { name, run } of onceStoreTests) await run(make).catch(() => failed.push(name));
    expect(failed).toEqual(expect.arrayContaining([...names]));
  });
});
