/** Tests of erasing sets of keys, for stores that have `eraseSet`. Without it, `Once` erases one key at a time. */
import { deepEqual, equal, rejects } from "node:assert/strict";
import type { OnceErasure, OnceRow, OnceStore } from "../../once/index.js";
import { kept, keysOf, put } from "./putting.js";
import { rowOf } from "./rows.js";
import { whileStalled } from "./stalls.js";
import { type OnceStoreTest, over } from "./store-under-test.js";

const short = (key: string) => `{"key" : ${JSON.stringify(key)},  "isShort":true}`; // no store may write it anew
const closedAt = (key: string, stateSince: number, more: Partial<OnceRow> = {}) =>
  rowOf(key, { stateSince, state: "captured", waitsFor: "nobody", ...more });

/** Fills a store, so that the keys a, d and e can be erased before 3,000. */
async function fill<Tx>(store: OnceStore<Tx>): Promise<void> {
  const closed = [closedAt("e", 2_000), closedAt("d", 2_000), closedAt("a", 1_000), closedAt("f", 3_000)];
  const others = [closedAt("b", 1_000, { isErased: true }), rowOf("c", { stateSince: 1_000 })];
  for (const row of [...closed, ...others]) await put(store, row);
}

/** Erases those of a set that are named. Resolves to the keys that the store gave. */
async function erase<Tx>(store: OnceStore<Tx>, named: readonly string[], of: Partial<OnceErasure> = {}) {
  let given: string[] = [];
  await store.eraseSet?.({ to: 3_000, limit: 10, ...of }, ({ documents }) => {
    given = keysOf(documents);
    return named.map((key) => closedAt(key, 2_000, { isErased: true, document: short(key) }));
  });
  return given;
}

export const erasing: readonly OnceStoreTest[] = [
  {
    name: "where keys are erased by sets: a set has closed keys that are not erased, in the order of stateSince, a page at a time",
    run: (make) =>
      over(make, async ({ store }) => {
        if (store.eraseSet === undefined) return;
        await fill(store);
        deepEqual(await erase(store, [], { limit: 2 }), ["a", "d"]);
        deepEqual(await erase(store, [], { limit: 2, after: "d", afterTime: 2_000 }), ["e"]);
        deepEqual(await erase(store, [], { to: 1_000 }), []);
      }),
  },
  {
    name: "where keys are erased by sets: what is erased is stored, and is in no later set until it is written anew",
    run: (make) =>
      over(make, async ({ store }) => {
        if (store.eraseSet === undefined) return;
        await fill(store);
        await erase(store, ["a", "e"]);
        deepEqual(
          [await kept(store, "a"), await kept(store, "d"), await kept(store, "e")],
          [short("a"), closedAt("d", 2_000).document, short("e")],
        );
        deepEqual(await erase(store, []), ["d"]);
        await put(store, closedAt("a", 1_000));
        deepEqual(await erase(store, []), ["a", "d"]);
      }),
  },
  {
    name: "where keys are erased by sets, and merchants share the tables: a set has keys of one of them",
    run: (make) =>
      over(make, async ({ ofMerchant }) => {
        const [north, south] = [await ofMerchant?.("north"), await ofMerchant?.("south")];
        if (north?.eraseSet === undefined || south === undefined) return;
        for (const store of [north, south]) await fill(store);
        deepEqual(await erase(north, ["a"]), ["a", "d", "e"]);
        deepEqual([await kept(north, "a"), await kept(south, "a")], [short("a"), closedAt("a", 1_000).document]);
      }),
  },
  {
    name: "where keys are erased by sets: an error is thrown on, and nothing is stored",
    run: (make) =>
      over(make, async ({ store }) => {
        if (store.eraseSet === undefined) return;
        await fill(store);
        const invalid = new Error("invalid");
        const failing = store.eraseSet({ to: 3_000, limit: 10 }, () => {
          throw invalid;
        });
        await rejects(failing, (error) => error === invalid);
        equal(await kept(store, "a"), closedAt("a", 1_000).document);
        deepEqual(await erase(store, []), ["a", "d", "e"]);
      }),
  },
  {
    name: "where keys are erased by sets, and book may take its time: a set leaves out keys that another worker holds",
    run: (make) =>
      over(make, async (made) => {
        const { store, isAsync } = made;
        if (store.eraseSet === undefined || !isAsync) return;
        await fill(store);
        await whileStalled(made, closedAt("d", 2_000), async () => {
          deepEqual(await erase(store, ["e"]), ["a", "e"]);
        });
        deepEqual(await erase(store, []), ["a", "d"]);
      }),
  },
];
