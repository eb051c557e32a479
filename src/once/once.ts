import type { Finalization } from "../index.js";
import { adopted, type OnceAdoption } from "./adopt.js";
import { corrected, decided, type OnceCorrection, type OnceDecision, type OnceVersion } from "./decisions.js";
import { erased } from "./erase.js";
import { demandKnown } from "./known-options.js";
import { type OnceOptions, type ResolvedOnceOptions, withDefaults } from "./options.js";
import { captureOf, type OnceCapture, type OnceRecord, type OnceSnapshot } from "./record.js";
import { type OnceReport, pagesOf, reportOf } from "./report.js";
import { askedOf, type OnceAuthorization } from "./request.js";
import { delivered } from "./reserve.js";
import type { OnceCounts, OnceKnown, OnceQuery } from "./store.js";
import { Sweep } from "./sweep.js";
import { Worker } from "./worker.js";

/** Options of a call. */
export interface OnceFinalizeOptions {
  authorization: OnceAuthorization;
  /** Ends the call to the service; what became of it is then found out later. */
  signal?: AbortSignal | undefined;
}

/** Which keys are listed: all, unless something narrows it. `limit` is 100 by default. */
export type OnceListQuery = Partial<OnceQuery>;

/** Keys in the order of their names. */
export interface OnceList {
  readonly captures: readonly OnceSnapshot[];
  /** There is more: give it as `after`. */
  readonly next?: string | undefined;
  /** The store's clock, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Captures once per key, whatever crashes: around a client, on a store that several workers share.
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
   * Captures what the key stands for, unless that has been done or may have been: then it says how it stands, after having
   * asked the service if that is due. Call it as often as a queue delivers the job. While the state is `retryable`,
   * `waiting` or `sending`, the job has to come again, unless the capture waits for the sweep.
   *
   * @param key - 1 to 200 characters, the same for each delivery of a job: a shipment's number, say.
   * @throws PaymentValidationError for a request that breaks a rule, or that is not the one that the key stands for.
   * @throws OnceStoppedError when the circuit breaker is open. Nothing was sent, or the outcome is stored.
   * @throws OnceStoreError when the store stays away. It has the outcome, if one is known.
   */
  async finalize(key: string, finalization: Finalization, options: OnceFinalizeOptions): Promise<OnceCapture> {
    const asked = askedOf(this.#options, key, finalization, options.authorization);
    const { terms } = this.#options;
    const take = (known: OnceKnown, token: string) => delivered(known, asked, token, terms);
    const { capture, error } = await this.#worker.work(asked, take, options.signal);
    if (error?.code === "invalid_input") throw error;
    return capture;
  }

  /**
   * Takes over what workers left behind, asks the service about what is due, books what is not booked, and sends what a
   * person decided to send. Run it every minute, by as many workers as you like. It makes no other first attempt.
   *
   * @param options - `limit`: how many keys at most, 100 by default.
   * @returns The captures that it worked on, as they stand now.
   * @throws OnceStoppedError when the circuit breaker is open, after having done what needs no service.
   * @throws OnceStoreError when the store stays away.
   */
  async sweep({ limit = 100 }: { limit?: number } = {}): Promise<readonly OnceCapture[]> {
    return await new Sweep(this.#worker, this.#options.store, this.#options.terms).run(limit);
  }

  /** After an {@link OnceStoppedError}, once its cause is fixed: keys go one at a time until one passes. */
  resume(): void {
    this.#worker.breaker.resume();
  }

  /** How a key stands. */
  get(key: string): Promise<OnceSnapshot | undefined> {
    return this.#options.store.find(key);
  }

  /** Keys by their names. `{ waitsFor: "person" }` is the list for manual review, each with its question as `advice`. */
  async list(query: OnceListQuery = {}): Promise<OnceList> {
    demandKnown("list", query, ["states", "waitsFor", "from", "to", "unbooked", "after", "limit"]);
    const { limit = 100 } = query;
    const { records, now } = await this.#options.store.list({ ...query, limit: limit + 1 });
    const captures = records.slice(0, limit).map((record) => ({ ...record, seenAt: now }));
    return { captures, next: records.length > limit ? captures.at(-1)?.key : undefined, now };
  }

  /** How many keys there are of each state and `waitsFor`, and since when: for an alert. */
  counts(): Promise<OnceCounts> {
    return this.#options.store.counts();
  }

  /**
   * Stores a person's decision about a key, whatever its state: also about one that was closed wrongly. The sweep sends
   * what is to be sent again.
   *
   * @param version - What the decision is about, from {@link get} or {@link list}: a key that has changed since is invalid.
   * @throws OnceDecisionError
   */
  async decide(version: OnceVersion, decision: OnceDecision): Promise<OnceCapture> {
    return await this.#decide(version, (known, token) => decided(known, version, decision, token, this.#options.terms));
  }

  /**
   * Gives a key another request, in the place of one that was rejected or never arrived, or corrects the facts of its
   * authorization. The sweep sends it.
   *
   * @throws OnceDecisionError, PaymentValidationError
   */
  async correct(version: OnceVersion, finalization: Finalization, correction: OnceCorrection): Promise<OnceCapture> {
    const asked = askedOf(this.#options, version.key, finalization, correction.authorization);
    return await this.#decide(version, (known, token) => corrected(known, version, correction, asked, token));
  }

  /**
   * Enters a capture that was made before the store existed. Nothing is sent.
   *
   * @throws OnceDecisionError, PaymentValidationError
   */
  async adopt(key: string, finalization: Finalization, adoption: OnceAdoption): Promise<OnceCapture> {
    const { orderId, transactionId, totalAmount } = finalization;
    const { hasLineItems: _, ...facts } = adoption.authorization; // what was captured is bound to no rule of lines
    const options = { ...this.#options, keyAsInvoiceId: false };
    const asked = askedOf(options, key, { orderId, transactionId, totalAmount }, facts);
    const take = (known: OnceKnown, token: string) => adopted(known, asked, adoption, token, this.#options.terms);
    return captureOf(await this.#worker.change(asked, take));
  }

  /**
   * Reads what came into its state from `from` until before `to`, or until now: a line per key, and sums per state, currency
   * and payment method.
   */
  report({ from, to }: { readonly from: Date; readonly to: Date }): OnceReport {
    return reportOf(this.#options.store, from.getTime(), to.getTime());
  }

  /**
   * Erases personal data of keys that were closed before a moment: bodies, responses and the words of people. Such a key
   * can still never be captured again.
   *
   * @returns How many keys were erased.
   */
  async erase({ before }: { readonly before: Date }): Promise<number> {
    const { store } = this.#options;
    const until = before.getTime();
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
