/**
 * A store for `Once` on Node's own SQLite, in a file, for one host. Keep your books in the same file, so that a capture and
 * its booking are one transaction.
 * @packageDocumentation
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { readSqliteOptions } from "./input.js";
import { known, knownOf, upsert } from "./stores/sql.js";
import { commitHook, identityOf, open, runHook, SAVEPOINTS, SWAPPED, undoHook } from "./stores/sqlite-database.js";
import type { OnceChange, OnceEnd, OnceKnown, OncePlace, OnceRow, OnceStore, Statement } from "./stores/store.js";
import { permanent } from "./stores/store.js";

/** Stores the keys of one merchant in SQLite, so that one host captures each once. */
export class SqliteOnceStore implements OnceStore<DatabaseSync> {
  /** The merchant that the keys belong to. */
  readonly merchant: string;
  /** The connection, also for your own tables. */
  readonly database: DatabaseSync;
  readonly #path: string;
  readonly #identity: string | undefined;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * Opens the file. Waits up to ten seconds for other processes that do the same.
   * @param path - The absolute path of the file, or `:memory:` for a test.
   * @param options - `create: true` creates the file, or the tables in it: give it for a new store only. `merchant` names
   * the merchant if several share the file. With another file or name, the same jobs are captured again.
   * @throws TypeError for a path that is not absolute, or a file that is not there.
   */
  constructor(path: string, options: { merchant?: string | undefined; create?: boolean | undefined } = {}) {
    const { merchant = "", create = false } = readSqliteOptions(options);
    this.database = open(path, create);
    this.merchant = merchant;
    this.#path = path;
    this.#identity = identityOf(path, this.database);
  }

  async change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<DatabaseSync>): Promise<OnceEnd> {
    let hasBegun = false; // a hook may begin the change of another key
    try {
      this.#check();
      this.database.exec("begin immediate"); // a transaction that reads first fails at its first write if another one has written
      hasBegun = true;
      const found = { now: Date.now(), ...knownOf(this.#all(known(this.merchant, place)), place.key) };
      return this.#store(found, decide(found));
    } catch (cause) {
      return { end: "failed", cause };
    } finally {
      if (hasBegun && this.database.isOpen && this.database.isTransaction) this.database.exec("rollback");
    }
  }

  async read(statement: Statement) {
    this.#check();
    return { now: Date.now(), rows: this.#all(statement) };
  }

  /** @throws Error if somebody has swapped the file: a capture would be stored where no other process looks. */
  #check(): void {
    const identity = identityOf(this.#path, this.database);
    if (identity === undefined || identity !== this.#identity) throw permanent(SWAPPED);
  }

  #store({ own }: OnceKnown, { row, before, hook }: OnceChange<DatabaseSync>): OnceEnd {
    if (row !== undefined) this.#put(row, before);
    if (hook === undefined || row === undefined) {
      this.database.exec("commit");
      return { end: "stored", document: (row ?? own)?.document as string };
    }
    this.database.exec(SAVEPOINTS);
    let cause = runHook(this.database, hook.run);
    if (cause === undefined) {
      this.#put(hook.succeeded, row.version);
      cause = commitHook(this.database);
      if (cause === undefined) return { end: "stored", document: hook.succeeded.document };
    }
    if (!undoHook(this.database)) return { end: "hook_lost", cause };
    const unrecorded = hook.failed(cause);
    this.#put(unrecorded, row.version);
    this.database.exec("commit");
    return { end: "hook_failed", document: unrecorded.document, cause };
  }

  #put(row: OnceRow, before: number): void {
    const [sql, ...values] = upsert(this.merchant, row, before);
    this.#statement(sql).run(...values);
  }

  #all([sql, ...values]: Statement) {
    return this.#statement(sql.replace("each(?)", "select value from json_each(?)")).all(...values);
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
