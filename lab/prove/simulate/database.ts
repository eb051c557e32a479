/** The merchant's database: the SQLite store of Once, in memory, and the books. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { SqliteOnceStore } from "../../../src/once/sqlite.ts";

/** One for all batches of a thread: opening a database takes longer than a batch. */
export const database = new DatabaseSync(":memory:");
const prepared = new Map<string, StatementSync>();
const prepare = database.prepare.bind(database);
database.prepare = (sql) => prepared.get(sql) ?? (prepared.set(sql, prepare(sql)).get(sql) as StatementSync); // a third of a batch's time

export const sqlite = new SqliteOnceStore(database);
database.exec("create table books (key text not null, amount text not null, currency text not null) strict");

export function emptied(): void {
  database.exec("delete from once_captures; delete from books");
}

export interface Booked {
  readonly key: string;
  readonly amount: string;
  readonly currency: string;
}

const books = database.prepare("select key, amount, currency from books");
export const booked = () => books.all() as unknown as readonly Booked[];

const due = database.prepare("select coalesce(min(due_at), 0) as at from once_captures");
/** When the first key is due; 0 if none is. */
export const nextDue = () => (due.get() as { at: number }).at;

/** What the database fails with. */
export class StoreError extends Error {}
