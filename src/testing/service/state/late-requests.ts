/** Requests that the network delays. None arrives before its caller has given up. */
import type { FakeOperationName, Soon } from "../routes/fake-route.js";
import type { FakeClock } from "./clock.js";

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

interface Held {
  readonly request: LateRequest;
  /** The caller's signal. */
  readonly signal: AbortSignal;
  /** Lets the service process the call. */
  arrive(): Soon<void>;
  isDue: boolean;
  readonly arrived: PromiseWithResolvers<void>;
}

export class LateRequests {
  readonly #held = new Set<Held>();
  readonly #clock: FakeClock;
  readonly #changed: () => void;

  constructor(clock: FakeClock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get all(): readonly LateRequest[] {
    return [...this.#held].map(({ request }) => request);
  }

  /** @param until - By `FakeClock.passed`; undefined to wait for `deliver`. */
  hold(given: Pick<Held, "request" | "signal" | "arrive">, until: number | undefined): void {
    const held: Held = { ...given, isDue: false, arrived: Promise.withResolvers() };
    this.#held.add(held);
    if (until !== undefined) this.#clock.at(until, () => this.#check(held, true));
    held.signal.addEventListener("abort", () => this.#check(held), { once: true });
    this.#changed();
  }

  /** Delivers all that are late now. Resolves once their callers have given up and all have arrived. */
  async deliver(): Promise<void> {
    const all = [...this.#held];
    for (const held of all) this.#check(held, true);
    await Promise.all(all.map(({ arrived }) => arrived.promise));
  }

  /** Drops all of them: they never arrive. */
  forget(): void {
    for (const { arrived } of this.#held) arrived.resolve();
    this.#held.clear();
  }

  /** A request arrives once it is due and its caller has given up. */
  #check(held: Held, isDue = held.isDue): void {
    held.isDue = isDue;
    if (held.isDue && held.signal.aborted && this.#held.delete(held)) held.arrived.resolve(held.arrive());
  }
}
