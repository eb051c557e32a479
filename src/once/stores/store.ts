import type { OnceState, OnceWaitsFor } from "../entry.js";

/** What a store keeps of a key: the columns that it searches by, and a document that only `Once` reads. */
export interface OnceRow {
  /** The idempotency key, 1 to 200 characters. Unique for each merchant. */
  readonly key: string;
  /** The authorization's transaction. A correction can change it. */
  readonly authorizationId: string;
  /** Rises with every change, except when a look-up is stored or personal data is erased. */
  readonly version: number;
  readonly state: OnceState;
  /** Milliseconds since 1970. */
  readonly stateSince: number;
  readonly waitsFor: OnceWaitsFor;
  /** When the sweep next acts on the key, in milliseconds since 1970; undefined if it does not. */
  readonly dueAt: number | undefined;
  /** Whether it is a capture that is not booked. */
  readonly isUnbooked: boolean;
  /** When the authorization of an open key expires, in milliseconds since 1970; undefined if it is not known. */
  readonly expiresAt: number | undefined;
  /** Whether its personal data is erased, and none has come since. Only `eraseSet` needs it. */
  readonly isErased: boolean;
  /** JSON text, which changes from release to release. Return exactly this text. */
  readonly document: string;
}

/** What a store knows about a key and its authorization, read under lock. */
export interface OnceKnown {
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
  /** The document of the key; undefined if the key is new. */
  readonly own: string | undefined;
  /** The documents of the other keys of the same authorization. */
  readonly others: readonly string[];
}

/** What a store writes in one transaction. */
export interface OnceChange<Tx> {
  /** Replaces the key's row. If it is undefined, the row stays as it is. */
  readonly row: OnceRow | undefined;
  /** Writes into the merchant's books, in the same transaction. */
  readonly book?: ((tx: Tx) => unknown) | undefined;
  /**
   * Makes the row to store instead if `book` fails, or makes COMMIT fail, from the error. If absent, the error is thrown
   * and nothing is stored.
   */
  readonly withoutBook?: ((cause: unknown) => OnceRow) | undefined;
}

/** What is stored now, and why `book` failed, if it did. */
export interface OnceChanged {
  /** The document of the key: the one that was written, or else the one that was there. */
  readonly document: string;
  readonly cause?: unknown;
}

/** The key and the authorization that a change locks. */
export type OncePlace = Pick<OnceRow, "key" | "authorizationId">;

/** Selects the keys of a list: those that meet all conditions. */
export interface OnceQuery {
  /** Only keys in one of these states. */
  readonly states?: readonly OnceState[] | undefined;
  /** Only keys with this `waitsFor`. */
  readonly waitsFor?: OnceWaitsFor | undefined;
  /** Only keys that entered their state at this time or later. Milliseconds since 1970. */
  readonly from?: number | undefined;
  /** Only keys that entered their state before this time. Milliseconds since 1970. */
  readonly to?: number | undefined;
  /** Only keys of one of these authorizations. */
  readonly authorizationIds?: readonly string[] | undefined;
  /** Only captures that are not booked. */
  readonly unbooked?: boolean | undefined;
  /**
   * The order: by key, or by a time and then by key. Keys that have no `expiresAt` come last. By default `key`.
   */
  readonly sortBy?: "key" | "stateSince" | "expiresAt" | undefined;
  /** Only keys after this one, for the next page. */
  readonly after?: string | undefined;
  /** In a list by a time: that of `after`, when it was listed; undefined if it had none. */
  readonly afterTime?: number | undefined;
  /** The maximum number of keys. */
  readonly limit: number;
}

/** Selects closed keys to erase: those that wait for nobody, and are not erased. */
export interface OnceErasure extends Pick<OnceQuery, "after" | "afterTime" | "limit"> {
  /** Only keys that entered their state before this time. Milliseconds since 1970. */
  readonly to: number;
}

/** What a store found of a key. */
export interface OnceFound {
  /** The document of the key. */
  readonly document: string;
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
}

/** A page of documents, in the order that the query names. */
export interface OncePage {
  readonly documents: readonly string[];
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
}

/** The number of keys with one state and one `waitsFor`. */
export interface OnceCount {
  readonly state: OnceState;
  readonly waitsFor: OnceWaitsFor;
  readonly count: number;
  /** The earliest `dueAt` of these keys, if they are open. If it is long past, the sweep is not running or keeps failing. */
  readonly oldestDueAt?: number | undefined;
  /** The earliest `stateSince` of these keys. If it is far in the past, something is stuck. */
  readonly oldestStateSince: number;
  /** The earliest `expiresAt` of these keys, if they are open. From then on, the service may release authorizations. */
  readonly earliestExpiresAt?: number | undefined;
}

/** Counts of a store's keys, for alerts. */
export interface OnceCounts {
  readonly counts: readonly OnceCount[];
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Stores the keys of one merchant for `Once`. All rules are in `Once`: a store keeps rows, and prevents two changes from
 * overlapping. Test your own store with `onceStoreTests` from `merchant-payments/testing/once`.
 *
 * @typeParam Tx - The store's transaction, through which `book` writes.
 */
export interface OnceStore<Tx> {
  /** The merchant that the keys belong to, for entries and errors; undefined or empty if the store names none. */
  readonly merchant?: string | undefined;

  /** How long `book` may take, in milliseconds; undefined if the store sets no limit. */
  readonly bookTimeoutMs?: number;

  /**
   * Changes one key in one transaction. Lock the key, then its authorization. Call `decide` with the documents under
   * these locks, store the row that it returns, and run its `book`. The change must be durable when the promise
   * resolves. If `decide` throws, store nothing and rethrow its error. If `book` fails, ends the transaction or makes
   * COMMIT fail, undo what it wrote and store `withoutBook`. If the store itself fails, also in COMMIT, throw its
   * error. If COMMIT may have succeeded, call `decide` anew before you store `withoutBook`. `Once` repeats a change that
   * the store failed to make, unless the error has `isPermanent: true`, because tables are missing for example.
   */
  change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<Tx>): Promise<OnceChanged>;

  /** Reads one document, as it is now; undefined if there is none. */
  find(key: string): Promise<OnceFound | undefined>;

  /** Reads a page of documents, in the order that the query names. */
  list(query: OnceQuery): Promise<OncePage>;

  /** Reads documents whose `dueAt` has come, the oldest first, without those that are locked. */
  due(limit: number): Promise<readonly string[]>;

  /** Counts the open keys of each state and `waitsFor`, or the closed ones, which wait for nobody. */
  counts(of?: { readonly closed?: boolean }): Promise<OnceCounts>;

  /**
   * Erases a set of keys in one transaction. Lock the keys that are selected, in the order of `stateSince` and of their
   * keys, and leave out keys that are locked. Call `erase` with their documents, and store `document` and `isErased` of
   * the rows that it returns. If it throws, store nothing and rethrow its error.
   *
   * A store may lack this method. `Once` then erases one key at a time, and reads the erased keys again each time.
   */
  eraseSet?: ((of: OnceErasure, erase: (page: OncePage) => readonly OnceRow[]) => Promise<void>) | undefined;
}
