/**
 * Where `Once` keeps its keys, on PostgreSQL (tried on 15; it needs 12), for workers on any number of hosts. It has no driver: a
 * `Pool` of pg fits as it is.
 *
 * @packageDocumentation
 */
import { demandFields } from "./input.js";
import { listing } from "./listing.js";
import { BookFailure, hear, type PostgresClient } from "./postgres-book.js";
import { changed, changedWithoutBook } from "./postgres-change.js";
import {
  BEGIN,
  existing,
  explained,
  isLockTimeout,
  lock,
  postgresMigrations,
  quoted,
  rows,
  SCHEMAS,
  type Schemas,
  type Statements,
  statementsOf,
  twoSchemas,
} from "./postgres-sql.js";
import type { OnceRecord, OnceSnapshot } from "./record.js";
import type {
  OnceChange,
  OnceChanged,
  OnceCounts,
  OnceKnown,
  OncePage,
  OncePlace,
  OnceQuery,
  OnceStore,
} from "./store.js";

export type { PostgresClient } from "./postgres-book.js";
export { postgresMigrations } from "./postgres-sql.js";

/** Connections, as pg's `Pool` gives them. */
export interface PostgresPool<Client extends PostgresClient> {
  connect(): Promise<Client>;
}

/** Options of a {@link PostgresOnceStore}. */
export interface PostgresOnceStoreOptions {
  /**
   * Whose keys these are, where several merchants share the tables. Another name is a store that knows nothing: it captures
   * again.
   *
   * @defaultValue ""
   */
  readonly merchant?: string | undefined;
  /** Of the tables. @defaultValue the first schema of the search path */
  readonly schema?: string | undefined;
  /** How long `book` may take, in milliseconds. @defaultValue 10000 */
  readonly bookTimeoutMs?: number | undefined;
}

const PATIENCE_MS = 10_000; // for the locks of a session that was left in the middle of `book`

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
  readonly bookTimeoutMs: number;
  readonly #pool: PostgresPool<Client>;
  readonly #merchant: string;
  readonly #schema: string | undefined;
  #statements: Statements | undefined;

  /** @throws TypeError for an option that is unknown or invalid. */
  constructor(pool: PostgresPool<Client>, options: PostgresOnceStoreOptions = {}) {
    demandFields("PostgresOnceStore", options, { merchant: "text", schema: "text", bookTimeoutMs: "duration" });
    const { merchant = "", schema, bookTimeoutMs = 10_000 } = options;
    this.bookTimeoutMs = bookTimeoutMs;
    this.#pool = pool;
    this.#merchant = merchant;
    this.#schema = schema;
  }

  /**
   * Makes the tables, or brings them up to this release. Any number of processes may call it at once.
   *
   * @throws Error where `schema` is not given and another schema of the search path already has the tables.
   */
  async migrate(): Promise<void> {
    await this.#transaction([lock("migration")], async (client) => {
      const [{ current, other }] = (await rows<Schemas>(client, SCHEMAS, [])) as [Schemas];
      const schema = this.#schema ?? existing(current);
      const exists = "select (to_regclass($1) is not null)::text as found";
      const [isThere] = await rows<boolean>(client, exists, [`${quoted(schema)}.once_schema`]);
      if (!isThere && this.#schema === undefined && other !== null) throw new Error(twoSchemas(schema, other));
      const done = isThere ? await rows(client, statementsOf(schema).versions, []) : [];
      await client.query(`set local search_path to ${quoted(schema)}`);
      for (const migration of postgresMigrations.slice(done.length)) await client.query(migration);
      await client.query("commit");
    });
  }

  async change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<Client>): Promise<OnceChanged> {
    const sql = await this.#sql();
    const merchant = this.#merchant;
    const change = { sql, merchant, place, decide };
    const locks = sql.locks(merchant, place);
    const tried = await this.#transaction(locks, (client) => changed(client, change, this.bookTimeoutMs));
    if (!(tried instanceof BookFailure)) return tried;
    for (const giveUpAt = performance.now() + PATIENCE_MS; ; ) {
      try {
        return await this.#transaction(locks, (client) => changedWithoutBook(client, change, tried));
      } catch (error) {
        if (!isLockTimeout(error) || performance.now() > giveUpAt) throw error; // the session that was left may have them
      }
    }
  }

  async find(key: string): Promise<OnceSnapshot | undefined> {
    const { find } = await this.#sql();
    return (await this.#read<OnceSnapshot>(find, [this.#merchant, key]))[0];
  }

  async list(query: OnceQuery): Promise<OncePage> {
    const { table, list } = await this.#sql();
    const page = listing(table, this.#merchant, query);
    const [found] = await this.#read<OncePage>(list(page?.sql), page?.values ?? []);
    return found as OncePage;
  }

  async due(limit: number): Promise<readonly OnceRecord[]> {
    const { due } = await this.#sql();
    return this.#read<OnceRecord>(due, [this.#merchant, limit]);
  }

  async counts(): Promise<OnceCounts> {
    const { counts } = await this.#sql();
    const [found] = (await this.#read<OnceCounts>(counts, [this.#merchant])) as [OnceCounts];
    return { ...found, counts: found.counts.map((each) => ({ ...each, oldestDueAt: each.oldestDueAt ?? undefined })) };
  }

  #read<T>(text: string, values: readonly unknown[]): Promise<T[]> {
    return this.#transaction([], async (client) => {
      const found = await rows<T>(client, text, values);
      await client.query("commit");
      return found;
    });
  }

  /** The schema is asked for once: a search path that changes later does not lead to other tables. */
  async #sql(): Promise<Statements> {
    this.#statements ??= statementsOf(this.#schema ?? existing((await this.#read<Schemas>(SCHEMAS, []))[0]?.current));
    return this.#statements;
  }

  /** A transaction that `work` commits. Its connection goes back into the pool, unless it may be broken. */
  async #transaction<T>(locks: readonly string[], work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    hear(client);
    let isBroken = false;
    try {
      await client.query([BEGIN, ...locks].join("; "));
      const result = await work(client);
      isBroken = result instanceof BookFailure;
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => {
        isBroken = true;
      });
      throw explained(error);
    } finally {
      client.release(isBroken);
    }
  }
}
