import type { OnceRecord, OnceSnapshot, OnceState, OnceWaitsFor } from "./record.js";

/** What a store knows about a key and its authorization, read under lock. */
export interface OnceKnown {
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
  /** The key's own record; undefined if the key is new. */
  readonly own: OnceRecord | undefined;
  /** The other records of the same authorization. */
  readonly others: readonly OnceRecord[];
}

/** What a store writes in one transaction. */
export interface OnceChange<Tx> {
  /** Replaces the key's record. If it is the `own` that `decide` received, it is not written again. */
  readonly record: OnceRecord;
  /** Writes into the merchant's books, in the same transaction. */
  readonly book?: ((tx: Tx) => unknown) | undefined;
  /** Stored instead if `book` fails, or makes COMMIT fail. If absent, the error is thrown and nothing is stored. */
  readonly withoutBook?: OnceRecord | undefined;
}

/** What was stored, and why `book` failed, if it did. */
export interface OnceChanged {
  readonly record: OnceRecord;
  readonly cause?: unknown;
}

/** The key and the authorization that a change locks. */
export type OncePlace = Pick<OnceRecord, "key" | "authorization">;

/** Selects the records of a list: those that meet all conditions. */
export interface OnceQuery {
  /** Only keys in one of these states. */
  readonly states?: readonly OnceState[] | undefined;
  /** Only keys with this `waitsFor`. */
  readonly waitsFor?: OnceWaitsFor | undefined;
  /** Only keys that entered their state at this time or later. Milliseconds since 1970. */
  readonly from?: number | undefined;
  /** Only keys that entered their state before this time. Milliseconds since 1970. */
  readonly to?: number | undefined;
  /** Only captures that are not booked. */
  readonly unbooked?: boolean | undefined;
  /** Only keys after this one, for the next page. */
  readonly after?: string | undefined;
  /** The maximum number of records. */
  readonly limit: number;
}

/** A page of records, in the order of their keys. */
export interface OncePage {
  readonly records: readonly OnceRecord[];
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
}

/** The number of keys with one state and one `waitsFor`. */
export interface OnceCount {
  readonly state: OnceState;
  readonly waitsFor: OnceWaitsFor;
  readonly count: number;
  /** The earliest `dueAt` of these keys. If it is long past, the sweep is not running or keeps failing. */
  readonly oldestDueAt?: number | undefined;
  /** The earliest `stateSince` of these keys. If it is far in the past, something is stuck. */
  readonly oldestStateSince: number;
}

/** Counts of a store's keys, for alerts. */
export interface OnceCounts {
  readonly counts: readonly OnceCount[];
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Stores the keys of one merchant for `Once`. All rules are in `Once`: a store keeps records, and prevents two changes
 * from overlapping. Test your own store with `onceStoreTests` from `merchant-payments/testing/once`.
 *
 * @typeParam Tx - The store's transaction, through which `book` writes.
 */
export interface OnceStore<Tx> {
  /** How long `book` may take, in milliseconds; undefined if the store sets no limit. */
  readonly bookTimeoutMs?: number;

  /**
   * Changes one key in one transaction. Lock the key, then its authorization. Call `decide` with the records under
   * these locks, store the record that it returns, and run its `book`. The change must be durable when the promise
   * resolves. If `decide` throws, store nothing and rethrow its error. If `book` fails, ends the transaction or makes
   * COMMIT fail, undo what it wrote and store `withoutBook`. If the store itself fails, also in COMMIT, throw its
   * error. If COMMIT may have succeeded, call `decide` anew before you store `withoutBook`.
   */
  change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<Tx>): Promise<OnceChanged>;

  /** Reads one record, as it is now; undefined if there is none. */
  find(key: string): Promise<OnceSnapshot | undefined>;

  /** Reads a page of records, in the order of their keys. */
  list(query: OnceQuery): Promise<OncePage>;

  /** Reads records whose `dueAt` has come, the oldest first, without those that are locked. */
  due(limit: number): Promise<readonly OnceRecord[]>;

  /** Counts the keys of each state and `waitsFor`. */
  counts(): Promise<OnceCounts>;
}
