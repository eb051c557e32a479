/** Runs `book` inside a transaction of SQLite, and detects how it fails. */
import type { DatabaseSync } from "node:sqlite";
import { OnceBookError } from "./book-error.js";
import { codeOf } from "./sqlite-tables.js";

/** Why `book` failed. */
export interface FailedBook {
  readonly cause: unknown;
}

const CONSTRAINT = 19; // SQLITE_CONSTRAINT

const ASYNCHRONOUS =
  "with SQLite, book must be synchronous: this one returned a promise, and its rest runs outside the transaction. Nothing more is booked on this connection: restart the process with a synchronous book";

/** Connections on which an asynchronous `book` still runs outside its transaction. They book nothing more. */
const spoiled = new WeakSet<DatabaseSync>();

/** Runs `book` without a time limit, because it blocks the only thread. */
export function runBook(database: DatabaseSync, book: (tx: DatabaseSync) => unknown): FailedBook | undefined {
  const asynchronous = { cause: new OnceBookError(ASYNCHRONOUS) };
  if (spoiled.has(database)) return asynchronous;
  try {
    const booking = book(database);
    if (!isThenable(booking)) return undefined;
    Promise.resolve(booking).catch(() => undefined);
    spoiled.add(database);
    return asynchronous;
  } catch (cause) {
    return { cause };
  }
}

/** Two savepoints of one name. The inner one shows that `book` has not ended the transaction; the outer one undoes it. */
export const SAVEPOINTS = "savepoint once_book; savepoint once_book";

/** Commits with the outer savepoint still open: releasing it first would hide a deferred constraint. */
export function commitBook(database: DatabaseSync): FailedBook | undefined {
  try {
    database.exec("release once_book");
  } catch {
    return { cause: new OnceBookError("book has ended the transaction") };
  }
  try {
    database.exec("commit");
    return undefined;
  } catch (cause) {
    if (codeOf(cause) === CONSTRAINT) return { cause };
    throw cause; // full, busy, I/O: the store's own failure
  }
}

/** Undoes `book`. False if `book` has ended the transaction, or released the savepoint. */
export function undoBook(database: DatabaseSync): boolean {
  try {
    database.exec("rollback to once_book");
    return true;
  } catch {
    return false;
  }
}

/** Also true for a query that runs only when it is awaited. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | undefined)?.then === "function";
}
