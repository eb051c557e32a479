import type { Deadline } from "./deadline.js";
import { OwnError } from "./own-error.js";

/**
 * Lets in so many at once; the others wait in their order. The agent's own limit does not hold, since it counts a
 * connection only when it is ready.
 */
export class Gate {
  readonly #places: number;
  readonly #waiting = new Set<() => void>();
  #inside = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /**
   * Resolves to the function that gives the place back.
   *
   * @throws OwnError when the call ends before there is a place.
   */
  async enter(deadline: Deadline): Promise<() => void> {
    if (this.#inside < this.#places) this.#inside += 1;
    else await this.#turn(deadline);
    return () => this.#leave();
  }

  /** Hands the place to whoever has waited longest. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#inside -= 1;
    else next();
  }

  #turn(deadline: Deadline): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        this.#waiting.delete(enter);
        takeBack();
        resolve();
      };
      this.#waiting.add(enter);
      const takeBack = deadline.onEnd(() => {
        this.#waiting.delete(enter);
        reject(new OwnError(`maxConnections, ${this.#places}, were in use: raise it, or call less at once`));
      });
    });
  }
}
