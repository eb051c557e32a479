/** Tests of lists in the order of `stateSince`, a page at a time. */
import { deepEqual } from "node:assert/strict";
import { listed, put } from "./putting.js";
import { rowOf } from "./rows.js";
import { type OnceStoreTest, over } from "./store-under-test.js";

export const periods: readonly OnceStoreTest[] = [
  {
    name: "a list by stateSince is in the order of that time and of its keys, a page at a time",
    run: (make) =>
      over(make, async ({ store }) => {
        for (const [key, stateSince] of [
          ["a", 3_000],
          ["b", 1_000],
          ["c", 2_000],
          ["d", 2_000],
        ] as const) {
          await put(store, rowOf(key, { stateSince, state: key === "c" ? "parked" : "sending" }));
        }
        const bySince = (query: object = {}) => listed(store, { sortBy: "stateSince", ...query });
        deepEqual(await bySince(), ["b", "c", "d", "a"]);
        deepEqual(await bySince({ limit: 2 }), ["b", "c"]);
        deepEqual(await bySince({ limit: 2, after: "c", afterTime: 2_000 }), ["d", "a"]);
        deepEqual(await bySince({ states: ["sending", "parked"], from: 2_000, to: 3_000 }), ["c", "d"]);
      }),
  },
  {
    name: "a period of several states by stateSince is read a page at a time, also after a key that has left it",
    run: (make) =>
      over(make, async ({ store }) => {
        for (const [key, stateSince, state] of [
          ["a", 1_000, "captured"],
          ["b", 2_000, "rejected"],
          ["c", 3_000, "parked"],
          ["d", 3_000, "captured"],
          ["e", 3_000, "rejected"],
          ["f", 4_000, "captured"],
          ["g", 5_000, "rejected"],
        ] as const) {
          await put(store, rowOf(key, { stateSince, state }));
        }
        const period = { states: ["captured", "rejected"], from: 2_000, to: 5_000, sortBy: "stateSince" } as const;
        deepEqual(await listed(store, { ...period, limit: 2 }), ["b", "d"]);
        await put(store, rowOf("d", { stateSince: 6_000, state: "captured", version: 2 }));
        deepEqual(await listed(store, { ...period, limit: 2, after: "d", afterTime: 3_000 }), ["e", "f"]);
        deepEqual(await listed(store, { ...period, limit: 2, after: "f", afterTime: 4_000 }), []);
        deepEqual(await listed(store, { ...period, after: "z", afterTime: 500 }), ["b", "e", "f"]);
      }),
  },
];
