/** The migrations of PostgreSQL, and how they are run. */
import type { PostgresClient } from "./postgres-book.js";
import { explained, forbidden, NO_TABLES, permanent, quoted, twoSchemas } from "./postgres-errors.js";
import { existing, rows, SCHEMAS, type Schemas, type Statements, statementsOf } from "./postgres-sql.js";
import { addExpiry, forYears, INDEXES_2, migrationsLeft } from "./shared-sql.js";

/**
 * Creates the tables, if you do not call `store.migrate()`. Run each once, in this order and in a
 * transaction of its own; a later release adds others. The tables are created in the first schema of the connection's search path.
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
  `drop index if exists once_keys_since;
   create index once_keys_since on once_keys (merchant, state_since, key);
   do $$ begin
     if (select relkind from pg_class where oid = 'once_keys'::regclass) = 'r' then
       alter table once_keys set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
     end if; -- a partitioned table has no such settings
   end $$;
   insert into once_schema values (4);`,
  ...forYears("boolean").map((migration, index) => `${migration}\n   insert into once_schema values (${index + 5});`),
];

/** Whether a schema and its tables are there. */
const PLACE = `select json_build_object('schema', exists (select from pg_namespace where nspname = $1),
  'tables', to_regclass($2) is not null)::text as found`;

interface Place {
  readonly schema: boolean;
  readonly tables: boolean;
}

/**
 * Runs the next migration in a transaction that holds the lock of migrations. Returns false if none was left.
 *
 * @throws Error if this user may not; if a newer release wrote the tables; or if `given` is undefined, and another schema of the
 * search path already has the tables.
 */
export async function migrateNext(client: PostgresClient, given: string | undefined): Promise<boolean> {
  const [{ current, other, user }] = (await rows<Schemas>(client, SCHEMAS)) as [Schemas];
  const schema = given ?? existing(current);
  let found: Place | undefined;
  try {
    const [place] = (await rows<Place>(client, PLACE, [schema, `${quoted(schema)}.once_schema`])) as [Place];
    found = place;
    if (!place.tables && given === undefined && other !== null) throw new Error(twoSchemas(schema, other));
    const done = place.tables ? (await rows(client, statementsOf(schema, user).versions)).length : 0;
    const [next] = migrationsLeft(done, postgresMigrations);
    if (!place.schema) await client.query(`create schema ${quoted(schema)}`);
    await client.query(`set local search_path to ${quoted(schema)}`);
    if (next !== undefined) await client.query(next);
    await client.query("commit");
    return next !== undefined;
  } catch (error) {
    throw forbidden(error, { schema, user }, found);
  }
}

/** The statements for tables of this release. @throws Error if they are missing, or of a newer release. */
export async function checkedStatements(client: PostgresClient, given: string | undefined): Promise<Statements> {
  const [{ current, user }] = (await rows<Schemas>(client, SCHEMAS)) as [Schemas];
  const statements = statementsOf(given ?? existing(current), user);
  try {
    const { length } = await rows(client, statements.versions);
    if (migrationsLeft(length, postgresMigrations).length > 0) throw permanent(NO_TABLES);
    return statements;
  } catch (error) {
    throw explained(error, statements.whose);
  }
}
