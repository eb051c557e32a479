/** Runs `book` inside a transaction of PostgreSQL, and detects how it fails. */

import { OnceBookError } from "./book-error.js";

/** A connection, such as pg's `PoolClient`. `book` receives it inside the transaction. */
export interface PostgresClient {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly object[] }>;
  /** Returns the connection to the pool, or removes it if it may be broken. */
  release(isBroken?: boolean): void;
  /** Listens for a connection that breaks while idle. Without a listener, that would end the process. */
  on?(event: "error", listener: (error: Error) => void): unknown;
}

/** Callbacks for a session that has ended. A connection has one listener, however often it is used. */
const onLost = new WeakMap<PostgresClient, (error: Error) => void>();
const heard = new WeakSet<PostgresClient>();

export function hear(client: PostgresClient): void {
  if (!heard.has(client)) client.on?.("error", (error) => onLost.get(client)?.(error)); // without a callback, the next query fails
  heard.add(client);
}

/** Why `book` failed. `isLost`: the session may still be busy with it, and must not be used again. */
export class BookFailure {
  readonly cause: unknown;
  readonly isLost: boolean;

  constructor(cause: unknown, isLost: boolean) {
    this.cause = cause;
    this.isLost = isLost;
  }
}

/** Runs `book` until it ends, its time is over, or the session has ended. Returns undefined if it succeeded. */
export async function runBook<Client extends PostgresClient>(
  client: Client,
  book: (tx: Client) => unknown,
  timeoutMs: number,
): Promise<BookFailure | undefined> {
  const { promise: ended, resolve } = Promise.withResolvers<BookFailure>();
  const lose = (cause: Error) => resolve(new BookFailure(cause, true));
  onLost.set(client, lose);
  const timer = setTimeout(lose, timeoutMs, new OnceBookError(`book took longer than ${timeoutMs} ms`));
  const lent = whileLent(client);
  const run = async () => {
    try {
      await book(lent.client);
      return undefined;
    } catch (cause) {
      return new BookFailure(cause, false);
    }
  };
  try {
    return await Promise.race([run(), ended]);
  } finally {
    lent.takeBack();
    clearTimeout(timer);
  }
}

/** Lends the connection to `book` until it ends. Its late calls must not write into the rest of the transaction. */
function whileLent<Client extends PostgresClient>(client: Client) {
  let isOver = false;
  const guarded = (method: (...args: unknown[]) => unknown) =>
    function guard(...args: unknown[]) {
      if (!isOver) return method.apply(client, args);
      const late = Promise.reject(new OnceBookError("book has ended: this call comes too late"));
      late.catch(() => undefined); // nobody may be waiting for it
      return late;
    };
  const lent = new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? guarded(value as () => unknown) : value;
    },
  });
  const takeBack = () => {
    isOver = true;
  };
  return { client: lent, takeBack };
}

/** Fails if `book` has ended the transaction, or has hidden an error that aborted it. COMMIT alone would not fail. */
const COMMIT = "set constraints all immediate; release savepoint once_book; commit";

export async function commitBook(client: PostgresClient): Promise<BookFailure | undefined> {
  try {
    await client.query(COMMIT);
    return undefined;
  } catch (cause) {
    return new BookFailure(cause, !isRefused(cause));
  }
}

/** Whether the server rejected a statement and its session goes on. */
function isRefused(error: unknown): boolean {
  const { code, severity } = error as { readonly code?: unknown; readonly severity?: unknown };
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && severity !== "FATAL" && severity !== "PANIC";
}

const UNDO_MS = 5_000;

/** Undoes `book`, and waits for the server to confirm it. False if the session or the savepoint is gone. */
export async function undoBook(client: PostgresClient): Promise<boolean> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, UNDO_MS);
  try {
    await Promise.race([client.query("rollback to savepoint once_book"), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
