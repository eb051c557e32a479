/** Tests of what is booked with a change, and of what is stored if `book` fails. */
import { deepEqual, equal, notEqual, rejects } from "node:assert/strict";
import type { OnceChanged, OnceStore } from "../../once/index.js";
import { kept, keysOf, put, until } from "./putting.js";
import { rowOf } from "./rows.js";
import { type OnceStoreTest, over, type StoreUnderTest } from "./store-under-test.js";

const before = rowOf("key-1");
const row = rowOf("key-1", { version: 2, state: "captured" });
const unbooked = rowOf("key-1", { version: 2, state: "captured", dueAt: 1, isUnbooked: true });
const withoutBook = () => unbooked;

/** Changes a key with a `book` that fails: the row without booking is stored, with a cause, and the next change works. */
async function goesWrong<Tx>(
  { store, write, written }: Pick<StoreUnderTest<Tx>, "store" | "write" | "written">,
  book: (tx: Tx) => unknown,
): Promise<OnceChanged> {
  await put(store, before);
  const changed = await store.change(row, ({ own }) => {
    notEqual(own, undefined);
    return { row, book, withoutBook };
  });
  equal(changed.document, unbooked.document);
  notEqual(changed.cause, undefined);
  equal(await kept(store, "key-1"), unbooked.document);
  deepEqual(keysOf((await store.list({ unbooked: true, limit: 9 })).documents), ["key-1"]);
  deepEqual(await written(), []);
  const next = rowOf("key-2", { authorizationId: row.authorizationId });
  const { document } = next;
  deepEqual(await store.change(next, () => ({ row: next, book: (tx) => write(tx, "key-2") })), { document });
  deepEqual(await written(), ["key-2"]);
  return changed;
}

const unseen = (spoiler: keyof NonNullable<StoreUnderTest<unknown>["spoilers"]>, does: string): OnceStoreTest => ({
  name: `where a book can: one that ${does} leaves the row without booking`,
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
    name: "a row and what is booked with it are there together",
    run: (make) =>
      over(make, async ({ store, write, written }) => {
        const book = (tx: Parameters<typeof write>[0]) => write(tx, "key-1");
        deepEqual(await store.change(row, () => ({ row, book, withoutBook })), { document: row.document });
        equal(await kept(store, "key-1"), row.document);
        deepEqual(await written(), ["key-1"]);
      }),
  },
  {
    name: "without another row, the one that is there stays, and is booked all the same",
    run: (make) =>
      over(make, async ({ store, write, written }) => {
        const stored = await put(store, before);
        const same = await store.change(stored, () => ({ row: undefined, book: (tx) => write(tx, "key-1") }));
        deepEqual(same, { document: stored.document });
        equal(await kept(store, "key-1"), stored.document);
        deepEqual(await written(), ["key-1"]);
      }),
  },
  {
    name: "a book that throws leaves the row without booking, and its cause is given",
    run: (make) =>
      over(make, async (made) => {
        const { cause } = await goesWrong(made, writesAndFails(made));
        equal(cause, failed);
      }),
  },
  {
    name: "with no row without booking, what book throws is thrown on, and undoes the row and the books",
    run: (make) =>
      over(make, async (made) => {
        const { store, written } = made;
        await put(store, before);
        const change = store.change(row, () => ({ row, book: writesAndFails(made) }));
        await rejects(change, (error) => error === failed);
        equal(await kept(store, "key-1"), before.document);
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
        const changed = store.change(row, () => ({ row, book, withoutBook }));
        setTimeout(resolve, 5);
        equal((await changed).document, unbooked.document);
        await until("its second half is over", async () => isOver || undefined);
        deepEqual(await written(), []);
        await put(store, rowOf("key-2"));
      }),
  },
  {
    name: "where book has a time-out: one that never ends leaves the row without booking",
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
