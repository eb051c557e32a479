/** Counts how the calls of a run ended, by kind. */
export class Tally {
  readonly #counts = new Map<string, number>();

  count(kind: string): void {
    this.#counts.set(kind, this.of(kind) + 1);
  }

  of(kind: string): number {
    return this.#counts.get(kind) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The most frequent kind first. */
  get kinds(): readonly (readonly [string, number])[] {
    return [...this.#counts].sort(([, a], [, b]) => b - a);
  }
}
