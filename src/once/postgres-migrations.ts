/**
 * The statements that make the tables, for who runs migrations by other means than `store.migrate()`. Each
 * runs once, in order, in a transaction, and notes its number in `once_schema`; a later release only adds to the list.
 */
export function postgresMigrations(schema?: string): readonly string[] {
  const to = prefixOf(schema);
  return [
    `${versionsIn(schema)};
     create table ${to}once_captures (
       key text collate "C" primary key,
       record jsonb not null,
       "authorization" text collate "C" not null generated always as (record ->> 'authorization') stored,
       state text collate "C" not null generated always as (record ->> 'state') stored,
       state_since bigint not null generated always as ((record ->> 'stateSince')::bigint) stored,
       due_at bigint generated always as ((record ->> 'dueAt')::bigint) stored,
       is_booked boolean not null generated always as ((record ->> 'isBooked')::boolean) stored
     );
     create index once_captures_authorization on ${to}once_captures ("authorization");
     create index once_captures_due on ${to}once_captures (due_at) where due_at is not null;
     create index once_captures_state on ${to}once_captures (state, key);
     create index once_captures_since on ${to}once_captures (state_since);
     insert into ${to}once_schema (version) values (1);`,
  ];
}

/** In front of a table's name. */
export const prefixOf = (schema: string | undefined) =>
  schema === undefined ? "" : `"${schema.replaceAll('"', '""')}".`;

export const versionsIn = (schema: string | undefined) =>
  `create table if not exists ${prefixOf(schema)}once_schema (version integer primary key)`;
