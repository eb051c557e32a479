import type { OnceEntry } from "../entry.js";
import { OnceStoreError } from "../errors.js";
import type { ResolvedOptions } from "../options.js";
import { entryOf, type KnownRecords, type OnceRecord } from "../record.js";
import { captureIdOf, factsFor } from "../rules/authorization.js";
import { withOutcome } from "../rules/outcome.js";
import type { Reserving } from "../rules/reserve.js";
import { verdictOf } from "../rules/verdict.js";
import type { OncePlace } from "../stores/store.js";
import { attempt, stopwatch } from "./attempt.js";
import { CircuitBreaker } from "./circuit-breaker.js";
import { Listeners } from "./listeners.js";
import { type KeyChange, storeChange } from "./store-change.js";

/** Decides what a key becomes, from what the store knows. The worker then sends a key that has its token. */
export type Take = (known: KnownRecords, by: Reserving) => OnceRecord;

export class Worker<Tx> {
  readonly breaker = new CircuitBreaker();
  readonly #options: ResolvedOptions<Tx>;
  readonly #listeners: Listeners;
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: ResolvedOptions<Tx>) {
    this.#options = options;
    this.#listeners = new Listeners(options.onChange);
  }

  work(place: OncePlace, take: Take): Promise<OnceEntry> {
    return this.run(this.#work(place, take));
  }

  async run<T>(working: Promise<T>): Promise<T> {
    this.#running.add(working);
    try {
      return await working;
    } finally {
      this.#running.delete(working);
    }
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async #work(place: OncePlace, take: Take): Promise<OnceEntry> {
    const canCall = this.breaker.enter(place.key);
    try {
      return entryOf(await this.#takeAndCall(place, take, canCall));
    } finally {
      this.breaker.leave(place.key);
    }
  }

  async #takeAndCall(place: OncePlace, take: Take, canCall: boolean): Promise<OnceRecord> {
    const { payments, timeoutMs, leaseMs, terms } = this.#options;
    const passedMs = stopwatch();
    const token = crypto.randomUUID();
    let others: readonly OnceRecord[] = [];
    const sent = await this.#change({
      place,
      token,
      next: (known) => {
        others = known.others;
        return take(known, { token, terms, canCall });
      },
      patienceMs: leaseMs - timeoutMs,
    });
    if (sent.token !== token) return sent;

    const sendBefore = new Date(Date.now() + leaseMs - passedMs());
    const found = await attempt(sent, factsFor(sent, others), payments, { timeoutMs, sendBefore });
    const { error, unlistedKey } = found.attempt;
    const neighbours = this.breaker.note(place.key, error, passedMs() > leaseMs, unlistedKey);
    const { state } = verdictOf(found.attempt, others, terms.sendAgain);
    return await this.#change({
      place: { ...sent, captureId: captureIdOf(sent.request, found.finalization) },
      token,
      next: (known) => withOutcome(known, token, { ...found, neighbours }, terms),
      patienceMs: leaseMs - passedMs(),
      unstored: { state: state === "conflict" ? "parked" : state, finalization: found.finalization },
    });
  }

  #change(change: Omit<KeyChange<Tx>, "store" | "worker">): Promise<OnceRecord> {
    const { store, book, fail, terms } = this.#options;
    return this.#listeners.during(change.place.key, (told) => {
      const tell = (record: OnceRecord, cause: unknown) => told(entryOf(record), cause);
      return storeChange({ ...change, store, worker: { book, fail, terms, tell } });
    });
  }
}

export async function reading<T>(merchant: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof OnceStoreError) throw cause;
    throw new OnceStoreError({ key: undefined, merchant }, cause);
  }
}
