/** What is booked with a change, and what is stored where `book` goes wrong. */
import { deepEqual, equal, notEqual, rejects } from "node:assert/strict";
import type { OnceChanged, OnceRecord, OnceStore } from "../../once/index.js";
import { kept, put, until } from "./putting.js";
import { recordOf } from "./records.js";
import { type OnceStoreTest, over, type StoreUnderTest } from "./store-under-test.js";

const before = recordOf("key-1");
const record = recordOf("key-1", { version: 2, isBooked: true });
const withoutBook = recordOf("key-1", { version: 2, dueAt: 1 });

/** Changes a key with a book that goes wrong: the record without booking is stored, with a cause, and the next change goes on. */
async function goesWrong<Tx>(
  { store, write, written }: Pick<StoreUnderTest<Tx>, "store" | "write" | "written">,
  book: (tx: Tx) => unknown,
): Promise<OnceChanged> {
  await put(store, before);
  const changed = await store.change(record, ({ own }) => ({ record, book, withoutBook: own && withoutBook }));
  deepEqual(changed.record, withoutBook);
  notEqual(changed.cause, undefined);
  deepEqual(await kept(store, "key-1"), withoutBook);
  deepEqual(await written(), []);
  const next = recordOf("key-2", { authorization: record.authorization });
  deepEqual(await store.change(next, () => ({ record: next, book: (tx) => write(tx, "key-2") })), { record: next });
  deepEqual(await written(), ["key-2"]);
  return changed;
}

const unseen = (spoiler: keyof NonNullable<StoreUnderTest<unknown>["spoilers"]>, does: string): OnceStoreTest => ({
  name: `where a book can: one that ${does} leaves the record without booking`,
  run: (make) =>
    over(make, async (made) => {
      const spoil = made.spoilers?.[spoiler];
      if (spoil === undefined) return;
      await goesWrong(made, (tx) => {
        const line = made.write(tx, "key-1");
        return line instanceof Promise ? line.then(() => spoil(tx)).then(() => undefined) : void spoil(tx);
      });
    }),
});

const failed = new Error("the books are closed");
const fail = (): never => {
  throw failed;
};

/** Writes, and then fails. */
const writesAndFails =
  <Tx>({ write }: StoreUnderTest<Tx>) =>
  (tx: Tx) => {
    const line = write(tx, "key-1");
    return line instanceof Promise ? line.then(fail) : fail();
  };

export const booking: readonly OnceStoreTest[] = [
  {
    name: "a record and what is booked with it are there together",
    run: (make) =>
      over(make, async ({ store, write, written }) => {
        const book = (tx: Parameters<typeof write>[0]) => write(tx, "key-1");
        deepEqual(await store.change(record, () => ({ record, book, withoutBook })), { record });
        deepEqual(await kept(store, "key-1"), record);
        deepEqual(await written(), ["key-1"]);
      }),
  },
  {
    name: "the record that was shown is left as it is, and booked all the same",
    run: (make) =>
      over(make, async ({ store, write, written }) => {
        const stored = await put(store, before);
        const same = await store.change(stored, ({ own }) => ({
          record: own as OnceRecord,
          book: (tx) => write(tx, "key-1"),
        }));
        deepEqual(same.record, stored);
        deepEqual(await kept(store, "key-1"), stored);
        deepEqual(await written(), ["key-1"]);
      }),
  },
  {
    name: "a book that throws leaves the record without booking, and its cause is given",
    run: (make) =>
      over(make, async (made) => {
        const { cause } = await goesWrong(made, writesAndFails(made));
        equal(cause, failed);
      }),
  },
  {
    name: "without another record, what book throws is thrown on, and undoes the record and the books",
    run: (make) =>
      over(make, async (made) => {
        const { store, written } = made;
        await put(store, before);
        const change = store.change(record, () => ({ record, book: writesAndFails(made) }));
        await rejects(change, (error) => error === failed);
        deepEqual(await kept(store, "key-1"), before);
        deepEqual(await written(), []);
      }),
  },
  unseen("hidesError", "hides an error of the database"),
  unseen("endsTransaction", "ends the transaction"),
  unseen("breaksAtCommit", "breaks a constraint that is checked at the commit"),
  {
    name: "where book may take its time: what goes on after its first failure is not written",
    run: (make) =>
      over(make, async (made) => {
        if (!made.isAsync) return;
        const { promise: later, resolve } = Promise.withResolvers<void>();
        let isOver = false;
        const second = async (tx: Parameters<typeof made.write>[0]) => {
          await later;
          await Promise.resolve(made.write(tx, "late")).catch(() => undefined);
          isOver = true;
        };
        const { store, written } = made;
        const book = (tx: Parameters<typeof made.write>[0]) => Promise.all([Promise.reject(failed), second(tx)]);
        await put(store, before);
        const changed = store.change(record, () => ({ record, book, withoutBook }));
        setTimeout(resolve, 5);
        deepEqual((await changed).record, withoutBook);
        await until("its second half is over", async () => isOver || undefined);
        deepEqual(await written(), []);
        await put(store, recordOf("key-2"));
      }),
  },
  {
    name: "where book has a time-out: one that never ends leaves the record without booking",
    run: (make) =>
      over(make, async (made) => {
        const store: OnceStore<Parameters<typeof made.write>[0]> | undefined = await made.withBookTimeout?.(300);
        if (store === undefined) return;
        await goesWrong({ ...made, store }, async (tx) => {
          await made.write(tx, "key-1");
          return new Promise(() => undefined);
        });
      }),
  },
];
