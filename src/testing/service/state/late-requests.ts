/** Requests that the network delays. None arrives before its caller has given up. */
import type { FakeOperationName } from "../operation-name.js";
import type { Soon } from "../routes/soon.js";

/** A request on its way to the service. */
export interface LateRequest {
  /** When the fake received it from its caller; as ISO 8601 text, by the service's clock. */
  readonly receivedAt: string;
  readonly method: string;
  readonly path: string;
  readonly operation?: FakeOperationName;
  /** The name of the fault that delays it. */
  readonly fault: string;
}

export interface Holding {
  readonly request: LateRequest;
  /** How long from now; undefined to wait for `deliver`. */
  readonly ms: number | undefined;
  /** The caller's signal. */
  readonly signal: AbortSignal;
  /** Lets the service process the call. */
  arrive(): Soon<void>;
}

const longestMs = 2 ** 31 - 1; // a longer timer would fire at once

interface Held extends Holding {
  /** By `performance.now()`. */
  dueAt: number;
  isGivenUp: boolean;
  timer?: ReturnType<typeof setTimeout>;
  readonly arrived: PromiseWithResolvers<void>;
}

export class LateRequests {
  readonly #held = new Set<Held>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get all(): readonly LateRequest[] {
    return [...this.#held].map(({ request }) => request);
  }

  hold(holding: Holding): void {
    const { ms = Number.POSITIVE_INFINITY, signal } = holding;
    const dueAt = performance.now() + ms;
    const held: Held = { ...holding, dueAt, isGivenUp: signal.aborted, arrived: Promise.withResolvers() };
    this.#held.add(held);
    const giveUp = () => {
      held.isGivenUp = true;
      this.#check(held);
    };
    signal.addEventListener("abort", giveUp, { once: true });
    this.#check(held);
    this.#changed();
  }

  /** Delivers all that are late now. Resolves once their callers have given up and all have arrived. */
  async deliver(): Promise<void> {
    const all = [...this.#held];
    for (const held of all) this.#check(Object.assign(held, { dueAt: 0 }));
    await Promise.all(all.map(({ arrived }) => arrived.promise));
  }

  /** Counts time that passed at once. */
  pass(ms: number): void {
    for (const held of [...this.#held]) this.#check(Object.assign(held, { dueAt: held.dueAt - ms }));
  }

  /** Drops all of them: they never arrive. */
  forget(): void {
    for (const { timer, arrived } of this.#held) {
      clearTimeout(timer);
      arrived.resolve();
    }
    this.#held.clear();
  }

  /** A request arrives once it is due and its caller has given up. */
  #check(held: Held): void {
    if (!this.#held.has(held)) return;
    clearTimeout(held.timer);
    const ms = held.dueAt - performance.now();
    if (ms > 0 && ms < Number.POSITIVE_INFINITY) {
      held.timer = setTimeout(() => this.#check(held), Math.min(ms, longestMs));
      held.timer.unref?.(); // a late request does not keep the process alive
    } else if (ms <= 0 && held.isGivenUp) {
      this.#held.delete(held);
      held.arrived.resolve(held.arrive());
    }
  }
}
