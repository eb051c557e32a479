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
import { Teller } from "./listeners.js";
import { type KeyChange, storeChange } from "./store-change.js";

/** Decides what a key becomes, from what the store knows. The worker then sends a key that has its token. */
export type Take = (known: KnownRecords, by: Reserving) => OnceRecord;

/** Takes a key, makes the call that is due, and stores the outcome. */
export class Worker<Tx> {
  readonly breaker = new CircuitBreaker();
  readonly #options: ResolvedOptions<Tx>;
  readonly #teller: Teller;
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: ResolvedOptions<Tx>) {
    this.#options = options;
    this.#teller = new Teller(options.onChange);
  }

  /** @throws OnceStoreError, and what `take` throws */
  work(place: OncePlace, take: Take): Promise<OnceEntry> {
    return this.run(this.#work(place, take));
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

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async #work(place: OncePlace, take: Take): Promise<OnceEntry> {
    const canCall = this.breaker.enter(place.key);
    try {
      return entryOf(await this.#takeAndCall(place, take, canCall));
    } finally {
      if (canCall) this.breaker.leave(place.key);
    }
  }

  async #takeAndCall(place: OncePlace, take: Take, canCall: boolean): Promise<OnceRecord> {
    const { payments, timeoutMs, leaseMs, terms } = this.#options;
    const passedMs = stopwatch();
    const token = crypto.randomUUID();
    let others: readonly OnceRecord[] = [];
    const next = (known: KnownRecords) => {
      others = known.others;
      return take(known, { token, terms, canCall });
    };
    const sent = await this.#change({ place, token, next, patienceMs: leaseMs - timeoutMs });
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
    return this.#teller.during(change.place.key, (tellEntry) => {
      const tell = (record: OnceRecord, cause: unknown) => tellEntry(entryOf(record), cause);
      return storeChange({ ...change, store, worker: { book, fail, terms, tell } });
    });
  }
}

/** Makes the failure to read a store an error of `Once`. */
export async function reading<T>(merchant: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw cause instanceof OnceStoreError ? cause : new OnceStoreError({ key: undefined, merchant }, cause);
  }
}
