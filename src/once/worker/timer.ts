import { readFields } from "../../model/fields.js";
import * as is from "../../model/is.js";

/** Options of {@link Once.start}. */
export interface OnceStartOptions {
  /** The pause between the end of a sweep and the next one, in milliseconds. @defaultValue 60000 */
  readonly everyMs?: number | undefined;
  /**
   * Receives what a sweep throws, such as an `OnceStoppedError` or an `OnceStoreError`. The next sweep comes all the same.
   *
   * @defaultValue a warning of the process, once for each message in a row
   */
  readonly onError?: ((error: unknown) => unknown) | undefined;
}

/** Runs a sweep, again and again, never twice at a time. */
export class Timer {
  readonly #everyMs: number;
  readonly #onError: (error: unknown) => unknown;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;
  #wake = () => {};

  /** @throws TypeError for an option that is unknown or invalid. */
  constructor(sweep: (signal: AbortSignal) => Promise<unknown>, options: OnceStartOptions) {
    const shape = { everyMs: is.deadline, onError: is.callback<(error: unknown) => unknown>() };
    const { everyMs = 60_000, onError = sweepWarning() } = readFields("start", options, shape);
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

  async #run(sweep: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await sweep(signal).catch((error) => this.#tell(error));
      if (!signal.aborted) await this.#pause();
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#everyMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** What the listener throws or rejects with must not end the timer. */
  #tell(error: unknown): void {
    new Promise((resolve) => resolve(this.#onError(error))).catch(() => undefined);
  }
}

/** Warns of an error, unless the sweep before failed in the same way. */
function sweepWarning(): (error: unknown) => void {
  let last = "";
  return (error) => {
    const text = String(error);
    if (text === last) return;
    last = text;
    const warning = `a sweep failed: ${text}. The next one comes all the same. Give once.start an onError to get every error`;
    globalThis.process?.emitWarning?.(warning, { type: "OnceWarning", code: "SWEEP_FAILED" });
  };
}
