/**
 * A store for `Once` on Node's own SQLite, in a file or in memory, for one host. Keep your books in the same file, so that
 * a capture and its booking are one transaction.
 *
 * @packageDocumentation
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { readFields } from "../model/fields.js";
import * as is from "../model/is.js";
import { type CountRow, countOf, countsOf, erasable, listing, upsert, valuesOf } from "./stores/shared-sql.js";
import { commitBook, type FailedBook, runBook, SAVEPOINTS, undoBook } from "./stores/sqlite-book.js";
import type { Moment, SqliteClock } from "./stores/sqlite-clock.js";
import { prepare } from "./stores/sqlite-statement.js";
import { migrate, open } from "./stores/sqlite-tables.js";
import type {
  OnceChange,
  OnceChanged,
  OnceCounts,
  OnceErasure,
  OnceFound,
  OnceKnown,
  OncePage,
  OncePlace,
  OnceQuery,
  OnceRow,
  OnceStore,
} from "./stores/store.js";

const TABLE = "once_keys";
const SELECT = `select document from ${TABLE}`;
const OTHERS = `${SELECT} where merchant = ? and authorization_id = ? and key <> ?`;
const UPSERT = upsert(TABLE);
const ERASE = `update ${TABLE} set document = ?, is_erased = 1 where merchant = ? and key = ?`;

/** Without statistics, SQLite may choose the primary key. */
const countsBy = (closed: boolean) =>
  countsOf(`${TABLE} indexed by ${closed ? "once_keys_state" : "once_keys_open"}`, closed);

/** Options of a {@link SqliteOnceStore}. */
export interface SqliteOnceStoreOptions {
  /**
   * The merchant that the keys belong to, if several merchants share the file. Never rename it: under another name, the
   * store knows no earlier captures, and makes them again.
   *
   * @defaultValue ""
   */
  readonly merchant?: string | undefined;
}

type Decide = (known: OnceKnown) => OnceChange<DatabaseSync>;

/**
 * Stores the keys of one merchant in SQLite, so that one host captures each once.
 *
 * @example
 * ```ts
 * const store = new SqliteOnceStore("captures.db");
 * const once = new Once({ payments, store, book: insertIntoBooks });
 * ```
 */
export class SqliteOnceStore implements OnceStore<DatabaseSync> {
  /** The merchant that the keys belong to. */
  readonly merchant: string;
  /** The connection, also for your own tables. */
  readonly database: DatabaseSync;
  readonly #clock: SqliteClock;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * Creates its tables, or updates them to this release. Waits up to ten seconds for other processes that do the same.
   *
   * @param database - A file name, `:memory:`, or your own connection, which keeps its `busy_timeout`.
   * @throws Error if Node has no SQLite: before 22.13, it needs the flag `--experimental-sqlite`.
   */
  constructor(database: string | DatabaseSync, options: SqliteOnceStoreOptions = {}) {
    const { merchant = "" } = readFields("SqliteOnceStore", options, { merchant: is.storableText });
    this.database = typeof database === "string" ? open(database) : database;
    this.merchant = merchant;
    this.#clock = migrate(this.database);
  }

  async change(place: OncePlace, decide: Decide): Promise<OnceChanged> {
    const tried = this.#transaction(() => this.#change(place, decide));
    if ("document" in tried) return tried;
    return this.#transaction(() => this.#change(place, decide, tried)) as OnceChanged; // it books nothing, so `book` cannot fail again
  }

  async find(key: string): Promise<OnceFound | undefined> {
    const now = this.#now();
    const [document] = this.#documents(`${SELECT} where merchant = ? and key = ?`, [this.merchant, key]);
    return document === undefined ? undefined : { document, now };
  }

  async list(query: OnceQuery): Promise<OncePage> {
    const now = this.#now();
    const { sql, values } = listing(TABLE, this.merchant, query);
    return { documents: this.#documents(sql, values), now };
  }

  async due(limit: number): Promise<readonly string[]> {
    const due = `${SELECT} where merchant = ? and due_at <= ? order by due_at limit ?`;
    return this.#documents(due, [this.merchant, this.#now(), limit]);
  }

  async counts({ closed = false }: { readonly closed?: boolean } = {}): Promise<OnceCounts> {
    const rows = this.#statement(countsBy(closed)).all(this.merchant) as unknown as readonly CountRow[];
    return { counts: rows.map(countOf), now: this.#now() };
  }

  async eraseSet(of: OnceErasure, erase: (page: OncePage) => readonly OnceRow[]): Promise<void> {
    const { sql, values } = erasable(TABLE, this.merchant, of);
    this.#transaction(() => {
      const rows = erase({ documents: this.#documents(sql, values), now: this.#now() });
      for (const { key, document } of rows) this.#statement(ERASE).run(document, this.merchant, key);
      this.database.exec("commit");
    });
  }

  #now(): number {
    return Math.floor(this.#clock.read().time);
  }

  #transaction<T>(work: () => T): T {
    const { database } = this;
    database.exec("begin immediate"); // a transaction that reads first fails at its first write if another one has written
    try {
      return work();
    } finally {
      if (database.isTransaction) database.exec("rollback");
    }
  }

  /**
   * Stores and books. Returns only the failure if `book` has ended the transaction.
   *
   * @param failed - That failure. Then this transaction finds what is stored, and books nothing.
   */
  #change(place: OncePlace, decide: Decide, failed?: FailedBook): OnceChanged | FailedBook {
    const moment = this.#clock.read();
    const known = this.#known(place, moment);
    const { row, book, withoutBook } = decide(known);
    const put = (stored: OnceRow | undefined) => {
      if (stored !== undefined) this.#put(stored, moment);
      return { document: stored?.document ?? (known.own as string) };
    };
    const putAndCommit = (stored: OnceRow | undefined) => {
      const changed = put(stored);
      this.database.exec("commit");
      return changed;
    };
    if (book === undefined) return putAndCommit(row);
    if (failed === undefined) {
      const changed = put(row);
      this.database.exec(SAVEPOINTS);
      failed = runBook(this.database, book) ?? commitBook(this.database);
      if (failed === undefined) return changed;
      if (!undoBook(this.database)) return failed;
    }
    if (withoutBook === undefined) throw failed.cause;
    return { ...putAndCommit(withoutBook(failed.cause)), ...failed };
  }

  #known({ key, authorizationId }: OncePlace, { time }: Moment): OnceKnown {
    const [own] = this.#documents(`${SELECT} where merchant = ? and key = ?`, [this.merchant, key]);
    const others = this.#documents(OTHERS, [this.merchant, authorizationId, key]);
    return { now: Math.floor(time), own, others };
  }

  #put(row: OnceRow, moment: Moment): void {
    this.#clock.store(moment);
    const values = valuesOf(this.merchant, row).map((value) => (typeof value === "boolean" ? Number(value) : value));
    this.#statement(UPSERT).run(...values);
  }

  #documents(sql: string, values: readonly SQLInputValue[]): string[] {
    return this.#statement(sql)
      .all(...values)
      .map(({ document }) => document as string);
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? prepare(this.database, sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
