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
  const waiting = new Set<() => void>();
  let free = places;

  /** Hands the place to whoever has waited longest. */
  const leave = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };

  const turn = (deadline: Deadline) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        waiting.delete(enter);
        takeBack();
        resolve();
      };
      waiting.add(enter);
      const takeBack = deadline.onEnd(() => {
        waiting.delete(enter);
        reject(new LibraryError(`maxConnections, ${places}, were in use: raise it, or call less at once`));
      });
    });

  return async (deadline) => {
    if (free > 0) free -= 1;
    else await turn(deadline);
    return leave;
  };
}
