import type { OnceEntry } from "../entry.js";
import { ofMerchant } from "../errors.js";
import type { ResolvedOptions } from "../options.js";

type Listener = NonNullable<ResolvedOptions<never>["onChange"]>;

/** Tells the listener of a key's changes by version, once none of them is being stored here: responses to COMMIT can overtake. */
export class Teller {
  readonly #listener: Listener;
  readonly #storing = new Map<string, { count: number; told: [OnceEntry, unknown][] }>();

  constructor(listener: Listener = hookWarning()) {
    this.#listener = listener;
  }

  async during<T>(key: string, store: (tell: (...change: [OnceEntry, unknown]) => void) => Promise<T>): Promise<T> {
    const storing = this.#storing.get(key) ?? { count: 0, told: [] };
    this.#storing.set(key, storing);
    storing.count += 1;
    try {
      return await store((...change) => storing.told.push(change));
    } finally {
      storing.count -= 1;
      if (storing.count === 0) {
        this.#storing.delete(key);
        storing.told.sort(([one], [other]) => one.version - other.version);
        for (const change of storing.told) this.#tell(...change);
      }
    }
  }

  /** Drops the listener's errors: the change is stored. */
  #tell(...change: [OnceEntry, unknown]): void {
    void new Promise((resolve) => resolve(this.#listener(...change))).catch(() => undefined);
  }
}

export function warn(message: string, code: string): void {
  globalThis.process?.emitWarning?.(message, { type: "OnceWarning", code });
}

/** Returns a listener that warns once of each cause for which a hook failed. */
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
