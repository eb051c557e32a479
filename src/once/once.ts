import type { Finalization } from "../index.js";
import { attempt, stopwatch } from "./attempt.js";
import { stored } from "./books.js";
import { corrected, type Decision, decided, type Look, type Signed } from "./decisions.js";
import { Line } from "./circuit-breaker.js";
import { type OnceOptions, withDefaults } from "./options.js";
import { captureOf, type OnceCapture, type OnceLook, type OnceRecord } from "./record.js";
import { type OnceReport, reportOf } from "./report.js";
import { askedOf, authorizationOf, factsOf, finalizationOf, type OnceAuthorization } from "./request.js";
import { reserve, takeOver } from "./reserve.js";
import { settled } from "./outcome.js";
import type { Known, OnceQuery, Place } from "./store.js";
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
  readonly #line: Line;

  constructor(options: OnceOptions<Tx>) {
    this.#options = withDefaults(options);
    const { payments, leaseMs, marginMs, stopAfter } = this.#options;
    this.#terms = {
      ...this.#options,
      leaseMs: leaseMs + marginMs,
      isEligible({ request, before, isBeforeSure }) {
        const facts = { authorization: factsOf(request, before) };
        return isBeforeSure && payments.check("resolveFinalization", finalizationOf(request), facts).length === 0;
      },
    };
    this.#line = new Line(stopAfter);
  }

  /**
   * Captures what the key stands for, unless that has been done or may have been: then it says how it stands, after having
   * asked the service if that is due. Call it as often as a queue delivers the job. While the state is `released`,
   * `waiting` or `sending`, the job has to come again; what is `open` is asked about by {@link sweep} as well.
   *
   * @param key - 1 to 200 characters, the same for each delivery of a job: a shipment's number, say.
   * @throws PaymentValidationError for a request that breaks a rule, or that is not the one that the key stands for.
   * @throws OnceStoppedError when one key after the other meets the same. Nothing was sent, or what became of it is stored.
   */
  async finalize(key: string, finalization: Finalization, options: OnceFinalizeOptions): Promise<OnceCapture> {
    const asked = askedOf(this.#options, key, finalization, options.authorization);
    return this.#work(asked, (known, token) => reserve(known, asked, token, this.#terms), options.signal);
  }

  /**
   * Takes over what workers left behind, asks the service about what is due, and books what is not booked. Run it every
   * minute, by as many workers as you like. It makes no first attempt.
   *
   * @returns The records that it had in hand, as they stand now.
   * @throws OnceStoppedError
   */
  async sweep({ limit = 100 }: { limit?: number } = {}): Promise<readonly OnceCapture[]> {
    const { store, merchant } = this.#options;
    const swept: OnceCapture[] = [];
    for (const place of await store.due(limit)) {
      // Another merchant's worker has the credentials for what is not ours.
      if (place.authorization !== authorizationOf(merchant, place.request.transactionId)) continue;
      swept.push(await this.#work(place, (known, token) => takeOver(known, token, this.#terms)));
    }
    return swept;
  }

  /** After an {@link OnceStoppedError}, once its cause is mended: keys go one at a time until one passes. */
  resume(): void {
    this.#line.resume();
  }

  /** How a key stands. */
  get(key: string): Promise<OnceLook | undefined> {
    return this.#options.store.find(key);
  }

  /** Keys by their names: what is parked, waits, or is not booked; 100 of them, unless a `limit` says otherwise. */
  list({ limit = 100, ...query }: Partial<OnceQuery> = {}): Promise<readonly OnceLook[]> {
    return this.#options.store.list({ ...query, limit });
  }

  /**
   * A person's word on a key, whatever its state: also on one that was closed wrongly.
   *
   * @param look - What it was decided on, from {@link get} or {@link list}: a key that has changed since is refused.
   * @throws OnceDecisionError
   */
  settle(look: Look, decision: Decision): Promise<OnceCapture> {
    return this.#byHand(look, (known) => decided(known, look, decision, this.#terms));
  }

  /**
   * Gives a key another request, in the place of one that was refused or never arrived. Call {@link finalize} with it then.
   *
   * @throws OnceDecisionError, PaymentValidationError
   */
  async correct(look: Look, finalization: Finalization, { by, why, authorization }: Signed & OnceFinalizeOptions) {
    const asked = askedOf(this.#options, look.key, finalization, authorization);
    return this.#byHand(look, (known) => corrected(known, look, { by, why }, asked), asked.authorization);
  }

  /** What came into its state from `from` until before `to`: sums per state, currency and payment method, and a line per key. */
  async report({ from, to }: { readonly from: Date; readonly to: Date }): Promise<OnceReport> {
    const period = { from: from.getTime(), to: to.getTime(), limit: 1_000 };
    const records: OnceLook[] = [];
    for (let after: string | undefined; ; after = records.at(-1)?.key) {
      const page = await this.#options.store.list({ ...period, after });
      records.push(...page);
      if (page.length < period.limit) return reportOf(records);
    }
  }

  /** Takes the key in hand, does what is to be done, and stores what came of it. */
  async #work(place: Place, take: (known: Known, token: string) => OnceRecord, signal?: AbortSignal) {
    const { payments, timeoutMs, leaseMs } = this.#options;
    const leave = await this.#line.enter();
    try {
      const token = crypto.randomUUID();
      const passedMs = stopwatch();
      const taken = await stored(this.#options, place, (known) => take(known, token));
      if (taken.token !== token) return captureOf(taken);
      const sendBefore = new Date(Date.now() + leaseMs - passedMs());
      const { error, ...found } = await attempt(taken, payments, { timeoutMs, sendBefore, signal });
      const finding = { ...found, company: this.#line.note(place.key, error, passedMs() > leaseMs) };
      const record = await stored(this.#options, place, (known) => settled(known, token, finding, this.#terms));
      if (error?.code === "invalid_input") throw error;
      if (error !== undefined) this.#line.check();
      return captureOf(record);
    } finally {
      leave();
    }
  }

  async #byHand(look: Look, decide: (known: Known) => OnceRecord, authorization?: string): Promise<OnceCapture> {
    const own = await this.get(look.key);
    const place = { key: look.key, authorization: authorization ?? own?.authorization ?? "" };
    return captureOf(await stored(this.#options, place, decide));
  }
}
