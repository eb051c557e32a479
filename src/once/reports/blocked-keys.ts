/** The keys behind an unfinished key of the same authorization. They stand under it, because it is decided first. */

import type { OnceSnapshot } from "../entry.js";
import { type OnceRecord, snapshotOf } from "../record.js";
import { isUnfinished } from "../rules/authorization.js";
import type { OnceStore } from "../stores/store.js";
import { pagesOf } from "./report.js";

/** A key of a list. */
export interface OnceListEntry extends OnceSnapshot {
  /**
   * The keys that wait for this one and cannot be captured. Pass those that are still wanted to `decide` as
   * `sendBlocked`. Each waits for its delivery otherwise.
   */
  readonly blockedKeys: readonly OnceSnapshot[];
}

/** Which keys stand under those of a page. */
export interface BlockedKeys {
  /** The list's entry of a key. */
  entryOf(record: OnceRecord, now: number): OnceListEntry;
  /** Whether the key stands under another one that a person decides first, and that expires no later. */
  isUnderAnother(record: OnceRecord): boolean;
}

export async function blockedKeysOf(store: OnceStore<never>, records: readonly OnceRecord[]): Promise<BlockedKeys> {
  const open = records.filter((record) => record.state === "blocked" || isUnfinished(record));
  const authorizationIds = [...new Set(open.map(({ authorizationId }) => authorizationId))];
  const blocked = new Map<string, OnceRecord[]>();
  const decidedFirst = new Map<string, OnceRecord>();
  if (authorizationIds.length > 0) {
    const states = ["blocked", "sending", "retryable", "unknown", "pending", "parked", "conflict"] as const;
    for await (const page of pagesOf(store, { authorizationIds, states, limit: 1_000 })) {
      for (const record of page.records) {
        const { key, blockedBy, waitsFor, state } = record;
        if (isBlocked(record)) blocked.set(blockedBy as string, [...(blocked.get(blockedBy as string) ?? []), record]);
        else if (waitsFor === "person" && state !== "blocked") decidedFirst.set(key, record);
      }
    }
  }
  return {
    entryOf: (record, now) => ({
      ...snapshotOf(record, now),
      blockedKeys: (blocked.get(record.key) ?? []).map((each) => snapshotOf(each, now)),
    }),
    isUnderAnother(record) {
      const first = isBlocked(record) ? decidedFirst.get(record.blockedBy as string) : undefined;
      return first !== undefined && (first.expiresAt ?? Infinity) <= (record.expiresAt ?? Infinity);
    },
  };
}

/** A key that may be captured needs a decision of its own. */
const isBlocked = ({ state, mayBeCaptured }: OnceRecord) => state === "blocked" && !mayBeCaptured;
