import type { OnceEntry } from "../entry.js";
import { ofMerchant } from "../errors.js";
import type { ResolvedOptions } from "../options.js";

type Listener = NonNullable<ResolvedOptions<never>["onChange"]>;

/** Tells the listener of a change. Its errors are dropped: the change is stored. */
export const tellerOf = (listener: Listener = hookWarning()) => {
  return (entry: OnceEntry, cause: unknown): void =>
    void new Promise((resolve) => resolve(listener(entry, cause))).catch(() => undefined);
};

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
