/** With a synchronous transaction, hooks must be synchronous: the rest of a promise would run outside it. */
import type { DatabaseSync } from "node:sqlite";
import type { PaymentClient } from "merchant-payments";
import { Once, type OnceOptions } from "merchant-payments/once";
import type { PostgresClient, PostgresOnceStore } from "merchant-payments/once/postgres";
import type { SqliteOnceStore } from "merchant-payments/once/sqlite";

declare const payments: PaymentClient;
declare const sqlite: SqliteOnceStore;
declare const postgres: PostgresOnceStore;
const fail = () => undefined;

/** Functions that return nothing, a value of any kind, or never. */
export const synchronous = [
  new Once({ payments, store: sqlite, fail, book: () => {} }),
  new Once({ payments, store: sqlite, fail, book: (db) => db.exec("insert into books values (1)") }),
  new Once({ payments, store: sqlite, fail, book: (db) => db.prepare("insert into books values (?)").run("1") }),
  new Once({ payments, store: sqlite, fail, book: (db, { key }) => db.isOpen && key.length }),
  new Once<DatabaseSync>({ payments, store: sqlite, book: () => null, fail: () => new Map() }),
];

export const asynchronous = [
  // @ts-expect-error: an asynchronous function
  new Once({ payments, store: sqlite, fail, book: async (db) => db.exec("insert into books values (1)") }),
  // @ts-expect-error: a query that runs when it is awaited
  new Once({ payments, store: sqlite, fail, book: (): PromiseLike<void> => Promise.resolve() }),
  // @ts-expect-error: only sometimes
  new Once({ payments, store: sqlite, fail, book: (db) => (db.isOpen ? Promise.resolve() : undefined) }),
  // @ts-expect-error: fail, too
  new Once({ payments, store: sqlite, book: fail, fail: async () => undefined }),
];

const elsewhere = { payments, store: postgres, fail: async () => undefined };
export const inTheSameTransaction = [
  new Once({ ...elsewhere, book: async (tx) => tx.query("insert into books values (1)") }),
  new Once({ ...elsewhere, book: (tx, { key }) => tx.query("insert into books values ($1)", [key]) }),
  // @ts-expect-error: a query that nobody waits for
  new Once({ ...elsewhere, book: (tx) => void tx.query("insert into books values (1)") }),
];

export const named: OnceOptions<PostgresClient>["book"] = async () => undefined;
