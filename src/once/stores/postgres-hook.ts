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

const NOT_YOURS = "the connection of a hook is given back by the store: do not call";

/** Lends the connection to a hook until it ends. Its late calls must not write into the rest of the transaction. */
function lend<Client extends PostgresClient>(client: Client) {
  let isOver = false;
  const rejected = (message: string) => {
    const late = Promise.reject(new HookError(message));
    late.catch(() => undefined); // nobody may be waiting for it
    return late;
  };
  const guarded = (name: string, method: (...args: unknown[]) => unknown) =>
    function guard(...args: unknown[]) {
      if (name === "release" || name === "end") return rejected(`${NOT_YOURS} ${name}`);
      return isOver ? rejected("the hook has ended: this call comes too late") : method.apply(client, args);
    };
  const lent = new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? guarded(String(name), value as () => unknown) : value;
    },
  });
  const takeBack = () => {
    isOver = true;
  };
  return { client: lent, takeBack };
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
