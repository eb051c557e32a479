import type { PaymentClient } from "../index.js";
import { presentFields } from "../wire/json.js";
import type { OnceStopAfter } from "./circuit-breaker.js";
import type { OnceRecord } from "./record.js";
import type { OnceStore } from "./store.js";

/** Writes a capture into the merchant's books, or takes it back out of them. With SQLite it must be synchronous. */
export type OnceBook<Tx> = (tx: Tx, capture: OnceRecord) => unknown;

/** Options of {@link Once}; times are in milliseconds. */
export interface OnceOptions<Tx> {
  payments: Pick<PaymentClient, "finalize" | "resolveFinalization" | "preview" | "check">;
  store: OnceStore<Tx>;
  /**
   * Runs in the transaction that stores the capture: both are there, or neither. What it throws leaves the capture listed
   * as not booked, and it is tried again. It belongs to the store's keys, not to one call: whoever finishes the work of a
   * worker that died, and whoever decides about a key, books it.
   */
  book: OnceBook<Tx>;
  /** Takes a booked capture back, when a person says that it is none. Without it that is invalid. */
  unbook?: OnceBook<Tx>;
  /** Whose captures these are, where one store serves several merchants. */
  merchant?: string;
  /** Sends the key as `invoiceId` where the finalization has none. */
  keyAsInvoiceId?: boolean;
  /** Deadline of each call to the service. @defaultValue 30 seconds */
  timeoutMs?: number;
  /** How long a worker may take, reservation and call together. @defaultValue `timeoutMs` and 30 seconds */
  leaseMs?: number;
  /** Added to a lease before somebody takes over, for clocks that run unevenly. @defaultValue 10 seconds */
  marginMs?: number;
  /** How long the network may hold what was written. A person decides nothing before. @defaultValue 30 minutes */
  maxNetworkDelayMs?: number;
  /** When the service is asked what became of a capture, each time after the one before. @defaultValue 1, 5, 15, 60 minutes */
  resolveAfterMs?: readonly number[];
  /** After how many distinct keys in a row the circuit breaker opens. @defaultValue 10 unknowns, 3 rejections of the merchant or unsent */
  stopAfter?: Partial<OnceStopAfter>;
}

const MINUTE = 60_000;

/** The options with their defaults. @throws TypeError for a time that is none: a lease without an end would never end. */
export function withDefaults<Tx>(options: OnceOptions<Tx>) {
  const given = presentFields(options) as OnceOptions<Tx>;
  const { timeoutMs = 30_000, stopAfter = {} } = given;
  const times = {
    timeoutMs,
    leaseMs: timeoutMs + 30_000,
    marginMs: 10_000,
    maxNetworkDelayMs: 30 * MINUTE,
    resolveAfterMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE],
  };
  const all = { merchant: "", ...times, ...given };
  for (const name of Object.keys(times) as (keyof typeof times)[]) {
    const isTime = [all[name]].flat().every((ms) => Number.isSafeInteger(ms) && ms >= 0);
    if (!isTime) throw new TypeError(`${name} must be whole milliseconds, 0 or more`);
  }
  return { ...all, stopAfter: { unknowns: 10, rejections: 3, ...presentFields(stopAfter) } };
}
