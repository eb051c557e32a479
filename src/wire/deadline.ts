import { LibraryError } from "./failures.js";
import { isPromise } from "./json.js";

/** `too_late`: `sendBefore` passed. `no_time`: a connection became free with too little of the deadline left. */
type CallEnd = "timeout" | "aborted" | "too_late" | "no_time";

/** A request that begins with less of its deadline left would often end with an unknown outcome. */
const LEAST_SHARE = 1 / 4;

export interface CallTimes {
  readonly startedAt: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly sendBefore: Date | undefined;
}

/** Resolves in the next turn of the event loop, also under a test's fake timers, which replace no `scheduler`. */
export async function nextTurn(): Promise<void> {
  const timers = globalThis.process?.getBuiltinModule?.("node:timers/promises");
  if (timers === undefined) return new Promise((resolve) => void setTimeout(resolve));
  await timers.scheduler.yield();
}

/** Resolves once Node has looked at its sockets again. The first turn may still run before it polls. */
export async function nextPoll(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Says what ended a call. The error of `fetch` does not tell: an abort reason may be anything, even a network error. */
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
    if (signal?.aborted) this.#finish("aborted");
    else signal?.addEventListener("abort", this.#abort);
    // A response that a busy process has not read yet counts. One turn is enough: Node runs timers before it polls.
    this.#timer = setTimeout(() => void nextTurn().then(() => this.#finish("timeout")), Math.max(0, this.remainingMs));
  }

  /** Why the call ended. Looks at the clock too, because a busy process runs its timers late. */
  get ended(): CallEnd | undefined {
    if (this.remainingMs <= 0) this.#finish("timeout");
    return this.#ended;
  }

  /** Both clocks count: the wall clock may be set, and the monotonic clock may stop while a machine sleeps. */
  maySend(): boolean {
    const { time, moment } = this.#sendBefore;
    if (Date.now() >= time || performance.now() >= moment) this.#finish("too_late");
    return this.ended === undefined;
  }

  /** Whether a call that has waited for a connection may still send. */
  mayBegin(): boolean {
    if (this.maySend() && this.remainingMs < this.#times.timeoutMs * LEAST_SHARE) this.#finish("no_time");
    return this.#ended === undefined;
  }

  get remainingMs(): number {
    return this.#times.startedAt + this.#times.timeoutMs - performance.now();
  }

  /** Calls the listener when the call ends, or now. Returns what removes it. */
  onEnd(listener: () => void): () => void {
    if (this.#ended === undefined) this.#listeners.add(listener);
    else listener();
    return () => this.#listeners.delete(listener);
  }

  /** Ends as the promise does, or rejects when the call ends, because `auth` or `fetch` may ignore the signal. */
  async race<T>(given: T | PromiseLike<T>): Promise<T> {
    if (!isPromise(given)) return given;
    const { promise: over, reject } = Promise.withResolvers<never>();
    const takeBack = this.onEnd(() => reject(new LibraryError("the call is over")));
    return Promise.race([given, over]).finally(takeBack);
  }

  /** Clears the timer, which would keep the process alive. */
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
