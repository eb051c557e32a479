/** Connections of PostgreSQL, the statements that one message can hold, what errors mean, and how a hook fails. */
import { hash } from "node:crypto";
import { causeOf, HookError, type OnceRead, permanent, type Statement } from "./store.js";

/** A connection, such as pg's `PoolClient`. Hooks receive it inside the transaction. */
export interface PostgresClient {
  /** For several statements in one text, pg returns a list of results. */
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly object[] }>;
  /** Returns the connection to the pool, or removes it if it may be broken. */
  release(isBroken?: boolean): void;
  /** Listens for a connection that breaks. Without a listener, that would end the process. */
  on?(event: "error", listener: (error: Error) => void): unknown;
}

/** A pool of connections, such as pg's `Pool`. */
export interface PostgresPool<Client extends PostgresClient = PostgresClient> {
  connect(): Promise<Client>;
  on?(event: "connect", listener: (client: Client) => void): unknown;
}

/** Callbacks for a session that has ended. A connection has one listener, however often it is used. */
const onLost = new WeakMap<PostgresClient, (error: Error) => void>();

/** Listens to a connection for as long as it lives. Without a callback, the next query fails. */
export function whenLost(client: PostgresClient, callback: (error: Error) => void = () => undefined): void {
  if (!onLost.has(client)) client.on?.("error", (error) => onLost.get(client)?.(error));
  onLost.set(client, callback);
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A value as a literal, whatever the settings of the session. All text is in ASCII. */
export const literal = (value: string | number | null): string =>
  typeof value === "string" ? `E'${value.replaceAll("\\", "\\\\").replaceAll("'", "''")}'` : String(value);

/** A statement as text, so that several fit into one message. It names its schema: a search path can change. */
export function inlined([sql, ...values]: Statement, schema: string): string {
  let index = 0;
  return sql
    .replace("each(?)", "select json_array_elements_text(?::json)")
    .replaceAll("once_now()", `(select ${NOW})`)
    .replaceAll(/\bonce_keys\b|\?/g, (found) =>
      found === "?" ? literal(values[index++] ?? null) : `${quoted(schema)}.${found}`,
    );
}

/** The first number of each advisory lock: "onc" and a digit, to differ from the merchant's own locks. */
const LOCKS = { migration: 0x6f6e6330, key: 0x6f6e6331, authorization: 0x6f6e6332, capture: 0x6f6e6333 };

/** Locks by 32 bits of a hash. Two texts with the same bits only wait for each other. */
export function lock(kind: keyof typeof LOCKS, ...of: readonly string[]): string {
  const bits = hash("sha256", JSON.stringify(of), "buffer").readInt32BE();
  return `pg_advisory_xact_lock(${LOCKS[kind]},${bits})`;
}

const setting = (name: string, value: string | number) => `set_config('${name}', '${value}', true)`;

/** Begins a transaction. The server enforces the time-outs, so that a stalled worker frees its locks. */
export function begin(hookTimeoutMs: number): string {
  const mostMs = Math.max(10_000, hookTimeoutMs);
  const times = ["statement_timeout", "idle_in_transaction_session_timeout"].map((name) => setting(name, mostMs));
  const settings = [setting("synchronous_commit", "on"), setting("lock_timeout", 5_000), ...times];
  return `begin isolation level read committed read write; select ${settings.join(", ")}`;
}

export const BEGIN_READING = `begin isolation level read committed read only; select ${setting("statement_timeout", 10_000)}`;
const NOW = "floor(extract(epoch from clock_timestamp()) * 1000)::bigint";
/** Selects each row of a statement as one JSON text, so that a driver's parsers make no difference. */
export const asJson = (sql: string) => `select row_to_json(each)::text as found from (${sql}) as each`;

/** The time as a column. It is read before the rows: a union with them takes the server longer to plan. */
export const CLOCK = `json_build_object('now', ${NOW})::text as found`;

export function foundByClock(result: unknown): OnceRead {
  const [clock, ...rows] = found(result);
  return { now: Number(clock?.["now"]), rows };
}

export function found(result: unknown): Readonly<Record<string, unknown>>[] {
  const results = [result].flat() as readonly { readonly rows?: readonly { readonly found?: string }[] }[];
  const rows = results.flatMap((each) => each.rows ?? []);
  return rows.flatMap((row) => (row.found === undefined ? [] : [JSON.parse(row.found)]));
}

const FORBIDDEN = "42501";
const MISSING = ["42P01", "3F000"]; // a table, a schema
const READ_ONLY = ["25006", "0A000"]; // a statement, or the transaction itself on a standby

/** The error, or one that says what to do, because no repetition mends it. */
export function explained(error: unknown, schema: string): unknown {
  const [code, message] = [Object(error).code, Object(error).message].map(String) as [string, string];
  const standby = "the database is read-only, such as a standby: give PostgresOnceStore the primary";
  if (READ_ONLY.includes(code)) return permanent(standby, error);
  const isOfOnce = /\bonce_keys\b/.test(message) || message.includes(schema); // a hook has errors of its own
  const lost = "If this store was ever used, check database and schema: an empty one captures the same jobs again";
  const missing = `schema ${schema} has no tables of Once. ${lost}. Only for a new store, call await store.migrate() once`;
  if (MISSING.includes(code) && isOfOnce) return permanent(missing, error);
  const grant = `let the owner grant this user usage on schema ${schema}, and select, insert and update on its once_keys`;
  return code === FORBIDDEN && isOfOnce ? permanent(`${message}: ${grant}`, error) : error;
}

/** Why a hook failed. `isLost`: the session may still be busy with it, and must not be used again. */
export interface FailedHook {
  readonly cause: unknown;
  readonly isLost: boolean;
}

/** Runs a hook until it ends, its time is over, or the session has ended. Returns undefined if it succeeded. */
export async function runHook<Client extends PostgresClient>(
  client: Client,
  run: (tx: Client) => unknown,
  timeoutMs: number,
): Promise<FailedHook | undefined> {
  const { promise: lost, resolve } = Promise.withResolvers<FailedHook>();
  const lose = (cause: unknown) => resolve({ cause, isLost: true });
  whenLost(client, lose);
  const timer = setTimeout(() => lose(new HookError(`the hook took longer than ${timeoutMs} ms`)), timeoutMs);
  const lent = lend(client);
  const called = (async () => run(lent.client))();
  const failed = (thrown: unknown) => ({ cause: causeOf(thrown), isLost: false });
  const ended = called.then(() => undefined, failed);
  try {
    return await Promise.race([ended, lost]);
  } finally {
    lent.takeBack();
    clearTimeout(timer);
  }
}

/** Lends the connection to a hook until it ends. Its late calls must not write into the rest of the transaction. */
function lend<Client extends PostgresClient>(client: Client) {
  let isOver = false;
  const refusalOf = (name: string | symbol) => {
    if (name === "release" || name === "end") return `the store gives a hook's connection back: do not call ${name}`;
    return isOver ? "the hook has ended: this call comes too late" : undefined;
  };
  const get = (target: Client, name: string | symbol) => {
    const value: unknown = Reflect.get(target, name, target);
    if (typeof value !== "function") return value;
    return function guard(...args: unknown[]) {
      const refusal = refusalOf(name);
      if (refusal === undefined) return value.apply(client, args);
      const rejected = Promise.reject(new HookError(refusal));
      rejected.catch(() => undefined); // nobody may be waiting for it
      return rejected;
    };
  };
  const takeBack = () => {
    isOver = true;
  };
  return { client: new Proxy(client, { get }), takeBack };
}

/** Whether the server rejected a statement and its session goes on. */
export function isRefused(error: unknown): boolean {
  const { code, severity } = Object(error) as { readonly code?: unknown; readonly severity?: unknown };
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && severity !== "FATAL" && severity !== "PANIC";
}

/** Undoes the hook, and waits five seconds for the server to confirm it. False if the session or the savepoint is gone. */
export async function undoHook(client: PostgresClient): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, 5_000, false);
  const undone = client.query("rollback to savepoint once_hook").then(() => true);
  const isUndone = Promise.race([undone, late]).catch(() => false);
  return await isUndone.finally(() => clearTimeout(timer));
}
