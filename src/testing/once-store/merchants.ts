/** Tests that merchants that share the tables see nothing of each other. */
import { deepEqual, equal } from "node:assert/strict";
import { kept, keysOf, listed, put, shown } from "./putting.js";
import { rowOf } from "./rows.js";
import { type OnceStoreTest, over } from "./store-under-test.js";

export const merchants: readonly OnceStoreTest[] = [
  {
    name: "where merchants share the tables: the same key is another key of each",
    run: (make) =>
      over(make, async ({ store, ofMerchant }) => {
        if (ofMerchant === undefined) return;
        const [north, south] = [await ofMerchant("north"), await ofMerchant("south")];
        const same = { authorizationId: "a", dueAt: 1 };
        const ofNorth = await put(north, rowOf("1001", { ...same, version: 1 }));
        const ofSouth = await put(south, rowOf("1001", { ...same, version: 2 }));
        equal(await kept(north, "1001"), ofNorth.document);
        equal(await kept(south, "1001"), ofSouth.document);
        equal(await kept(store, "1001"), undefined);
        deepEqual((await shown(north, { key: "1002", authorizationId: "a" })).others, [ofNorth.document]);
        deepEqual(await listed(store), []);
      }),
  },
  {
    name: "where merchants share the tables: what is due, listed and counted is of one of them",
    run: (make) =>
      over(make, async ({ ofMerchant }) => {
        if (ofMerchant === undefined) return;
        const [north, south] = [await ofMerchant("north"), await ofMerchant("south")];
        for (let index = 10; index < 30; index += 1) await put(north, rowOf(`key-${index}`, { dueAt: 1 }));
        await put(south, rowOf("key-99", { dueAt: 2, state: "captured", isUnbooked: true }));
        deepEqual(keysOf(await south.due(10)), ["key-99"]);
        deepEqual(await listed(south, { unbooked: true }), ["key-99"]);
        deepEqual(await listed(south, { sortBy: "expiresAt" }), ["key-99"]);
        deepEqual(await listed(south, { states: ["captured", "sending"] }), ["key-99"]);
        deepEqual(await listed(north, { states: ["captured"] }), []);
        deepEqual(await listed(north, { waitsFor: "sweep", from: 1, limit: 2 }), ["key-10", "key-11"]);
        deepEqual(
          (await south.counts()).counts.map(({ count }) => count),
          [1],
        );
      }),
  },
];
