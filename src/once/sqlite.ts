/**
 * Where `Once` keeps its keys, on Node's own SQLite: a file, or memory. For one host; the merchant's books belong in the same
 * file, so that a capture and its booking are one transaction.
 *
 * @packageDocumentation
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { OnceRecord, OnceSnapshot } from "./record.js";
import type { OnceChange, OnceChanged, OnceCounts, OnceKnown, OncePage, OncePlace, OnceQuery, OnceStore } from "./store.js";

const SET_UP = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma fullfsync = on;
  create table if not exists once_schema (version integer primary key) strict;`;

/** In their order, each runs once; a later release only adds to them. */
const MIGRATIONS = [
  `create table once_captures (
     merchant text not null,
     key text not null,
     record text not null,
     authorization text not null generated always as (record ->> 'authorization') stored,
     state text not null generated always as (record ->> 'state') stored,
     waits_for text not null generated always as (record ->> 'waitsFor') stored,
     state_since integer not null generated always as (record ->> 'stateSince') stored,
     due_at integer generated always as (record ->> 'dueAt') stored,
     is_unbooked integer not null
       generated always as ((record ->> 'state') = 'captured' and not (record ->> 'isBooked')) stored,
     primary key (merchant, key)
   ) strict, without rowid;
   create index once_captures_authorization on once_captures (merchant, authorization);
   create index once_captures_due on once_captures (merchant, due_at) where due_at is not null;
   create index once_captures_state on once_captures (merchant, state, key);
   create index once_captures_waits_for on once_captures (merchant, waits_for, key);
   create index once_captures_unbooked on once_captures (merchant, key) where is_unbooked;
   create index once_captures_since on once_captures (merchant, state_since);
   insert into once_schema (version) values (1);`,
];

const UPSERT = `insert into once_captures (merchant, key, record) values (?, ?, ?)
  on conflict (merchant, key) do update set record = excluded.record`;

/** Options of a {@link SqliteOnceStore}. */
export interface SqliteOnceStoreOptions {
  /** Whose keys these are, where several merchants share the file. */
  readonly merchant?: string;
}

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
  /** After a `book` that was asynchronous: its rest runs outside of any transaction. */
  #mayBook = true;

  /**
   * Creates its tables, or brings them up to this release. Waits up to ten seconds for other processes that do the same.
   *
   * @param database - A file's name, `:memory:`, or a connection of the merchant's own, which keeps its `busy_timeout`.
   * @throws Error where Node has no SQLite: before 22.13 it needs the flag `--experimental-sqlite`.
   */
  constructor(database: string | DatabaseSync, { merchant = "" }: SqliteOnceStoreOptions = {}) {
    this.database = typeof database === "string" ? open(database) : database;
    this.#merchant = merchant;
    patiently(() => this.#migrate());
  }

  async change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<DatabaseSync>): Promise<OnceChanged> {
    const failure = this.#tryChange(place, decide, undefined);
    if ("record" in failure) return failure;
    const again = this.#tryChange(place, decide, failure); // `book` has ended the transaction
    if ("record" in again) return again;
    throw again.cause;
  }

  async find(key: string): Promise<OnceSnapshot | undefined> {
    const [record] = this.#records("where merchant = ? and key = ?", this.#merchant, key);
    return record && { ...record, seenAt: Date.now() };
  }

  async list({ states, waitsFor, from = 0, to, unbooked = false, after = "", limit }: OnceQuery): Promise<OncePage> {
    const narrowed = [
      ...(states === undefined ? [] : ["state in (select value from json_each(:states))"]),
      ...(waitsFor === undefined ? [] : ["waits_for = :waitsFor"]),
      ...(unbooked ? ["is_unbooked"] : []),
      ...(from === 0 && to === undefined ? [] : ["state_since >= :from and state_since < :to"]),
    ];
    const where = ["where merchant = :merchant and key > :after", ...narrowed].join(" and ");
    const given = { merchant: this.#merchant, after, limit, states: JSON.stringify(states), waitsFor, from, to: to ?? Number.MAX_SAFE_INTEGER };
    const used = Object.fromEntries(Object.entries(given).filter(([name]) => `${where} :limit`.includes(`:${name}`)));
    return { records: this.#records(`${where} order by key limit :limit`, used as Named), now: Date.now() };
  }

  async due(limit: number): Promise<readonly OnceRecord[]> {
    return this.#records("where merchant = ? and due_at <= ? order by due_at limit ?", this.#merchant, Date.now(), limit);
  }

  async counts(): Promise<OnceCounts> {
    const counts = this.#statement(`select state, waits_for as waitsFor, count(*) as count, min(due_at) as oldestDueAt,
      min(state_since) as oldestStateSince from once_captures where merchant = ? group by state, waits_for
      order by state, waits_for`).all(this.#merchant);
    return { counts: counts.map((each) => ({ ...each, oldestDueAt: each["oldestDueAt"] ?? undefined })) as never, now: Date.now() };
  }

  /** One transaction. Gives only a cause where `book` has ended it. @param failed - Of `book`, which is then left out. */
  #tryChange(
    place: OncePlace,
    decide: (known: OnceKnown) => OnceChange<DatabaseSync>,
    failed: { readonly cause: unknown } | undefined,
  ): OnceChanged | { readonly cause: unknown } {
    const { database } = this;
    database.exec("begin immediate"); // one that reads first and writes later fails at once when another has written
    try {
      const known = this.#known(place);
      const { record, book, withoutBook } = decide(known);
      if (book === undefined || (failed !== undefined && withoutBook !== undefined)) {
        const stored = failed === undefined ? record : (withoutBook ?? record);
        this.#put(known.own, stored);
        database.exec("commit");
        return { record: stored, ...failed };
      }
      this.#put(known.own, record);
      database.exec("savepoint once_book");
      const failure = this.#book(book) ?? this.#commit();
      if (failure === undefined) return { record };
      if (withoutBook === undefined) throw failure.cause;
      if (!database.isTransaction || !this.#rollBackTo()) return failure;
      this.#put(known.own, withoutBook);
      database.exec("commit");
      return { record: withoutBook, ...failure };
    } finally {
      if (database.isTransaction) database.exec("rollback");
    }
  }

  /** Runs `book`, which holds the only thread: there is no time limit. */
  #book(book: (tx: DatabaseSync) => unknown): { readonly cause: unknown } | undefined {
    if (!this.#mayBook) return { cause: new TypeError(ASYNCHRONOUS) };
    try {
      const booking = book(this.database);
      if (!isThenable(booking)) return undefined;
      Promise.resolve(booking).catch(() => undefined);
      this.#mayBook = false;
      return { cause: new TypeError(ASYNCHRONOUS) };
    } catch (cause) {
      return { cause };
    }
  }

  /** Commits with the savepoint still open: releasing it first would hide a deferred constraint. */
  #commit(): { readonly cause: unknown } | undefined {
    if (!this.database.isTransaction) return { cause: new Error("book has ended the transaction") };
    try {
      this.database.exec("commit");
      return undefined;
    } catch (cause) {
      if (isConstraint(cause)) return { cause };
      throw cause; // full, busy, I/O: the store's own
    }
  }

  /** False where `book` has released the savepoint. */
  #rollBackTo(): boolean {
    try {
      this.database.exec("rollback to once_book");
      return true;
    } catch {
      return false;
    }
  }

  #known({ key, authorization }: OncePlace): OnceKnown {
    const rows = this.#records("where merchant = ?1 and (key = ?2 or authorization = ?3)", this.#merchant, key, authorization);
    const own = rows.find((record) => record.key === key);
    const others = rows.filter((record) => record !== own && record.authorization === authorization);
    return { now: Date.now(), own, others };
  }

  #put(own: OnceRecord | undefined, record: OnceRecord): void {
    if (record !== own) this.#statement(UPSERT).run(this.#merchant, record.key, JSON.stringify(record));
  }

  #records(where: string, ...values: Values): OnceRecord[] {
    const rows = this.#statement(`select record from once_captures ${where}`).all(...(values as SQLInputValue[]));
    return rows.map(({ record }) => JSON.parse(record as string));
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #migrate(): void {
    const { database } = this;
    const [{ timeout }] = database.prepare("pragma busy_timeout").all() as [{ timeout: number }];
    try {
      database.exec(`pragma busy_timeout = ${BUSY_MS}`);
      database.exec(SET_UP);
      database.exec("begin immediate");
      const done = database.prepare("select version from once_schema").all().length;
      for (const migration of MIGRATIONS.slice(done)) database.exec(migration);
      database.exec("commit");
    } finally {
      if (database.isTransaction) database.exec("rollback");
      database.exec(`pragma busy_timeout = ${timeout}`);
    }
  }
}

type Named = Record<string, SQLInputValue>;
type Values = (SQLInputValue | Named)[];

const ASYNCHRONOUS =
  "with SQLite, book must be synchronous: this one returned a promise, whose rest ran outside the transaction. Restart the process with a synchronous book";

const BUSY_MS = 50; // a busy wait blocks the event loop
const PATIENCE_MS = 10_000;
const BUSY_CODES = [5, 6]; // SQLITE_BUSY and SQLITE_LOCKED

const codeOf = (error: unknown) => ((error as { readonly errcode?: number }).errcode ?? 0) & 255;
const isConstraint = (error: unknown) => codeOf(error) === 19;

/** Repeats what other processes keep from the file: SQLite's own time-out does not cover a change of the journal. */
function patiently(act: () => void): void {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!BUSY_CODES.includes(codeOf(error)) || Date.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 + Math.random() * 50);
    }
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | undefined)?.then === "function";
}

function open(file: string): DatabaseSync {
  const sqlite = process.getBuiltinModule("node:sqlite");
  const missing = "SqliteOnceStore needs Node's SQLite: Node 22.13 or later, or the flag --experimental-sqlite";
  if (sqlite === undefined) throw new Error(missing);
  return new sqlite.DatabaseSync(file, { timeout: BUSY_MS });
}
