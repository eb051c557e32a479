/** Tests of lists and counts by the time at which an authorization expires. */
import { deepEqual } from "node:assert/strict";
import type { OnceRow, OnceStore } from "../../once/index.js";
import { listed, put } from "./putting.js";
import { rowOf } from "./rows.js";
import { type OnceStoreTest, over } from "./store-under-test.js";

const rows: readonly (readonly [string, Partial<OnceRow>])[] = [
  ["a", { expiresAt: 3_000, state: "unknown" }],
  ["b", { expiresAt: 3_000, state: "parked", waitsFor: "person" }],
  ["c", { expiresAt: 1_000, state: "parked", waitsFor: "person" }],
  ["B", { state: "parked", waitsFor: "person" }],
  ["d", { state: "captured", waitsFor: "nobody" }],
];
const fill = async <Tx>(store: OnceStore<Tx>) => {
  for (const [key, more] of rows) await put(store, rowOf(key, more));
};
const byExpiry = <Tx>(store: OnceStore<Tx>, query: object = {}) => listed(store, { sortBy: "expiresAt", ...query });

export const expiry: readonly OnceStoreTest[] = [
  {
    name: "a list by expiresAt has what expires first, and last what has no expiresAt, a page at a time",
    run: (make) =>
      over(make, async ({ store }) => {
        await fill(store);
        deepEqual(await byExpiry(store), ["c", "a", "b", "B", "d"]);
        deepEqual(await listed(store, { sortBy: "key" }), ["B", "a", "b", "c", "d"]);
        deepEqual(await byExpiry(store, { limit: 2 }), ["c", "a"]);
        deepEqual(await byExpiry(store, { limit: 2, after: "a", afterTime: 3_000 }), ["b", "B"]);
        deepEqual(await byExpiry(store, { limit: 2, after: "B" }), ["d"]);
        deepEqual(await byExpiry(store, { limit: 2, after: "d" }), []);
      }),
  },
  {
    name: "a list by expiresAt goes on where its page ended, although that key has changed since",
    run: (make) =>
      over(make, async ({ store }) => {
        await fill(store);
        await put(store, rowOf("c", { version: 2, state: "captured" }));
        deepEqual(await byExpiry(store, { after: "c", afterTime: 1_000 }), ["a", "b", "B", "c", "d"]);
      }),
  },
  {
    name: "a list by expiresAt is narrowed like any other",
    run: (make) =>
      over(make, async ({ store }) => {
        await fill(store);
        deepEqual(await byExpiry(store, { waitsFor: "person" }), ["c", "b", "B"]);
        deepEqual(await byExpiry(store, { states: ["captured", "unknown"] }), ["a", "d"]);
        deepEqual(await byExpiry(store, { states: [] }), []);
        deepEqual(await byExpiry(store, { states: ["unknown", "parked"], limit: 3 }), ["c", "a", "b"]);
      }),
  },
  {
    name: "the counts have the earliest expiresAt of each",
    run: (make) =>
      over(make, async ({ store }) => {
        await fill(store);
        const { counts } = await store.counts();
        deepEqual(
          counts.map(({ state, earliestExpiresAt }) => [state, earliestExpiresAt]),
          [
            ["parked", 1_000],
            ["unknown", 3_000],
          ],
        );
      }),
  },
];
