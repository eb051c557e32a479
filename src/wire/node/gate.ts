import type { Deadline } from "../deadline.js";
import { LibraryError } from "../library-error.js";

/**
 * Lets in so many at once; the others wait in their order. The agent's own limit does not hold, since it counts a
 * connection only when it is ready.
 *
 * What it returns resolves to the function that gives the place back.
 *
 * @throws LibraryError when the call ends before there is a place.
 */
export function gate(places: number): (deadline: Deadline) => Promise<() => void> {
  const waiting = new Map<Deadline, () => void>();
  let free = places;

  /** Hands a place to whoever has waited longest. A call whose deadline has passed leaves as it is asked. */
  const handOver = () => {
    for (const [deadline, enter] of waiting) if (deadline.ended === undefined) return enter();
    free += 1;
  };

  return (deadline) =>
    new Promise((resolve, reject) => {
      waiting.set(deadline, () => {
        waiting.delete(deadline);
        takeBack();
        resolve(handOver);
      });
      const takeBack = deadline.onEnd(() => {
        waiting.delete(deadline);
        reject(
          new LibraryError(
            `all connections were in use: raise maxConnections (${places}), or make fewer calls at once`,
          ),
        );
      });
      if (free === 0) return;
      free -= 1;
      handOver();
    });
}
