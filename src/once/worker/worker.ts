import type { PaymentError } from "../../index.js";
import type { OnceEntry } from "../entry.js";
import type { ResolvedOnceOptions } from "../options.js";
import { entryOf, type KnownRecords, type OnceRecord } from "../record.js";
import { type Neighbours, withOutcome } from "../rules/outcome.js";
import { unlistedKeyOf } from "../rules/status-keys.js";
import { factsFor, isEligible } from "../rules/transition.js";
import { verdictOf } from "../rules/verdict.js";
import type { OncePlace } from "../stores/store.js";
import { attempt, stopwatch } from "./attempt.js";
import { CircuitBreaker } from "./circuit-breaker.js";
import { OnceListeners } from "./on-change.js";
import type { ProbeKind } from "./probes.js";
import { type ChangeOptions, storeChange } from "./store-change.js";

/** Decides what a key becomes, from what the store knows. The worker then sends a key that has its token. */
type Take = (known: KnownRecords, token: string) => OnceRecord;

/** A call that was not made counts for nothing. */
const NOT_SENT: Neighbours = { areWell: false, pass: false };

/** Takes a key, makes the call that is due, and stores the outcome. */
export class Worker<Tx> {
  readonly breaker: CircuitBreaker;
  readonly #options: ResolvedOnceOptions<Tx>;
  readonly #changes: ChangeOptions<Tx>;
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: ResolvedOnceOptions<Tx>) {
    this.breaker = new CircuitBreaker(options.stopAfter, options.store.merchant);
    this.#options = options;
    this.#changes = { ...options, listeners: new OnceListeners(options.onChange) };
  }

  /** Works on one key, in progress also while it waits for its turn. @throws OnceStoppedError, OnceStoreError */
  work(place: OncePlace, take: Take, kind: ProbeKind, signal?: AbortSignal | undefined) {
    return this.run(this.#inTurn(place, take, kind, signal));
  }

  /** Resolves when nothing is in progress. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Changes a key without a call to the service. @throws OnceStoreError */
  change(place: OncePlace, take: Take): Promise<OnceRecord> {
    const token = crypto.randomUUID();
    const { leaseMs, timeoutMs } = this.#options;
    const next = (known: KnownRecords) => take(known, token);
    return this.run(storeChange(this.#changes, { place, token, next, patienceMs: leaseMs - timeoutMs }));
  }

  /** Counts what is in progress, for {@link idle}. */
  async run<T>(working: Promise<T>): Promise<T> {
    this.#running.add(working);
    try {
      return await working;
    } finally {
      this.#running.delete(working);
    }
  }

  async #inTurn(place: OncePlace, take: Take, kind: ProbeKind, signal: AbortSignal | undefined) {
    const leave = await this.breaker.enter(place.key, kind);
    try {
      return await this.#takeAndCall(place, take, signal);
    } finally {
      leave();
    }
  }

  async #takeAndCall(
    place: OncePlace,
    take: Take,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly entry: OnceEntry; readonly error?: PaymentError | undefined }> {
    const { payments, timeoutMs, leaseMs, terms } = this.#options;
    const passedMs = stopwatch();
    const token = crypto.randomUUID();
    let others: readonly OnceRecord[] = [];
    const next = (known: KnownRecords) => {
      others = known.others;
      return take(known, token);
    };
    const sent = await storeChange(this.#changes, { place, token, next, patienceMs: leaseMs - timeoutMs });
    if (sent.token !== token) return { entry: entryOf(sent) };

    const sendBefore = new Date(Date.now() + leaseMs - passedMs());
    const facts = factsFor({ own: sent, others });
    const isAdmitted = this.breaker.admits(place.key);
    const unsent = isAdmitted ? signal : AbortSignal.abort();
    const found = await attempt(sent, facts, payments, { timeoutMs, sendBefore, signal: unsent });
    const { error } = found.attempt;
    const unlistedKey = unlistedKeyOf(error, terms.meaningOf);
    const isRepeatable = isEligible(sent, others, terms);
    const failed = { isStalled: passedMs() > leaseMs, unlistedKey, isRepeatable };
    const neighbours = isAdmitted ? this.breaker.note(place.key, error, failed) : NOT_SENT;
    const outcome = { ...found, neighbours };
    const { transactionId, batchId, acquirerId } = found.finalization;
    const { state } = verdictOf(found.attempt, others, terms);
    const record = await storeChange(this.#changes, {
      place: sent,
      token,
      next: (known) => withOutcome(known, token, outcome, terms),
      patienceMs: leaseMs - passedMs(),
      unstored: { state, finalization: { transactionId, batchId, acquirerId } },
    });
    if (error !== undefined && error.code !== "invalid_input") this.breaker.check();
    return { entry: entryOf(record), error };
  }
}
