/**
 * A store for `Once` on PostgreSQL 12 or later (tested on 15), for workers on any number of hosts. It has no driver: pass
 * a `Pool` of pg.
 *
 * @packageDocumentation
 */
import { readPostgresOptions } from "./input.js";
import { explained, whyNotMigrated } from "./stores/postgres-errors.js";
import { type FailedHook, isRefused, runHook, undoHook } from "./stores/postgres-hook.js";
import {
  asJson,
  BEGIN_READING,
  begin,
  found,
  hear,
  inlined,
  lock,
  NOW,
  type PostgresClient,
  type PostgresPool,
  quoted,
} from "./stores/postgres-session.js";
import {
  type CountRow,
  countOf,
  decoded,
  dueOf,
  erasableOf,
  type FoundRow,
  ownAmong,
  SCHEMA,
  type Statement,
  type Statements,
  statementsOf,
  tables,
} from "./stores/sql.js";
import type {
  OnceChange,
  OnceCounts,
  OnceDue,
  OnceDueKind,
  OnceEnd,
  OnceErasable,
  OnceKnown,
  OncePage,
  OncePlace,
  OnceQuery,
  OnceStore,
  StoredDocument,
} from "./stores/store.js";
import { permanent } from "./stores/store-error.js";

export type { PostgresClient, PostgresPool } from "./stores/postgres-session.js";

/**
 * Stores the keys of one merchant in PostgreSQL, so that several hosts capture each once.
 *
 * Give the pool `keepAlive: true`, a `connectionTimeoutMillis`, and a `query_timeout` above the store's own time-outs, so
 * that a silent server is noticed. Listen to its `error` event. Use a synchronous standby: an asynchronous one loses the
 * last reservations in a failover, and a key can then be captured again.
 *
 * @typeParam Client - The connection that hooks receive, such as pg's `PoolClient`.
 * @example
 * ```ts
 * const store = new PostgresOnceStore<PoolClient>(new Pool({ keepAlive: true }), { schema: "payments" });
 * await store.migrate();
 * ```
 */
export class PostgresOnceStore<Client extends PostgresClient = PostgresClient> implements OnceStore<Client> {
  /** The merchant that the keys belong to. */
  readonly merchant: string;
  /** How long a hook may take, in milliseconds. */
  readonly hookTimeoutMs: number;
  readonly #pool: PostgresPool<Client>;
  readonly #schema: string;
  readonly #sql: Statements;

  /**
   * @param options - `schema` has the tables, required. `merchant` names the merchant if several share them. Another schema
   * or another name knows no earlier captures, and makes them again. `hookTimeoutMs` is how long a hook may take, by default
   * 10 seconds.
   * @throws TypeError if `pool` is no pool, or for an option that is missing, unknown or invalid.
   */
  constructor(
    pool: PostgresPool<Client>,
    options: {
      readonly schema: string;
      readonly merchant?: string | undefined;
      readonly hookTimeoutMs?: number | undefined;
    },
  ) {
    if (!isPool(pool))
      throw new TypeError(
        "PostgresOnceStore needs a pool, such as pg's new Pool(…): not a Client, nor a connection string",
      );
    const { schema, merchant = "", hookTimeoutMs = 10_000 } = readPostgresOptions(options);
    this.merchant = merchant;
    this.hookTimeoutMs = hookTimeoutMs;
    this.#pool = pool;
    this.#schema = schema;
    this.#sql = statementsOf(`${quoted(this.#schema)}.once_keys`, merchant, ["false", "true"]);
    pool.on?.("connect", hear); // a connection may break before it is lent
  }

  /**
   * Creates the schema and the tables, if they are not there. Any number of processes may call it at the same time.
   *
   * @throws Error if this user may not, or if a newer release wrote the tables.
   */
  async migrate(): Promise<void> {
    const schema = quoted(this.#schema);
    const names = `select json_build_object('schema', to_regnamespace(${inlined(["?", schema])}) is not null,
      'tables', to_regclass(${inlined(["?", `${schema}.once_schema`])}) is not null)::text as found`;
    try {
      await this.#session(async (client) => {
        const locked = await client.query(`begin; select ${lock("migration")}; ${names}`);
        const [there] = found<{ schema: boolean; tables: boolean }>(locked);
        if (there?.tables) {
          const versions = await client.query(asJson(`select max(version) as version from ${schema}.once_schema`));
          const newer =
            "a newer release of merchant-payments wrote the tables of Once: update this program to that release";
          if (Number(found<{ version: number }>(versions)[0]?.version) > SCHEMA) throw permanent(newer);
        } else {
          if (!there?.schema) await client.query(`create schema ${schema}`);
          await client.query(tables(`${schema}.`, 'text collate "C"', "bigint", "boolean"));
        }
        await client.query("commit");
      });
    } catch (error) {
      throw whyNotMigrated(error, this.#schema);
    }
  }

  async change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<Client>): Promise<OnceEnd> {
    let mistake: { readonly error: unknown } | undefined;
    try {
      return await this.#session(async (client) => {
        const known = await this.#known(client, place);
        let change: OnceChange<Client>;
        try {
          change = decide(known);
        } catch (error) {
          mistake = { error };
          throw error;
        }
        return await this.#store(client, known, change);
      });
    } catch (cause) {
      if (mistake !== undefined) throw mistake.error;
      return { end: "failed", cause: explained(cause, this.#schema) };
    }
  }

  async find(key: string): Promise<Pick<OnceKnown, "now" | "own">> {
    const { now, rows } = await this.#read<StoredDocument>(this.#sql.own(key));
    return { now, own: rows.map(documentOf)[0] };
  }

  async list(query: OnceQuery): Promise<OncePage> {
    const { now, rows } = await this.#read<FoundRow>(this.#sql.list(query));
    return { now, documents: rows.map(({ document }) => document) };
  }

  async ofAuthorizations(authorizationIds: readonly string[]): Promise<readonly string[]> {
    const list = "select json_array_elements_text(?::json)";
    const { rows } = await this.#read<FoundRow>(this.#sql.ofAuthorizations(authorizationIds, list));
    return rows.map(({ document }) => document);
  }

  async due(which: OnceDueKind, limit: number): Promise<readonly OnceDue[]> {
    const due = inlined(this.#sql.due(which, [`(select ${NOW})`], limit));
    const text = `${begin(0)}; with due as (${due} for update skip locked) ${asJson("select * from due")}; commit`;
    return await this.#reading(async (client) => found<FoundRow>(await client.query(text)).map(dueOf));
  }

  async counts(): Promise<OnceCounts> {
    const { now, rows } = await this.#read<CountRow>(this.#sql.counts);
    return { now, counts: rows.map(countOf) };
  }

  async erasable(before: number, after: OnceErasable | undefined): Promise<readonly OnceErasable[]> {
    return (await this.#read<FoundRow>(this.#sql.erasable(before, after))).rows.map(erasableOf);
  }

  /** Locks the place, and reads it in a second statement: the snapshot of a statement that waits is older than the wait. */
  async #known(client: Client, { key, authorizationId, captureId }: OncePlace): Promise<OnceKnown> {
    const [schema, merchant] = [this.#schema, this.merchant];
    const locks = [lock("key", schema, merchant, key), lock("authorization", schema, merchant, authorizationId)];
    if (captureId !== undefined) locks.push(lock("capture", schema, merchant, captureId));
    const all = [this.#sql.known(key, authorizationId)];
    if (captureId !== undefined) all.push(this.#sql.sameCapture(key, captureId));
    const selects = all.map((statement) => asJson(inlined(statement))).join("; ");
    const text = `${begin(this.hookTimeoutMs)}; select ${locks.join(", ")}; ${asJson(`select ${NOW} as now`)}; ${selects}`;
    const [clock, ...rows] = found<StoredDocument>(await client.query(text));
    const known = rows.filter(({ document }) => document !== undefined).map(documentOf);
    const same = rows.find(({ document }) => document === undefined);
    const { now } = clock as object as { readonly now: number };
    return { now, ...ownAmong(known, key), sameCapture: same && decoded(same.key) };
  }

  async #store(client: Client, known: OnceKnown, { row, before, hook }: OnceChange<Client>): Promise<OnceEnd> {
    const upsert = row === undefined ? "" : `${inlined(this.#sql.upsert(row, before))}; `;
    if (hook === undefined || row === undefined) {
      await client.query(`${upsert}commit`);
      return { end: "stored", document: row?.document ?? (known.own as StoredDocument).document };
    }
    const put = (next: typeof row) => inlined(this.#sql.upsert(next, row.version));
    await client.query(`${upsert}savepoint once_hook; savepoint once_hook`);
    let failed: FailedHook | undefined = await runHook(client, hook.run, this.hookTimeoutMs);
    if (failed === undefined) {
      try {
        // The release fails if the hook has ended the transaction: what follows it would be committed alone.
        const checked = "set constraints all immediate; release savepoint once_hook";
        await client.query(`${checked}; ${put(hook.succeeded)}; release savepoint once_hook; commit`);
        return { end: "stored", document: hook.succeeded.document };
      } catch (cause) {
        failed = { cause, isLost: !isRefused(cause) };
      }
    }
    const { cause, isLost } = failed;
    if (isLost || !(await undoHook(client))) return { end: "hook_lost", cause };
    const unrecorded = hook.failed(cause);
    try {
      await client.query(`${put(unrecorded)}; commit`);
      return { end: "hook_failed", document: unrecorded.document, cause };
    } catch {
      return { end: "hook_lost", cause };
    }
  }

  /** Reads in one message, also from a hot standby. */
  async #read<Row>(statement: Statement): Promise<{ readonly now: number; readonly rows: readonly Row[] }> {
    const text = `${BEGIN_READING}; ${asJson(`select ${NOW} as now`)}; ${asJson(inlined(statement))}; commit`;
    const [clock, ...rows] = await this.#reading(async (client) => found(await client.query(text)));
    return { now: (clock as { now: number }).now, rows: rows as Row[] };
  }

  async #reading<T>(work: (client: Client) => Promise<T>): Promise<T> {
    try {
      return await this.#session(work);
    } catch (error) {
      throw explained(error, this.#schema);
    }
  }

  /** Lends a connection to a transaction that `work` commits. It goes back into the pool, unless it may be broken. */
  async #session<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    hear(client);
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

/** A Client connects too, but it has no number of connections. */
function isPool(pool: unknown): pool is PostgresPool<PostgresClient> {
  const { connect, release, totalCount } = Object(pool) as Record<string, unknown>;
  const isClient = typeof release === "function" || (totalCount === undefined && "connection" in Object(pool));
  return typeof connect === "function" && !isClient;
}

const documentOf = ({ key, format, document }: StoredDocument): StoredDocument => ({
  key: decoded(key),
  format,
  document,
});
