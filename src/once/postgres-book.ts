/** What `book` does inside a transaction of PostgreSQL, and how it fails. */

/** A connection, as pg's `PoolClient` is one. `book` is given it, inside the transaction. */
export interface PostgresClient {
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly object[] }>;
  /** Back into the pool, or out of it when it may be broken. */
  release(isBroken?: boolean): void;
  /** Of a connection that breaks while nothing is asked of it, which would end the process where nobody listens. */
  on?(event: "error", listener: (error: Error) => void): unknown;
}

/** Who is told that the session of a connection has ended. One listener for each connection, however often it is used. */
const onLost = new WeakMap<PostgresClient, (error: Error) => void>();
const heard = new WeakSet<PostgresClient>();

export function hear(client: PostgresClient): void {
  if (!heard.has(client)) client.on?.("error", (error) => onLost.get(client)?.(error)); // else the next query says so
  heard.add(client);
}

/** Why `book` failed. `isLost`: the session may still be busy with it, and is not used again. */
export class BookFailure {
  readonly cause: unknown;
  readonly isLost: boolean;

  constructor(cause: unknown, isLost: boolean) {
    this.cause = cause;
    this.isLost = isLost;
  }
}

/** Runs `book` until it ends, its time is over, or the session has ended. Gives nothing where it succeeded. */
export async function booked<Client extends PostgresClient>(
  client: Client,
  book: (tx: Client) => unknown,
  timeoutMs: number,
): Promise<BookFailure | undefined> {
  const { promise: ended, resolve } = Promise.withResolvers<BookFailure>();
  const lose = (cause: Error) => resolve(new BookFailure(cause, true));
  onLost.set(client, lose);
  const timer = setTimeout(lose, timeoutMs, new Error(`book took longer than ${timeoutMs} ms`));
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
    onLost.delete(client);
  }
}

/** The connection for `book` alone: what goes on after its first failure must not write into what follows. */
function whileLent<Client extends PostgresClient>(client: Client) {
  let isOver = false;
  const guarded = (method: (...args: unknown[]) => unknown) =>
    function guard(...args: unknown[]) {
      if (!isOver) return method.apply(client, args);
      const late = Promise.reject(new Error("book has ended: this call comes too late"));
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

/** Fails where `book` has ended the transaction itself, or hidden an error that aborted it: COMMIT alone would not. */
const COMMIT = "set constraints all immediate; release savepoint once_book; commit";

export async function committed(client: PostgresClient): Promise<BookFailure | undefined> {
  try {
    await client.query(COMMIT);
    return undefined;
  } catch (cause) {
    return new BookFailure(cause, !isRefused(cause));
  }
}

/** Whether the server itself refused a statement, and its session goes on. */
function isRefused(error: unknown): boolean {
  const { code, severity } = error as { readonly code?: unknown; readonly severity?: unknown };
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && severity !== "FATAL" && severity !== "PANIC";
}

const UNDO_MS = 5_000;

/** Undoes `book`, and waits for the server to say so. False where the session or the savepoint is gone. */
export async function isUndone(client: PostgresClient): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, UNDO_MS, false);
  const undone = client.query("rollback to savepoint once_book").then(
    () => true,
    () => false,
  );
  return Promise.race([undone, late]).finally(() => clearTimeout(timer));
}
