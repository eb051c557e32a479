import { isSafeToSendAgain } from "../evidence/balance-proof.js";
import type { Payments } from "../index.js";
import type { OnceEntry, OnceSnapshot, Read } from "./entry.js";
import { readOnceOptions } from "./input.js";
import { DAY, MINUTE, type Terms } from "./record.js";
import type { OnceStore } from "./stores/store.js";

/**
 * What `Once` needs of a client. A wrapper must pass `sendBefore`, `signal` and `timeoutMs` of each call on unchanged:
 * without them, a request can be sent after another worker has taken over, and a key can be captured twice.
 */
export type OncePayments = Pick<
  Payments,
  "finalize" | "resolveFinalization" | "preview" | "timeoutMs" | "sendAgain" | "meaningOf"
>;

type Hook<Tx> = (tx: Tx, key: OnceSnapshot) => Hooked<Tx>;

/** Where the transaction's own calls are synchronous, a promise does not compile, and elsewhere anything but a promise. */
type Hooked<Tx> = Tx extends { query(text: string): PromiseLike<unknown> } ? PromiseLike<unknown> : Synchronous;
// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing returns void
type Synchronous = void | null | boolean | number | bigint | string | symbol | (object & { then?: never });

/** Options of {@link Once}; times are in milliseconds. */
export interface OnceOptions<Tx> {
  /** The client that makes the calls, required. */
  payments: OncePayments;
  /** The store of the client's merchant, required. The sweep uses the client's credentials for all keys of the store. */
  store: OnceStore<Tx>;
  /**
   * Required: writes a capture into your books, in the transaction that marks it as recorded.
   *
   * It must write only through `tx`. Make your books unique by `key` and `closing`. If it fails, the sweep calls it again.
   * Give the same hooks to every program that uses the store. With SQLite, they must be synchronous.
   */
  book: Hook<Tx>;
  /**
   * Required: notes that a key was rejected or not captured. It is not called for a withdrawn key. The goods may be gone.
   *
   * The rules of `book` hold. `book` may follow later if a person finds the capture.
   */
  fail: Hook<Tx>;
  /**
   * Receives each stored change, at most once and not awaited. It is for logs and alerts, never for books.
   * `cause` is why a hook failed. Within one `Once`, the changes of a key come in the order of their `version`.
   * @defaultValue warns about each hook that fails
   */
  onChange?: ((entry: OnceEntry, cause?: unknown) => unknown) | null | undefined;
  /** How long a worker may hold a key to call the service and the hooks. @defaultValue the client's `timeoutMs` + 30 seconds */
  leaseMs?: number | null | undefined;
  /**
   * How long a delayed request may still arrive after its lease has ended. For a key that may be captured, a person can
   * decide `not_captured` or `send_again` only after that.
   * @defaultValue 30 minutes
   */
  maxNetworkDelayMs?: number | null | undefined;
  /** After this time, an open key waits for a person. @defaultValue 24 hours */
  personAfterMs?: number | null | undefined;
}

const MARGIN_MS = 10_000; // the clocks of two hosts differ, and an abandoned session may hold its locks this long

export type ResolvedOptions<Tx> = ReturnType<typeof withDefaults<Tx>>;

export function withDefaults<Tx>(options: OnceOptions<Tx>) {
  const given = readOnceOptions(options) as object as Read<OnceOptions<Tx>>;
  const { payments, store, book, fail, onChange } = given;
  const { timeoutMs, sendAgain } = payments;
  const { leaseMs = timeoutMs + 30_000, maxNetworkDelayMs = 30 * MINUTE, personAfterMs = DAY } = given;
  const least = timeoutMs + (store.hookTimeoutMs ?? 0) + MARGIN_MS;
  const rule = `at least ${least}: the client's timeoutMs + the store's hookTimeoutMs + ${MARGIN_MS}`;
  if (leaseMs < least) throw new TypeError(`leaseMs must be ${rule}`);
  const isResolvable: Terms["isResolvable"] = (request, facts, finalizedBefore) =>
    isSafeToSendAgain({ ...facts, amount: request.totalAmount, finalizedBefore }, sendAgain);
  const terms: Terms = { leaseMs: leaseMs + MARGIN_MS, maxNetworkDelayMs, personAfterMs, sendAgain, isResolvable };
  return { payments, store, book, fail, onChange, timeoutMs, leaseMs, terms };
}

/** Options of {@link OnceReview}. */
export interface OnceReviewOptions {
  /** The store of the workers, required. */
  store: OnceStore<never>;
  /** The client's `preview`, which sends nothing. Only `correct` needs it. */
  preview?: Payments["preview"] | null | undefined;
}
