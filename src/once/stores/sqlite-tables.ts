/** The tables in SQLite, and how they are opened while other processes do the same. */
import type { DatabaseSync } from "node:sqlite";
import { addExpiry, forYears, INDEXES_2, migrationsLeft } from "./shared-sql.js";
import { CLOCK_4, SqliteClock } from "./sqlite-clock.js";
import { prepare } from "./sqlite-statement.js";

const SET_UP = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma fullfsync = on;
  create table if not exists once_schema (version integer primary key) strict;`;

/** Each runs once, in this order. A later release adds others, and changes none. */
const MIGRATIONS = [
  `create table once_captures (
     merchant text not null, key text not null, record text not null,
     authorization text not null generated always as (record ->> 'authorization') stored,
     state text not null generated always as (record ->> 'state') stored,
     waits_for text not null generated always as (record ->> 'waitsFor') stored,
     state_since integer not null generated always as (record ->> 'stateSince') stored,
     due_at integer generated always as (record ->> 'dueAt') stored,
     is_unbooked integer not null
       generated always as ((record ->> 'state') = 'captured' and not (record ->> 'isBooked')) stored,
     primary key (merchant, key)
   ) strict;
   create index once_captures_authorization on once_captures (merchant, authorization);
   create index once_captures_due on once_captures (merchant, due_at) where due_at is not null;
   create index once_captures_state on once_captures (merchant, state, key);
   create index once_captures_waits_for on once_captures (merchant, waits_for, key);
   create index once_captures_unbooked on once_captures (merchant, key) where is_unbooked;
   insert into once_schema (version) values (1);`,
  `create table once_keys (
     merchant text not null, key text not null, authorization_id text not null, version integer not null,
     state text not null, state_since integer not null, waits_for text not null, due_at integer,
     is_unbooked integer not null, document text not null, primary key (merchant, key)
   ) strict;
   insert into once_keys
     select merchant, key, authorization, record ->> 'version', replace(state, 'waiting', 'blocked'), state_since,
       waits_for, due_at, is_unbooked, record
     from once_captures;
   drop table once_captures;
   ${INDEXES_2}
   insert into once_schema (version) values (2);`,
  `${addExpiry("integer")}
   insert into once_schema (version) values (3);`,
  `${CLOCK_4}
   insert into once_schema (version) values (4);`,
  `create index once_keys_since on once_keys (merchant, state_since, key);
   insert into once_schema (version) values (5);`,
  ...forYears("integer").map(
    (migration, index) => `${migration}\n   insert into once_schema (version) values (${index + 6});`,
  ),
];

const BUSY_MS = 50; // a busy wait blocks the event loop
const PATIENCE_MS = 10_000;
const BUSY_CODES = [5, 6]; // SQLITE_BUSY and SQLITE_LOCKED

/** SQLite's own code of an error; 0 for any other error. */
export const codeOf = (error: unknown) => ((error as { readonly errcode?: number }).errcode ?? 0) & 255;

export function open(file: string): DatabaseSync {
  const sqlite = process.getBuiltinModule("node:sqlite");
  const missing = "SqliteOnceStore needs Node's SQLite: Node 22.13 or later, or the flag --experimental-sqlite";
  if (sqlite === undefined) throw new Error(missing);
  return new sqlite.DatabaseSync(file, { timeout: BUSY_MS });
}

/**
 * Creates the tables, or updates them to this release. The connection keeps its `busy_timeout`.
 *
 * @returns The clock, which has started.
 */
export function migrate(database: DatabaseSync): SqliteClock {
  const { timeout } = prepare(database, "pragma busy_timeout").get() as { timeout: number };
  try {
    database.exec(`pragma busy_timeout = ${BUSY_MS}`);
    patiently(() => database.exec(SET_UP));
    patiently(() => database.exec("begin immediate"));
    const done = prepare(database, "select version from once_schema").all().length;
    for (const migration of migrationsLeft(done, MIGRATIONS)) database.exec(migration);
    const clock = new SqliteClock(database);
    clock.store(clock.read()); // after a restart of the host, a later step does not count any more
    database.exec("commit");
    return clock;
  } finally {
    if (database.isTransaction) database.exec("rollback");
    database.exec(`pragma busy_timeout = ${timeout}`);
  }
}

/** Retries while other processes lock the file: SQLite's own time-out does not cover a change of the journal mode. */
function patiently(act: () => void): void {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      act();
      return;
    } catch (error) {
      if (!BUSY_CODES.includes(codeOf(error)) || performance.now() > until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20 + Math.random() * 50);
    }
  }
}
