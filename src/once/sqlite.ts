/**
 * Where `Once` keeps its keys, on Node's own SQLite: a file, or memory. For one host; the merchant's books belong into the
 * same file, so that a capture and its booking are one transaction.
 *
 * @packageDocumentation
 */
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { OnceRecord, OnceSnapshot } from "./record.js";
import type { OnceChange, OnceKnown, OncePlace, OnceQuery, OnceStore } from "./store.js";

const SET_UP = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma fullfsync = on;
  pragma busy_timeout = 50;
  create table if not exists once_schema (version integer primary key) strict;`;

/** In their order, each runs once; a later release only adds to them. */
const MIGRATIONS = [
  `create table once_captures (
     key text primary key,
     record text not null,
     authorization text not null generated always as (record ->> 'authorization') stored,
     state text not null generated always as (record ->> 'state') stored,
     state_since integer not null generated always as (record ->> 'stateSince') stored,
     due_at integer generated always as (record ->> 'dueAt') stored,
     is_booked integer not null generated always as (record ->> 'isBooked') stored
   ) strict;
   create index once_captures_authorization on once_captures (authorization);
   create index once_captures_due on once_captures (due_at) where due_at is not null;
   create index once_captures_state on once_captures (state, key);
   create index once_captures_since on once_captures (state_since);
   insert into once_schema (version) values (1);`,
];

const UPSERT = `insert into once_captures (key, record) values (?, ?)
  on conflict (key) do update set record = excluded.record`;

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

  /**
   * Makes its tables, or brings them up to this release, with the write-ahead log and full synchronization.
   *
   * @param database - A file's name, `:memory:`, or a connection of the merchant's own.
   * @throws Error where Node has no SQLite: before 22.13 it needs the flag `--experimental-sqlite`.
   */
  constructor(database: string | DatabaseSync) {
    this.database = typeof database === "string" ? open(database) : database;
    this.database.exec(SET_UP);
    this.database.exec("begin immediate");
    const done = this.database.prepare("select version from once_schema").all().length;
    for (const migration of MIGRATIONS.slice(done)) this.database.exec(migration);
    this.database.exec("commit");
  }

  async change(
    { key, authorization }: OncePlace,
    decide: (known: OnceKnown) => OnceChange<DatabaseSync>,
  ): Promise<OnceRecord> {
    this.database.exec("begin immediate"); // one that reads first and writes later fails at once when another has written
    try {
      const rows = this.#rows("where key = ? or authorization = ?", key, authorization);
      const own = rows.find((record) => record.key === key);
      const others = rows.filter((record) => record !== own && record.authorization === authorization);
      const { record, book } = decide({ now: Date.now(), own, others });
      if (record !== own) this.database.prepare(UPSERT).run(record.key, JSON.stringify(record));
      const booking = book?.(this.database);
      if (booking instanceof Promise) {
        booking.catch(() => undefined);
        throw new TypeError("with SQLite, book must be synchronous: another key's work would join its transaction");
      }
      this.database.exec("commit");
      return record;
    } catch (error) {
      if (this.database.isTransaction) this.database.exec("rollback");
      throw error;
    }
  }

  async find(key: string): Promise<OnceSnapshot | undefined> {
    return this.#snapshots("where key = ?", key)[0];
  }

  async list({ states, from = 0, to = Number.MAX_SAFE_INTEGER, unbooked = false, after = "", limit }: OnceQuery) {
    const where = `where key > :after and (:states is null or state in (select value from json_each(:states)))
      and state_since >= :from and state_since < :to and (not :unbooked or (state = 'captured' and not is_booked))
      order by key limit :limit`;
    const given = { after, states: JSON.stringify(states) ?? null, from, to, unbooked: Number(unbooked), limit };
    return this.#snapshots(where, given);
  }

  async due(limit: number): Promise<OnceRecord[]> {
    return this.#rows("where due_at <= ? order by due_at limit ?", Date.now(), limit);
  }

  #snapshots(where: string, ...values: Values): OnceSnapshot[] {
    return this.#rows(where, ...values).map((record) => ({ ...record, seenAt: Date.now() }));
  }

  #rows(where: string, ...values: Values): OnceRecord[] {
    const statement = this.database.prepare(`select record from once_captures ${where}`);
    return statement.all(...(values as SQLInputValue[])).map(({ record }) => JSON.parse(record as string));
  }
}

type Values = (SQLInputValue | Record<string, SQLInputValue>)[];

function open(file: string): DatabaseSync {
  const sqlite = process.getBuiltinModule("node:sqlite");
  const missing = "SqliteOnceStore needs Node's SQLite: Node 22.13 or later, or the flag --experimental-sqlite";
  if (sqlite === undefined) throw new Error(missing);
  return new sqlite.DatabaseSync(file);
}
