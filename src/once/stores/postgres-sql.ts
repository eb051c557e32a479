/** The tables and statements of PostgreSQL. Every statement names its schema. */
import { createHash } from "node:crypto";
import type { PostgresClient } from "./postgres-book.js";
import { addExpiry, INDEXES_2, upsert, whoseTurn } from "./shared-sql.js";
import type { OncePlace } from "./store.js";

/**
 * Creates the tables, if you do not call `store.migrate()`. Run each statement once, in this order; a later release
 * adds others. The tables are created in the first schema of the connection's search path.
 */
export const postgresMigrations: readonly string[] = [
  `create table once_captures (
     merchant text collate "C" not null, key text collate "C" not null, record jsonb not null,
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
  `create table once_keys (
     merchant text collate "C" not null, key text collate "C" not null, authorization_id text collate "C" not null,
     version bigint not null, state text collate "C" not null, state_since bigint not null,
     waits_for text collate "C" not null, due_at bigint, is_unbooked boolean not null, document text not null,
     primary key (merchant, key)
   );
   insert into once_keys
     select merchant, key, "authorization", (record ->> 'version')::bigint, replace(state, 'waiting', 'blocked'),
       state_since, waits_for, due_at, is_unbooked, record::text
     from once_captures;
   drop table once_captures;
   ${INDEXES_2}
   create index once_keys_since on once_keys (merchant, state_since);
   insert into once_schema values (2);`,
  `${addExpiry("bigint")}
   insert into once_schema values (3);`,
  `drop index once_keys_since;
   create index once_keys_since on once_keys (merchant, state_since, key);
   alter table once_keys set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
   insert into once_schema values (4);`,
];

/** The first number of each advisory lock: "onc" and a digit, to differ from the merchant's own locks. */
const LOCKS = { migration: 0x6f6e6330, key: 0x6f6e6331, authorization: 0x6f6e6332 };

/** Locks by 32 bits of a hash. Two texts with the same bits only wait for each other. */
export function lock(kind: keyof typeof LOCKS, ...of: readonly string[]): string {
  const bits = createHash("sha256").update(JSON.stringify(of)).digest().readInt32BE();
  return `select pg_advisory_xact_lock(${LOCKS[kind]},${bits})`;
}

/** The server enforces the time-outs, so that a stalled worker frees its locks. */
export const BEGIN = `begin isolation level read committed read write;
  set local synchronous_commit = on;
  set local statement_timeout = 10000;
  set local lock_timeout = 5000;
  set local idle_in_transaction_session_timeout = 10000`;

/** For what works on a hot standby, too. */
export const BEGIN_READING = `begin isolation level read committed read only;
  set local statement_timeout = 10000;
  set local idle_in_transaction_session_timeout = 10000`;

export const savepoint = (bookTimeoutMs: number) => `set local statement_timeout = ${bookTimeoutMs};
  set local idle_in_transaction_session_timeout = ${bookTimeoutMs};
  savepoint once_book`;

const NOW = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint";

/** The current schema, and another schema of the search path that has the tables. */
export const SCHEMAS = `select json_build_object('current', current_schema(), 'other', (select min(name)
  from unnest(current_schemas(false)) as name
  where name <> current_schema() and to_regclass(format('%I.once_schema', name)) is not null))::text as found`;

export interface Schemas {
  readonly current: string | null;
  readonly other: string | null;
}

/** @throws Error if no schema of the search path exists. */
export function existing(current: string | null | undefined): string {
  if (typeof current === "string") return current;
  throw new Error("no schema of the search path exists: give PostgresOnceStore a schema");
}

export const twoSchemas = (current: string, other: string) =>
  `schema ${other} of the search path already has the tables of Once: give PostgresOnceStore schema: "${other}" to use them. New tables (schema: "${current}") know none of its captures, and the same jobs are captured again`;

/** Whether a schema and its tables are there. */
export const PLACE = `select json_build_object('schema', exists (select from pg_namespace where nspname = $1),
  'tables', to_regclass($2) is not null)::text as found`;

export interface Place {
  readonly schema: boolean;
  readonly tables: boolean;
}

export const NEWER_TABLES =
  "a newer release of merchant-payments wrote the tables of Once: update this program to that release";

/** @throws Error if this user may not. */
export async function createSchema(client: PostgresClient, schema: string): Promise<void> {
  try {
    await client.query(`create schema ${quoted(schema)}`);
  } catch (cause) {
    if (codeOf(cause) !== "42501") throw cause;
    const run = `create schema ${quoted(schema)} authorization <this user>`;
    throw new Error(
      `schema ${schema} does not exist, and this user may not create it: let an administrator run ${run}`,
      {
        cause,
      },
    );
  }
}

/** A name as an identifier. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The statements for a schema's tables. Each returns rows of one JSON text, so that a driver's parsers make no difference. */
export const statementsOf = (schema: string) => {
  const table = `${quoted(schema)}.once_keys`;
  return {
    table,
    locks: (merchant: string, { key, authorizationId }: OncePlace) => [
      lock("key", schema, merchant, key),
      lock("authorization", schema, merchant, authorizationId),
    ],
    upsert: numbered(upsert(table)),
    /** Runs after the locks, as a separate statement: the snapshot of a statement that waits is older than the wait. */
    known: `select json_build_object('now', ${NOW},
      'own', (select document from ${table} where merchant = $1 and key = $2 for update),
      'others', coalesce((select json_agg(document order by key) from ${table}
        where merchant = $1 and authorization_id = $3 and key <> $2), '[]'))::text as found`,
    find: `select json_build_object('now', ${NOW}, 'document', document)::text as found from ${table}
      where merchant = $1 and key = $2`,
    due: `select to_json(document)::text as found from ${table} where merchant = $1 and due_at <= (select ${NOW})
      order by due_at limit $2 for update skip locked`,
    counts: (
      closed: boolean,
    ) => `select json_build_object('now', ${NOW}, 'counts', coalesce(json_agg(each), '[]'))::text as found from (
      select state, waits_for as "waitsFor", count(*), min(due_at) as "oldestDueAt",
        min(state_since) as "oldestStateSince", min(once_keys.expires_at) as "earliestExpiresAt"
      from ${table} where merchant = $1 and ${whoseTurn(closed)} group by state, waits_for order by state, waits_for) as each`,
    /** @param page - The statement of a page, or undefined for an empty one. */
    list: (
      order: string,
      page = "select null as key, null as state_since, null as expires_at, null as document where false",
    ) =>
      `select json_build_object('now', ${NOW}, 'documents', coalesce(json_agg(document order by ${order}), '[]'))::text as found
        from (${numbered(page)}) as page`,
    versions: `select version::text as found from ${quoted(schema)}.once_schema`,
  };
};

/** A statement with `$1`, `$2` and so on for each `?`. */
function numbered(statement: string): string {
  let values = 0;
  return statement.replaceAll("?", () => `$${++values}`);
}

export type Statements = ReturnType<typeof statementsOf>;

/** Parses rows of one JSON text each. */
export async function rows<T>(client: PostgresClient, text: string, values: readonly unknown[]): Promise<T[]> {
  const result = await client.query(text, values);
  return result.rows.map((row) => JSON.parse((row as { found: string }).found));
}

const codeOf = (error: unknown) => (error as { readonly code?: unknown } | undefined)?.code;

export const isLockTimeout = (error: unknown) => codeOf(error) === "55P03";

const MISSING = ["42P01", "42703"]; // a table, a column

/** Explains the error of a forgotten migration; returns any other error as it is. */
export function explained(error: unknown): unknown {
  const isMissing = MISSING.includes(String(codeOf(error))) && /\bonce_(keys|schema)\b/.test((error as Error).message);
  if (!isMissing) return error;
  const missing = "PostgresOnceStore has no tables of this release in its schema: call await store.migrate() first";
  return Object.assign(new Error(missing, { cause: error }), { isPermanent: true });
}
