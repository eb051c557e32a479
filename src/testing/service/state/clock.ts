/**
 * The service's clock, which a test can move. Ids and batches begin with its day, and late requests arrive by it.
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

  now(): Date {
    return new Date(this.#base().getTime() + this.offset);
  }

  /**
   * Moves the clock forward by this time; then it runs on. Late requests that are due by then arrive.
   *
   * @throws RangeError if `ms` is no time.
   */
  advance(ms: number): void {
    if (!(ms >= 0 && Number.isFinite(ms))) throw new RangeError("advance: ms must be 0 or more.");
    this.offset += ms;
    this.#moved(ms);
  }

  /**
   * Moves the clock to this time; then it runs on.
   *
   * @throws RangeError if `time` is no time.
   */
  set(time: Date): void {
    const ms = time.getTime() - this.now().getTime();
    if (Number.isNaN(ms)) throw new RangeError("set: time must be a valid Date.");
    this.offset += ms;
    this.#moved(Math.max(0, ms));
  }
}
