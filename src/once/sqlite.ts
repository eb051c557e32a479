/**
 * Where `Once` keeps its keys, on Node's own SQLite: a file, or memory. For one host; the merchant's books belong into the
 * same file, so that a capture and its booking are one transaction.
 *
 * @packageDocumentation
 */
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { OnceLook, OnceRecord } from "./record.js";
import type { Change, Known, OnceQuery, OnceStore, Place } from "./store.js";

const SET_UP = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma fullfsync = on;
  pragma busy_timeout = 50;
  create table if not exists once_captures (
    key text primary key,
    record text not null,
    authorization text not null generated always as (record ->> 'authorization') stored,
    state text not null generated always as (record ->> 'state') stored,
    state_since integer not null generated always as (record ->> 'stateSince') stored,
    due_at integer generated always as (record ->> 'dueAt') stored,
    is_booked integer not null generated always as (record ->> 'isBooked') stored
  ) strict;
  create index if not exists once_captures_authorization on once_captures (authorization);
  create index if not exists once_captures_due on once_captures (due_at) where due_at is not null;
  create index if not exists once_captures_state on once_captures (state, key);
  create index if not exists once_captures_since on once_captures (state_since);`;

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
    this.database.exec(SET_UP);
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

  async find(key: string): Promise<OnceLook | undefined> {
    return this.#looks("where key = ?", key)[0];
  }

  async list({ states, from = 0, to = Number.MAX_SAFE_INTEGER, unbooked = false, after = "", limit }: OnceQuery) {
    const where = `where key > :after and (:states is null or state in (select value from json_each(:states)))
      and state_since >= :from and state_since < :to and (not :unbooked or (state = 'captured' and not is_booked))
      order by key limit :limit`;
    const given = { after, states: JSON.stringify(states) ?? null, from, to, unbooked: Number(unbooked), limit };
    return this.#looks(where, given);
  }

  async due(limit: number): Promise<OnceRecord[]> {
    return this.#rows("where due_at <= ? order by due_at limit ?", Date.now(), limit);
  }

  #known({ key, authorization }: Place): Known {
    const rows = this.#rows("where key = ? or authorization = ?", key, authorization);
    const others = rows.filter((record) => record.key !== key && record.authorization === authorization);
    return { now: Date.now(), own: rows.find((record) => record.key === key), others };
  }

  #write(record: OnceRecord): void {
    const upsert = `insert into once_captures (key, record) values (?, ?)
      on conflict (key) do update set record = excluded.record`;
    this.database.prepare(upsert).run(record.key, JSON.stringify(record));
  }

  #looks(where: string, ...values: Values): OnceLook[] {
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
  if (sqlite === undefined) {
    throw new Error("SqliteOnceStore needs Node's SQLite: Node 22.13 or later, or the flag --experimental-sqlite");
  }
  return new sqlite.DatabaseSync(file);
}
