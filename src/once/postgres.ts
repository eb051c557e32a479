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
import { explained, isLockTimeout } from "./stores/postgres-errors.js";
import { checkedStatements, migrateNext } from "./stores/postgres-migrate.js";
import { BEGIN, BEGIN_COUNTING, BEGIN_READING, lock, pageOf, rows, type Statements } from "./stores/postgres-sql.js";
import { type CountRow, countOf, erasable, listing, orderOf } from "./stores/shared-sql.js";
import type {
  OnceChange,
  OnceChanged,
  OnceCounts,
  OnceErasure,
  OnceFound,
  OnceKnown,
  OncePage,
  OncePlace,
  OnceQuery,
  OnceRow,
  OnceStore,
} from "./stores/store.js";

export type { PostgresClient } from "./stores/postgres-book.js";
export { postgresMigrations } from "./stores/postgres-migrate.js";

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
   * time. Each migration is a transaction of its own. One may take minutes on large tables, so give it a pool without a
   * `query_timeout`.
   *
   * @param options - `timeoutMs` is how long each statement may take; by default, there is no limit.
   * @throws Error if this user may not create the schema or the tables; if a newer release wrote the tables; or if `schema`
   * is not set and another schema of the search path already has the tables.
   */
  async migrate(options: { readonly timeoutMs?: number | undefined } = {}): Promise<void> {
    const { timeoutMs = 0 } = readFields("migrate", options, { timeoutMs: deadline });
    const limits = `set local lock_timeout = 0; set local statement_timeout = ${timeoutMs}`;
    const next = (client: Client) => migrateNext(client, this.#schema);
    while (await this.#transaction([BEGIN, limits, lock("migration")], next));
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
    return (await this.#commit((client) => rows<OnceFound>(client, find, [this.merchant, key])))[0];
  }

  async list(query: OnceQuery): Promise<OncePage> {
    const { table, page } = await this.#sql();
    const { sql, values } = listing(table, this.merchant, query);
    return this.#commit((client) => pageOf(client, page(sql, orderOf(query)), values));
  }

  async due(limit: number): Promise<readonly string[]> {
    const { due } = await this.#sql();
    return this.#commit((client) => rows<string>(client, due, [this.merchant, limit]), BEGIN); // it skips what is locked, by locking
  }

  async counts({ closed = false }: { readonly closed?: boolean } = {}): Promise<OnceCounts> {
    const { counts } = await this.#sql();
    type Found = { readonly now: number; readonly counts: readonly CountRow[] };
    const read = (client: Client) => rows<Found>(client, counts(closed), [this.merchant]);
    const [found] = (await this.#commit(read, closed ? BEGIN_COUNTING : BEGIN_READING)) as [Found];
    return { ...found, counts: found.counts.map(countOf) };
  }

  async eraseSet(of: OnceErasure, erase: (page: OncePage) => readonly OnceRow[]): Promise<void> {
    const { table, page, erased } = await this.#sql();
    const { sql, values } = erasable(table, this.merchant, of);
    await this.#commit(async (client) => {
      const rows = erase(await pageOf(client, page(`${sql} for update skip locked`, "state_since, key"), values));
      const documents = rows.map(({ key, document }) => `${JSON.stringify(key)}:${document}`); // which is JSON, too
      await client.query(erased, [this.merchant, `{${documents.join()}}`]);
    }, BEGIN);
  }

  /** Finds the tables once, so that a later change of the search path does not lead to others. */
  async #sql(): Promise<Statements> {
    this.#statements ??= await this.#commit((client) => checkedStatements(client, this.#schema));
    return this.#statements;
  }

  #commit<T>(work: (client: Client) => Promise<T>, begin = BEGIN_READING): Promise<T> {
    return this.#transaction([begin], async (client) => {
      const result = await work(client);
      await client.query("commit");
      return result;
    });
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
      throw explained(error, this.#statements?.whose);
    } finally {
      client.release(isBroken);
    }
  }
}
