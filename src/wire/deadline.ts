import { LibraryError } from "./library-error.js";
import { nextPoll } from "./node/next-poll.js";

/** Why a call may not go on; `too_late` is that of `sendBefore`. */
type CallEnd = "timeout" | "aborted" | "too_late";

/** When a call ends, and by when it must have begun to be sent. */
export interface CallTimes {
  /** By the monotonic clock. */
  readonly startedAt: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly sendBefore: Date | undefined;
}

/**
 * The one deadline of a call, over authentication, connecting, retries and the whole body, together with the caller's
 * own signal. It knows which of the two ended the call: the reason that `fetch` throws is the caller's own and may be
 * anything, an earlier network error among it.
 */
export class Deadline {
  readonly #times: CallTimes;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #listeners = new Set<() => void>();
  readonly #abort = () => this.#finish("aborted");
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  readonly #sendBefore: { readonly time: number; readonly moment: number };
  #ended: CallEnd | undefined;

  constructor(times: CallTimes) {
    this.#times = times;
    const { signal, sendBefore } = times;
    const time = sendBefore?.getTime() ?? Infinity;
    this.#sendBefore = { time, moment: performance.now() + time - Date.now() };
    try {
      if (signal?.aborted) this.#finish("aborted");
      else signal?.addEventListener("abort", this.#abort, { once: true });
    } catch {
      this.#finish("aborted"); // a hand-made signal that cannot be listened to: nothing is sent
    }
    // A response that a busy process has not read yet counts, so it polls once more before the call ends.
    this.#timer = setTimeout(() => void nextPoll().then(() => this.#finish("timeout")), Math.max(0, this.remainingMs));
  }

  /** Why the call ended; undefined while it may go on. Looks at the clock too: a busy process runs its timers late. */
  get ended(): CallEnd | undefined {
    if (this.#ended === undefined && this.remainingMs <= 0) this.#finish("timeout");
    return this.#ended;
  }

  /**
   * Whether a request may still begin; asked right before it is written. By both clocks: the wall clock may be set, and
   * the other one may stand still while a machine sleeps.
   */
  maySend(): boolean {
    const { time, moment } = this.#sendBefore;
    if (Date.now() >= time || performance.now() >= moment) this.#finish("too_late");
    return this.ended === undefined;
  }

  get remainingMs(): number {
    return this.#times.startedAt + this.#times.timeoutMs - performance.now();
  }

  /** Calls the listener when the call ends, at once if it has. Returns the function that takes it back. */
  onEnd(listener: () => void): () => void {
    if (this.#ended === undefined) this.#listeners.add(listener);
    else listener();
    return () => this.#listeners.delete(listener);
  }

  /** Settles as the promise does, or rejects when the call ends: a caller's `auth` or `fetch` may ignore the signal. */
  race<T>(given: T | PromiseLike<T>): Promise<T> {
    if (typeof Object(given).then !== "function") return Promise.resolve(given); // a value that is at hand
    const { promise: over, reject } = Promise.withResolvers<never>();
    const takeBack = this.onEnd(() => reject(new LibraryError("the call is over")));
    return Promise.race([given, over]).finally(takeBack);
  }

  /** Must be called when the call is over: a timer left behind keeps a process alive. */
  close(): void {
    clearTimeout(this.#timer);
    try {
      this.#times.signal?.removeEventListener("abort", this.#abort);
    } catch {
      // An error of a hand-made signal must not replace the result.
    }
  }

  #finish(why: CallEnd): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#controller.abort();
    // A listener that throws, at a mock for instance, keeps no other one from being called.
    for (const listener of this.#listeners) void (async () => listener())().catch(() => undefined);
  }
}
