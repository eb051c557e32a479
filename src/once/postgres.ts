/**
 * A store for `Once` on PostgreSQL 12 or later (tested on 15), for workers on any number of hosts. It has no driver: pass
 * a `Pool` of pg.
 * @packageDocumentation
 */
import { readPostgresOptions } from "./input.js";
import * as session from "./stores/postgres-session.js";
import { known, knownOf, tables, upsert } from "./stores/sql.js";
import type { OnceChange, OnceEnd, OnceKnown, OncePlace, OnceRow, OnceStore, Statement } from "./stores/store.js";

export type { PostgresClient, PostgresPool } from "./stores/postgres-session.js";

/**
 * Stores the keys of one merchant in PostgreSQL, so that several hosts capture each once.
 *
 * Give the pool `keepAlive: true`, a `connectionTimeoutMillis`, and a `query_timeout` above the store's own time-outs. Listen
 * to its `error` event. Use a synchronous standby: a failover to an asynchronous one can capture a key again.
 */
export class PostgresOnceStore<Client extends session.PostgresClient = session.PostgresClient>
  implements OnceStore<Client>
{
  /** The merchant that the keys belong to. */
  readonly merchant: string;
  /** How long a hook may take, in milliseconds. */
  readonly hookTimeoutMs: number;
  readonly #pool: session.PostgresPool<Client>;
  readonly #schema: string;

  /**
   * @param options - `schema` has the tables, required. `merchant` names the merchant if several share them. With another
   * schema or name, the same jobs are captured again. `hookTimeoutMs` is how long a hook may take, by default
   * 10 seconds.
   * @throws TypeError if `pool` is no pool, or for an option that is missing, unknown or invalid.
   */
  constructor(
    pool: session.PostgresPool<Client>,
    options: { schema: string; merchant?: string | undefined; hookTimeoutMs?: number | undefined },
  ) {
    const { schema, merchant = "", hookTimeoutMs = 10_000 } = readPostgresOptions(options);
    const wanted = "PostgresOnceStore needs a pool, such as pg's new Pool(…): not a Client, nor a connection string";
    const { connect, release, totalCount, connection } = Object(pool);
    const isClient = typeof release === "function" || (totalCount === undefined && connection !== undefined);
    if (typeof connect !== "function" || isClient) throw new TypeError(wanted); // a Client connects, too
    this.merchant = merchant;
    this.hookTimeoutMs = hookTimeoutMs;
    this.#pool = pool;
    this.#schema = schema;
    pool.on?.("connect", (client) => session.whenLost(client)); // a connection may break before it is lent
  }

  /** Creates the schema and the tables, if they are not there. Any number of processes may call it at the same time. */
  async migrate(): Promise<void> {
    const schema = session.quoted(this.#schema);
    const [place, table] = [schema, `${schema}.once_keys`].map(session.literal);
    const names = `select to_regnamespace(${place}) is not null as schema, to_regclass(${table}) is not null as tables`;
    await this.#session(async (client) => {
      const locked = await client.query(`begin; select ${session.lock("migration")}; ${session.asJson(names)}`);
      const [there] = session.found(locked);
      if (there?.["schema"] !== true) await client.query(`create schema ${schema}`);
      const create = session.inlined([tables('text collate "C"', "bigint")], this.#schema);
      if (there?.["tables"] !== true) await client.query(create);
      await client.query("commit");
    });
  }

  async change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<Client>): Promise<OnceEnd> {
    try {
      return await this.#session(async (client) => {
        const found = await this.#known(client, place);
        return await this.#store(client, found, decide(found));
      });
    } catch (cause) {
      return { end: "failed", cause: session.explained(cause, this.#schema) };
    }
  }

  /** Reads in one message, also from a hot standby unless it skips what is locked, by locking. */
  async read(statement: Statement, isSkipping = false) {
    const locking = isSkipping ? " for update skip locked" : "";
    const select = session.asJson(session.inlined(statement, this.#schema) + locking);
    const begin = isSkipping ? session.begin(0) : session.BEGIN_READING;
    const text = `${begin}; select ${session.CLOCK}; ${select}; commit`;
    try {
      return session.foundByClock(await this.#session((client) => client.query(text)));
    } catch (error) {
      throw session.explained(error, this.#schema);
    }
  }

  /** Locks the place, and reads it in a second statement: the snapshot of a statement that waits is older than the wait. */
  async #known(client: Client, place: OncePlace): Promise<OnceKnown> {
    const { key, authorizationId: authorization, captureId: capture } = place;
    const locks = Object.entries({ key, authorization, ...(capture === undefined ? {} : { capture }) }).map(
      ([kind, name]) => session.lock(kind as "key", this.#schema, this.merchant, name),
    );
    const select = session.asJson(session.inlined(known(this.merchant, place), this.#schema));
    const text = `${session.begin(this.hookTimeoutMs)}; select ${locks.join(", ")}, ${session.CLOCK}; ${select}`;
    const { now, rows } = session.foundByClock(await client.query(text));
    return { now, ...knownOf(rows, key) };
  }

  async #store(client: Client, { own }: OnceKnown, { row, before, hook }: OnceChange<Client>): Promise<OnceEnd> {
    const put = (next: OnceRow, version: number) => session.inlined(upsert(this.merchant, next, version), this.#schema);
    if (hook === undefined || row === undefined) {
      await client.query(row === undefined ? "commit" : `${put(row, before)}; commit`);
      return { end: "stored", document: (row ?? own)?.document as string };
    }
    await client.query(`${put(row, before)}; savepoint once_hook; savepoint once_hook`);
    let failed: session.FailedHook | undefined = await session.runHook(client, hook.run, this.hookTimeoutMs);
    if (failed === undefined) {
      try {
        // The release fails if the hook has ended the transaction: what follows it would be committed alone.
        const checked = "set constraints all immediate; release savepoint once_hook";
        await client.query(`${checked}; ${put(hook.succeeded, row.version)}; release savepoint once_hook; commit`);
        return { end: "stored", document: hook.succeeded.document };
      } catch (cause) {
        failed = { cause, isLost: !session.isRefused(cause) };
      }
    }
    const { cause, isLost } = failed;
    if (isLost || !(await session.undoHook(client))) return { end: "hook_lost", cause };
    const unrecorded = hook.failed(cause);
    try {
      await client.query(`${put(unrecorded, row.version)}; commit`);
      return { end: "hook_failed", document: unrecorded.document, cause };
    } catch {
      return { end: "hook_lost", cause };
    }
  }

  /** Lends a connection to a transaction that `work` commits. It goes back into the pool, unless it may be broken. */
  async #session<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    session.whenLost(client);
    let isBroken = false;
    try {
      const result = await work(client);
      isBroken = (result as { readonly end?: unknown } | undefined)?.end === "hook_lost";
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
