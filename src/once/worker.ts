import type { AnyPaymentError } from "../index.js";
import { attempted, stopwatch } from "./attempt.js";
import { type Books, stored } from "./books.js";
import { CircuitBreaker } from "./circuit-breaker.js";
import { OnceListeners } from "./on-change.js";
import type { ResolvedOnceOptions } from "./options.js";
import { withOutcome } from "./outcome.js";
import { captureOf, type OnceCapture, type OnceRecord } from "./record.js";
import type { OnceKnown, OncePlace } from "./store.js";
import { factsFor } from "./transition.js";
import { verdictOf } from "./verdict.js";

/** What a key becomes, as far as the store shows. A record with the token is to be sent. */
type Take = (known: OnceKnown, token: string) => OnceRecord;

/** Works on one key at a time: takes it, makes the call that is due, stores the outcome. */
export class Worker<Tx> {
  readonly breaker: CircuitBreaker;
  readonly #options: ResolvedOnceOptions<Tx>;
  readonly #books: Books<Tx>;

  constructor(options: ResolvedOnceOptions<Tx>) {
    this.breaker = new CircuitBreaker(options.stopAfter);
    this.#options = options;
    this.#books = { ...options, listeners: new OnceListeners(options.onChange) };
  }

  /** @throws OnceStoppedError, OnceStoreError */
  async work(place: OncePlace, take: Take, signal?: AbortSignal | undefined) {
    const leave = await this.breaker.enter();
    try {
      return await this.#takeAndCall(place, take, signal);
    } finally {
      leave();
    }
  }

  /** Changes a key without a call to the service. @throws OnceStoreError */
  change(place: OncePlace, take: Take): Promise<OnceRecord> {
    const token = crypto.randomUUID();
    const { leaseMs, timeoutMs } = this.#options;
    const next = (known: OnceKnown) => take(known, token);
    return stored(this.#books, { place, token, next, patienceMs: leaseMs - timeoutMs });
  }

  async #takeAndCall(
    place: OncePlace,
    take: Take,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly capture: OnceCapture; readonly error?: AnyPaymentError | undefined }> {
    const { payments, timeoutMs, leaseMs, terms } = this.#options;
    const passedMs = stopwatch();
    const token = crypto.randomUUID();
    let others: readonly OnceRecord[] = [];
    const next = (known: OnceKnown) => {
      others = known.others;
      return take(known, token);
    };
    const sent = await stored(this.#books, { place, token, next, patienceMs: leaseMs - timeoutMs });
    if (sent.token !== token) return { capture: captureOf(sent) };

    const sendBefore = new Date(Date.now() + leaseMs - passedMs());
    const facts = factsFor({ own: sent, others });
    const found = await attempted(sent, facts, payments, { timeoutMs, sendBefore, signal });
    const { attempt, finalization } = found;
    const { error } = attempt;
    const outcome = { ...found, neighbours: this.breaker.note(place.key, error, passedMs() > leaseMs) };
    const { transactionId, batchId, acquirerId } = finalization;
    const { state } = verdictOf(attempt, others);
    const record = await stored(this.#books, {
      place: sent,
      token,
      next: (known) => withOutcome(known, token, outcome, terms),
      patienceMs: leaseMs - passedMs(),
      unstored: { state, finalization: { transactionId, batchId, acquirerId } },
    });
    if (error !== undefined && error.code !== "invalid_input") this.breaker.check();
    return { capture: captureOf(record), error };
  }
}
