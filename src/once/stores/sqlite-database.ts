import type { DatabaseSync } from "node:sqlite";
import { tables } from "./sql.js";
import { causeOf, HookError } from "./store.js";

const BUSY_MS = 50; // a busy wait blocks the event loop
const PATIENCE_MS = 10_000;
const BUSY_CODES = [5, 6]; // SQLITE_BUSY and SQLITE_LOCKED

const codeOf = (error: unknown) => Number(Object(error).errcode) & 255;
const LOST =
  "If this store was ever used, mount or restore its file: an empty one captures the same jobs again. Only for a new store, give create: true once";
const fs = () => process.getBuiltinModule("node:fs");

/** @throws TypeError for a path that could be another file tomorrow, or for a file that is not there. */
export function open(path: unknown, create: boolean): DatabaseSync {
  const isMemory = path === ":memory:";
  const isAbsolute = typeof path === "string" && process.getBuiltinModule("node:path").isAbsolute(path);
  if (!isMemory && !isAbsolute) {
    const given = typeof path === "string" ? `"${path}"` : typeof path;
    const empty = path === "" ? " (is its environment variable set?)" : "";
    const wanted = `the absolute path of its file, or ":memory:" for a test, and got ${given}`;
    throw new TypeError(`SqliteOnceStore needs ${wanted}${empty}. With another file, the same jobs are captured again`);
  }
  const isThere = isMemory || fs().existsSync(path);
  if (!isThere && !create) throw new TypeError(`${path} does not exist. ${LOST}`);
  const sqlite = process.getBuiltinModule("node:sqlite");
  const database = new sqlite.DatabaseSync(path, { timeout: BUSY_MS });
  database.function("once_now", () => Date.now());
  try {
    prepareTables(database, create || isMemory, path);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function prepareTables(database: DatabaseSync, create: boolean, path: string): void {
  const isNamed = "select name from sqlite_master where type = 'table' and name = 'once_keys'";
  const areThere = () => database.prepare(isNamed).get() !== undefined;
  const isOurs = create || patiently(areThere); // the journal mode of another program's file stays as it is
  if (!isOurs) throw new TypeError(`${path} has no tables of Once. ${LOST}`);
  patiently(() => database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on"));
  patiently(() => database.exec("begin immediate"));
  if (!areThere()) database.exec(tables("text", "integer"));
  database.exec("commit");
}

/** Retries while other processes lock the file: SQLite's own time-out does not cover a change of the journal mode. */
function patiently<T>(act: () => T): T {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!BUSY_CODES.includes(codeOf(error)) || performance.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 + Math.random() * 50);
    }
  }
}

/** Identifies the file and its log on disk; undefined if one of them is not there. A link has no log beside it. */
export function identityOf(path: string, database: DatabaseSync): string | undefined {
  if (path === ":memory:") return path;
  const paths = [path, `${database.location()}-wal`];
  const [file, log] = paths.map((each) => fs().statSync(each, { throwIfNoEntry: false }));
  return file && log && `${file.dev} ${file.ino} ${log.ino}`;
}

export const SWAPPED =
  "the open file of SqliteOnceStore is not the file on disk: it was deleted, replaced or closed by another SQLite library, or its file system refuses the -wal. Stop every process that uses it, put the right file in its place with its -wal, and start again";

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
