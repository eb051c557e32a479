import { type PostgresClient, whenLost } from "./postgres-session.js";
import { causeOf, HookError } from "./store.js";

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
  const timer = setTimeout(lose, timeoutMs, new HookError(`the hook took longer than ${timeoutMs} ms`));
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

const UNDO_MS = 5_000;

/** Undoes the hook, and waits for the server to confirm it. False if the session or the savepoint is gone. */
export async function undoHook(client: PostgresClient): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, UNDO_MS, false);
  const undone = client.query("rollback to savepoint once_hook").then(() => true);
  const isUndone = Promise.race([undone, late]).catch(() => false);
  return await isUndone.finally(() => clearTimeout(timer));
}
