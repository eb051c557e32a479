import type { PaymentClient } from "../index.js";
import { presentFields } from "../wire/json.js";
import type { OnceStopAfter } from "./circuit-breaker.js";
import { demandFields, type Fields } from "./input.js";
import type { OnceListener } from "./on-change.js";
import type { OnceRecord } from "./record.js";
import { resolvableBy } from "./request.js";
import type { OnceStore } from "./store.js";
import type { Terms } from "./transition.js";

/** Writes a capture into the merchant's books, or takes it back out of them. With SQLite it must be synchronous. */
export type OnceBook<Tx> = (tx: Tx, capture: OnceRecord) => unknown;

/** Options of {@link Once}; times are in milliseconds. */
export interface OnceOptions<Tx> {
  payments: Pick<PaymentClient, "finalize" | "resolveFinalization" | "preview" | "check">;
  /** Of one merchant: a sweep needs the credentials for all of its keys. */
  store: OnceStore<Tx>;
  /**
   * Runs in the transaction that stores the capture: both are there, or neither. It writes only through the `tx` that it is
   * given. If it fails, the capture is stored as not booked, and the sweep books it. It belongs to the store's keys, not to
   * one call: whoever finishes the work of a worker that died, and whoever decides about a key, books it.
   */
  book: OnceBook<Tx>;
  /** Takes a booked capture back, when a person says that it is none. @defaultValue none: such a decision is invalid */
  unbook?: OnceBook<Tx> | null | undefined;
  /** Is told of each change, for logs and alerts. @defaultValue none */
  onChange?: OnceListener | null | undefined;
  /** Sends the key as `invoiceId` where the finalization has none. @defaultValue false */
  keyAsInvoiceId?: boolean | null | undefined;
  /** Deadline of each call to the service. @defaultValue 30 seconds */
  timeoutMs?: number | null | undefined;
  /** How long a worker may take: reservation, call, and `book`. @defaultValue `timeoutMs` and 30 seconds */
  leaseMs?: number | null | undefined;
  /** Added to a lease before somebody takes over, for clocks that run unevenly. @defaultValue 10 seconds */
  marginMs?: number | null | undefined;
  /** How long the network may hold what was written. A person decides nothing before. @defaultValue 30 minutes */
  maxNetworkDelayMs?: number | null | undefined;
  /**
   * When the service is asked what became of a capture, and when a capture is booked again, each time after the time before.
   *
   * @defaultValue 1, 5, 15, 60 minutes
   */
  resolveAfterMs?: readonly number[] | null | undefined;
  /** After how long whatever is not closed waits for a person. @defaultValue 24 hours */
  personAfterMs?: number | null | undefined;
  /** After how many distinct keys in a row the circuit breaker opens. @defaultValue 10 unknowns, 3 rejections of the merchant or unsent */
  stopAfter?: Partial<OnceStopAfter> | null | undefined;
}

const MINUTE = 60_000;
const STEP_5_MS = 10_000; // after `book` has run out of time, its session may hold its locks so long

const FIELDS: Readonly<Record<keyof OnceOptions<unknown>, Fields[string]>> = {
  payments: "object",
  store: "object",
  book: "function",
  unbook: "function",
  onChange: "function",
  keyAsInvoiceId: "boolean",
  timeoutMs: "milliseconds",
  leaseMs: "milliseconds",
  marginMs: "milliseconds",
  maxNetworkDelayMs: "milliseconds",
  resolveAfterMs: "listOfMilliseconds",
  personAfterMs: "milliseconds",
  stopAfter: "object",
};

const REQUIRED = ["payments", "store", "book"];
const ELSEWHERE = { merchant: "give it to the store" };

export type ResolvedOnceOptions<Tx> = ReturnType<typeof withDefaults<Tx>>;

/** The options with their defaults. @throws TypeError for one that is missing, unknown or invalid. */
export function withDefaults<Tx>(options: OnceOptions<Tx>) {
  demandFields("Once", options, FIELDS, { required: REQUIRED, elsewhere: ELSEWHERE });
  const given = presentFields(options) as { [Name in keyof OnceOptions<Tx>]: NonNullable<OnceOptions<Tx>[Name]> };
  const { payments, store, book, unbook, onChange, keyAsInvoiceId = false } = given;
  const { timeoutMs = 30_000, leaseMs = timeoutMs + 30_000, marginMs = 10_000, stopAfter = {} } = given;
  const { maxNetworkDelayMs = 30 * MINUTE, personAfterMs = 24 * 60 * MINUTE } = given;
  const { resolveAfterMs = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE] } = given;
  demandLease(leaseMs, timeoutMs, store.bookTimeoutMs);
  demandFields("stopAfter", stopAfter, { unknowns: "count", rejections: "count" });
  const stops = { unknowns: 10, rejections: 3, ...presentFields(stopAfter) };
  const isResolvable = resolvableBy({ payments });
  const terms: Terms = { leaseMs: leaseMs + marginMs, maxNetworkDelayMs, resolveAfterMs, personAfterMs, isResolvable };
  const called = { payments, keyAsInvoiceId, timeoutMs, leaseMs, stopAfter: stops };
  return { ...called, store, book, unbook, onChange, terms };
}

/** A worker whose lease is over before it can store the outcome would be taken over each time. */
function demandLease(leaseMs: number, timeoutMs: number, bookTimeoutMs: number | undefined): void {
  const least = bookTimeoutMs === undefined ? timeoutMs : timeoutMs + bookTimeoutMs + STEP_5_MS;
  if (leaseMs >= least) return;
  const sum = bookTimeoutMs === undefined ? "timeoutMs" : `timeoutMs + the store's bookTimeoutMs + ${STEP_5_MS}`;
  throw new TypeError(`leaseMs must be at least ${least}, which is ${sum}`);
}
