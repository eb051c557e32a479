/**
 * A store for `Once` on Node's own SQLite, in a file, for one host. Keep your books in the same file, so that a capture and
 * its booking are one transaction.
 *
 * @packageDocumentation
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { readSqliteOptions } from "./input.js";
import {
  type CountRow,
  countOf,
  decoded,
  dueOf,
  erasableOf,
  type FoundRow,
  ownAmong,
  type Statement,
  type Statements,
  statementsOf,
} from "./stores/sql.js";
import { identityOf, open, SWAPPED } from "./stores/sqlite-file.js";
import { commitHook, type FailedHook, runHook, SAVEPOINTS, undoHook } from "./stores/sqlite-hook.js";
import type {
  OnceChange,
  OnceCounts,
  OnceDue,
  OnceDueKind,
  OnceEnd,
  OnceErasable,
  OnceKnown,
  OncePage,
  OncePlace,
  OnceQuery,
  OnceRow,
  OnceStore,
  StoredDocument,
} from "./stores/store.js";
import { permanent } from "./stores/store-error.js";

/**
 * Stores the keys of one merchant in SQLite, so that one host captures each once.
 *
 * @example
 * ```ts
 * const store = new SqliteOnceStore("/var/lib/shop/captures.db");
 * const once = new Once({ payments, store, book: insertIntoBooks, fail: tellTheShop });
 * ```
 */
export class SqliteOnceStore implements OnceStore<DatabaseSync> {
  /** The merchant that the keys belong to. */
  readonly merchant: string;
  /** The connection, also for your own tables. */
  readonly database: DatabaseSync;
  readonly #path: string;
  readonly #identity: string | undefined;
  readonly #sql: Statements;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * Opens the file. Waits up to ten seconds for other processes that do the same.
   *
   * @param path - The absolute path of the file, or `:memory:` for a test.
   * @param options - `create: true` creates the file, or the tables in it: give it for a new store only. `merchant` names
   * the merchant if several share the file. Another file or another name knows no earlier captures, and makes them again.
   * @throws TypeError for a path that is not absolute, or a file that is not there.
   */
  constructor(
    path: string,
    options: { readonly merchant?: string | undefined; readonly create?: boolean | undefined } = {},
  ) {
    const { merchant = "", create = false } = readSqliteOptions(options);
    this.database = open(path, create);
    this.merchant = merchant;
    this.#path = path;
    this.#identity = identityOf(path);
    this.#sql = statementsOf("once_keys", merchant, ["0", "1"]);
  }

  async change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<DatabaseSync>): Promise<OnceEnd> {
    let mistake: { readonly error: unknown } | undefined;
    try {
      this.#check();
      this.database.exec("begin immediate"); // a transaction that reads first fails at its first write if another one has written
      const known = this.#known(place);
      let change: OnceChange<DatabaseSync>;
      try {
        change = decide(known);
      } catch (error) {
        mistake = { error };
        throw error;
      }
      return this.#store(known, change);
    } catch (cause) {
      if (mistake !== undefined) throw mistake.error;
      return { end: "failed", cause };
    } finally {
      if (this.database.isOpen && this.database.isTransaction) this.database.exec("rollback");
    }
  }

  async find(key: string): Promise<Pick<OnceKnown, "now" | "own">> {
    return { now: this.#now(), own: this.#documents(this.#sql.own(key))[0] };
  }

  async list(query: OnceQuery): Promise<OncePage> {
    const now = this.#now();
    return { documents: this.#rows(this.#sql.list(query)).map(({ document }) => document), now };
  }

  async ofAuthorizations(authorizationIds: readonly string[]): Promise<readonly string[]> {
    const rows = this.#rows(this.#sql.ofAuthorizations(authorizationIds, "select value from json_each(?)"));
    return rows.map(({ document }) => document);
  }

  async due(which: OnceDueKind, limit: number): Promise<readonly OnceDue[]> {
    return this.#rows(this.#sql.due(which, ["?", this.#now()], limit)).map(dueOf);
  }

  async counts(): Promise<OnceCounts> {
    const now = this.#now();
    return { counts: (this.#all(this.#sql.counts) as unknown as readonly CountRow[]).map(countOf), now };
  }

  async erasable(before: number, after: OnceErasable | undefined): Promise<readonly OnceErasable[]> {
    return this.#rows(this.#sql.erasable(before, after)).map(erasableOf);
  }

  #now(): number {
    this.#check();
    return Date.now();
  }

  /** @throws Error if somebody has swapped the file: a capture would be stored where no other process looks. */
  #check(): void {
    if (identityOf(this.#path) !== this.#identity) throw permanent(SWAPPED);
  }

  #known({ key, authorizationId, captureId }: OncePlace): OnceKnown {
    const same = captureId === undefined ? [] : this.#rows(this.#sql.sameCapture(key, captureId));
    const known = this.#documents(this.#sql.known(key, authorizationId));
    return { now: Date.now(), ...ownAmong(known, key), sameCapture: same[0] && decoded(same[0].key) };
  }

  #store(known: OnceKnown, { row, before, hook }: OnceChange<DatabaseSync>): OnceEnd {
    if (row !== undefined) this.#put(row, before);
    if (hook === undefined || row === undefined) {
      this.database.exec("commit");
      return { end: "stored", document: row?.document ?? (known.own as StoredDocument).document };
    }
    this.database.exec(SAVEPOINTS);
    let failed: FailedHook | undefined = runHook(this.database, hook.run);
    if (failed === undefined) {
      this.#put(hook.succeeded, row.version);
      failed = commitHook(this.database);
      if (failed === undefined) return { end: "stored", document: hook.succeeded.document };
    }
    const { cause } = failed;
    if (!undoHook(this.database)) return { end: "hook_lost", cause };
    const unrecorded = hook.failed(cause);
    this.#put(unrecorded, row.version);
    this.database.exec("commit");
    return { end: "hook_failed", document: unrecorded.document, cause };
  }

  #put(row: OnceRow, before: number): void {
    const [sql, ...values] = this.#sql.upsert(row, before);
    this.#statement(sql).run(...values);
  }

  #documents(statement: Statement): StoredDocument[] {
    const rows = this.#all(statement) as unknown as readonly StoredDocument[];
    return rows.map(({ key, format, document }) => ({ key: decoded(key), format, document }));
  }

  #rows = (statement: Statement) => this.#all(statement) as unknown as readonly FoundRow[];

  #all([sql, ...values]: Statement): Record<string, SQLInputValue>[] {
    return this.#statement(sql).all(...values) as Record<string, SQLInputValue>[];
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
