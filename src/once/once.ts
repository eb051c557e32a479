import type { Finalization } from "../index.js";
import { ADOPTION_FIELDS, adopted, type OnceAdoption } from "./adopt.js";
import {
  CORRECTION_FIELDS,
  corrected,
  DECISION_FIELDS,
  decided,
  demandVersion,
  type OnceCorrection,
  type OnceDecision,
  type OnceVersion,
} from "./decisions.js";
import { erased } from "./erase.js";
import { demandFields } from "./input.js";
import { listOf, type OnceList, type OnceListQuery } from "./list.js";
import { type OnceOptions, type ResolvedOnceOptions, withDefaults } from "./options.js";
import { captureOf, type OnceCapture, type OnceRecord, type OnceSnapshot } from "./record.js";
import { type OnceReport, pagesOf, reportOf } from "./report.js";
import { askedOf, type OnceAuthorization } from "./request.js";
import { delivered } from "./reserve.js";
import type { OnceCounts, OnceKnown } from "./store.js";
import { Sweep } from "./sweep.js";
import { Worker } from "./worker.js";

/** Options of a call. */
export interface OnceFinalizeOptions {
  authorization: OnceAuthorization;
  /** Aborts the call to the service. The sweep then finds out whether the money moved. */
  signal?: AbortSignal | undefined;
}

/**
 * Captures once per idempotency key, also when workers crash or a queue delivers a job twice. It needs a client and a store.
 *
 * @typeParam Tx - What `book` writes with: the store's transaction.
 */
export class Once<Tx> {
  readonly #options: ResolvedOnceOptions<Tx>;
  readonly #worker: Worker<Tx>;

  /** @throws TypeError for an option that is missing, unknown or invalid. */
  constructor(options: OnceOptions<Tx>) {
    this.#options = withDefaults(options);
    this.#worker = new Worker(this.#options);
  }

  /**
   * Captures the request of a key once, however often it is called. If the money moved already, or may have moved, nothing
   * is sent: the service is asked, if that is due. Call it for each delivery of a job. The job has to be delivered again
   * while `waitsFor` is `delivery` or the state is `sending`.
   *
   * @param key - The idempotency key, 1 to 200 characters: the same for each delivery of a job, a shipment's number for example.
   * @throws PaymentValidationError if the request is invalid, or if the key stands for another request. Nothing was sent.
   * @throws OnceStoppedError if the circuit breaker is open. Nothing was sent, or the outcome is stored.
   * @throws OnceStoreError if the store stays away. It carries the outcome, if one is known.
   */
  async finalize(key: string, finalization: Finalization, options: OnceFinalizeOptions): Promise<OnceCapture> {
    demandFields("finalize", options ?? {}, { authorization: "object", signal: "object" });
    const { authorization, signal } = options ?? {};
    const asked = askedOf(this.#options, key, finalization, authorization);
    const { terms } = this.#options;
    const take = (known: OnceKnown, token: string) => delivered(known, asked, token, terms);
    const { capture, error } = await this.#worker.work(asked, take, signal);
    if (error?.code === "invalid_input") throw error;
    return capture;
  }

  /**
   * Takes over the keys of workers that died, asks the service about unknown and pending captures, books what is not
   * booked, and sends what a person decided to send. It sends nothing else. Run it every minute, in as many processes as
   * you like.
   *
   * @param options - `limit`: how many keys at most, 100 by default.
   * @returns The captures that it worked on, as they stand now.
   * @throws OnceStoppedError if the circuit breaker is open, after the sweep has done everything that needs no service.
   * @throws OnceStoreError if the store stays away.
   */
  async sweep(options: { limit?: number } = {}): Promise<readonly OnceCapture[]> {
    demandFields("sweep", options, { limit: "count" });
    const { limit = 100 } = options;
    return await new Sweep(this.#worker, this.#options.store, this.#options.terms).run(limit);
  }

  /** Closes the circuit breaker. Call it when the cause of the {@link OnceStoppedError} is fixed: keys go one at a time until one passes. */
  resume(): void {
    this.#worker.breaker.resume();
  }

  /** Reads one key; undefined if the store does not know it. Nothing is sent. */
  async get(key: string): Promise<OnceSnapshot | undefined> {
    demandFields("get", { key }, { key: "text" }, { required: ["key"] });
    return this.#options.store.find(key);
  }

  /** Lists keys in the order of their names. `{ waitsFor: "person" }` is the list for manual review: `advice` is the question. */
  async list(query: OnceListQuery = {}): Promise<OnceList> {
    return await listOf(this.#options.store, query);
  }

  /** Counts the keys by state and `waitsFor`, each with its oldest times. Use it for alerts. */
  counts(): Promise<OnceCounts> {
    return this.#options.store.counts();
  }

  /**
   * Stores a person's decision about a key in any state, also about one that was closed wrongly. `send_again` lets the
   * sweep send it; nothing is sent here.
   *
   * @param version - The snapshot that the person saw, from {@link get} or {@link list}.
   * @throws OnceDecisionError if the key has changed since, or if the decision could capture twice. Nothing was changed.
   */
  async decide(version: OnceVersion, decision: OnceDecision): Promise<OnceCapture> {
    demandVersion(version);
    demandFields("decide", decision, DECISION_FIELDS);
    return await this.#decide(version, (known, token) => decided(known, version, decision, token, this.#options.terms));
  }

  /**
   * Replaces the request of a key that was rejected or never arrived, or corrects the facts of its authorization. The sweep
   * sends the new request; nothing is sent here.
   *
   * @throws OnceDecisionError if the key has changed since, or if the correction could capture twice. Nothing was changed.
   * @throws PaymentValidationError if the request is invalid.
   */
  async correct(version: OnceVersion, finalization: Finalization, correction: OnceCorrection): Promise<OnceCapture> {
    demandVersion(version);
    demandFields("correct", correction, CORRECTION_FIELDS);
    const asked = askedOf(this.#options, version.key, finalization, correction.authorization);
    return await this.#decide(version, (known, token) => corrected(known, version, correction, asked, token));
  }

  /**
   * Enters a capture that was made before the store existed. Nothing is sent, and `book` is not called.
   *
   * @throws OnceDecisionError if the key exists, or if another key may be the same capture. Nothing was changed.
   * @throws PaymentValidationError if the request is invalid.
   */
  async adopt(key: string, finalization: Finalization, adoption: OnceAdoption): Promise<OnceCapture> {
    demandFields("adopt", adoption, ADOPTION_FIELDS);
    const { orderId, transactionId, totalAmount } = finalization;
    const { hasLineItems: _, ...facts } = adoption.authorization ?? {}; // what was captured is bound to no rule of lines
    const options = { ...this.#options, keyAsInvoiceId: false };
    const asked = askedOf(options, key, { orderId, transactionId, totalAmount }, facts);
    const take = (known: OnceKnown, token: string) => adopted(known, asked, adoption, token, this.#options.terms);
    return captureOf(await this.#worker.change(asked, take));
  }

  /**
   * Reads the keys whose state began at `from` or later and before `to`: one line for each key, and sums by state, currency
   * and payment method. A `to` in the future is cut to the store's clock.
   */
  report(period: { readonly from: Date; readonly to: Date }): OnceReport {
    demandFields("report", period, { from: "date", to: "date" }, { required: ["from", "to"] });
    return reportOf(this.#options.store, period.from.getTime(), period.to.getTime());
  }

  /**
   * Erases the personal data of keys that were closed before a moment: request bodies, responses and people's reasons. An
   * erased key can still never be captured again.
   *
   * @returns How many keys were erased.
   */
  async erase(options: { readonly before: Date }): Promise<number> {
    demandFields("erase", options, { before: "date" }, { required: ["before"] });
    const { store } = this.#options;
    const until = options.before.getTime();
    let count = 0;
    const closed = { states: ["captured", "rejected", "not_captured"], to: until, limit: 100 } as const;
    for await (const { records, now } of pagesOf(store, closed)) {
      for (const record of records.filter((each) => erased(each, now, until) !== each)) {
        await this.#worker.change(record, (known) => erased(known.own as OnceRecord, known.now, until));
        count += 1;
      }
    }
    return count;
  }

  async #decide(version: OnceVersion, decide: (known: OnceKnown, token: string) => OnceRecord): Promise<OnceCapture> {
    const own = await this.get(version.key);
    const place = { key: version.key, authorization: own?.authorization ?? "" };
    return captureOf(await this.#worker.change(place, decide));
  }
}
