import { ofMerchant } from "../errors.js";
import { readStart } from "../input.js";
import { warn } from "./listeners.js";

/** Resolves to whether more may be due. */
type SweepOnce = (isStopping: () => boolean) => Promise<boolean>;

/** Runs a sweep, again and again, never twice at a time. */
export class Timer {
  readonly #everyMs: number;
  readonly #onError: (error: unknown) => unknown;
  readonly #ended: Promise<void>;
  #isStopping = false;
  #wake = () => {};

  /** @throws TypeError for an option that is unknown or invalid. */
  constructor(sweep: SweepOnce, options: unknown, merchant: string) {
    const { everyMs = 60_000, onError = sweepWarning(merchant) } = readStart(options);
    this.#everyMs = everyMs;
    this.#onError = onError;
    this.#ended = this.#run(sweep);
  }

  /** Begins no further key. Resolves when those in progress are done. */
  stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake();
    return this.#ended;
  }

  async #run(sweep: SweepOnce): Promise<void> {
    while (!this.#isStopping) {
      const isMoreDue = await sweep(() => this.#isStopping).catch((error) => this.#tell(error));
      if (!this.#isStopping) await this.#pause(isMoreDue ? 0 : this.#everyMs);
    }
  }

  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
  }

  /** What the listener throws or rejects with must not end the timer. */
  #tell(error: unknown): false {
    new Promise((resolve) => resolve(this.#onError(error))).catch(() => undefined);
    return false;
  }
}

/** Warns of an error, unless the sweep before failed in the same way. */
function sweepWarning(merchant: string): (error: unknown) => void {
  let last: string | undefined;
  return (error) => {
    if (String(error) === last) return;
    last = String(error);
    const next = "The next one comes all the same. Give once.start an onError to get every error";
    warn(`a sweep${ofMerchant(merchant)} failed: ${last}. ${next}`, "SWEEP_FAILED");
  };
}
