import { nextPoll } from "./next-poll.js";
import { OwnError } from "./own-error.js";

/**
 * The one deadline of a call, over authentication, connecting, retries and the whole body, together with the caller's
 * own signal. It knows which of the two ended the call: the reason that `fetch` throws is the caller's own and may be
 * anything, an earlier network error among it.
 */
export class Deadline {
  readonly #callersSignal: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #endsAt: number;
  readonly #listeners = new Set<() => void>();
  readonly #abort = () => this.#finish("aborted");
  readonly #controller = new AbortController();
  #ended: "timeout" | "aborted" | undefined;

  constructor(timeoutMs: number, callersSignal: AbortSignal | undefined) {
    this.#callersSignal = callersSignal;
    this.#endsAt = performance.now() + timeoutMs;
    try {
      if (callersSignal?.aborted) this.#finish("aborted");
      else callersSignal?.addEventListener("abort", this.#abort, { once: true });
    } catch {
      this.#finish("aborted"); // a hand-made signal that cannot be listened to: nothing is sent
    }
    // An answer that a busy process has not read yet counts, so it polls once more before the call ends.
    this.#timer = setTimeout(() => void nextPoll().then(() => this.#finish("timeout")), timeoutMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the call ended; undefined while it may go on. Looks at the clock too: a busy process runs its timers late. */
  get ended(): "timeout" | "aborted" | undefined {
    if (this.#ended === undefined && this.remainingMs <= 0) this.#finish("timeout");
    return this.#ended;
  }

  get remainingMs(): number {
    return this.#endsAt - performance.now();
  }

  /** Calls the listener when the call ends, at once if it has. Returns the function that takes it back. */
  onEnd(listener: () => void): () => void {
    if (this.#ended === undefined) this.#listeners.add(listener);
    else listener();
    return () => this.#listeners.delete(listener);
  }

  /** Settles as the promise does, or rejects when the call ends: a caller's `auth` or `fetch` may ignore the signal. */
  race<T>(promise: PromiseLike<T>): Promise<T> {
    let takeBack: (() => void) | undefined;
    const over = new Promise<never>((_, reject) => {
      takeBack = this.onEnd(() => reject(new OwnError("the call is over")));
    });
    return Promise.race([promise, over]).finally(takeBack);
  }

  /** Must be called when the call is over: a timer left behind keeps a process alive. */
  close(): void {
    clearTimeout(this.#timer);
    try {
      this.#callersSignal?.removeEventListener("abort", this.#abort);
    } catch {
      // An error of a hand-made signal must not replace the result.
    }
  }

  #finish(why: "timeout" | "aborted"): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#controller.abort();
    for (const listener of this.#listeners) listener();
  }
}
