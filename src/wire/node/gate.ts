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

  /** Gives a slot to the call that has waited longest and has enough time left. Asking a call without it removes it. */
  const handOver = () => {
    for (const [deadline, enter] of waiting) if (deadline.mayBegin()) return enter();
    free += 1;
  };

  const wait = (deadline: Deadline) =>
    new Promise<() => void>((resolve, reject) => {
      waiting.set(deadline, () => {
        waiting.delete(deadline);
        resolve(handOver);
      });
      deadline.onEnd(() => {
        waiting.delete(deadline);
        reject(
          new LibraryError(
            `all connections were in use: raise maxConnections (${places}), or make fewer calls at once`,
          ),
        );
      });
    });

  return async (deadline) => {
    if (free === 0) return wait(deadline);
    free -= 1;
    return handOver;
  };
}
