import type { Deadline } from "../deadline.js";
import { LibraryError } from "../library-error.js";

/**
 * Limits how many calls run at once; the others wait in order. The agent's own limit does not hold, because it counts a
 * connection only when it is ready.
 *
 * The returned function resolves to one that returns the slot.
 *
 * @throws LibraryError if the call ends before a slot is free.
 */
export function gate(places: number): (deadline: Deadline) => Promise<() => void> {
  const waiting = new Map<Deadline, () => void>();
  let free = places;

  /** Gives a slot to the call that has waited longest. Reading `ended` removes a call whose deadline has passed. */
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
        reject(new LibraryError(`maxConnections, ${places}, were in use: raise it, or call less at once`));
      });
      if (free === 0) return;
      free -= 1;
      handOver();
    });
}
