/** Tests of what remains if a worker dies during a change, or the process dies after it. */
import { deepEqual, equal, rejects } from "node:assert/strict";
import { kept, put, shown } from "./putting.js";
import { rowOf } from "./rows.js";
import { type OnceStoreTest, over } from "./store-under-test.js";

export const crashes: readonly OnceStoreTest[] = [
  {
    name: "where a store can be opened again: another process finds all of it, and the books",
    run: (make) =>
      over(make, async ({ store, reopen, write, written }) => {
        if (reopen === undefined) return;
        const row = rowOf("key-1", { dueAt: 1 });
        await store.change(row, () => ({ row, book: (tx) => write(tx, "key-1") }));
        const again = await reopen();
        equal(await kept(again, "key-1"), row.document);
        deepEqual(await again.due(1), [row.document]);
        deepEqual((await shown(again, { key: "key-2", authorizationId: row.authorizationId })).others, [row.document]);
        deepEqual(await written(), ["key-1"]);
      }),
  },
  {
    name: "where a transaction can be broken: a worker that dies in it leaves nothing of it, and no lock",
    run: (make) =>
      over(make, async ({ store, crash, write, written }) => {
        if (crash === undefined) return;
        await put(store, rowOf("key-1"));
        const row = rowOf("key-1", { version: 2 });
        const dies = store.change(row, () => ({
          row,
          async book(tx) {
            await write(tx, "key-1");
            await crash(tx);
          },
        }));
        await rejects(dies);
        equal((await shown(store, row)).own, rowOf("key-1").document);
        deepEqual(await written(), []);
        await store.change(row, () => ({ row, book: (tx) => write(tx, "again") }));
        deepEqual(await written(), ["again"]);
      }),
  },
];
