/**
 * The service's clock, which a test can move. Transaction ids and batch ids begin with its date, in UTC. Moving the
 * clock forward can make late requests due.
 */
export class FakeClock {
  readonly #base: () => Date;
  readonly #moved: (ms: number) => void;
  /**
   * How far it was moved, in milliseconds.
   *
   * @internal
   */
  offset = 0;

  /** @internal */
  constructor(base: () => Date, moved: (ms: number) => void) {
    this.#base = base;
    this.#moved = moved;
  }

  /** Returns the service's current time. */
  now(): Date {
    return new Date(this.#base().getTime() + this.offset);
  }

  /**
   * Moves the clock forward by `ms` milliseconds. The clock runs on. Late requests that are due by then arrive.
   *
   * @throws RangeError if `ms` is negative or not finite.
   */
  advance(ms: number): void {
    if (!(ms >= 0 && Number.isFinite(ms))) throw new RangeError("advance: ms must be 0 or more.");
    this.offset += ms;
    this.#moved(ms);
  }

  /**
   * Moves the clock to this time; then it runs on.
   *
   * @throws RangeError if `time` is no valid Date.
   */
  set(time: Date): void {
    const ms = Number(time?.getTime?.()) - this.now().getTime();
    if (Number.isNaN(ms)) throw new RangeError("set: time must be a valid Date.");
    this.offset += ms;
    this.#moved(Math.max(0, ms));
  }
}
