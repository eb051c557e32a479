import type { OnceEntry } from "../entry.js";
import { bookWarning } from "./book-warning.js";
import type { OnceListener } from "./listener.js";

type Tell = (entry: OnceEntry, cause: unknown) => void;

interface Running {
  count: number;
  readonly told: [OnceEntry, unknown][];
}

/** Notifies of a key's changes in the order of their versions, once none of them is in progress. */
export class OnceListeners {
  readonly #listener: OnceListener;
  readonly #running = new Map<string, Running>();

  constructor(listener: OnceListener = bookWarning()) {
    this.#listener = listener;
  }

  async during<T>(key: string, change: (tell: Tell) => Promise<T>): Promise<T> {
    const running = this.#running.get(key) ?? { count: 0, told: [] };
    this.#running.set(key, running);
    running.count += 1;
    try {
      return await change((...told) => running.told.push(told));
    } finally {
      running.count -= 1;
      if (running.count === 0) {
        this.#running.delete(key);
        running.told.sort(([one], [other]) => one.version - other.version);
        for (const [entry, cause] of running.told) this.#tell(entry, cause);
      }
    }
  }

  #tell(...told: Parameters<Tell>): void {
    try {
      Promise.resolve(this.#listener(...told)).catch(() => undefined);
    } catch {
      // A listener's error is dropped: the change is stored.
    }
  }
}
