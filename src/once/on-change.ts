import type { OnceCapture } from "./record.js";

/**
 * Is told of each change after it is stored, at most once: for logs and alerts, never for books. It is not awaited, and
 * what it throws is dropped.
 *
 * @param cause - Why `book` failed, where the capture is stored as not booked.
 */
export type OnceListener = (capture: OnceCapture, cause?: unknown) => unknown;

type Tell = (capture: OnceCapture, cause: unknown) => void;

interface Running {
  count: number;
  readonly told: [OnceCapture, unknown][];
}

/** Tells of the changes of a key in the order of their versions: once none of them is under way. */
export class OnceListeners {
  readonly #listener: OnceListener | undefined;
  readonly #running = new Map<string, Running>();

  constructor(listener: OnceListener | undefined) {
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
        for (const [capture, cause] of running.told) this.#tell(capture, cause);
      }
    }
  }

  #tell(...told: Parameters<Tell>): void {
    try {
      Promise.resolve(this.#listener?.(...told)).catch(() => undefined);
    } catch {
      // It is the merchant's own, and the change is stored.
    }
  }
}
