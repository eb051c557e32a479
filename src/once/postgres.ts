/**
 * Where `Once` keeps its keys, on PostgreSQL (tried on 15; it needs 12), for workers on any number of hosts. It has no driver: a
 * `Pool` of pg fits as it is.
 *
 * @packageDocumentation
 */
import { createHash } from "node:crypto";
import type { OnceRecord, OnceSnapshot } from "./record.js";
import type { OnceChange, OnceKnown, OncePlace, OnceQuery, OnceStore } from "./store.js";

/**
 * What makes the tables, for who runs migrations by other means than `store.migrate()`: in their order, each once. A later
 * release only adds to them. The tables come into the first schema of the connection's search path.
 */
export const postgresMigrations: readonly string[] = [
  `create table once_captures (
     key text collate "C" primary key,
     record jsonb not null,
     "authorization" text collate "C" not null generated always as (record ->> 'authorization') stored,
     state text collate "C" not null generated always as (record ->> 'state') stored,
     state_since bigint not null generated always as ((record ->> 'stateSince')::bigint) stored,
     due_at bigint generated always as ((record ->> 'dueAt')::bigint) stored,
     is_booked boolean not null generated always as ((record ->> 'isBooked')::boolean) stored
   );
   create index once_captures_authorization on once_captures ("authorization");
   create index once_captures_due on once_captures (due_at) where due_at is not null;
   create index once_captures_state on once_captures (state, key);
   create index once_captures_since on once_captures (state_since);
   create table once_schema as select 1 as version;`,
];

const UPSERT = `insert into once_captures (key, record) values ($1, $2::jsonb)
  on conflict (key) do update set record = excluded.record`;

/** A connection, as pg's `PoolClient` is one. `book` is given it, inside the transaction. */
export interface PostgresClient {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly object[] }>;
  /** Back into the pool, or out of it when it may be broken. */
  release(isBroken?: boolean): void;
  /** Of a connection that breaks while nothing is asked of it, which would end the process where nobody listens. */
  on?(event: "error", listener: (error: Error) => void): unknown;
}

/** Connections, as pg's `Pool` gives them. */
export interface PostgresPool<Client extends PostgresClient> {
  connect(): Promise<Client>;
}

/** The first number of the advisory locks, so that they are none of the merchant's: "once", and what is locked. */
const LOCKS = { migration: 0x6f6e6330, key: 0x6f6e6331, authorization: 0x6f6e6332 };

/** The time-outs are the server's. `book` may set other ones, in the same way. */
const BEGIN = `begin isolation level read committed read write;
  set local synchronous_commit = on;
  set local statement_timeout = 10000;
  set local lock_timeout = 5000;
  set local idle_in_transaction_session_timeout = 10000;
  savepoint once`;

const NOW = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint";

/**
 * Give the pool `keepAlive: true`, a `connectionTimeoutMillis` and a `query_timeout` above the store's own, so that a server
 * that is silent is noticed, and listen to its `error`. An asynchronous standby that takes over has lost the last
 * reservations: have a synchronous one.
 *
 * @typeParam Client - pg's `PoolClient`, where `book` is to have all of it.
 * @example
 * ```ts
 * const store = new PostgresOnceStore<PoolClient>(new Pool({ keepAlive: true }));
 * await store.migrate();
 * const once = new Once({ payments, store, book: (tx, capture) => tx.query("insert into …", [capture.key]) });
 * ```
 */
export class PostgresOnceStore<Client extends PostgresClient = PostgresClient> implements OnceStore<Client> {
  readonly #pool: PostgresPool<Client>;
  readonly #heard = new WeakSet<Client>();

  constructor(pool: PostgresPool<Client>) {
    this.#pool = pool;
  }

  /** Makes the tables, or brings them up to this release. Any number of processes may call it at once. */
  migrate(): Promise<void> {
    return this.#transaction([lock(LOCKS.migration, "")], async (client) => {
      const [isNew] = await rows(client, "select (to_regclass('once_schema') is null)::text as found", []);
      const done = isNew ? [] : await rows(client, "select version::text as found from once_schema", []);
      for (const migration of postgresMigrations.slice(done.length)) await client.query(migration);
    });
  }

  change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<Client>): Promise<OnceRecord> {
    const locks = [lock(LOCKS.key, place.key), lock(LOCKS.authorization, place.authorization)];
    return this.#transaction(locks, async (client) => {
      const known = await this.#known(client, place);
      const { record, book } = decide(known);
      if (record !== known.own) await client.query(UPSERT, [record.key, JSON.stringify(record)]);
      await book?.(client);
      return record;
    });
  }

  async find(key: string): Promise<OnceSnapshot | undefined> {
    return (await this.#snapshots("where key = $1", [key]))[0];
  }

  list({ states, from = 0, to = Number.MAX_SAFE_INTEGER, unbooked = false, after = "", limit }: OnceQuery) {
    const where = `where key > $1 and ($2::text is null or state = any(string_to_array($2, ',')))
      and state_since >= $3 and state_since < $4 and (not $5::boolean or (state = 'captured' and not is_booked))
      order by key limit $6`;
    return this.#snapshots(where, [after, states?.join() ?? null, from, to, unbooked, limit]);
  }

  due(limit: number): Promise<OnceRecord[]> {
    const due = `select record::text as found from once_captures where due_at <= (select ${NOW})
      order by due_at limit $1 for update skip locked`;
    return this.#transaction([], (client) => rows<OnceRecord>(client, due, [limit]));
  }

  #snapshots(where: string, values: readonly unknown[]): Promise<OnceSnapshot[]> {
    const snapshots = `select (record || jsonb_build_object('seenAt', ${NOW}))::text as found from once_captures ${where}`;
    return this.#transaction([], (client) => rows<OnceSnapshot>(client, snapshots, values));
  }

  /** A statement of its own after the locks: the snapshot of one that waits is older than the wait. */
  async #known(client: Client, { key, authorization }: OncePlace): Promise<OnceKnown> {
    const known = `select json_build_object('now', ${NOW},
      'own', (select record from once_captures where key = $1 for update),
      'others', coalesce((select json_agg(record order by key) from once_captures
        where "authorization" = $2 and key <> $1), '[]'))::text as found`;
    const [found] = (await rows<OnceKnown>(client, known, [key, authorization])) as [OnceKnown];
    return { ...found, own: found.own ?? undefined }; // JSON has no undefined
  }

  async #transaction<T>(locks: readonly string[], work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    if (!this.#heard.has(client)) client.on?.("error", () => undefined); // the next query says so
    this.#heard.add(client);
    let isBroken = false;
    try {
      await client.query([BEGIN, ...locks].join("; "));
      const result = await work(client);
      // Fails where `book` has ended the transaction itself, or hidden an error that aborted it: COMMIT alone would not.
      await client.query("release savepoint once; commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => {
        isBroken = true;
      });
      throw error;
    } finally {
      client.release(isBroken);
    }
  }
}

/** JSON from rows of one text each, so that a driver's own parsers make no difference. */
async function rows<T>(client: PostgresClient, text: string, values: readonly unknown[]): Promise<T[]> {
  const result = await client.query(text, values);
  return result.rows.map((row) => JSON.parse((row as { found: string }).found));
}

/** By thirty-two bits of a text: two texts with the same ones wait for each other, no more. */
function lock(kind: number, text: string): string {
  return `select pg_advisory_xact_lock(${kind},${createHash("sha256").update(text).digest().readInt32BE()})`;
}
