/** Tests of a worker that stalls during a change, for stores in which others go on meanwhile. */
import { deepEqual, equal, rejects } from "node:assert/strict";
import type { OnceRow } from "../../once/index.js";
import { isSoon, kept, keysOf, listed, put, shown } from "./putting.js";
import { rowOf } from "./rows.js";
import { type OnceStoreTest, over, type StoreUnderTest } from "./store-under-test.js";

const dead = new Error("given up");

/** Runs a check while a change stalls in its `book`, with the row changed or not. The change is abandoned at the end. */
export async function whileStalled<Tx>(
  { store }: StoreUnderTest<Tx>,
  row: OnceRow,
  during: (giveUp: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const { promise: isBooking, resolve: begin } = Promise.withResolvers<void>();
  const { promise: forEver, reject } = Promise.withResolvers<void>();
  const book = () => {
    begin();
    return forEver;
  };
  const change = store.change(row, ({ own }) => ({ row: own === row.document ? undefined : row, book }));
  const giveUp = () => {
    reject(dead);
    return rejects(change, (error) => error === dead);
  };
  await Promise.race([isBooking, change]);
  try {
    await during(giveUp);
  } finally {
    await giveUp();
  }
}

export const stalls: readonly OnceStoreTest[] = [
  {
    name: "where book may take its time: a change that stands still does not hold up another authorization, or a snapshot",
    run: (make) =>
      over(make, async (made) => {
        if (!made.isAsync) return;
        const { store } = made;
        await put(store, rowOf("key-1"));
        await whileStalled(made, rowOf("key-1", { version: 2 }), async () => {
          await put(store, rowOf("key-2"));
          equal(await kept(store, "key-1"), rowOf("key-1").document);
          deepEqual(await listed(store), ["key-1", "key-2"]);
        });
      }),
  },
  {
    name: "where book may take its time: what is due leaves out keys that another worker holds",
    run: (make) =>
      over(make, async (made) => {
        if (!made.isAsync) return;
        const { store } = made;
        for (const key of ["key-1", "key-2"]) await put(store, rowOf(key, { dueAt: 1 }));
        await whileStalled(made, rowOf("key-1", { dueAt: 1 }), async (giveUp) => {
          deepEqual(keysOf(await store.due(10)), ["key-2"]);
          await giveUp();
          deepEqual(keysOf(await store.due(10)).toSorted(), ["key-1", "key-2"]);
        });
      }),
  },
  {
    name: "where book may take its time: what it has not committed is shown to nobody, and the next change waits for it",
    run: (make) =>
      over(make, async (made) => {
        if (!made.isAsync) return;
        const { store } = made;
        await whileStalled(made, rowOf("key-1", { authorizationId: "a" }), async (giveUp) => {
          const ofKey = shown(store, { key: "key-1", authorizationId: "b" });
          const ofAuthorization = shown(store, { key: "key-2", authorizationId: "a" });
          equal(await isSoon(Promise.race([ofKey, ofAuthorization])), false);
          await giveUp();
          equal((await ofKey).own, undefined);
          deepEqual((await ofAuthorization).others, []);
        });
      }),
  },
];
