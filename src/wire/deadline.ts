/**
 * The one deadline of a call, over authentication, connecting, retries and the whole body, together with the caller's
 * own signal. It knows which of the two ended the call: the reason that `fetch` throws is the caller's own and may be
 * anything, an earlier network error among it.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #callersSignal: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #end: number;
  readonly #abort = () => this.#finish("aborted");
  #ended: "timeout" | "aborted" | undefined;

  constructor(timeoutMs: number, callersSignal: AbortSignal | undefined) {
    this.#callersSignal = callersSignal;
    this.#end = performance.now() + timeoutMs;
    this.#timer = setTimeout(() => this.#finish("timeout"), timeoutMs);
    if (callersSignal?.aborted) this.#finish("aborted");
    else callersSignal?.addEventListener("abort", this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the call ended; undefined while it may go on. */
  get ended(): "timeout" | "aborted" | undefined {
    return this.#ended;
  }

  get remainingMs(): number {
    return this.#end - performance.now();
  }

  /** The promise, or a rejection as soon as the call ends: a caller's `auth` or `fetch` may not heed the signal. */
  async race<T>(promise: PromiseLike<T>): Promise<T> {
    const { signal } = this;
    const { promise: over, reject } = Promise.withResolvers<never>();
    const listener = () => reject(signal.reason);
    signal.addEventListener("abort", listener, { once: true });
    if (signal.aborted) listener();
    try {
      return await Promise.race([promise, over]);
    } finally {
      signal.removeEventListener("abort", listener);
    }
  }

  /** Must be called when the call is over: a timer left behind keeps a process alive. */
  close(): void {
    clearTimeout(this.#timer);
    this.#callersSignal?.removeEventListener("abort", this.#abort);
  }

  #finish(why: "timeout" | "aborted"): void {
    this.#ended ??= why;
    this.#controller.abort();
  }
}
