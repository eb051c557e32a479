import type { OnceRecord, OnceSnapshot, OnceState, OnceWaitsFor } from "./record.js";

/** What a store shows of a key and its authorization, under lock. */
export interface OnceKnown {
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
  /** The key's own record. */
  readonly own: OnceRecord | undefined;
  /** The other records of the same authorization. */
  readonly others: readonly OnceRecord[];
}

/** What is to be stored. */
export interface OnceChange<Tx> {
  /** Stored in place of the key's record, unless it is that very record. */
  readonly record: OnceRecord;
  /** Writes the merchant's books, in the same transaction. */
  readonly book?: ((tx: Tx) => unknown) | undefined;
  /** What is stored instead, without `book`, when `book` fails. Without it the failure is thrown and nothing is stored. */
  readonly withoutBook?: OnceRecord | undefined;
}

/** What was stored, and why `book` failed, if it did. */
export interface OnceChanged {
  readonly record: OnceRecord;
  readonly cause?: unknown;
}

/** Where a change takes place. */
export type OncePlace = Pick<OnceRecord, "key" | "authorization">;

/** Which records are listed: all, unless something narrows it. */
export interface OnceQuery {
  readonly states?: readonly OnceState[] | undefined;
  readonly waitsFor?: OnceWaitsFor | undefined;
  /** In their state since then, inclusive. Milliseconds since 1970. */
  readonly from?: number | undefined;
  /** In their state since before then, exclusive. */
  readonly to?: number | undefined;
  /** Captured and not booked. */
  readonly unbooked?: boolean | undefined;
  /** Keys after this one, for the next page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** A page of records, in the order of their keys. */
export interface OncePage {
  readonly records: readonly OnceRecord[];
  /** The store's clock. */
  readonly now: number;
}

/** How many keys are in a state and wait for somebody. */
export interface OnceCount {
  readonly state: OnceState;
  readonly waitsFor: OnceWaitsFor;
  readonly count: number;
  /** Far in the past: the sweep does not run. */
  readonly oldestDueAt?: number | undefined;
  /** Far in the past: something is stuck. */
  readonly oldestStateSince: number;
}

/** How the keys of a store stand, for an alert. */
export interface OnceCounts {
  readonly counts: readonly OnceCount[];
  /** The store's clock. */
  readonly now: number;
}

/**
 * Where `Once` keeps its keys, those of one merchant. All rules are in `Once`; a store keeps records, and keeps two changes
 * from overlapping. `onceStoreTests` of `merchant-payments/testing/once` tries one.
 *
 * @typeParam Tx - What the merchant's books are written with, inside the store's transaction.
 */
export interface OnceStore<Tx> {
  /** How long `book` may take, where the store ends it after that. */
  readonly bookTimeoutMs?: number;

  /**
   * One transaction: lock the key, then its authorization; show what is known; store what `decide` returns, and book. It is
   * durable when the promise resolves. What `decide` throws is thrown on, and nothing is stored. Whatever goes wrong from the
   * start of `book` until the transaction is committed, and is not the store's own failure, stores `withoutBook`.
   */
  change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<Tx>): Promise<OnceChanged>;

  /** One record, as seen now by the store's clock. */
  find(key: string): Promise<OnceSnapshot | undefined>;

  /** A page of records. */
  list(query: OnceQuery): Promise<OncePage>;

  /** Records whose `dueAt` has come, the oldest first, without those that somebody has locked. */
  due(limit: number): Promise<readonly OnceRecord[]>;

  /** How many keys there are of each state and `waitsFor`. */
  counts(): Promise<OnceCounts>;
}
