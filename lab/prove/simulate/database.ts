/** The merchants' database: the SQLite stores of Once, in a file, and the books. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SqliteOnceStore } from "../../../src/once/sqlite.ts";

/** One for all batches of a thread: opening a database takes longer than a batch. */
const database = new DatabaseSync(join(import.meta.dirname, `${crypto.randomUUID()}.db`)); // beside the bundle;

/** Of two merchants. */
export let stores: readonly SqliteOnceStore[] = [];

/** As the first process does after the host has restarted. */
export function openedAnew(): void {
  database.exec("update once_clock set boot = 'the boot before'");
  opened();
}

/** As the first process does. */
export function opened(): void {
  stores = ["shop 1", "shop 2"].map((merchant) => new SqliteOnceStore(database, { merchant }));
  database.exec("pragma synchronous = off"); // no power is lost here
}

opened();
database.exec(`
  create table books (merchant integer not null, key text not null, amount text not null, currency text not null) strict;
  create table shops (name text primary key) strict;
  create table lines (shop text references shops (name) deferrable initially deferred) strict`);

export function emptied(): void {
  database.exec("delete from once_keys; delete from once_clock; delete from books");
}

export interface Booked {
  readonly merchant: number;
  readonly key: string;
  readonly amount: string;
  readonly currency: string;
}

const all = database.prepare("select merchant, key, amount, currency from books");
export const readBooks = () => all.all() as unknown as readonly Booked[];

const insert = database.prepare("insert into books values (?, ?, ?, ?)");
export const book = ({ merchant, key, amount, currency }: Booked) => void insert.run(merchant, key, amount, currency);

const remove = database.prepare("delete from books where merchant = ? and key = ?");
export const unbook = (merchant: number, key: string) => void remove.run(merchant, key);

const due = database.prepare(
  "select min(due_at) as at from once_keys where state <> 'pending' or not coalesce(document ->> 'isOverdue', 0)",
);
/** When the first key is due; 0 if none is. Keys that stay pending until a person looks again do not count. */
export const nextDue = () => (due.get() as { at: number | null }).at ?? 0;

/** The error with which the database fails. */
export class StoreError extends Error {}
