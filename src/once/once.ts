import type { Finalization } from "../index.js";
import { readFields, required } from "../model/fields.js";
import * as is from "../model/is.js";
import type { OnceEntry, OnceSnapshot } from "./entry.js";
import { type OnceFinalizeOptions, type OnceOptions, type ResolvedOnceOptions, withDefaults } from "./options.js";
import { entryOf, type KnownRecords } from "./record.js";
import { snapshotOfKey } from "./reports/authorizations.js";
import { listOf, type OnceList, type OnceListQuery } from "./reports/list.js";
import { type OnceReport, reportOf } from "./reports/report.js";
import type { OnceAdoption } from "./rules/adopt.js";
import type { OnceCorrection } from "./rules/correct.js";
import type { OnceByPerson, OnceDecision, OnceVersion } from "./rules/decisions.js";
import { FINALIZE_OPTIONS, MISPLACED_FACTS, requestOf } from "./rules/request.js";
import { delivered } from "./rules/reserve.js";
import type { OnceCounts } from "./stores/store.js";
import { adopt, correct, decide, withdraw } from "./worker/decide.js";
import { eraseClosed } from "./worker/erase-closed.js";
import { lookUps } from "./worker/look-ups.js";
import { LIMIT, SWEEP_FIELDS, Sweep, type SweepOptions } from "./worker/sweep.js";
import { type OnceStartOptions, Timer } from "./worker/timer.js";
import { Worker } from "./worker/worker.js";

/**
 * Captures an amount once per idempotency key, if the facts in docs/guides/go-live.md are true of your service.
 *
 * @typeParam Tx - The store's transaction, through which `book` writes.
 */
export class Once<Tx> {
  readonly #options: ResolvedOnceOptions<Tx>;
  readonly #worker: Worker<Tx>;
  #timer: Timer | undefined;

  /** Checks the options. Nothing is sent. @throws TypeError for an option that is missing, unknown or invalid. */
  constructor(options: OnceOptions<Tx>) {
    this.#options = withDefaults(options);
    this.#worker = new Worker(this.#options);
  }

  /**
   * Captures a key's amount once, however often you call it, if the facts in docs/guides/go-live.md are true. If the
   * money moved, nothing is sent. If it may have moved, the request is repeated only after `dueAt`, for a payment method
   * in the client option `sendAgain`. Call it for each delivery of a job. Deliver the job again while `waitsFor` is
   * `delivery` or `state` is `sending`.
   *
   * @param key - The idempotency key, 1 to 200 characters: the same for each delivery, for example a shipment's number.
   * @throws PaymentValidationError if the request is invalid, or if the key stands for another request. Nothing was sent.
   * @throws OnceStoppedError if the circuit breaker is open. If a request was sent, its outcome is stored.
   * @throws OnceStoreError if the store keeps failing. It carries the outcome, if one is known.
   */
  async finalize(key: string, finalization: Finalization, options: OnceFinalizeOptions): Promise<OnceEntry> {
    const { authorization, signal } = readFields("finalize", options, FINALIZE_OPTIONS, MISPLACED_FACTS);
    const given = requestOf(this.#options, key, finalization, authorization);
    const take = (known: KnownRecords, token: string) => delivered(known, given, token, this.#options.terms);
    const { entry, error } = await this.#worker.work(given, take, "delivery", signal);
    if (error?.code === "invalid_input") throw error;
    return entry;
  }

  /**
   * Works on the keys that are due; this can capture money. It takes over the keys of workers that died, sends unknown
   * and pending captures again to find out their outcome, books captures that are not booked, and sends what a person
   * decided to send. It sends nothing else. With the client option `lookUp`, it then reads the balance of keys that wait
   * for a person or are pending, and decides nothing by it. {@link start} calls it every minute.
   *
   * @param options - `limit` is the most keys (by default 100), and `concurrency` the most at once (by default 4).
   * @returns The keys that it worked on, as they are now.
   * @throws OnceStoppedError if the circuit breaker is open. Work that needs no call to the service is done first.
   * @throws OnceStoreError if the store keeps failing.
   */
  async sweep(options: { limit?: number; concurrency?: number } = {}): Promise<readonly OnceEntry[]> {
    return await this.#worker.run(this.#sweep(readFields("sweep", options, SWEEP_FIELDS)));
  }

  /**
   * Sweeps now, and a minute after each sweep (no pause after 100 keys), until {@link stop}; this can capture money.
   * It never calls {@link resume}, and it keeps the process alive. Any number of processes may do it.
   *
   * @throws TypeError if it was started already, or for an option that is unknown or invalid.
   */
  start(options: OnceStartOptions = {}): void {
    if (this.#timer !== undefined) throw new TypeError("once.start was called already: call await once.stop() first");
    this.#timer = new Timer((signal) => this.#sweep({ signal }), options, this.#options.store.merchant);
  }

  /**
   * Ends what {@link start} began. Stop your queue first: a later {@link finalize} still captures. Resolves when no key
   * is in progress or waits for its turn, and no other call works on one, so that you can end the store's connections.
   */
  async stop(): Promise<void> {
    const timer = this.#timer;
    await timer?.stop();
    await this.#worker.idle();
    if (this.#timer === timer) this.#timer = undefined; // another one may have been started meanwhile
  }

  /**
   * Closes the circuit breaker of this instance, so that calls can capture again. Call it after you have fixed the
   * cause of the {@link OnceStoppedError}. Keys are then sent one at a time until the service processes one. An error
   * with `retryAt` needs no call: the circuit breaker tries a key by itself.
   */
  resume(): void {
    this.#worker.breaker.resume();
  }

  /** Reads one key. Nothing is sent. Resolves to undefined if the store does not know it. */
  async get(key: string): Promise<OnceSnapshot | undefined> {
    readFields("get", { key }, { key: required(is.storableText, "give the idempotency key") });
    return await snapshotOfKey(this.#options, key);
  }

  /**
   * Lists keys. Nothing is sent. `{ waitsFor: "person" }` lists the keys for manual review; their `advice` says what to
   * do, and the keys that wait for one of them stand under it, as `blockedKeys`.
   *
   * @throws TypeError for an option that is unknown.
   */
  async list(query: OnceListQuery = {}): Promise<OnceList> {
    return await listOf(this.#options, query);
  }

  /**
   * Counts the open keys by state and `waitsFor`, with the earliest times of each. Nothing is sent. Use it for alerts.
   * With `closed: true`, it counts the closed keys, and reads all of them.
   */
  async counts(of: { closed?: boolean } = {}): Promise<OnceCounts> {
    const { closed = false } = readFields("counts", of, { closed: is.flag });
    return await this.#options.store.counts({ closed });
  }

  /**
   * Stores a person's decision about a key. Nothing is sent here. The key may be in any state, even closed. `captured`
   * books the capture. `not_captured` removes a booked one with `unbook`. After `send_again`, the sweep captures.
   *
   * @param seen - The snapshot that the person saw, from {@link get} or {@link list}.
   * @throws OnceDecisionError if the key has changed since, if the balance does not show what is decided, or if the
   * decision could capture twice. Nothing was changed.
   * @throws OnceStoreError if the store keeps failing.
   */
  async decide(seen: OnceVersion, decision: OnceDecision): Promise<OnceEntry> {
    return entryOf(await this.#worker.run(decide(this.#options, this.#worker, seen, decision)));
  }

  /**
   * Replaces the request of a key that captured nothing, or corrects its facts. The sweep sends the new request. If
   * `mayBeCaptured` is true, a `balance` from after `mayArriveUntil` must show that the key captured nothing.
   *
   * @throws OnceDecisionError if the key has changed since, or if the correction could capture twice. Nothing was changed.
   * @throws PaymentValidationError if the request is invalid.
   * @throws OnceStoreError if the store keeps failing.
   */
  async correct(seen: OnceVersion, finalization: Finalization, correction: OnceCorrection): Promise<OnceEntry> {
    return entryOf(await this.#worker.run(correct(this.#options, this.#worker, seen, finalization, correction)));
  }

  /**
   * Closes a key, so that its job captures nothing when it comes. Nothing is sent. A second call changes nothing.
   *
   * @param key - The idempotency key of the job, exactly as the job has it.
   * @throws OnceDecisionError if the key is known: use {@link decide}. Nothing was changed.
   * @throws OnceStoreError if the store keeps failing.
   */
  async withdraw(key: string, byPerson: OnceByPerson): Promise<OnceEntry> {
    return entryOf(await withdraw(this.#worker, key, byPerson));
  }

  /**
   * Enters a capture made without `Once`, or of a withdrawn key. Nothing is sent. Unless `isBooked`, the sweep books it.
   *
   * @throws OnceDecisionError if the key exists, or if another key may stand for the same capture. Nothing was changed.
   * @throws PaymentValidationError if the request is invalid.
   * @throws OnceStoreError if the store keeps failing.
   */
  async adopt(key: string, finalization: Finalization, adoption: OnceAdoption): Promise<OnceEntry> {
    return entryOf(await adopt(this.#options, this.#worker, key, finalization, adoption));
  }

  /**
   * Reports the keys, without withdrawn ones, that entered their state from `from` (inclusive) to `to` (exclusive). It
   * returns each key, and sums by state, currency and payment method. A `to` in the future is treated as now.
   */
  report(period: { readonly from: Date; readonly to: Date }): OnceReport {
    return reportOf(this.#options.store, period);
  }

  /**
   * Erases request bodies, responses, reasons and advice of closed keys that entered their state before `before`, and are
   * past `mayArriveUntil`. They are never sent again. If it is interrupted, call it again. Resolves to how many they were.
   */
  async erase(options: { readonly before: Date }): Promise<number> {
    return await eraseClosed(this.#options.store, options);
  }

  async #sweep({ limit = LIMIT, concurrency = 4, signal }: Partial<SweepOptions>): Promise<readonly OnceEntry[]> {
    const { store, terms } = this.#options;
    const swept = await new Sweep(this.#worker, store, terms).run({ limit, concurrency, signal });
    await lookUps(this.#options, limit, signal);
    return swept;
  }
}
