import type { OnceState, OnceWaitsFor } from "../entry.js";

/** What a store keeps of a key: the columns that it searches by, and a document that only `Once` reads. */
export interface OnceRow {
  readonly key: string;
  readonly authorizationId: string;
  readonly captureId: string | undefined; // of its own capture, which no other key may have
  readonly version: number;
  readonly state: OnceState;
  readonly stateSince: number;
  readonly waitsFor: OnceWaitsFor;
  readonly dueAt: number | undefined;
  readonly needsCall: boolean; // what is due then needs a call to the service
  readonly personAt: number | undefined; // when the sweep marks the key as overdue
  readonly isErased: boolean; // its personal data is erased, and none has come since
  readonly format: number;
  readonly document: string;
}

/** The key, the authorization and, if an outcome names it, the capture that a change locks. */
export interface OncePlace extends Pick<OnceRow, "key" | "authorizationId"> {
  readonly captureId?: string | undefined;
}

export type StoredDocument = Pick<OnceRow, "key" | "format" | "document">;

/** What a store knows about a key and its authorization, read under lock. */
export interface OnceKnown {
  readonly now: number;
  readonly own: StoredDocument | undefined;
  readonly others: readonly StoredDocument[]; // of the same authorization
  readonly sameCapture: string | undefined; // another key that has stored the captureId of the place
}

export interface OnceChange<Tx> {
  readonly row: OnceRow | undefined; // replaces the key's row; undefined leaves it as it is
  readonly before: number; // the version that was read; 0 if the key is new
  /** Runs after `row`, which says that it has not succeeded. Then one of its rows is stored instead. */
  readonly hook?: {
    readonly run: (tx: Tx) => unknown;
    readonly succeeded: OnceRow;
    readonly failed: (cause: unknown) => OnceRow;
  };
}

/**
 * How a change ended: it is durable (`stored`); it is durable without what its hook wrote (`hook_failed`); the hook's
 * transaction is gone, perhaps committed (`hook_lost`); or the store failed, perhaps in COMMIT (`failed`).
 */
export type OnceEnd =
  | { readonly end: "stored"; readonly document: string }
  | { readonly end: "hook_failed"; readonly document: string; readonly cause: unknown }
  | { readonly end: "hook_lost" | "failed"; readonly cause: unknown };

type Value = string | number | null;

export type Statement = readonly [sql: string, ...values: Value[]]; // of both databases, with ? for each value

export interface OnceRead {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly now: number;
}

/** Keeps rows of one merchant, and prevents two changes from overlapping. Hooks write through its transaction, `Tx`. */
export interface OnceStore<Tx> {
  /** The merchant that the keys belong to; empty if the store names none. */
  readonly merchant: string;
  /** How long a hook may take, in milliseconds; undefined if there is no limit. */
  readonly hookTimeoutMs?: number;
  /** Changes one key in one transaction, under the locks of its place. If `decide` throws, the change has failed. */
  change(place: OncePlace, decide: (known: OnceKnown) => OnceChange<Tx>): Promise<OnceEnd>;
  /** Reads as it is now. @param isSkipping - Whether rows that are locked are left out. */
  read(statement: Statement, isSkipping?: boolean): Promise<OnceRead>;
}

/** Why a hook failed, in the library's own words. They hold nothing of the merchant's. */
export class HookError extends Error {
  override readonly name = "OnceHookError";
}

/** The cause of a hook that threw nothing is told, too. */
export const causeOf = (thrown: unknown) => thrown ?? new HookError(`the hook threw ${thrown}`);

/** An error that no repetition mends. Its message says what to do. */
export const permanent = (message: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { isPermanent: true });
