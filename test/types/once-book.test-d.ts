/** With a synchronous transaction, `book` and `unbook` must be synchronous: the rest of a promise would run outside it. */
import type { DatabaseSync } from "node:sqlite";
import type { PaymentClient } from "merchant-payments";
import { Once, type OnceBook, type OnceStore } from "merchant-payments/once";
import type { PostgresClient, PostgresOnceStore } from "merchant-payments/once/postgres";
import type { SqliteOnceStore } from "merchant-payments/once/sqlite";

declare const payments: PaymentClient;
declare const sqlite: SqliteOnceStore;
declare const postgres: PostgresOnceStore;

/** Functions that return nothing, a value of any kind, or never. */
export const synchronous = [
  new Once({ payments, store: sqlite, book: () => undefined }),
  new Once({ payments, store: sqlite, book: () => {} }),
  new Once({ payments, store: sqlite, book: (db) => db.exec("insert into books values (1)") }),
  new Once({ payments, store: sqlite, book: (db) => db.prepare("insert into books values (?)").run("1") }),
  new Once({ payments, store: sqlite, book: (db) => db.prepare("select * from books").all() }),
  new Once({ payments, store: sqlite, book: (db, { key }) => db.isOpen && key.length }),
  new Once<DatabaseSync>({ payments, store: sqlite, book: () => null, unbook: () => new Map() }),
  new Once({
    payments,
    store: sqlite,
    book: () => {
      throw new Error("the month is closed");
    },
  }),
];

export const asynchronous = [
  // @ts-expect-error: an asynchronous function
  new Once({ payments, store: sqlite, book: async (db) => db.exec("insert into books values (1)") }),
  // @ts-expect-error: also if the transaction is named
  new Once<DatabaseSync>({ payments, store: sqlite, book: async () => undefined }),
  // @ts-expect-error: a query that runs when it is awaited
  new Once({ payments, store: sqlite, book: (): PromiseLike<void> => Promise.resolve() }),
  // @ts-expect-error: only sometimes
  new Once({ payments, store: sqlite, book: (db) => (db.isOpen ? Promise.resolve() : undefined) }),
  // @ts-expect-error: unbook, too
  new Once({ payments, store: sqlite, book: () => undefined, unbook: async () => undefined }),
];

export const elsewhere = [
  new Once({ payments, store: postgres, book: async (tx) => tx.query("insert into books values (1)") }),
  new Once({ payments, store: postgres, book: (tx, { key }) => tx.query("insert into books values ($1)", [key]) }),
  new Once({ payments, store: postgres, book: () => undefined }),
];

/** A store of the merchant's own: its transaction decides. */
export function ownStore(
  asynchronousStore: OnceStore<{ exec(sql: string): Promise<void> }>,
  unknownStore: OnceStore<unknown>,
  // biome-ignore lint/suspicious/noExplicitAny: a merchant's
  anyStore: OnceStore<any>,
) {
  return [
    new Once({ payments, store: asynchronousStore, book: async (tx) => tx.exec("insert into books values (1)") }),
    new Once({ payments, store: unknownStore, book: async () => undefined }),
    new Once({ payments, store: anyStore, book: async () => undefined }),
  ];
}

/** A function that is generic in its transaction passes `book` on. */
export const generic = <Tx>(store: OnceStore<Tx>, book: OnceBook<Tx>) => new Once({ payments, store, book });
export const named: OnceBook<PostgresClient> = async () => undefined;
