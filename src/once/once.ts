import type { Finalization } from "../index.js";
import { attempt, stopwatch } from "./attempt.js";
import { stored } from "./books.js";
import { CircuitBreaker } from "./circuit-breaker.js";
import { corrected, decided, type OnceCorrection, type OnceDecision, type OnceVersion } from "./decisions.js";
import { type OnceOptions, withDefaults } from "./options.js";
import { withOutcome } from "./outcome.js";
import { captureOf, type OnceCapture, type OnceRecord, type OnceSnapshot } from "./record.js";
import { type OnceReport, reportOf } from "./report.js";
import { askedOf, authorizationOf, factsOf, finalizationOf, type OnceAuthorization } from "./request.js";
import { reserve, takeOver } from "./reserve.js";
import type { OnceKnown, OncePlace, OnceQuery } from "./store.js";
import type { Terms } from "./transition.js";

/** Options of a call. */
export interface OnceFinalizeOptions {
  authorization: OnceAuthorization;
  /** Ends the call to the service; what became of it is then found out later. */
  signal?: AbortSignal | undefined;
}

/**
 * One capture per key, whatever crashes: around a client, on a store that several workers share.
 *
 * @typeParam Tx - What `book` writes with: the store's transaction.
 */
export class Once<Tx> {
  readonly #options: ReturnType<typeof withDefaults<Tx>>;
  readonly #terms: Terms;
  readonly #breaker: CircuitBreaker;

  constructor(options: OnceOptions<Tx>) {
    this.#options = withDefaults(options);
    const { payments, leaseMs, marginMs, stopAfter } = this.#options;
    this.#terms = {
      ...this.#options,
      leaseMs: leaseMs + marginMs,
      isEligible({ request, finalizedBefore, isFinalizedBeforeCertain }) {
        const facts = { authorization: factsOf(request, finalizedBefore) };
        return (
          isFinalizedBeforeCertain && payments.check("resolveFinalization", finalizationOf(request), facts).length === 0
        );
      },
    };
    this.#breaker = new CircuitBreaker(stopAfter);
  }

  /**
   * Captures what the key stands for, unless that has been done or may have been: then it says how it stands, after having
   * asked the service if that is due. Call it as often as a queue delivers the job. While the state is `retryable`,
   * `waiting` or `sending`, the job has to come again; what is `unknown` is asked about by {@link sweep} as well.
   *
   * @param key - 1 to 200 characters, the same for each delivery of a job: a shipment's number, say.
   * @throws PaymentValidationError for a request that breaks a rule, or that is not the one that the key stands for.
   * @throws OnceStoppedError when the circuit breaker is open. Nothing was sent, or the outcome is stored.
   */
  async finalize(key: string, finalization: Finalization, options: OnceFinalizeOptions): Promise<OnceCapture> {
    const asked = askedOf(this.#options, key, finalization, options.authorization);
    const take = (known: OnceKnown, token: string) => reserve(known, asked, token, this.#terms);
    const { capture, error } = await this.#work(asked, take, options.signal);
    if (error?.code === "invalid_input") throw error;
    return capture;
  }

  /**
   * Takes over what workers left behind, asks the service about what is due, and books what is not booked. Run it every
   * minute, by as many workers as you like. It makes no first attempt.
   *
   * @returns The captures that it worked on, as they stand now.
   * @throws OnceStoppedError
   */
  async sweep({ limit = 100 }: { limit?: number } = {}): Promise<readonly OnceCapture[]> {
    const { store, merchant } = this.#options;
    const swept: OnceCapture[] = [];
    for (const place of await store.due(limit)) {
      // Another merchant's worker has the credentials for what is not ours.
      if (place.authorization !== authorizationOf(merchant, place.request.transactionId)) continue;
      const { capture } = await this.#work(place, (known, token) => takeOver(known, token, this.#terms));
      swept.push(capture);
    }
    return swept;
  }

  /** After an {@link OnceStoppedError}, once its cause is fixed: keys go one at a time until one passes. */
  resume(): void {
    this.#breaker.resume();
  }

  /** How a key stands. */
  get(key: string): Promise<OnceSnapshot | undefined> {
    return this.#options.store.find(key);
  }

  /** Keys by their names: what is parked, waits, or is not booked; 100 of them, unless a `limit` says otherwise. */
  list({ limit = 100, ...query }: Partial<OnceQuery> = {}): Promise<readonly OnceSnapshot[]> {
    return this.#options.store.list({ ...query, limit });
  }

  /**
   * Stores a person's decision about a key, whatever its state: also about one that was closed wrongly.
   *
   * @param version - What the decision is about, from {@link get} or {@link list}: a key that has changed since is invalid.
   * @throws OnceDecisionError
   */
  decide(version: OnceVersion, decision: OnceDecision): Promise<OnceCapture> {
    return this.#change(version, (known) => decided(known, version, decision, this.#terms));
  }

  /**
   * Gives a key another request, in the place of one that was rejected or never arrived. Call {@link finalize} with it then.
   *
   * @throws OnceDecisionError, PaymentValidationError
   */
  async correct(version: OnceVersion, finalization: Finalization, correction: OnceCorrection) {
    const asked = askedOf(this.#options, version.key, finalization, correction.authorization);
    return this.#change(version, (known) => corrected(known, version, correction, asked), asked.authorization);
  }

  /** What came into its state from `from` until before `to`: sums per state, currency and payment method, and a line per key. */
  async report({ from, to }: { readonly from: Date; readonly to: Date }): Promise<OnceReport> {
    const period = { from: from.getTime(), to: to.getTime(), limit: 1_000 };
    const records: OnceSnapshot[] = [];
    for (let after: string | undefined; ; after = records.at(-1)?.key) {
      const page = await this.#options.store.list({ ...period, after });
      records.push(...page);
      if (page.length < period.limit) return reportOf(records);
    }
  }

  /** Takes the key, does what is due, and stores the outcome. */
  async #work(place: OncePlace, take: (known: OnceKnown, token: string) => OnceRecord, signal?: AbortSignal) {
    const { payments, timeoutMs, leaseMs } = this.#options;
    const leave = await this.#breaker.enter();
    try {
      const token = crypto.randomUUID();
      const passedMs = stopwatch();
      const taken = await stored(this.#options, place, (known) => take(known, token));
      if (taken.token !== token) return { capture: captureOf(taken) };
      const sendBefore = new Date(Date.now() + leaseMs - passedMs());
      const { error, ...found } = await attempt(taken, payments, { timeoutMs, sendBefore, signal });
      const outcome = { ...found, neighbours: this.#breaker.note(place.key, error, passedMs() > leaseMs) };
      const record = await stored(this.#options, place, (known) => withOutcome(known, token, outcome, this.#terms));
      if (error !== undefined && error.code !== "invalid_input") this.#breaker.check();
      return { capture: captureOf(record), error };
    } finally {
      leave();
    }
  }

  async #change(
    version: OnceVersion,
    decide: (known: OnceKnown) => OnceRecord,
    authorization?: string,
  ): Promise<OnceCapture> {
    const own = await this.get(version.key);
    const place = { key: version.key, authorization: authorization ?? own?.authorization ?? "" };
    return captureOf(await stored(this.#options, place, decide));
  }
}
