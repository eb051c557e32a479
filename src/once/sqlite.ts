/**
 * Where `Once` keeps its keys, on Node's own SQLite: a file, or memory. For one host; the merchant's books belong in the same
 * file, so that a capture and its booking are one transaction.
 *
 * @packageDocumentation
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { demandFields } from "./input.js";
import { listing } from "./listing.js";
import type { OnceRecord, OnceSnapshot } from "./record.js";
import { booked, committed, type Failure, isBookUndone, SAVEPOINTS } from "./sqlite-book.js";
import { migrate, open } from "./sqlite-tables.js";
import type {
  OnceChange,
  OnceChanged,
  OnceCount,
  OnceCounts,
  OnceKnown,
  OncePage,
  OncePlace,
  OnceQuery,
  OnceStore,
} from "./store.js";

const SELECT = "select record from once_captures";

/** The key's own record, and the others of its authorization. */
const KNOWN = `${SELECT} where merchant = ? and key = ?
  union all ${SELECT} where merchant = ? and authorization = ? and key <> ?`;

const UPSERT = `insert into once_captures (merchant, key, record) values (?, ?, ?)
  on conflict (merchant, key) do update set record = excluded.record`;

const COUNTS = `select state, waits_for as waitsFor, count(*) as count, min(due_at) as oldestDueAt,
  min(state_since) as oldestStateSince from once_captures where merchant = ?
  group by state, waits_for order by state, waits_for`;

/** Options of a {@link SqliteOnceStore}. */
export interface SqliteOnceStoreOptions {
  /**
   * Whose keys these are, where several merchants share the file. Another name is a store that knows nothing: it captures
   * again.
   *
   * @defaultValue ""
   */
  readonly merchant?: string | undefined;
}

type Decide = (known: OnceKnown) => OnceChange<DatabaseSync>;

/**
 * @example
 * ```ts
 * const store = new SqliteOnceStore("captures.db");
 * const once = new Once({ payments, store, book: (db, capture) => insertInto(db, capture) });
 * ```
 */
export class SqliteOnceStore implements OnceStore<DatabaseSync> {
  /** For the merchant's own tables. */
  readonly database: DatabaseSync;
  readonly #merchant: string;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * Creates its tables, or brings them up to this release. Waits up to ten seconds for other processes that do the same.
   *
   * @param database - A file's name, `:memory:`, or a connection of the merchant's own, which keeps its `busy_timeout`.
   * @throws Error where Node has no SQLite: before 22.13 it needs the flag `--experimental-sqlite`.
   */
  constructor(database: string | DatabaseSync, options: SqliteOnceStoreOptions = {}) {
    demandFields("SqliteOnceStore", options, { merchant: "text" });
    this.database = typeof database === "string" ? open(database) : database;
    this.#merchant = options.merchant ?? "";
    migrate(this.database);
  }

  async change(place: OncePlace, decide: Decide): Promise<OnceChanged> {
    const tried = this.#transaction(() => this.#change(place, decide));
    if ("record" in tried) return tried;
    return this.#transaction(() => this.#changeWithoutBook(place, decide, tried)); // `book` has ended the transaction
  }

  async find(key: string): Promise<OnceSnapshot | undefined> {
    const [record] = this.#records(`${SELECT} where merchant = ? and key = ?`, [this.#merchant, key]);
    return record && { ...record, seenAt: Date.now() };
  }

  async list(query: OnceQuery): Promise<OncePage> {
    const now = Date.now();
    const list = listing("once_captures", this.#merchant, query);
    return { records: list === undefined ? [] : this.#records(list.sql, list.values), now };
  }

  async due(limit: number): Promise<readonly OnceRecord[]> {
    const due = `${SELECT} where merchant = ? and due_at <= ? order by due_at limit ?`;
    return this.#records(due, [this.#merchant, Date.now(), limit]);
  }

  async counts(): Promise<OnceCounts> {
    const rows = this.#statement(COUNTS).all(this.#merchant) as unknown as (OnceCount & {
      oldestDueAt: number | null;
    })[];
    return { counts: rows.map((row) => ({ ...row, oldestDueAt: row.oldestDueAt ?? undefined })), now: Date.now() };
  }

  #transaction<T>(work: () => T): T {
    const { database } = this;
    database.exec("begin immediate"); // one that reads first and writes later fails at once when another has written
    try {
      return work();
    } finally {
      if (database.isTransaction) database.exec("rollback");
    }
  }

  /** Stores and books. Gives only the failure where `book` has ended the transaction. */
  #change(place: OncePlace, decide: Decide): OnceChanged | Failure {
    const { database } = this;
    const known = this.#known(place);
    const { record, book, withoutBook } = decide(known);
    this.#put(known.own, record);
    if (book === undefined) {
      database.exec("commit");
      return { record };
    }
    database.exec(SAVEPOINTS);
    const failure = booked(database, book) ?? committed(database);
    if (failure === undefined) return { record };
    if (withoutBook === undefined) throw failure.cause;
    if (!isBookUndone(database)) return failure;
    this.#put(known.own, withoutBook);
    database.exec("commit");
    return { record: withoutBook, ...failure };
  }

  #changeWithoutBook(place: OncePlace, decide: Decide, failure: Failure): OnceChanged {
    const known = this.#known(place);
    const { record, book, withoutBook } = decide(known);
    const stored = book === undefined ? record : withoutBook;
    if (stored === undefined) throw failure.cause;
    this.#put(known.own, stored);
    this.database.exec("commit");
    return book === undefined ? { record } : { record: stored, ...failure };
  }

  #known({ key, authorization }: OncePlace): OnceKnown {
    const rows = this.#records(KNOWN, [this.#merchant, key, this.#merchant, authorization, key]);
    const own = rows.find((record) => record.key === key);
    return { now: Date.now(), own, others: rows.filter((record) => record !== own) };
  }

  #put(own: OnceRecord | undefined, record: OnceRecord): void {
    if (record !== own) this.#statement(UPSERT).run(this.#merchant, record.key, JSON.stringify(record));
  }

  #records(sql: string, values: readonly SQLInputValue[]): OnceRecord[] {
    return this.#statement(sql)
      .all(...values)
      .map(({ record }) => JSON.parse(record as string));
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
