/** The tables and statements of PostgreSQL. Every statement names its schema. */
import { createHash } from "node:crypto";
import type { PostgresClient } from "./postgres-book.js";
import type { OncePlace } from "./store.js";

/**
 * What makes the tables, for who runs migrations by other means than `store.migrate()`: in their order, each once. A later
 * release only adds to them. The tables come into the first schema of the connection's search path.
 */
export const postgresMigrations: readonly string[] = [
  `create table once_captures (
     merchant text collate "C" not null,
     key text collate "C" not null,
     record jsonb not null,
     "authorization" text collate "C" not null generated always as (record ->> 'authorization') stored,
     state text collate "C" not null generated always as (record ->> 'state') stored,
     waits_for text collate "C" not null generated always as (record ->> 'waitsFor') stored,
     state_since bigint not null generated always as ((record ->> 'stateSince')::bigint) stored,
     due_at bigint generated always as ((record ->> 'dueAt')::bigint) stored,
     is_unbooked boolean not null
       generated always as (record ->> 'state' = 'captured' and not (record ->> 'isBooked')::boolean) stored,
     primary key (merchant, key)
   );
   create index once_captures_authorization on once_captures (merchant, "authorization");
   create index once_captures_due on once_captures (merchant, due_at) where due_at is not null;
   create index once_captures_state on once_captures (merchant, state, key);
   create index once_captures_waits_for on once_captures (merchant, waits_for, key);
   create index once_captures_unbooked on once_captures (merchant, key) where is_unbooked;
   create index once_captures_since on once_captures (merchant, state_since);
   create table once_schema as select 1 as version;`,
];

/** The first number of the advisory locks, so that they are none of the merchant's: "once", and what is locked. */
const LOCKS = { migration: 0x6f6e6330, key: 0x6f6e6331, authorization: 0x6f6e6332 };

/** By thirty-two bits of a text: two texts with the same ones wait for each other, no more. */
export function lock(kind: keyof typeof LOCKS, ...of: readonly string[]): string {
  const bits = createHash("sha256").update(JSON.stringify(of)).digest().readInt32BE();
  return `select pg_advisory_xact_lock(${LOCKS[kind]},${bits})`;
}

/** The time-outs are the server's: a worker that stands still frees its locks. */
export const BEGIN = `begin isolation level read committed read write;
  set local synchronous_commit = on;
  set local statement_timeout = 10000;
  set local lock_timeout = 5000;
  set local idle_in_transaction_session_timeout = 10000`;

export const savepoint = (bookTimeoutMs: number) => `set local statement_timeout = ${bookTimeoutMs};
  set local idle_in_transaction_session_timeout = ${bookTimeoutMs};
  savepoint once_book`;

const NOW = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint";

/** The schemas: the one that is meant, and another one of the search path that has the tables. */
export const SCHEMAS = `select json_build_object('current', current_schema(), 'other', (select min(name)
  from unnest(current_schemas(false)) as name
  where name <> current_schema() and to_regclass(format('%I.once_captures', name)) is not null))::text as found`;

export interface Schemas {
  readonly current: string | null;
  readonly other: string | null;
}

/** @throws Error where no schema of the search path exists. */
export function existing(current: string | null | undefined): string {
  if (typeof current === "string") return current;
  throw new Error("no schema of the search path exists: give PostgresOnceStore a schema");
}

export const twoSchemas = (current: string, other: string) =>
  `schema ${other} of the search path already has the tables of Once: give PostgresOnceStore schema: "${other}" to use them, or schema: "${current}" for tables that know nothing of them`;

/** A name as an identifier. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The statements over the tables of a schema; each gives rows of one JSON text, so that a driver's parsers make no difference. */
export const statementsOf = (schema: string) => {
  const table = `${quoted(schema)}.once_captures`;
  return {
    table,
    locks: (merchant: string, { key, authorization }: OncePlace) => [
      lock("key", schema, merchant, key),
      lock("authorization", schema, merchant, authorization),
    ],
    upsert: `insert into ${table} (merchant, key, record) values ($1, $2, $3::jsonb)
      on conflict (merchant, key) do update set record = excluded.record`,
    /** A statement of its own after the locks: the snapshot of one that waits is older than the wait. */
    known: `select json_build_object('now', ${NOW},
      'own', (select record from ${table} where merchant = $1 and key = $2 for update),
      'others', coalesce((select json_agg(record order by key) from ${table}
        where merchant = $1 and "authorization" = $3 and key <> $2), '[]'))::text as found`,
    find: `select (record || jsonb_build_object('seenAt', ${NOW}))::text as found from ${table}
      where merchant = $1 and key = $2`,
    due: `select record::text as found from ${table} where merchant = $1 and due_at <= (select ${NOW})
      order by due_at limit $2 for update skip locked`,
    counts: `select json_build_object('now', ${NOW}, 'counts', coalesce(json_agg(each), '[]'))::text as found from (
      select state, waits_for as "waitsFor", count(*), min(due_at) as "oldestDueAt", min(state_since) as "oldestStateSince"
      from ${table} where merchant = $1 group by state, waits_for order by state, waits_for) as each`,
    /** @param page - A statement with `?` for each value, or undefined for no records. */
    list: (page = `select null as key, null as record where false`) => {
      let values = 0;
      const numbered = page.replaceAll("?", () => `$${++values}`);
      return `select json_build_object('now', ${NOW}, 'records', coalesce(json_agg(record order by key), '[]'))::text as found
        from (${numbered}) as records`;
    },
    versions: `select version::text as found from ${quoted(schema)}.once_schema`,
  };
};

export type Statements = ReturnType<typeof statementsOf>;

/** JSON from rows of one text each. */
export async function rows<T>(client: PostgresClient, text: string, values: readonly unknown[]): Promise<T[]> {
  const result = await client.query(text, values);
  return result.rows.map((row) => JSON.parse((row as { found: string }).found));
}

const codeOf = (error: unknown) => (error as { readonly code?: unknown } | undefined)?.code;

export const isLockTimeout = (error: unknown) => codeOf(error) === "55P03";

/** What a forgotten migration fails with, in one sentence. */
export function explained(error: unknown): unknown {
  const isMissing = codeOf(error) === "42P01" && /\bonce_(captures|schema)\b/.test((error as Error).message);
  if (!isMissing) return error;
  return new Error("PostgresOnceStore has no tables in its schema: call await store.migrate() first", { cause: error });
}
