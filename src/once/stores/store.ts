import type { OnceState, OnceWaitsFor } from "../entry.js";

/** What a store keeps of a key: the columns that it searches by, and a document that only `Once` reads. */
export interface OnceRow {
  /** The idempotency key, 1 to 200 characters. Unique for each merchant. */
  readonly key: string;
  /** The authorization's transaction. A correction can change it. */
  readonly authorizationId: string;
  /** The id of the key's own capture, which no other key may have. */
  readonly captureId: string | undefined;
  readonly version: number;
  readonly state: OnceState;
  /** Milliseconds since 1970. */
  readonly stateSince: number;
  readonly waitsFor: OnceWaitsFor;
  /** When the sweep next acts on the key; undefined if it does not. */
  readonly dueAt: number | undefined;
  /** Whether what is due then needs a call to the service. */
  readonly needsCall: boolean;
  /** When the sweep marks the key as overdue. */
  readonly personAt: number | undefined;
  /** Whether its personal data is erased, and none has come since. */
  readonly isErased: boolean;
  /** The number of the document's format. */
  readonly format: number;
  /** JSON text in ASCII. */
  readonly document: string;
}

/** The key, the authorization and, if an outcome names it, the capture that a change locks. */
export interface OncePlace extends Pick<OnceRow, "key" | "authorizationId"> {
  readonly captureId?: string | undefined;
}

/** A document, and the number of its format. */
export type StoredDocument = Pick<OnceRow, "key" | "format" | "document">;

/** What a store knows about a key and its authorization, read under lock. */
export interface OnceKnown {
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
  readonly own: StoredDocument | undefined;
  /** The other keys of the same authorization. */
  readonly others: readonly StoredDocument[];
  /** Another key that has stored the `captureId` of the place. */
  readonly sameCapture: string | undefined;
}

/** What a store writes in one transaction. */
export interface OnceChange<Tx> {
  /** Replaces the key's row, if its version is `before`. If it is undefined, the row stays as it is. */
  readonly row: OnceRow | undefined;
  /** The version that was read; 0 if the key is new. */
  readonly before: number;
  /** Runs after `row`, which says that it has not succeeded, is stored. */
  readonly hook?: OnceHookRun<Tx> | undefined;
}

export interface OnceHookRun<Tx> {
  readonly run: (tx: Tx) => unknown;
  /** The row to store in the same transaction once the hook has succeeded. */
  readonly succeeded: OnceRow;
  /** The row to store instead, without the hook's own writes, if it has failed. */
  readonly failed: (cause: unknown) => OnceRow;
}

/**
 * How a change ended.
 *
 * - `stored`: it is durable, with its hook.
 * - `hook_failed`: it is durable, without what the hook wrote.
 * - `hook_lost`: the transaction is gone, perhaps committed. Make the change again, without the hook.
 * - `failed`: the store has failed, perhaps in COMMIT. Make the change again.
 */
export type OnceEnd =
  | { readonly end: "stored"; readonly document: string }
  | { readonly end: "hook_failed"; readonly document: string; readonly cause: unknown }
  | { readonly end: "hook_lost"; readonly cause: unknown }
  | { readonly end: "failed"; readonly cause: unknown };

/** Selects the keys of a list, in the order of their keys. */
export interface OnceQuery {
  readonly states: readonly OnceState[];
  readonly waitsFor: OnceWaitsFor | undefined;
  /** Only keys after this one, for the next page. */
  readonly after: string;
  readonly limit: number;
}

/** A page of documents of a known format. */
export interface OncePage {
  readonly documents: readonly string[];
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
}

/** Due for a call, due for what needs no call, or to be marked as overdue. */
export type OnceDueKind = "call" | "no_call" | "mark";

/** A key that is due: where a change of it has to lock. */
export interface OnceDue extends Pick<OnceRow, "key" | "authorizationId"> {
  readonly dueAt: number;
}

/** The open keys of a store, for alerts. Times are milliseconds since 1970. */
export interface OnceCounts {
  readonly counts: readonly {
    readonly state: OnceState;
    readonly waitsFor: OnceWaitsFor;
    readonly count: number;
    /** If it is long past, the sweep is not running or keeps failing. */
    readonly oldestDueAt?: number | undefined;
    /** If it is far in the past, something is stuck. */
    readonly oldestStateSince: number;
  }[];
  /** The store's clock. */
  readonly now: number;
}

/**
 * Stores the keys of one merchant. All rules are elsewhere: a store keeps rows, and prevents two changes from overlapping.
 *
 * @typeParam Tx - The store's transaction, through which hooks write.
 */
export interface OnceStore<Tx> {
  /** The merchant that the keys belong to; empty if the store names none. */
  readonly merchant: string;
  /** How long a hook may take, in milliseconds; undefined if there is no limit. */
  readonly hookTimeoutMs?: number | undefined;

  /**
   * Changes one key in one transaction, under the locks of its place. `decide` gets what is stored under these locks. If
   * it throws, nothing is stored and its error is rethrown.
   */
  change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<Tx>): Promise<OnceEnd>;

  /** Reads one document. */
  find(key: string): Promise<Pick<OnceKnown, "now" | "own">>;

  list(query: OnceQuery): Promise<OncePage>;

  /** Reads the documents of these authorizations. */
  ofAuthorizations(authorizationIds: readonly string[]): Promise<readonly string[]>;

  /** Keys of a known format that are due, the oldest first, without those that are locked. */
  due(which: OnceDueKind, limit: number): Promise<readonly OnceDue[]>;

  /** Counts the open keys of each state and `waitsFor`. */
  counts(): Promise<OnceCounts>;

  /** Closed keys that are not erased, in the order in which they were closed, after this one. */
  erasable(before: number, after: OnceErasable | undefined): Promise<readonly OnceErasable[]>;
}

export type OnceErasable = Pick<OnceRow, "key" | "authorizationId" | "stateSince">;
