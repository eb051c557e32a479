import type { OnceRow } from "../../once/index.js";

/** A row with the columns that matter to a test. Its document names them, so that no two rows have the same one. */
export function rowOf(key: string, more: Partial<OnceRow> = {}): OnceRow {
  return {
    key,
    authorizationId: `authorization of ${key}`,
    version: 1,
    state: "sending",
    stateSince: 1_000,
    waitsFor: "sweep",
    dueAt: undefined,
    isUnbooked: false,
    expiresAt: undefined,
    isErased: false,
    document: JSON.stringify({ key, ...more }),
    ...more,
  };
}
