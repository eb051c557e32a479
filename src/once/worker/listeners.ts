import type { OnceEntry } from "../entry.js";
import { ofMerchant } from "../errors.js";
import type { OnceOptions } from "../options.js";

type Listener = NonNullable<OnceOptions<never>["onChange"]>;
type Change = [entry: OnceEntry, cause: unknown];
export type Tell = (...change: Change) => void;

/** Tells changes by version, once none of their key is being stored here: responses to COMMIT can overtake. */
export function teller(listener: Listener = warnOfHook) {
  const storing = new Map<string, { count: number; told: Change[] }>();
  return async <T>(key: string, store: (tell: Tell) => Promise<T>): Promise<T> => {
    const own = storing.get(key) ?? { count: 0, told: [] };
    storing.set(key, own);
    own.count += 1;
    try {
      return await store((...change) => own.told.push(change));
    } finally {
      own.count -= 1;
      if (own.count === 0) storing.delete(key);
      const told = own.count === 0 ? own.told.sort(([one], [other]) => one.version - other.version) : [];
      for (const change of told) tell(listener, ...change);
    }
  };
}

/** Calls a listener, and drops its errors. */
export function tell<Given extends unknown[]>(listener: (...given: Given) => unknown, ...given: Given): undefined {
  new Promise((resolve) => resolve(listener(...given))).catch(() => undefined);
}

export function warn(message: string, code: string): void {
  globalThis.process?.emitWarning?.(message, { type: "OnceWarning", code });
}

function warnOfHook({ key, merchant, state }: OnceEntry, cause: unknown): void {
  if (cause === undefined) return;
  const what = state === "captured" ? "the money moved, and book failed" : "the key was not captured, and fail failed";
  const next = "The sweep calls it again. Give Once an onChange to get the error";
  warn(`${key}${ofMerchant(merchant)}: ${what}: ${String(cause)}. ${next}`, "HOOK_FAILED");
}
