import type { Finalization } from "../index.js";
import type { OnceEntry } from "./entry.js";
import { ofMerchant } from "./errors.js";
import { readFinalizeOptions } from "./input.js";
import { type OnceOptions, type ResolvedOptions, withDefaults } from "./options.js";
import { MINUTE } from "./record.js";
import { type OnceAuthorization, requestOf } from "./rules/request.js";
import { delivered } from "./rules/reserve.js";
import { due } from "./stores/queries.js";
import type { OnceStatus } from "./worker/circuit-breaker.js";
import { warn } from "./worker/listeners.js";
import { LIMIT, startTimer, sweep } from "./worker/sweep.js";
import { Worker } from "./worker/worker.js";

const FORGOTTEN_MS = 10 * MINUTE;

/**
 * Captures an amount once per idempotency key, if the facts in docs/reference/facts.md are true of your service.
 * @typeParam Tx - The store's transaction, through which the hooks write.
 */
export class Once<Tx> {
  readonly #options: ResolvedOptions<Tx>;
  readonly #worker: Worker<Tx>;
  #stopTimer: (() => Promise<void>) | undefined;
  #lastSweepAt: Date | undefined;
  #lookAt = performance.now() + FORGOTTEN_MS;

  /** Checks the options. Nothing is sent. @throws TypeError for an option that is missing, unknown or invalid. */
  constructor(options: OnceOptions<Tx>) {
    this.#options = withDefaults(options);
    this.#worker = new Worker(this.#options);
  }

  /**
   * Captures a key's amount once, however often you call it. This needs the facts in docs/reference/facts.md.
   *
   * The key is stored, and sent at once if it may be. Acknowledge the job when this resolves, whatever the state: the sweep
   * does the rest, and calls the hooks that are due. Some process must call {@link start} or {@link sweep}.
   * @param key - The idempotency key, 1 to 200 characters: the same for each delivery, for example a shipment's number.
   * @throws PaymentValidationError if the request is invalid, or if the key stands for another request. Nothing was changed:
   * do not deliver the job again.
   * @throws OnceStoreError if the key or its outcome could not be stored: fix the store, then deliver the job again.
   */
  async finalize(
    key: string,
    finalization: Finalization,
    options: { authorization: OnceAuthorization },
  ): Promise<OnceEntry> {
    const { authorization } = readFinalizeOptions(options);
    const given = requestOf(this.#options.payments, key, finalization, authorization);
    const entry = await this.#worker.work(given, (known, by) => delivered(known, given, by));
    void this.#lookForSweep();
    return entry;
  }

  /**
   * Works on the keys that are due. This can capture money. It sends queued keys, takes over the keys of workers that died,
   * sends unknown and pending captures again to find out their outcome, and calls the hooks. {@link start} calls it every
   * minute.
   * @returns The keys that it worked on, as they are now: at most 100.
   * @throws OnceStoreError if the store keeps failing.
   */
  async sweep(): Promise<readonly OnceEntry[]> {
    return await this.#sweep();
  }

  /**
   * Sweeps now and every minute, until {@link stop}. This can capture money.
   *
   * After a sweep of 100 keys, the next one begins at once. It keeps the process alive. Any number of processes may do it.
   * @param options - `everyMs` is the pause, by default 60,000. `onError` receives what a sweep throws, by default a warning
   * of the process; the next sweep comes all the same.
   * @throws TypeError if it was started already, or for an option that is unknown or invalid.
   */
  start(options: { everyMs?: number | undefined; onError?: ((error: unknown) => unknown) | undefined } = {}): void {
    if (this.#stopTimer) throw new TypeError("once.start was called already: call await once.stop() first");
    const sweepAll = async (isStopping: () => boolean) => (await this.#sweep(isStopping)).length >= LIMIT;
    this.#stopTimer = startTimer(sweepAll, options, this.#options.store.merchant);
  }

  /**
   * Ends the sweeps of {@link start}. Stop your queue first: a later {@link finalize} still captures. Resolves when no key is
   * in progress, so that you can end the store's connections.
   */
  async stop(): Promise<void> {
    const stopTimer = this.#stopTimer;
    await stopTimer?.();
    await this.#worker.idle();
    if (this.#stopTimer === stopTimer) this.#stopTimer = undefined; // another one may have been started meanwhile
  }

  /**
   * Lets an open circuit breaker try one key now. Call it after you have fixed the cause, if
   * {@link status} shows no `retryAt`. Captures go on when the key passes.
   */
  resume(): void {
    this.#worker.breaker.resume();
  }

  /** Says whether this instance's circuit breaker is open, and when its last sweep ended. */
  status(): OnceStatus {
    return { ...this.#worker.breaker.status(), lastSweepAt: this.#lastSweepAt };
  }

  #sweep(isStopping = () => false): Promise<readonly OnceEntry[]> {
    const sweeping = this.#worker.run(sweep(this.#worker, this.#options.store, isStopping));
    return sweeping.finally(() => {
      this.#lastSweepAt = new Date();
    });
  }

  /** Warns once if a key is long past its `dueAt`, which nobody sweeps. A process that sweeps itself does not look. */
  async #lookForSweep(): Promise<void> {
    if (this.#lastSweepAt !== undefined || this.#stopTimer || performance.now() < this.#lookAt) return;
    this.#lookAt = performance.now() + FORGOTTEN_MS;
    const { store } = this.#options;
    const waiting = await Promise.all([due(store, "no_call", 1), due(store, "call", 1)]).catch(() => []);
    const first = waiting.flat().find(({ overdueMs }) => overdueMs > FORGOTTEN_MS);
    if (first === undefined) return;
    this.#lookAt = Number.POSITIVE_INFINITY;
    const since = `has waited for the sweep since ${new Date(first.dueAt).toISOString()}`;
    const fix = "call once.start() in one process at least, or look at once.status() where you do";
    warn(`${first.key}${ofMerchant(store.merchant)} ${since}: ${fix}`, "NO_SWEEP");
  }
}
