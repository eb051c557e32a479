import type { AnyPaymentError } from "../index.js";
import { OnceStoppedError, type OnceStopReason } from "./errors.js";

/** After how many distinct keys in a row the circuit breaker opens. */
export interface OnceStopAfter {
  /** Keys whose outcome is unknown. */
  readonly unknowns: number;
  /**
   * Keys that failed with the scope `merchant`. Keys that could not be sent are counted separately, with the same
   * limit.
   */
  readonly rejections: number;
}

/** How the keys just before this one ended. */
export interface Neighbours {
  /** No other key failed in the same way just before. */
  readonly areWell: boolean;
  /** Also, a key has passed since the circuit breaker closed. */
  readonly pass: boolean;
}

const nobody = () => ({ merchant: new Set<string>(), not_sent: new Set<string>(), unknown: new Set<string>() });

/** Opens when several keys in a row fail in the same way. After `resume` it admits one key at a time until one passes. */
export class CircuitBreaker {
  readonly #stopAfter: OnceStopAfter;
  /** The keys that failed in a row, by reason. */
  #failed = nobody();
  #hasPassed = false;
  #stopped: readonly [OnceStopReason, AnyPaymentError] | undefined;
  /** Resumed, and no key has passed since. */
  #isProbing = false;
  #probe: Promise<void> | undefined;

  constructor(stopAfter: OnceStopAfter) {
    this.#stopAfter = stopAfter;
  }

  /**
   * Waits for this call's turn. Resolves to a function that the call must invoke when it ends.
   *
   * @throws OnceStoppedError if the circuit breaker is open.
   */
  async enter(): Promise<() => void> {
    while (this.#probe !== undefined) await this.#probe;
    this.check();
    if (!this.#isProbing) return () => undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#probe = promise;
    return () => {
      this.#probe = undefined;
      resolve();
    };
  }

  /** Admits one call at a time until one passes, then all of them. */
  resume(): void {
    if (this.#stopped !== undefined) this.#begin({ isProbing: true });
  }

  /** Records how an attempt ended. `failure` is undefined if the key passed. */
  note(key: string, failure: AnyPaymentError | undefined, isStalled = false): Neighbours {
    // A suspended worker's failures say nothing about the service.
    if (failure !== undefined && isStalled) return { areWell: false, pass: false };
    const reason = failure === undefined ? "passed" : reasonOf(failure);
    if (reason === "passed" && this.#stopped === undefined) this.#begin({ isProbing: false });
    if (failure === undefined || reason === "passed" || reason === "own") return { areWell: true, pass: true };
    const keys = this.#failed[reason].add(key);
    if (keys.size >= this.#limitOf(reason)) {
      this.#stopped = [reason, failure];
      this.#isProbing = false;
    }
    const areWell = keys.size === 1;
    return { areWell, pass: areWell && this.#hasPassed };
  }

  /** @throws OnceStoppedError if the circuit breaker is open. */
  check(): void {
    const stopped = this.stopped();
    if (stopped !== undefined) throw stopped;
  }

  /** A new error each time, so that its stack names the caller; undefined if the circuit breaker is closed. */
  stopped(): OnceStoppedError | undefined {
    return this.#stopped && new OnceStoppedError(...this.#stopped);
  }

  #begin({ isProbing }: { readonly isProbing: boolean }): void {
    this.#stopped = undefined;
    this.#isProbing = isProbing;
    this.#hasPassed = !isProbing;
    this.#failed = nobody();
  }

  /** One unknown probe is enough: its key stays unknown. One rejected probe is not: a filter may reject only that key. */
  #limitOf(reason: OnceStopReason): number {
    const { unknowns, rejections } = this.#stopAfter;
    if (reason !== "unknown") return rejections;
    return this.#isProbing ? 1 : unknowns;
  }
}

/** What the failure says about other calls: they pass, they fail in the same way, or nothing (`own`). */
function reasonOf({ code, outcome, scope }: AnyPaymentError): OnceStopReason | "passed" | "own" {
  if (scope === "merchant") return "merchant";
  if (code === "invalid_input" || code === "aborted") return "own";
  return outcome === "unknown" || outcome === "not_sent" ? outcome : "passed";
}
