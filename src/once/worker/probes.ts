const MINUTE = 60_000;
/** The pause before the first probe, and after each probe that failed; the last one repeats. */
const PAUSES_MS = [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE);
/** The sweep runs every minute, so it comes first to the keys that may be sent again. */
const SWEEP_MS = MINUTE;

/** What is to be tried: a key that is sent again to find out its outcome, or a delivery. */
export type ProbeKind = "repeat" | "delivery";

/** When an open circuit breaker admits one key by itself, by the monotonic clock. */
export class Probes {
  #failed = 0;
  #at: number | undefined;
  #current: string | undefined;
  /** It is not tried again at once, because the failure may be its own. */
  #last: string | undefined;

  /** Milliseconds until the next probe; undefined if none is planned. */
  get inMs(): number | undefined {
    return this.#at && Math.max(0, this.#at - performance.now());
  }

  isProbe(key: string): boolean {
    return key === this.#current;
  }

  /** @param leastMs - The service asks for at least this pause. */
  plan(leastMs = 0): void {
    this.#at = Math.max(this.#at ?? this.#next(), performance.now() + leastMs);
  }

  /** Plans the next probe after one that failed. */
  fail(): void {
    this.#failed += 1;
    this.#at = this.#next();
  }

  /** Plans nothing more until the circuit breaker closes. */
  cancel(): void {
    this.#at = undefined;
  }

  /** Begins a probe if it is time for one. Returns a function that ends it. */
  begin(key: string, kind: ProbeKind, { isRepeatable }: { readonly isRepeatable: boolean }): (() => void) | undefined {
    const { inMs } = this;
    const isTime = inMs === 0 && (kind === "repeat" || !isRepeatable || this.#isOver(SWEEP_MS));
    if (!isTime || this.#current !== undefined || key === this.#last) return undefined;
    this.#current = key;
    this.#last = key;
    return () => {
      this.#current = undefined;
    };
  }

  #isOver(ms: number): boolean {
    return performance.now() >= (this.#at as number) + ms;
  }

  #next(): number {
    return performance.now() + (PAUSES_MS[this.#failed] ?? (PAUSES_MS.at(-1) as number));
  }
}
