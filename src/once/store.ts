import type { OnceRecord, OnceSnapshot, OnceState } from "./record.js";

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
  /** Runs in the same transaction; what it throws undoes all of it, and is thrown on. */
  readonly book?: ((tx: Tx) => unknown) | undefined;
}

/** Where a change takes place. */
export type OncePlace = Pick<OnceRecord, "key" | "authorization">;

/** Which records are listed: all, unless something narrows it. */
export interface OnceQuery {
  readonly states?: readonly OnceState[] | undefined;
  /** In their state since then, inclusive. */
  readonly from?: number | undefined;
  /** In their state since before then, exclusive. */
  readonly to?: number | undefined;
  /** Captured and not booked. */
  readonly unbooked?: boolean | undefined;
  /** Keys after this one, for the next page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * Where `Once` keeps what it knows. All rules are in `Once`; a store keeps records, and keeps two changes from
 * overlapping. `onceStoreTests` of `merchant-payments/testing/once` tries one.
 *
 * @typeParam Tx - What the merchant's books are written with, inside the store's transaction.
 */
export interface OnceStore<Tx> {
  /**
   * One transaction: lock the key, then its authorization; show what is known; store what `decide` gives, and book. It is
   * durable when the promise resolves. What `decide` throws is thrown on, and nothing is stored.
   */
  change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<Tx>): Promise<OnceRecord>;

  /** One record, as seen now by the store's clock. */
  find(key: string): Promise<OnceSnapshot | undefined>;

  /** In the order of their keys, each as seen now by the store's clock. */
  list(query: OnceQuery): Promise<readonly OnceSnapshot[]>;

  /** Records whose `dueAt` has come, the oldest first, without those that somebody has locked. */
  due(limit: number): Promise<readonly OnceRecord[]>;
}
