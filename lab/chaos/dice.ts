import { seededRandom } from "../../src/testing/service/rules/seeded-random.ts";

const purposes = ["shipments", "faults", "outages", "kills"] as const;

/** Chance from a seed; each purpose has its own dice, so that a change in one leaves the others as they were. */
export class Dice {
  readonly #next: () => number;

  constructor(seed: number, purpose: (typeof purposes)[number]) {
    this.#next = seededRandom(seed * purposes.length + purposes.indexOf(purpose));
  }

  /** A whole number; both ends may come. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  /** True in `share` of all cases. */
  chance(share: number): boolean {
    return this.#next() < share;
  }

  /** One of the choices, the heavier the likelier. */
  pick<T extends string>(weights: Readonly<Record<T, number>>): T {
    const choices = Object.entries<number>(weights) as [T, number][];
    let left = this.#next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    const found = choices.find(([, weight]) => {
      left -= weight;
      return left < 0;
    });
    if (found === undefined) throw new Error("There is nothing to pick from.");
    return found[0];
  }
}
