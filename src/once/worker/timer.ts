import { ofMerchant } from "../errors.js";
import { readStart } from "../input.js";
import { warn } from "./listeners.js";

type SweepOnce = (isStopping: () => boolean) => Promise<boolean>;

export class Timer {
  readonly #everyMs: number;
  readonly #onError: (error: unknown) => unknown;
  readonly #ended: Promise<void>;
  #isStopping = false;
  #wake = () => {};

  constructor(sweep: SweepOnce, options: unknown, merchant: string) {
    const { everyMs = 60_000, onError = sweepWarning(merchant) } = readStart(options);
    this.#everyMs = everyMs;
    this.#onError = onError;
    this.#ended = this.#run(sweep);
  }

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

function sweepWarning(merchant: string): (error: unknown) => void {
  let last: string | undefined;
  return (error) => {
    if (String(error) === last) return;
    last = String(error);
    const next = "The next one comes all the same. Give once.start an onError to get every error";
    warn(`a sweep${ofMerchant(merchant)} failed: ${last}. ${next}`, "SWEEP_FAILED");
  };
}
