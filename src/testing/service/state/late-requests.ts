/** Requests that the network delays. None arrives before its caller has given up. */
import type { FakeOperation } from "../operations/service-operations.js";
import type { Soon } from "../operations/soon.js";

/** A request on its way to the service. */
export interface LateRequest {
  /** When the fake received it from its caller; as ISO 8601 text, by the service's clock. */
  readonly receivedAt: string;
  readonly method: string;
  readonly path: string;
  readonly operation?: FakeOperation;
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

export class LateRequests {
  readonly #held = new Set<HeldRequest>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get all(): readonly LateRequest[] {
    return [...this.#held].map(({ request }) => request);
  }

  hold({ request, ms, signal, arrive }: Holding): void {
    const held = new HeldRequest(request, () => {
      this.#held.delete(held);
      return arrive();
    });
    this.#held.add(held);
    if (ms !== undefined) held.wait(ms);
    const giveUp = () => held.giveUp();
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
    this.#changed();
  }

  /** Delivers all that are late now. Resolves once their callers have given up and all have arrived. */
  async deliver(): Promise<void> {
    await Promise.all([...this.#held].map((held) => held.deliver()));
  }

  /** Counts time that passed at once. */
  pass(ms: number): void {
    for (const held of [...this.#held]) held.pass(ms);
  }

  /** Drops all of them: they never arrive. */
  forget(): void {
    for (const held of this.#held) held.forget();
    this.#held.clear();
  }
}

/** A request that arrives once it is due and its caller has given up. */
class HeldRequest {
  readonly request: LateRequest;
  readonly #arrived = Promise.withResolvers<void>();
  readonly #arrive: () => Soon<void>;
  #waitsUntil: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;
  #isGivenUp = false;
  #isOver = false;

  constructor(request: LateRequest, arrive: () => Soon<void>) {
    this.request = request;
    this.#arrive = arrive;
  }

  wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#waitsUntil = performance.now() + ms;
    const longest = 2 ** 31 - 1; // a longer timer would fire at once
    if (ms <= 0) {
      this.#makeDue();
      return;
    }
    this.#timer = setTimeout(() => this.wait(ms - longest), Math.min(ms, longest));
    this.#timer.unref?.(); // a late request does not keep the process alive
  }

  pass(ms: number): void {
    if (this.#waitsUntil !== undefined) this.wait(this.#waitsUntil - performance.now() - ms);
  }

  deliver(): Promise<void> {
    this.#makeDue();
    return this.#arrived.promise;
  }

  giveUp(): void {
    this.#isGivenUp = true;
    this.#arriveIfAble();
  }

  forget(): void {
    this.#stop();
    this.#arrived.resolve();
  }

  #makeDue(): void {
    this.#isDue = true;
    this.#arriveIfAble();
  }

  #arriveIfAble(): void {
    if (this.#isOver || !this.#isDue || !this.#isGivenUp) return;
    this.#stop();
    this.#arrived.resolve(this.#arrive());
  }

  #stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}
