/** Runs a hook inside a transaction of SQLite, and detects how it fails. */
import type { DatabaseSync } from "node:sqlite";
import { codeOf } from "./sqlite-file.js";
import { HookError } from "./store.js";

export interface FailedHook {
  readonly cause: unknown;
}

const CONSTRAINT = 19; // SQLITE_CONSTRAINT

const ASYNCHRONOUS =
  "with SQLite, a hook must be synchronous: this one returned a promise, and its rest runs outside the transaction. No hook is called any more in this process: restart it with synchronous hooks";

/** The rest of an asynchronous hook still runs, amid whatever this process does next. */
let isSpoiled = false;

/** Two savepoints of one name. The inner one shows that the hook has not ended the transaction; the outer one undoes it. */
export const SAVEPOINTS = "savepoint once_hook; savepoint once_hook";

export function runHook(database: DatabaseSync, run: (tx: DatabaseSync) => unknown): FailedHook | undefined {
  if (isSpoiled) return { cause: new HookError(ASYNCHRONOUS) };
  try {
    const returned = run(database);
    if (typeof (returned as Partial<PromiseLike<unknown>> | undefined)?.then === "function") {
      isSpoiled = true;
      Promise.resolve(returned).catch(() => undefined);
      return { cause: new HookError(ASYNCHRONOUS) };
    }
  } catch (cause) {
    return { cause };
  }
  try {
    database.exec("release once_hook");
    return undefined;
  } catch {
    return { cause: new HookError("the hook has ended the transaction") };
  }
}

/** Commits with the outer savepoint still open: releasing it first would hide a deferred constraint. */
export function commitHook(database: DatabaseSync): FailedHook | undefined {
  try {
    database.exec("commit");
    return undefined;
  } catch (cause) {
    if (codeOf(cause) === CONSTRAINT) return { cause };
    throw cause; // full, busy, I/O: the store's own failure
  }
}

export function undoHook(database: DatabaseSync): boolean {
  try {
    database.exec("rollback to once_hook");
    return true;
  } catch {
    return false;
  }
}
