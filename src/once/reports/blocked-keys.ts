/** The keys behind an unfinished key of the same authorization. They stand under it, because it is decided first. */

import type { OnceSnapshot } from "../entry.js";
import { type OnceRecord, snapshotOf } from "../record.js";
import type { Terms } from "../rules/transition.js";
import type { OnceStore } from "../stores/store.js";
import { authorizationsOf } from "./authorizations.js";

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

export async function blockedKeysOf(
  store: OnceStore<never>,
  records: readonly OnceRecord[],
  terms: Terms,
): Promise<BlockedKeys> {
  const { keys, asked } = await authorizationsOf(store, records, terms);
  const blocked = Map.groupBy(keys.filter(isBlocked), ({ blockedBy }) => blockedBy);
  const isFirst = ({ waitsFor, state }: OnceRecord) =>
    waitsFor === "person" && state !== "blocked" && state !== "captured";
  const decidedFirst = new Map(keys.filter(isFirst).map((record) => [record.key, record]));
  return {
    entryOf: (record, now) => ({
      ...snapshotOf(asked(record), now),
      blockedKeys: (blocked.get(record.key) ?? []).map((each) => snapshotOf(each, now)),
    }),
    isUnderAnother(record) {
      const ahead = isBlocked(record) ? decidedFirst.get(record.blockedBy as string) : undefined;
      return ahead !== undefined && (ahead.expiresAt ?? Infinity) <= (record.expiresAt ?? Infinity);
    },
  };
}

/** A key that may be captured needs a decision of its own. */
const isBlocked = ({ state, mayBeCaptured }: OnceRecord) => state === "blocked" && !mayBeCaptured;
