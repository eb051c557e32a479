import { LibraryError } from "./library-error.js";
import { busyMs, nextTurn } from "./runtime.js";

/**
 * Why a call ended. `too_late` means that `sendBefore` passed; `no_time`, that too little of the deadline was left when a
 * connection became free.
 */
type CallEnd = "timeout" | "aborted" | "too_late" | "no_time";

/** A request that begins with less of its deadline left would often end with an unknown outcome. */
const LEAST_SHARE = 1 / 4;

/** When a call ends, and when it must have begun to be sent. */
export interface CallTimes {
  /** By the monotonic clock. */
  readonly startedAt: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly sendBefore: Date | undefined;
}

/** Whether `await` would wait for it. */
export const isThenable = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof Object(value).then === "function";

/**
 * The deadline of a call (authentication, connecting, retries and the whole body), and the caller's own signal. It
 * records which of the two ended the call. The error that `fetch` throws does not tell: an abort reason may be
 * anything, even an earlier network error.
 */
export class Deadline {
  readonly #times: CallTimes;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #listeners = new Set<() => void>();
  readonly #abort = () => this.#finish("aborted");
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  readonly #sendBefore: { readonly time: number; readonly moment: number };
  readonly #busyBefore = busyMs();
  #ended: CallEnd | undefined;

  constructor(times: CallTimes) {
    this.#times = times;
    const { signal, sendBefore } = times;
    const time = sendBefore?.getTime() ?? Infinity;
    this.#sendBefore = { time, moment: performance.now() + time - Date.now() };
    if (signal?.aborted) this.#finish("aborted");
    else signal?.addEventListener("abort", this.#abort);
    // A response that a busy process has not read yet counts. One turn is enough: Node runs timers before it polls.
    this.#timer = setTimeout(() => void nextTurn().then(() => this.#finish("timeout")), Math.max(0, this.remainingMs));
  }

  /**
   * Says why the call ended; undefined while it may go on. Looks at the clock too, because a busy process runs its
   * timers late.
   */
  get ended(): CallEnd | undefined {
    if (this.remainingMs <= 0) this.#finish("timeout");
    return this.#ended;
  }

  /**
   * Whether a request may still begin. Ask right before it is written. Both clocks count: the wall clock may be set,
   * and the monotonic clock may stop while a machine sleeps.
   */
  maySend(): boolean {
    const { time, moment } = this.#sendBefore;
    if (Date.now() >= time || performance.now() >= moment) this.#finish("too_late");
    return this.ended === undefined;
  }

  /** Whether a request may still begin that has waited for a connection. If too little time is left, the call ends. */
  mayBegin(): boolean {
    if (this.maySend() && this.remainingMs < this.#times.timeoutMs * LEAST_SHARE) this.#finish("no_time");
    return this.#ended === undefined;
  }

  get remainingMs(): number {
    return this.#times.startedAt + this.#times.timeoutMs - performance.now();
  }

  /** How long the process was busy since the call began, instead of waiting for its sockets and timers. */
  get busyMs(): number {
    return busyMs() - this.#busyBefore;
  }

  /** Calls the listener when the call ends, or at once if it has ended. Returns what removes the listener. */
  onEnd(listener: () => void): () => void {
    if (this.#ended === undefined) this.#listeners.add(listener);
    else listener();
    return () => this.#listeners.delete(listener);
  }

  /** Ends as the promise does, or rejects when the call ends, because `auth` or `fetch` may ignore the signal. */
  async race<T>(given: T | PromiseLike<T>): Promise<T> {
    if (!isThenable(given)) return given;
    const { promise: over, reject } = Promise.withResolvers<never>();
    const takeBack = this.onEnd(() => reject(new LibraryError("the call is over")));
    return Promise.race([given, over]).finally(takeBack);
  }

  /** Clears the timer. Call it when the call is over, because a timer keeps a process alive. */
  close(): void {
    clearTimeout(this.#timer);
    this.#times.signal?.removeEventListener("abort", this.#abort);
  }

  #finish(why: CallEnd): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#controller.abort();
    for (const listener of this.#listeners) listener();
  }
}
