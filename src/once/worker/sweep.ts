import type { OnceEntry } from "../entry.js";
import { OnceStoppedError, OnceStoreError } from "../errors.js";
import { entryOf, type KnownRecords, type OnceRecord } from "../record.js";
import { pagesOf } from "../reports/report.js";
import { takenOver } from "../rules/reserve.js";
import type { Terms } from "../rules/transition.js";
import { read } from "../stores/document.js";
import type { OnceStore } from "../stores/store.js";
import type { Worker } from "./worker.js";

/** One run over the keys that are due. The failure of one key does not stop the others. */
export class Sweep<Tx> {
  readonly #worker: Worker<Tx>;
  readonly #store: OnceStore<Tx>;
  readonly #terms: Terms;
  readonly #swept: OnceEntry[] = [];
  #stopped: OnceStoppedError | undefined;
  /** The error of a key whose outcome is known and not stored. */
  #unstored: OnceStoreError | undefined;
  #isStoreAway = false;

  constructor(worker: Worker<Tx>, store: OnceStore<Tx>, terms: Terms) {
    this.#worker = worker;
    this.#store = store;
    this.#terms = terms;
    this.#stopped = worker.breaker.stopped();
  }

  /**
   * Works on the keys that are due. If the circuit breaker is open, it does what needs no service, and then throws.
   *
   * @param signal - Once it has aborted, no further key is begun.
   * @throws OnceStoppedError, OnceStoreError
   */
  async run(limit: number, signal?: AbortSignal): Promise<readonly OnceEntry[]> {
    for (const document of await this.#store.due(limit)) {
      if (signal?.aborted) return this.#swept;
      await this.#one(() => read(document));
    }
    if (this.#stopped !== undefined) {
      await this.#book(); // keys that wait for the service may fill the list of due keys
      throw this.#stopped;
    }
    if (this.#unstored !== undefined) throw this.#unstored;
    return this.#swept;
  }

  async #book(): Promise<void> {
    for await (const { records, now } of pagesOf(this.#store, { unbooked: true, limit: 100 })) {
      for (const record of records) {
        if (record.dueAt !== undefined && record.dueAt <= now) await this.#one(() => record);
      }
    }
  }

  async #one(recordOf: () => OnceRecord, mayCall = true): Promise<void> {
    try {
      this.#swept.push(await this.#workOn(recordOf(), mayCall));
      this.#isStoreAway = false;
    } catch (error) {
      if (error instanceof OnceStoppedError) {
        this.#stopped = error;
        return this.#one(recordOf, false);
      }
      if (!(error instanceof OnceStoreError)) return; // a mistake in this key: it stays due, which `counts` shows
      if (error.state !== undefined) this.#unstored ??= error;
      if (this.#isStoreAway) throw this.#unstored ?? error; // for the second key in a row
      this.#isStoreAway = true;
    }
  }

  async #workOn(place: OnceRecord, mayCall: boolean): Promise<OnceEntry> {
    const canCall = mayCall && (this.#stopped === undefined || isProbe(place, this.#stopped));
    const take = (known: KnownRecords, token: string) => {
      const own = known.own as OnceRecord;
      // It was corrected since it was listed, so its authorization is not locked. The next run takes it.
      if (own.authorizationId !== place.authorizationId) return own;
      return takenOver(known, token, this.#terms, canCall);
    };
    if (!canCall) return entryOf(await this.#worker.change(place, take));
    const { entry } = await this.#worker.work(place, take, "repeat");
    this.#stopped = this.#worker.breaker.stopped();
    return entry;
  }
}

/** Whether the key is sent again to find out its outcome, and the open circuit breaker may be about to admit one. */
function isProbe({ state, dueAt }: OnceRecord, { retryAt }: OnceStoppedError): boolean {
  const isPast = (time: number | undefined) => time !== undefined && time <= Date.now();
  return (state === "unknown" || state === "pending") && isPast(dueAt) && isPast(retryAt?.getTime());
}
