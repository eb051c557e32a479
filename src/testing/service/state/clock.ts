interface Wait {
  readonly until: number;
  readonly end: () => void;
}

/**
 * The service's clock, which a test can move. Transaction ids and batch ids begin with its date, in UTC. Delayed responses
 * and late requests wait until you move it.
 */
export class FakeClock {
  readonly #base: () => Date;
  readonly #moved: () => void;
  readonly #waits = new Set<Wait>();
  /** How far it was moved, in milliseconds. @internal */
  offset = 0;
  /** How much time was let pass in all. @internal */
  passed = 0;

  /** @internal */
  constructor(base: () => Date, moved: () => void) {
    this.#base = base;
    this.#moved = moved;
  }

  /** Returns the service's current time. */
  now(): Date {
    return new Date(this.#base().getTime() + this.offset);
  }

  /**
   * Moves the clock forward by `ms` milliseconds. The clock runs on. Delayed responses and late requests that are due by
   * then arrive.
   *
   * @throws RangeError if `ms` is negative or not finite.
   */
  advance(ms: number): void {
    if (!(ms >= 0 && Number.isFinite(ms))) throw new RangeError("advance: ms must be 0 or more.");
    this.#move(ms);
  }

  /**
   * Moves the clock to this time; then it runs on. If it moves forward, what is due by then arrives.
   *
   * @throws RangeError if `time` is no valid Date.
   */
  set(time: Date): void {
    const ms = Number(time?.getTime?.()) - this.now().getTime();
    if (Number.isNaN(ms)) throw new RangeError("set: time must be a valid Date.");
    this.#move(ms);
  }

  /**
   * Lets what waits arrive in real time, as the command `merchant-payments-fake` does. Use it for a demonstration: a test
   * that waits for real time fails on a busy machine. Returns the function that ends it.
   */
  run(): () => void {
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      this.#pass(now - last);
      last = now;
    }, 10);
    timer.unref?.();
    return () => clearInterval(timer);
  }

  /** Ends the waits that are over, in the order of their times. */
  #pass(ms: number): void {
    this.passed += ms;
    const over = [...this.#waits].filter(({ until }) => until <= this.passed);
    for (const wait of over.sort((left, right) => left.until - right.until)) {
      this.#waits.delete(wait);
      wait.end();
    }
  }

  /** Calls `end` once so much time has passed in all. Returns the function that cancels it. @internal */
  at(until: number, end: () => void): () => void {
    const wait = { until, end };
    if (until <= this.passed) end();
    else this.#waits.add(wait);
    return () => this.#waits.delete(wait);
  }

  /** Resolves once so much time has passed in all, or once the caller has given up. @internal */
  async waitUntil(until: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.at(until, resolve);
    await Promise.race([promise, aborted(signal)]);
    cancel();
  }

  #move(ms: number): void {
    this.offset += ms;
    this.#pass(Math.max(0, ms));
    this.#moved();
  }
}

/** Resolves when the caller gives up. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
