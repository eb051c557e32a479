import { isSafeToSendAgain } from "../evidence/balance-proof.js";
import { type FieldRule, fields, readFields, required } from "../model/fields.js";
import * as is from "../model/is.js";
import { paymentMethods } from "../model/payment-method.js";
import type { OnceBooking } from "./entry.js";
import type { OncePayments } from "./payments.js";
import type { OnceAuthorization } from "./rules/request.js";
import type { Terms } from "./rules/transition.js";
import { guarded } from "./stores/guarded.js";
import type { OnceStore } from "./stores/store.js";
import type { OnceStopAfter } from "./worker/circuit-breaker.js";
import type { OnceListener } from "./worker/listener.js";

/** Writes a capture into your books, or removes it from them. With SQLite, it must be synchronous. */
export type OnceBook<Tx> = (tx: Tx, capture: OnceBooking) => OnceBooked<Tx>;

/** A promise does not compile where the transaction's own calls are synchronous: its rest would run outside the transaction. */
type OnceBooked<Tx> = unknown extends Tx
  ? unknown
  : [Tx] extends [{ exec(sql: string): infer Executed }]
    ? BookedBy<Executed>
    : unknown;
type BookedBy<Executed> = [Executed] extends [PromiseLike<unknown>] ? unknown : Synchronous;
// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing returns void
type Synchronous = void | null | boolean | number | bigint | string | symbol | (object & { then?: never });

/** Options of {@link Once}; times are in milliseconds. */
export interface OnceOptions<Tx> {
  /**
   * The client that makes the calls, required.
   *
   * A wrapper must pass `sendBefore`, `signal` and `timeoutMs` of each call on unchanged:
   * otherwise a key can be captured twice.
   */
  payments: OncePayments;
  /** A store of one merchant, required: the sweep uses the client's credentials for all of its keys. */
  store: OnceStore<Tx>;
  /**
   * Required: writes a capture into your books, in the transaction that marks it as booked.
   *
   * It must write only through `tx`.
   *
   * If it fails, the capture is stored as not booked, and the sweep calls it again. `onChange` gets the error. Give the
   * same `book` to every program that uses the store: the sweep and decisions call it too.
   */
  book: OnceBook<Tx>;
  /**
   * Removes a booked capture from your books if a person decides that it was not made.
   *
   * @defaultValue none: `not_captured` is then invalid for a booked capture
   */
  unbook?: OnceBook<Tx> | null | undefined;
  /**
   * Receives each change that this instance stores, except look-ups and erasures. It is for logs and alerts.
   *
   * @defaultValue a warning of the process, once for each cause for which `book` fails
   */
  onChange?: OnceListener | null | undefined;
  /** Sends the key as `invoiceId` if the finalization has none. @defaultValue false */
  keyAsInvoiceId?: boolean | null | undefined;
  /** Deadline of each call to the service. @defaultValue the `timeoutMs` of `payments` */
  timeoutMs?: number | null | undefined;
  /** How long a worker may hold a key, to call the service and `book`. @defaultValue `timeoutMs` + 30 seconds */
  leaseMs?: number | null | undefined;
  /** Added to a lease before another worker takes over, because clocks drift. @defaultValue 10 seconds */
  marginMs?: number | null | undefined;
  /**
   * How long after the end of a lease a delayed request may still arrive.
   *
   * For a key that may be captured, a person can decide `not_captured` or `send_again` only after that.
   *
   * @defaultValue 30 minutes
   */
  maxNetworkDelayMs?: number | null | undefined;
  /**
   * The pauses before the sweep sends an unresolved request again to find out its outcome, and before it tries `book`
   * again. A key that is still `unknown` after the last pause is parked. For `pending` keys and `book`, the last repeats.
   *
   * With an empty list, an `unknown` key is parked at once, and `book` is tried every minute.
   *
   * @defaultValue [60_000, 300_000, 900_000, 3_600_000]
   */
  resolveAfterMs?: readonly number[] | null | undefined;
  /** How long a key may be open before it waits for a person. @defaultValue 24 hours */
  personAfterMs?: number | null | undefined;
  /**
   * An open key that is not captured waits for a person this long before its authorization expires (`expiresAt`). The
   * sweep goes on with it.
   *
   * @defaultValue 24 hours
   */
  expiryWarningMs?: number | null | undefined;
  /**
   * The circuit breaker opens when so many different keys fail in the same way and none succeeds between them:
   * `unknowns` with an unknown outcome; `rejections` with the scope `merchant`, or so many that were not sent. It also
   * opens after 10 keys with the same unknown status key, or 30 with any unknown ones.
   *
   * @defaultValue { unknowns: 10, rejections: 3 }
   */
  stopAfter?: Partial<OnceStopAfter> | null | undefined;
}

/** Options of {@link Once.finalize}. */
export interface OnceFinalizeOptions {
  /** The facts that decide whether an unknown outcome can be resolved. */
  authorization: OnceAuthorization;
  /** Aborts the call to the service; the money may have moved. The sweep then finds out, or asks a person. */
  signal?: AbortSignal | undefined;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const STEP_5_MS = 10_000; // a session whose `book` timed out may hold its locks this long

const shapeOf = <Tx>() =>
  ({
    payments: required(is.object<OncePayments>(), "give your PaymentClient"),
    store: required(is.object<OnceStore<Tx>>(), "give a SqliteOnceStore or a PostgresOnceStore, for instance"),
    book: required(is.callback<OnceBook<Tx>>(), "give a function that writes a capture into your books"),
    unbook: is.callback<OnceBook<Tx>>(),
    onChange: is.callback<OnceListener>(),
    keyAsInvoiceId: is.flag,
    timeoutMs: is.deadline,
    leaseMs: is.milliseconds,
    marginMs: is.milliseconds,
    maxNetworkDelayMs: is.milliseconds,
    resolveAfterMs: is.listOf(is.milliseconds),
    personAfterMs: is.milliseconds,
    expiryWarningMs: is.milliseconds,
    stopAfter: fields({ unknowns: is.count, rejections: is.count }),
  }) satisfies Readonly<Record<keyof OnceOptions<Tx>, FieldRule<unknown>>>;

/** Options that somebody may try. */
const ELSEWHERE = { merchant: "give it to the store" };

export type ResolvedOnceOptions<Tx> = ReturnType<typeof withDefaults<Tx>>;

/** The options with their defaults. @throws TypeError for one that is missing, unknown or invalid. */
export function withDefaults<Tx>(options: OnceOptions<Tx>) {
  const given = readFields("Once", options, shapeOf<Tx>(), ELSEWHERE);
  const { payments, store, book, unbook, onChange, keyAsInvoiceId = false } = given;
  demandPassedOn(payments);
  const { timeoutMs = payments.timeoutMs, leaseMs = timeoutMs + 30_000, marginMs = 10_000, stopAfter = {} } = given;
  const { maxNetworkDelayMs = 30 * MINUTE, personAfterMs = DAY, expiryWarningMs = DAY } = given;
  const { resolveAfterMs = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE] } = given;
  demandLease(leaseMs, timeoutMs, store.bookTimeoutMs);
  const stops = { unknowns: 10, rejections: 3, ...stopAfter };
  const times = { leaseMs: leaseMs + marginMs, maxNetworkDelayMs, resolveAfterMs, personAfterMs, expiryWarningMs };
  const terms: Terms = { ...times, ...declaredBy(payments) };
  const called = { payments, keyAsInvoiceId, timeoutMs, leaseMs, stopAfter: stops };
  return { ...called, store: guarded(store), book, unbook, onChange, terms };
}

const OF_CLIENT = {
  timeoutMs: required(is.deadline, "give your client's deadline of a call, in milliseconds"),
  sendAgain: required(
    is.listOf(is.oneOf(paymentMethods)),
    "give your client's list of payment methods that may be sent again",
  ),
  meaningOf: required(is.callback(), "give your client's function that says what a status key means"),
};

/** Checks what a wrapper must pass on of its client. */
function demandPassedOn({ timeoutMs, sendAgain, meaningOf }: OncePayments): void {
  readFields("payments", { timeoutMs, sendAgain, meaningOf }, OF_CLIENT);
}

/** What the merchant has declared to the client about the service. */
function declaredBy(payments: OncePayments): Pick<Terms, "sendAgain" | "isResolvable" | "meaningOf"> {
  const sendAgain = [...payments.sendAgain];
  return {
    sendAgain,
    isResolvable: ({ totalAmount: amount }, { paymentMethod, authorizedAmount }, finalizedBefore) =>
      isSafeToSendAgain({ paymentMethod, amount, authorizedAmount, finalizedBefore }, sendAgain),
    meaningOf: (statusKey) => payments.meaningOf(statusKey),
  };
}

/** With a shorter lease, another worker would take over before the outcome can be stored. */
function demandLease(leaseMs: number, timeoutMs: number, bookTimeoutMs: number | undefined): void {
  const least = bookTimeoutMs === undefined ? timeoutMs : timeoutMs + bookTimeoutMs + STEP_5_MS;
  if (leaseMs >= least) return;
  const sum = bookTimeoutMs === undefined ? "timeoutMs" : `timeoutMs + the store's bookTimeoutMs + ${STEP_5_MS}`;
  throw new TypeError(`leaseMs must be at least ${least}, which is ${sum}`);
}
