/**
 * A store for `Once` on PostgreSQL 12 or later (tested on 15), for workers on any number of hosts. It has no driver: pass
 * a `Pool` of pg.
 *
 * @packageDocumentation
 */
import { readFields } from "../model/fields.js";
import { deadline, storableText } from "../model/is.js";
import { BookFailure, hear, type PostgresClient } from "./stores/postgres-book.js";
import { type PostgresChange, runChange } from "./stores/postgres-change.js";
import {
  BEGIN,
  BEGIN_READING,
  createSchema,
  existing,
  explained,
  isLockTimeout,
  lock,
  NEWER_TABLES,
  PLACE,
  type Place,
  postgresMigrations,
  quoted,
  rows,
  SCHEMAS,
  type Schemas,
  type Statements,
  statementsOf,
  twoSchemas,
} from "./stores/postgres-sql.js";
import { type CountRow, countOf, listing, orderOf } from "./stores/shared-sql.js";
import type {
  OnceChange,
  OnceChanged,
  OnceCounts,
  OnceFound,
  OnceKnown,
  OncePage,
  OncePlace,
  OnceQuery,
  OnceStore,
} from "./stores/store.js";

export type { PostgresClient } from "./stores/postgres-book.js";
export { postgresMigrations } from "./stores/postgres-sql.js";

/** A pool of connections, such as pg's `Pool`. */
export interface PostgresPool<Client extends PostgresClient> {
  connect(): Promise<Client>;
}

/** Options of a {@link PostgresOnceStore}. */
export interface PostgresOnceStoreOptions {
  /**
   * The merchant that the keys belong to, if several merchants share the tables. Never rename it: under another name, the
   * store knows no earlier captures, and makes them again.
   *
   * @defaultValue ""
   */
  readonly merchant?: string | undefined;
  /** The schema of the tables. @defaultValue the first schema of the search path */
  readonly schema?: string | undefined;
  /** How long `book` may take, in milliseconds. @defaultValue 10000 */
  readonly bookTimeoutMs?: number | undefined;
}

const SHAPE = { merchant: storableText, schema: storableText, bookTimeoutMs: deadline };
const WITHOUT_LIMIT = "set local statement_timeout = 0; set local lock_timeout = 0";
const PATIENCE_MS = 10_000; // a session that was abandoned during `book` may hold its locks this long

/**
 * Stores the keys of one merchant in PostgreSQL, so that several hosts capture each once.
 *
 * Give the pool `keepAlive: true`, a `connectionTimeoutMillis`, and a `query_timeout` above the store's own time-outs, so
 * that a silent server is noticed. Listen to its `error` event. Use a synchronous standby: an asynchronous one loses the
 * last reservations in a failover, and a key can then be captured again.
 *
 * @typeParam Client - The connection that `book` receives, such as pg's `PoolClient`.
 * @example
 * ```ts
 * const store = new PostgresOnceStore<PoolClient>(new Pool({ keepAlive: true }));
 * await store.migrate();
 * const once = new Once({ payments, store, book: insertIntoBooks });
 * ```
 */
export class PostgresOnceStore<Client extends PostgresClient = PostgresClient> implements OnceStore<Client> {
  /** The merchant that the keys belong to. */
  readonly merchant: string;
  /** How long `book` may take, in milliseconds. */
  readonly bookTimeoutMs: number;
  readonly #pool: PostgresPool<Client>;
  readonly #schema: string | undefined;
  #statements: Statements | undefined;

  /** @throws TypeError for an option that is unknown or invalid. */
  constructor(pool: PostgresPool<Client>, options: PostgresOnceStoreOptions = {}) {
    const { merchant = "", schema, bookTimeoutMs = 10_000 } = readFields("PostgresOnceStore", options, SHAPE);
    this.bookTimeoutMs = bookTimeoutMs;
    this.#pool = pool;
    this.merchant = merchant;
    this.#schema = schema;
  }

  /**
   * Creates the schema and the tables, or updates them to this release. Any number of processes may call it at the same
   * time. It may take minutes on large tables, so give it a pool without a `query_timeout`.
   *
   * @throws Error if this user may not create the schema; if a newer release wrote the tables; or if `schema` is not set
   * and another schema of the search path already has the tables.
   */
  async migrate(): Promise<void> {
    await this.#transaction([BEGIN, WITHOUT_LIMIT, lock("migration")], async (client) => {
      const [{ current, other }] = (await rows<Schemas>(client, SCHEMAS, [])) as [Schemas];
      const schema = this.#schema ?? existing(current);
      const [found] = (await rows<Place>(client, PLACE, [schema, `${quoted(schema)}.once_schema`])) as [Place];
      if (!found.tables && this.#schema === undefined && other !== null) throw new Error(twoSchemas(schema, other));
      if (!found.schema) await createSchema(client, schema);
      const done = found.tables ? await rows(client, statementsOf(schema).versions, []) : [];
      if (done.length > postgresMigrations.length) throw new Error(NEWER_TABLES);
      await client.query(`set local search_path to ${quoted(schema)}`);
      for (const migration of postgresMigrations.slice(done.length)) await client.query(migration);
      await client.query("commit");
    });
  }

  async change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<Client>): Promise<OnceChanged> {
    const sql = await this.#sql();
    const { merchant } = this;
    const change: PostgresChange<Client> = { sql, merchant, place, decide, bookTimeoutMs: this.bookTimeoutMs };
    const begin = [BEGIN, ...sql.locks(merchant, place)];
    const run = (failed?: BookFailure) => this.#transaction(begin, (client) => runChange(client, change, failed));
    const tried = await run();
    if (!(tried instanceof BookFailure)) return tried;
    for (const giveUpAt = performance.now() + PATIENCE_MS; ; ) {
      try {
        return (await run(tried)) as OnceChanged; // it books nothing, so `book` cannot fail again
      } catch (error) {
        if (!isLockTimeout(error) || performance.now() > giveUpAt) throw error; // the abandoned session may still hold them
      }
    }
  }

  async find(key: string): Promise<OnceFound | undefined> {
    const { find } = await this.#sql();
    return (await this.#read<OnceFound>(find, [this.merchant, key]))[0];
  }

  async list(query: OnceQuery): Promise<OncePage> {
    const { table, list } = await this.#sql();
    const page = listing(table, this.merchant, query);
    const [found] = await this.#read<OncePage>(list(orderOf(query), page?.sql), page?.values ?? []);
    return found as OncePage;
  }

  async due(limit: number): Promise<readonly string[]> {
    const { due } = await this.#sql();
    return this.#read<string>(due, [this.merchant, limit], BEGIN); // it skips what is locked, by locking
  }

  async counts({ closed = false }: { readonly closed?: boolean } = {}): Promise<OnceCounts> {
    const { counts } = await this.#sql();
    type Found = { readonly now: number; readonly counts: readonly CountRow[] };
    const [found] = (await this.#read<Found>(counts(closed), [this.merchant])) as [Found];
    return { ...found, counts: found.counts.map(countOf) };
  }

  #read<T>(text: string, values: readonly unknown[], begin = BEGIN_READING): Promise<T[]> {
    return this.#transaction([begin], async (client) => {
      const found = await rows<T>(client, text, values);
      await client.query("commit");
      return found;
    });
  }

  /** Reads the schema once, so that a later change of the search path does not lead to other tables. */
  async #sql(): Promise<Statements> {
    this.#statements ??= statementsOf(this.#schema ?? existing((await this.#read<Schemas>(SCHEMAS, []))[0]?.current));
    return this.#statements;
  }

  /** Runs a transaction that `work` commits. Its connection goes back into the pool, unless it may be broken. */
  async #transaction<T>(begin: readonly string[], work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    hear(client);
    let isBroken = false;
    try {
      await client.query(begin.join("; "));
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
