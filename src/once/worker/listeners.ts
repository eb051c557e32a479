import type { OnceEntry } from "../entry.js";
import { ofMerchant } from "../errors.js";
import type { ResolvedOptions } from "../options.js";

type Listener = NonNullable<ResolvedOptions<never>["onChange"]>;
type Tell = (entry: OnceEntry, cause: unknown) => void;

interface Running {
  count: number;
  readonly told: [OnceEntry, unknown][];
}

/** Notifies of a key's changes in the order of their versions, once none of them is in progress. */
export class Listeners {
  readonly #listener: Listener;
  readonly #running = new Map<string, Running>();

  constructor(listener: Listener = hookWarning()) {
    this.#listener = listener;
  }

  async during<T>(key: string, change: (tell: Tell) => Promise<T>): Promise<T> {
    const running = this.#running.get(key) ?? { count: 0, told: [] };
    this.#running.set(key, running);
    running.count += 1;
    try {
      return await change((...told) => running.told.push(told));
    } finally {
      running.count -= 1;
      if (running.count === 0) {
        this.#running.delete(key);
        running.told.sort(([one], [other]) => one.version - other.version);
        for (const [entry, cause] of running.told) this.#tell(entry, cause);
      }
    }
  }

  #tell(...told: Parameters<Tell>): void {
    try {
      Promise.resolve(this.#listener(...told)).catch(() => undefined);
    } catch {
      // A listener's error is dropped: the change is stored.
    }
  }
}

export function warn(message: string, code: string): void {
  globalThis.process?.emitWarning?.(message, { type: "OnceWarning", code });
}

function hookWarning(): Listener {
  const warned = new Set<string>();
  return ({ key, merchant, state }, cause) => {
    if (cause === undefined || warned.has(String(cause))) return;
    warned.add(String(cause));
    const what =
      state === "captured" ? "the money moved, and book failed" : "the key was not captured, and fail failed";
    const next = "The sweep calls it again. Give Once an onChange to get every error";
    warn(`${key}${ofMerchant(merchant)}: ${what}: ${String(cause)}. ${next}`, "HOOK_FAILED");
  };
}
