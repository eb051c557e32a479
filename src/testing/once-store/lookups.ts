/** Tests of finding, listing, due keys, and the clock. */
import { deepEqual, equal, ok } from "node:assert/strict";
import type { OnceState } from "../../once/index.js";
import { kept, keysOf, listed, put, shown, until } from "./putting.js";
import { rowOf } from "./rows.js";
import { type OnceStoreTest, over } from "./store-under-test.js";

export const lookups: readonly OnceStoreTest[] = [
  {
    name: "find gives one document, or none",
    run: (make) =>
      over(make, async ({ store }) => {
        await put(store, rowOf("key-1"));
        equal(await kept(store, "key-1"), rowOf("key-1").document);
        equal(await kept(store, "key-2"), undefined);
      }),
  },
  {
    name: "its clock counts whole milliseconds, moves on, and is the same everywhere",
    run: (make) =>
      over(make, async ({ store }) => {
        await put(store, rowOf("key-1"));
        const times = [
          (await shown(store, rowOf("key-1"))).now,
          (await store.find("key-1"))?.now,
          (await store.list({ limit: 1 })).now,
          (await shown(store, rowOf("key-1"))).now,
        ];
        ok(times.every(Number.isSafeInteger), `whole milliseconds: ${times}`);
        const inOrder = (times as number[]).toSorted((one, other) => one - other);
        deepEqual(times, inOrder);
        const first = times[0] as number;
        const now = async () => (await shown(store, rowOf("key-1"))).now;
        await until("the clock moves on", async () => ((await now()) > first ? true : undefined));
      }),
  },
  {
    name: "what is due comes the longest due first, so many at most",
    run: (make) =>
      over(make, async ({ store }) => {
        for (const [key, since] of [
          ["key-1", 2_000],
          ["key-2", 3_000],
          ["key-3", 1_000],
          ["key-4", -60_000],
        ] as const) {
          await put(store, rowOf(key), ({ now }) => ({ dueAt: now - since }));
        }
        await put(store, rowOf("key-5"));
        deepEqual(keysOf(await store.due(10)), ["key-2", "key-1", "key-3"]);
        deepEqual(keysOf(await store.due(2)), ["key-2", "key-1"]);
        await put(store, rowOf("key-2"));
        deepEqual(keysOf(await store.due(10)), ["key-1", "key-3"]);
      }),
  },
  {
    name: "a lease is due when the store's clock says so, and not before",
    run: (make) =>
      over(make, async ({ store }) => {
        const { dueAt = 0 } = await put(store, rowOf("key-1"), ({ now }) => ({ dueAt: now + 100 }));
        const seenAt = await until("the lease is due", async () => {
          const [due] = await store.due(1);
          return due && (await store.find("key-1"))?.now;
        });
        ok(Number(seenAt) >= dueAt, `due at ${dueAt}, and shown before ${seenAt}`);
      }),
  },
  {
    name: "a list is in the order of its keys, a page at a time",
    run: (make) =>
      over(make, async ({ store }) => {
        for (const key of ["b", "a2", "B", "a10", "é", "a"]) await put(store, rowOf(key));
        deepEqual(await listed(store), ["B", "a", "a10", "a2", "b", "é"]); // by code point, in any language
        deepEqual(await listed(store, { limit: 2 }), ["B", "a"]);
        deepEqual(await listed(store, { limit: 2, after: "a" }), ["a10", "a2"]);
        deepEqual(await listed(store, { limit: 2, after: "é" }), []);
      }),
  },
  {
    name: "a list is narrowed by states, by the time of the state, and to what is not booked",
    run: (make) =>
      over(make, async ({ store }) => {
        const stored: readonly (readonly [string, OnceState, number, boolean])[] = [
          ["key-1", "captured", 1_000, false],
          ["key-2", "captured", 2_000, true],
          ["key-3", "parked", 3_000, false],
          ["key-4", "not_captured", 4_000, false],
        ];
        for (const [key, state, stateSince, isUnbooked] of stored) {
          await put(store, rowOf(key, { state, stateSince, isUnbooked }));
        }
        const list = (query: object) => listed(store, query);
        deepEqual(await list({ states: ["captured"] }), ["key-1", "key-2"]);
        deepEqual(await list({ states: ["parked", "not_captured"] }), ["key-3", "key-4"]);
        deepEqual(await list({ states: [] }), []);
        deepEqual(await list({ from: 2_000, to: 4_000 }), ["key-2", "key-3"]);
        deepEqual(await list({ unbooked: true }), ["key-2"]);
        deepEqual(await list({ unbooked: false }), ["key-1", "key-2", "key-3", "key-4"]);
        deepEqual(await list({ unbooked: true, states: ["parked"] }), []);
        deepEqual(await list({ states: ["captured"], from: 2_000, after: "key-1" }), ["key-2"]);
      }),
  },
  {
    name: "a list is narrowed to the keys of some authorizations",
    run: (make) =>
      over(make, async ({ store }) => {
        for (const [key, authorizationId] of ["a", "b", "a", "c"].map(
          (id, index) => [`key-${index + 1}`, id] as const,
        )) {
          await put(store, rowOf(key, { authorizationId }));
        }
        deepEqual(await listed(store, { authorizationIds: ["a"] }), ["key-1", "key-3"]);
        deepEqual(await listed(store, { authorizationIds: ["a", "c"], after: "key-1" }), ["key-3", "key-4"]);
        deepEqual(await listed(store, { authorizationIds: ["b"], states: ["sending"], limit: 1 }), ["key-2"]);
        deepEqual(await listed(store, { authorizationIds: ["of no key"] }), []);
      }),
  },
  {
    name: "a list is narrowed to what waits for somebody",
    run: (make) =>
      over(make, async ({ store }) => {
        for (const [key, state, waitsFor] of [
          ["key-1", "parked", "person"],
          ["key-2", "captured", "person"],
          ["key-3", "captured", "nobody"],
          ["key-4", "conflict", "person"],
        ] as const) {
          await put(store, rowOf(key, { state, waitsFor }));
        }
        deepEqual(await listed(store, { waitsFor: "person" }), ["key-1", "key-2", "key-4"]);
        deepEqual(await listed(store, { waitsFor: "person", limit: 2 }), ["key-1", "key-2"]);
        deepEqual(await listed(store, { waitsFor: "person", after: "key-1", states: ["parked", "conflict"] }), [
          "key-4",
        ]);
        deepEqual(await listed(store, { waitsFor: "nobody" }), ["key-3"]);
        deepEqual(await listed(store, { waitsFor: "delivery" }), []);
      }),
  },
  {
    name: "the open and the closed keys are counted by state and by whom they wait for, with the oldest times",
    run: (make) =>
      over(make, async ({ store }) => {
        deepEqual((await store.counts()).counts, []);
        for (const [key, more] of [
          ["key-1", { state: "captured", waitsFor: "nobody", stateSince: 3_000 }],
          ["key-2", { state: "captured", waitsFor: "sweep", stateSince: 2_000, dueAt: 7_000 }],
          ["key-3", { state: "captured", waitsFor: "sweep", stateSince: 1_000, dueAt: 8_000 }],
          ["key-4", { state: "parked", waitsFor: "person", stateSince: 4_000 }],
        ] as const) {
          await put(store, rowOf(key, more));
        }
        const { counts, now } = await store.counts();
        const closed = (await store.counts({ closed: true })).counts;
        ok(Number.isSafeInteger(now), `whole milliseconds: ${now}`);
        const byNumbers = [...counts, ...closed].map((each) => {
          const { count, oldestDueAt, oldestStateSince, earliestExpiresAt: _, ...of } = each;
          return { ...of, numbers: [count, oldestDueAt, oldestStateSince] };
        });
        deepEqual(byNumbers, [
          { state: "captured", waitsFor: "sweep", numbers: [2, 7_000, 1_000] },
          { state: "parked", waitsFor: "person", numbers: [1, undefined, 4_000] },
          { state: "captured", waitsFor: "nobody", numbers: [1, undefined, 3_000] },
        ]);
      }),
  },
];
