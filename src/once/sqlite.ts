/**
 * Where `Once` keeps its keys, on Node's own SQLite: a file, or memory. For one host; the merchant's books belong into the
 * same file, so that a capture and its booking are one transaction.
 *
 * @packageDocumentation
 */
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { OnceRecord } from "./record.js";
import type { Change, Known, OnceQuery, OnceStore, Place } from "./store.js";

const MIGRATIONS = [
  `create table once_captures (
     key text primary key,
     authorization text not null,
     state text not null,
     state_since integer not null,
     due_at integer,
     is_booked integer not null,
     record text not null
   ) strict;
   create index once_captures_authorization on once_captures (authorization);
   create index once_captures_due on once_captures (due_at) where due_at is not null;
   create index once_captures_state on once_captures (state, key);
   create index once_captures_since on once_captures (state_since);`,
];

const BUSY_MS = 50;

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
   * Makes its tables where they are missing, with the write-ahead log and full synchronization.
   *
   * @param database - A file's name, `:memory:`, or a connection of the merchant's own.
   * @throws Error where Node has no SQLite: before 22.13 it needs the flag `--experimental-sqlite`.
   */
  constructor(database: string | DatabaseSync) {
    this.database = typeof database === "string" ? open(database) : database;
    this.database.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on; pragma busy_timeout = ${BUSY_MS}`,
    );
    migrate(this.database);
  }

  async change(place: Place, decide: (known: Known) => Change<DatabaseSync>): Promise<OnceRecord> {
    this.database.exec("begin immediate"); // one that reads first and writes later fails at once when another has written
    try {
      const known = this.#known(place);
      const { record, book } = decide(known);
      if (record !== known.own) this.#write(record);
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

  async find(key: string) {
    const record = this.#rows("select record from once_captures where key = ?", key)[0];
    return { now: Date.now(), record };
  }

  async list({ states, from, to, unbooked, after = "", limit }: OnceQuery) {
    const records = this.#rows(
      `select record from once_captures
       where key > :after and (:states is null or state in (select value from json_each(:states)))
         and state_since >= :from and state_since < :to and (:unbooked = 0 or (state = 'captured' and is_booked = 0))
       order by key limit :limit`,
      {
        after,
        states: states === undefined ? null : JSON.stringify(states),
        from: from ?? 0,
        to: to ?? Number.MAX_SAFE_INTEGER,
        unbooked: unbooked ? 1 : 0,
        limit,
      },
    );
    return { now: Date.now(), records };
  }

  async due(limit: number): Promise<OnceRecord[]> {
    return this.#rows("select record from once_captures where due_at <= ? order by due_at limit ?", Date.now(), limit);
  }

  #known({ key, authorization }: Place): Known {
    const rows = this.#rows("select record from once_captures where key = ? or authorization = ?", key, authorization);
    const others = rows.filter((record) => record.key !== key && record.authorization === authorization);
    return { now: Date.now(), own: rows.find((record) => record.key === key), others };
  }

  #write(record: OnceRecord): void {
    const { key, authorization, state, stateSince, dueAt, isBooked } = record;
    this.database
      .prepare(
        `insert into once_captures (key, authorization, state, state_since, due_at, is_booked, record)
         values (?, ?, ?, ?, ?, ?, ?)
         on conflict (key) do update set authorization = excluded.authorization, state = excluded.state,
           state_since = excluded.state_since, due_at = excluded.due_at, is_booked = excluded.is_booked,
           record = excluded.record`,
      )
      .run(key, authorization, state, stateSince, dueAt ?? null, isBooked ? 1 : 0, JSON.stringify(record));
  }

  #rows(sql: string, ...values: (SQLInputValue | Record<string, SQLInputValue>)[]): OnceRecord[] {
    const statement = this.database.prepare(sql);
    return statement.all(...(values as SQLInputValue[])).map(({ record }) => JSON.parse(record as string));
  }
}

function open(file: string): DatabaseSync {
  const sqlite = process.getBuiltinModule("node:sqlite");
  if (sqlite === undefined) {
    throw new Error("SqliteOnceStore needs Node's SQLite: Node 22.13 or later, or the flag --experimental-sqlite");
  }
  return new sqlite.DatabaseSync(file);
}

/** Each migration runs once, in order; a later release only adds to the list. */
function migrate(database: DatabaseSync): void {
  database.exec("create table if not exists once_schema (version integer not null) strict");
  database.exec("begin immediate");
  const { version } = database.prepare("select coalesce(max(version), 0) as version from once_schema").get() as {
    version: number;
  };
  for (const [index, migration] of MIGRATIONS.slice(version).entries()) {
    database.exec(migration);
    database.prepare("insert into once_schema (version) values (?)").run(version + index + 1);
  }
  database.exec("commit");
}
