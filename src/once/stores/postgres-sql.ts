/** The tables and statements of PostgreSQL. Every statement names its schema. */
import { createHash } from "node:crypto";
import type { PostgresClient } from "./postgres-book.js";
import { quoted } from "./postgres-errors.js";
import { countsOf, upsert } from "./shared-sql.js";
import type { OncePage, OncePlace } from "./store.js";

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

/** For the counts of years of keys, which are in an index that is much smaller than the table. */
export const BEGIN_COUNTING = `${BEGIN_READING};
  set local statement_timeout = 120000;
  set local enable_seqscan = off`;

export const savepoint = (bookTimeoutMs: number) => `set local statement_timeout = ${bookTimeoutMs};
  set local idle_in_transaction_session_timeout = ${bookTimeoutMs};
  savepoint once_book`;

const NOW = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint";

/** The current schema and user, and another schema of the search path that has the tables. */
export const SCHEMAS = `select json_build_object('current', current_schema(), 'user', current_user, 'other', (select min(name)
  from unnest(current_schemas(false)) as name
  where name <> current_schema() and to_regclass(format('%I.once_schema', name)) is not null))::text as found`;

export interface Schemas {
  readonly current: string | null;
  readonly user: string;
  readonly other: string | null;
}

/** @throws Error if no schema of the search path exists. */
export function existing(current: string | null | undefined): string {
  if (typeof current === "string") return current;
  throw new Error("no schema of the search path exists: give PostgresOnceStore a schema");
}

/** The statements for a schema's tables. Each returns rows of one JSON text, so that a driver's parsers make no difference. */
export const statementsOf = (schema: string, user: string) => {
  const table = `${quoted(schema)}.once_keys`;
  return {
    table,
    whose: { schema, user },
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
    counts: (closed: boolean) =>
      `select json_build_object('now', ${NOW}, 'counts', coalesce(json_agg(each), '[]'))::text as found
        from (${numbered(countsOf(table, closed))}) as each`,
    /** Rows for {@link pageOf}: there is one without a document if the page is empty. */
    page: (page: string, order: string) => `select now::text as now, document from (select ${NOW} as now) as clock
      left join (${numbered(page)}) as page on true order by ${order}`,
    erased: `update ${table} set document = erased.value::text, is_erased = true
      from json_each($2) as erased where merchant = $1 and ${table}.key = erased.key`,
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
export async function rows<T>(client: PostgresClient, text: string, values?: readonly unknown[]): Promise<T[]> {
  const result = await client.query(text, values);
  return result.rows.map((row) => JSON.parse((row as { found: string }).found));
}

interface PageRow {
  readonly now: string;
  readonly document: string | null;
}

/** Reads a page. Its documents are rows of text, because one JSON text of a thousand documents takes the database longer. */
export async function pageOf(client: PostgresClient, text: string, values: readonly unknown[]): Promise<OncePage> {
  const result = await client.query(text, values);
  const rows = result.rows as readonly [PageRow, ...PageRow[]];
  return { documents: rows.flatMap(({ document }) => document ?? []), now: Number(rows[0].now) };
}
