import { readFields } from "../../model/fields.js";
import * as is from "../../model/is.js";
import type { OnceEntry } from "../entry.js";
import { ofMerchant } from "../errors.js";
import { LIMIT } from "./sweep.js";

/** Options of {@link Once.start}. */
export interface OnceStartOptions {
  /**
   * The pause between the end of a sweep and the next one, in milliseconds. There is none after a sweep of 100 keys, because
   * more may be due.
   *
   * @defaultValue 60000
   */
  readonly everyMs?: number | undefined;
  /**
   * Receives what a sweep throws, such as an `OnceStoppedError` or an `OnceStoreError`. The next sweep comes all the same.
   *
   * @defaultValue a warning of the process, once for each message in a row
   */
  readonly onError?: ((error: unknown) => unknown) | undefined;
}

/** Resolves to the keys that it worked on. */
type SweepOnce = (signal: AbortSignal) => Promise<readonly OnceEntry[]>;

/** Runs a sweep, again and again, never twice at a time. */
export class Timer {
  readonly #everyMs: number;
  readonly #onError: (error: unknown) => unknown;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #wake = () => {};

  /** @throws TypeError for an option that is unknown or invalid. */
  constructor(sweep: SweepOnce, options: OnceStartOptions, merchant?: string) {
    const shape = { everyMs: is.deadline, onError: is.callback<(error: unknown) => unknown>() };
    const { everyMs = 60_000, onError = sweepWarning(merchant) } = readFields("start", options, shape);
    this.#everyMs = everyMs;
    this.#onError = onError;
    this.#ended = this.#run(sweep);
  }

  /** Begins no further key. Resolves when those in progress are done. */
  stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    return this.#ended;
  }

  async #run(sweep: SweepOnce): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const swept = await sweep(signal).catch((error) => this.#tell(error));
      const isMoreDue = swept !== undefined && swept.length >= LIMIT;
      if (!signal.aborted) await this.#pause(isMoreDue ? 0 : this.#everyMs);
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** What the listener throws or rejects with must not end the timer. */
  #tell(error: unknown): undefined {
    new Promise((resolve) => resolve(this.#onError(error))).catch(() => undefined);
  }
}

/** Warns of an error, unless the sweep before failed in the same way. */
function sweepWarning(merchant: string | undefined): (error: unknown) => void {
  let last: string | undefined;
  return (error) => {
    const text = String(error);
    if (text === last) return;
    last = text;
    const warning = `a sweep${ofMerchant(merchant)} failed: ${text}. The next one comes all the same. Give once.start an onError to get every error`;
    globalThis.process?.emitWarning?.(warning, { type: "OnceWarning", code: "SWEEP_FAILED" });
  };
}
