import * as is from "../../model/is.js";
import type { OnceEntry } from "../entry.js";
import { OnceStoppedError, OnceStoreError } from "../errors.js";
import { entryOf, type KnownRecords, nextAt, type OnceRecord } from "../record.js";
import { pagesOf } from "../reports/report.js";
import { takenOver } from "../rules/reserve.js";
import type { Terms } from "../rules/transition.js";
import { read } from "../stores/document.js";
import type { OnceStore } from "../stores/store.js";
import type { Worker } from "./worker.js";

/** The most keys of a sweep, by default. */
export const LIMIT = 100;

export interface SweepOptions {
  /** The most keys to work on. */
  readonly limit: number;
  /** The most keys to work on at once. */
  readonly concurrency: number;
  /** Once it has aborted, no further key is begun. */
  readonly signal?: AbortSignal | undefined;
}

export const SWEEP_FIELDS = { limit: is.count, concurrency: is.count };

/** Reads a document when its key's turn comes: the failure of one key does not stop the others. */
type Due = () => OnceRecord;

/** One run over the keys that are due. */
export class Sweep<Tx> {
  readonly #worker: Worker<Tx>;
  readonly #store: OnceStore<Tx>;
  readonly #terms: Terms;
  readonly #swept: OnceEntry[] = [];
  #stopped: OnceStoppedError | undefined;
  /** The error of a key whose outcome is known and not stored. */
  #unstored: OnceStoreError | undefined;
  /** The store failed for the last key. */
  #hasFailed = false;
  /** The store failed for two keys in a row, so that no further key is begun. */
  #away: OnceStoreError | undefined;

  constructor(worker: Worker<Tx>, store: OnceStore<Tx>, terms: Terms) {
    this.#worker = worker;
    this.#store = store;
    this.#terms = terms;
    this.#stopped = worker.breaker.stopped();
  }

  /**
   * Works on the keys that are due, those of one authorization in turn. If the circuit breaker is open, it does what needs
   * no service, and then throws.
   *
   * @throws OnceStoppedError, OnceStoreError
   */
  async run({ limit, concurrency, signal }: SweepOptions): Promise<readonly OnceEntry[]> {
    const isOver = () => signal?.aborted === true || this.#away !== undefined;
    const documents = await this.#store.due(limit);
    const lines = this.#linesOf(documents).values();
    const work = async () => {
      for (const line of lines) {
        for (const due of line) if (!isOver()) await this.#one(due);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    const mayHideOthers = this.#stopped !== undefined && documents.length >= limit;
    if (mayHideOthers && !isOver()) await this.#withoutService(isOver);
    const error = this.#unstored ?? this.#away ?? this.#stopped;
    if (error !== undefined) throw error;
    return this.#swept;
  }

  /** The keys of each authorization, in the order in which they are due. */
  #linesOf(documents: readonly string[]): readonly (readonly Due[])[] {
    const lines = Map.groupBy(documents, (document) => {
      try {
        return read(document).authorizationId;
      } catch {
        return document; // the error comes when it is its turn
      }
    });
    return [...lines.values()].map((line) => line.map((document) => () => read(document, this.#store)));
  }

  /** Does what needs no service on all keys, because those that wait for the service may fill the list of due keys. */
  async #withoutService(isOver: () => boolean): Promise<void> {
    for (const which of [{ unbooked: true }, { waitsFor: "sweep" }, { waitsFor: "delivery" }] as const) {
      for await (const { records, now } of pagesOf(this.#store, { ...which, limit: 100 })) {
        for (const record of records) {
          if (isOver()) return;
          if (isDueWithoutService(record, now, this.#terms)) await this.#one(() => record, false);
        }
      }
    }
  }

  async #one(due: Due, mayCall = true): Promise<void> {
    try {
      this.#swept.push(await this.#workOn(due(), mayCall));
      this.#hasFailed = false;
    } catch (error) {
      if (error instanceof OnceStoppedError) {
        this.#stopped = error;
        return this.#one(due, false);
      }
      if (!(error instanceof OnceStoreError)) return; // a mistake in this key: it stays due, which `counts` shows
      if (error.state !== undefined) this.#unstored ??= error;
      if (this.#hasFailed) this.#away ??= error;
      this.#hasFailed = true;
    }
  }

  async #workOn(place: OnceRecord, mayCall: boolean): Promise<OnceEntry> {
    const canCall = mayCall && (this.#stopped === undefined || isToSend(place));
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

/** Whether something can be done on a key without the service. */
function isDueWithoutService(own: OnceRecord, now: number, terms: Terms): boolean {
  const isToBook = own.state === "captured" && own.dueAt !== undefined && own.dueAt <= now;
  return isToBook || takenOver({ own, others: [], now }, "", terms, false) !== own;
}

/** Whether a due key is to be sent, so that an open circuit breaker may admit it. */
function isToSend(record: OnceRecord): boolean {
  const { state, dueAt, decidedAt } = record;
  const isRepeat = state === "unknown" || state === "pending";
  const isDecided = (state === "retryable" || state === "blocked") && decidedAt !== undefined;
  return (isRepeat || isDecided) && dueAt === nextAt(record); // no mere warning is due
}
