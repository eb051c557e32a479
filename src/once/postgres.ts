/**
 * Where `Once` keeps its keys, on PostgreSQL (tried on 15; it needs 12), for workers on any number of hosts. It has no driver: a
 * `Pool` of pg fits as it is.
 *
 * @packageDocumentation
 */
import { postgresMigrations, prefixOf, versionsIn } from "./postgres-migrations.js";
import type { OnceRecord } from "./record.js";
import type { Change, Known, OnceQuery, OnceStore, Place } from "./store.js";

export { postgresMigrations };

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

/** Options of {@link PostgresOnceStore}; times are in milliseconds, and the server keeps them. */
export interface PostgresOnceOptions {
  /** Where the tables are; it has to exist. @defaultValue the first of the connection's search path */
  schema?: string;
  /** How long a statement may take, those of `book` too. @defaultValue 10 seconds */
  statementTimeoutMs?: number;
  /** How long a change waits for another one of its key or authorization. @defaultValue 5 seconds */
  lockTimeoutMs?: number;
  /** How long a worker may be silent amid a transaction, before its connection is closed. @defaultValue 10 seconds */
  idleTimeoutMs?: number;
}

/** The first number of the advisory locks, so that they are none of the merchant's: "once", and what is locked. */
const LOCKS = { migration: 0x6f6e6330, key: 0x6f6e6331, authorization: 0x6f6e6332 };

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
  readonly #schema: string | undefined;
  readonly #table: string;
  readonly #begin: string;
  readonly #heard = new WeakSet<Client>();

  constructor(pool: PostgresPool<Client>, options: PostgresOnceOptions = {}) {
    const { schema, statementTimeoutMs = 10_000, lockTimeoutMs = 5_000, idleTimeoutMs = 10_000 } = options;
    this.#pool = pool;
    this.#schema = schema;
    this.#table = `${prefixOf(schema)}once_captures`;
    this.#begin = `begin isolation level read committed read write;
      set local synchronous_commit = on;
      set local statement_timeout = ${statementTimeoutMs};
      set local lock_timeout = ${lockTimeoutMs};
      set local idle_in_transaction_session_timeout = ${idleTimeoutMs};
      savepoint once`;
  }

  /** Makes the tables where they are missing. Any number of processes may call it at once. */
  migrate(): Promise<void> {
    return this.#transaction([[LOCKS.migration, 0]], async (client) => {
      await client.query(versionsIn(this.#schema));
      const versions = `select coalesce(max(version), 0)::text as found from ${prefixOf(this.#schema)}once_schema`;
      const found = await ask<number>(client, versions, []);
      for (const migration of postgresMigrations(this.#schema).slice(found)) await client.query(migration);
    });
  }

  change(place: Place, decide: (known: Known) => Change<Client>): Promise<OnceRecord> {
    const { key, authorization } = place;
    const locks: Lock[] = [
      [LOCKS.key, hashOf(key)],
      [LOCKS.authorization, hashOf(authorization)],
    ];
    return this.#transaction(locks, async (client) => {
      const known = await this.#known(client, place);
      const { record, book } = decide(known);
      if (record !== known.own) await this.#write(client, record);
      await book?.(client);
      return record;
    });
  }

  async find(key: string) {
    const one = `select json_build_object('now', ${NOW}, 'record',
      (select record from ${this.#table} where key = $1))::text as found`;
    type Found = { now: number; record: OnceRecord | null };
    const { now, record } = await this.#transaction([], (client) => ask<Found>(client, one, [key]));
    return { now, record: record ?? undefined };
  }

  list({ states, from = 0, to = Number.MAX_SAFE_INTEGER, unbooked = false, after = "", limit }: OnceQuery) {
    const page = `select key, record from ${this.#table}
      where key > $1 and ($2::text is null or state = any(string_to_array($2, ',')))
        and state_since >= $3 and state_since < $4 and (not $5::boolean or (state = 'captured' and not is_booked))
      order by key limit $6`;
    const all = `select json_build_object('now', ${NOW}, 'records', coalesce(json_agg(record order by key), '[]'))::text
      as found from (${page}) as page`;
    const values = [after, states?.join() ?? null, from, to, unbooked, limit];
    return this.#transaction([], (client) => ask<{ now: number; records: OnceRecord[] }>(client, all, values));
  }

  due(limit: number): Promise<OnceRecord[]> {
    const due = `select due_at, record from ${this.#table} where due_at <= (select ${NOW})
      order by due_at limit $1 for update skip locked`;
    const all = `select coalesce(json_agg(record order by due_at), '[]')::text as found from (${due}) as due`;
    return this.#transaction([], (client) => ask<OnceRecord[]>(client, all, [limit]));
  }

  /** A statement of its own after the locks: the snapshot of one that waits is older than the wait. */
  async #known(client: Client, { key, authorization }: Place): Promise<Known> {
    const known = `select json_build_object('now', ${NOW},
      'own', (select record from ${this.#table} where key = $1 for update),
      'others', coalesce((select json_agg(record order by key) from ${this.#table}
        where "authorization" = $2 and key <> $1), '[]'))::text as found`;
    const { own, ...rest } = await ask<Known & { own: OnceRecord | null }>(client, known, [key, authorization]);
    return { ...rest, own: own ?? undefined };
  }

  async #write(client: Client, record: OnceRecord): Promise<void> {
    await client.query(
      `insert into ${this.#table} (key, record) values ($1, $2::jsonb)
       on conflict (key) do update set record = excluded.record`,
      [record.key, JSON.stringify(record)],
    );
  }

  async #transaction<T>(locks: readonly Lock[], work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    if (!this.#heard.has(client)) client.on?.("error", () => undefined); // the next query says so
    this.#heard.add(client);
    let isBroken = false;
    try {
      await client.query([this.#begin, ...locks.map((lock) => `select pg_advisory_xact_lock(${lock})`)].join("; "));
      const result = await work(client);
      // Fails where `book` has ended the transaction itself, or hidden an error that aborted it: COMMIT alone would not.
      await client.query("release savepoint once; commit");
      return result;
    } catch (error) {
      isBroken = await client.query("rollback").then(
        () => false,
        () => true,
      );
      throw error;
    } finally {
      client.release(isBroken);
    }
  }
}

type Lock = readonly [kind: number, id: number];

/** JSON from a single row of text, so that a driver's own parsers make no difference. */
async function ask<T>(client: PostgresClient, text: string, values: readonly unknown[]): Promise<T> {
  const { rows } = await client.query(text, values);
  return JSON.parse((rows[0] as { found: string }).found);
}

/** Thirty-two bits (FNV-1a) for an advisory lock. Two texts with the same ones wait for each other, no more. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
}
