import type { DatabaseSync } from "node:sqlite";
import { codeOf } from "./sqlite-file.js";
import { causeOf, HookError } from "./store.js";

const CONSTRAINT = 19; // SQLITE_CONSTRAINT

const ASYNCHRONOUS =
  "with SQLite, a hook must be synchronous: this one returned a promise, and its rest runs outside the transaction. No hook is called any more in this process: restart it with synchronous hooks";

/** The rest of an asynchronous hook still runs, amid whatever this process does next. */
let isSpoiled = false;

/** Two savepoints of one name. The inner one shows that the hook has not ended the transaction; the outer one undoes it. */
export const SAVEPOINTS = "savepoint once_hook; savepoint once_hook";

/** Returns why the hook failed; undefined if it succeeded. */
export function runHook(database: DatabaseSync, run: (tx: DatabaseSync) => unknown): unknown {
  if (isSpoiled) return new HookError(ASYNCHRONOUS);
  try {
    const returned = run(database);
    if (typeof Object(returned).then === "function") {
      isSpoiled = true;
      Promise.resolve(returned).catch(() => undefined);
      return new HookError(ASYNCHRONOUS);
    }
  } catch (thrown) {
    return causeOf(thrown);
  }
  return isDone(database, "release once_hook") ? undefined : new HookError("the hook has ended the transaction");
}

/** Commits with the outer savepoint still open: releasing it first would hide a deferred constraint. */
export function commitHook(database: DatabaseSync): unknown {
  try {
    database.exec("commit");
    return undefined;
  } catch (cause) {
    if (codeOf(cause) === CONSTRAINT) return cause;
    throw cause; // full, busy, I/O: the store's own failure
  }
}

/** False if the hook has ended the transaction, and its savepoints are gone. */
export const undoHook = (database: DatabaseSync): boolean => isDone(database, "rollback to once_hook");

function isDone(database: DatabaseSync, statement: string): boolean {
  try {
    database.exec(statement);
    return true;
  } catch {
    return false;
  }
}
