/** Tests of what remains if a worker dies during a change, or the process dies after it. */
import { deepEqual, rejects } from "node:assert/strict";
import { kept, put, shown } from "./putting.js";
import { recordOf } from "./records.js";
import { type OnceStoreTest, over } from "./store-under-test.js";

export const crashes: readonly OnceStoreTest[] = [
  {
    name: "where a store can be opened again: another process finds all of it, and the books",
    run: (make) =>
      over(make, async ({ store, reopen, write, written }) => {
        if (reopen === undefined) return;
        const record = recordOf("key-1", { isBooked: true, dueAt: 1 });
        await store.change(record, () => ({ record, book: (tx) => write(tx, "key-1") }));
        const again = await reopen();
        deepEqual(await kept(again, "key-1"), record);
        deepEqual(await again.due(1), [record]);
        deepEqual((await shown(again, { key: "key-2", authorization: record.authorization })).others, [record]);
        deepEqual(await written(), ["key-1"]);
      }),
  },
  {
    name: "where a transaction can be broken: a worker that dies in it leaves nothing of it, and no lock",
    run: (make) =>
      over(make, async ({ store, crash, write, written }) => {
        if (crash === undefined) return;
        await put(store, recordOf("key-1"));
        const record = recordOf("key-1", { version: 2, isBooked: true });
        const dies = store.change(record, () => ({
          record,
          async book(tx) {
            await write(tx, "key-1");
            await crash(tx);
          },
        }));
        await rejects(dies);
        deepEqual((await shown(store, record)).own, recordOf("key-1"));
        deepEqual(await written(), []);
        await store.change(record, () => ({ record, book: (tx) => write(tx, "again") }));
        deepEqual(await written(), ["again"]);
      }),
  },
];
