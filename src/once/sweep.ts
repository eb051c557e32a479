import { OnceStoppedError, OnceStoreError } from "./errors.js";
import { captureOf, type OnceCapture, type OnceRecord } from "./record.js";
import { pagesOf } from "./report.js";
import { takenOver } from "./reserve.js";
import type { OnceKnown, OncePlace, OnceStore } from "./store.js";
import type { Terms } from "./transition.js";
import type { Worker } from "./worker.js";

/** One run over what is due. What one key fails with does not keep the run from the others. */
export class Sweep<Tx> {
  readonly #worker: Worker<Tx>;
  readonly #store: OnceStore<Tx>;
  readonly #terms: Terms;
  readonly #swept: OnceCapture[] = [];
  #stopped: OnceStoppedError | undefined;
  /** Of a key whose outcome is known and not stored. */
  #unstored: OnceStoreError | undefined;
  #isStoreAway = false;

  constructor(worker: Worker<Tx>, store: OnceStore<Tx>, terms: Terms) {
    this.#worker = worker;
    this.#store = store;
    this.#terms = terms;
    this.#stopped = worker.breaker.stopped();
  }

  /**
   * Works on what is due. While the circuit breaker is open it does what needs no service, and then throws.
   *
   * @throws OnceStoppedError, OnceStoreError
   */
  async run(limit: number): Promise<readonly OnceCapture[]> {
    for (const place of await this.#store.due(limit)) await this.#one(place);
    if (this.#stopped !== undefined) {
      await this.#book(); // keys that wait for the service may fill all that is due
      throw this.#stopped;
    }
    if (this.#unstored !== undefined) throw this.#unstored;
    return this.#swept;
  }

  async #book(): Promise<void> {
    for await (const { records, now } of pagesOf(this.#store, { unbooked: true, limit: 100 })) {
      for (const record of records) {
        if (record.dueAt !== undefined && record.dueAt <= now) await this.#one(record);
      }
    }
  }

  async #one(place: OncePlace): Promise<void> {
    try {
      this.#swept.push(await this.#workOn(place));
      this.#isStoreAway = false;
    } catch (error) {
      if (error instanceof OnceStoppedError) {
        this.#stopped = error;
        return this.#one(place);
      }
      if (!(error instanceof OnceStoreError)) return; // a mistake in this key: it stays due, which `counts` shows
      if (error.state !== undefined) this.#unstored ??= error;
      if (this.#isStoreAway) throw this.#unstored ?? error; // for the second key in a row
      this.#isStoreAway = true;
    }
  }

  async #workOn(place: OncePlace): Promise<OnceCapture> {
    const canCall = this.#stopped === undefined;
    const take = (known: OnceKnown, token: string) => {
      const own = known.own as OnceRecord;
      // Corrected since it was listed: its authorization is not locked, and the next run has it.
      if (own.authorization !== place.authorization) return own;
      return takenOver(known, token, this.#terms, canCall);
    };
    if (!canCall) return captureOf(await this.#worker.change(place, take));
    const { capture } = await this.#worker.work(place, take);
    return capture;
  }
}
