/** The merchants' database: the SQLite stores of Once, in a file, and the books. */
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { SqliteOnceStore } from "../../../src/once/sqlite.ts";

/** Of two merchants, for all batches of a thread: opening a database takes longer than a batch. */
const file = join(import.meta.dirname, `${crypto.randomUUID()}.db`); // beside the bundle
export const stores = ["shop 1", "shop 2"].map((merchant) => new SqliteOnceStore(file, { merchant, create: true }));
for (const { database } of stores) database.exec("pragma synchronous = off"); // no power is lost here

const { database } = stores[0] as SqliteOnceStore;
database.exec(`
  create table books (
    merchant integer not null, key text not null, closing integer not null, kind text not null, amount text not null,
    currency text not null, primary key (merchant, key, closing)
  ) strict;
  create table shops (name text primary key) strict;
  create table lines (shop text references shops (name) deferrable initially deferred) strict`);

export function emptied(): void {
  database.exec("delete from once_keys; delete from books");
}

export interface Booked {
  readonly merchant: number;
  readonly key: string;
  /** Of which closing; 0 if it was in the books before. */
  readonly closing: number;
  readonly kind: "book" | "fail" | "removed";
  readonly amount: string;
  readonly currency: string;
}

const all = database.prepare("select * from books order by closing");
export const readBooks = () => all.all() as unknown as readonly Booked[];

const INSERT = "insert or ignore into books values (?, ?, ?, ?, ?, ?)"; // a hook that has committed by itself comes again
export function note(booked: Booked, tx: DatabaseSync = database): void {
  const { merchant, key, closing, kind, amount, currency } = booked;
  tx.prepare(INSERT).run(merchant, key, closing, kind, amount, currency);
}

/** A person takes a capture out of the books. */
export const remove = (merchant: number, key: string) =>
  void database
    .prepare("update books set kind = 'removed' where merchant = ? and key = ? and kind = 'book'")
    .run(merchant, key);

const due = database.prepare(
  "select min(min(coalesce(due_at, 1e15), coalesce(person_at, 1e15))) as at from once_keys where not (state = 'pending' and waits_for = 'person')",
);
/** When the first key is due; undefined if none is. */
export const nextDue = () => {
  const { at } = due.get() as { at: number | null };
  return at === null || at >= 1e15 ? undefined : at;
};

/** The error with which the database fails. */
export class StoreError extends Error {}
