import type { AnyPaymentError } from "../index.js";
import { OnceStoppedError, type OnceStopReason } from "./errors.js";

/** After how many distinct keys in a row the circuit breaker opens. */
export interface OnceStopAfter {
  readonly unknowns: number;
  /** Rejected for the merchant's sake, or never sent. */
  readonly rejections: number;
}

/** How other keys fared just before this one. */
export interface Neighbours {
  /** No other key failed in this way just before. */
  readonly areWell: boolean;
  /** And some have passed since the circuit breaker closed. */
  readonly pass: boolean;
}

const nobody = () => ({ merchant: new Set<string>(), not_sent: new Set<string>(), unknown: new Set<string>() });

/** Opens when several keys in a row fail in the same way. After `resume` it admits one key at a time until one passes. */
export class CircuitBreaker {
  readonly #stopAfter: OnceStopAfter;
  /** The keys in a row that failed, by the reason. */
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
   * Resolves when it is this call's turn, to the function that the call invokes at its end.
   *
   * @throws OnceStoppedError
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

  /** Admits one call at a time; once one passes, all of them. */
  resume(): void {
    if (this.#stopped !== undefined) this.#begin({ isProbing: true });
  }

  /** Takes note of how an attempt ended. `failure` is undefined when the key passed. */
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

  /** @throws OnceStoppedError */
  check(): void {
    const stopped = this.stopped();
    if (stopped !== undefined) throw stopped;
  }

  /** A new error each time, so that its stack names the caller; undefined while the circuit breaker is closed. */
  stopped(): OnceStoppedError | undefined {
    return this.#stopped && new OnceStoppedError(...this.#stopped);
  }

  #begin({ isProbing }: { readonly isProbing: boolean }): void {
    this.#stopped = undefined;
    this.#isProbing = isProbing;
    this.#hasPassed = !isProbing;
    this.#failed = nobody();
  }

  /** A rejected probe may be the one key that a filter rejects. One unknown probe is enough: its key stays unknown. */
  #limitOf(reason: OnceStopReason): number {
    const { unknowns, rejections } = this.#stopAfter;
    if (reason !== "unknown") return rejections;
    return this.#isProbing ? 1 : unknowns;
  }
}

/** What the failure says of other calls: that they pass, that they fail in the same way, or nothing. */
function reasonOf({ code, outcome, scope }: AnyPaymentError): OnceStopReason | "passed" | "own" {
  if (scope === "merchant") return "merchant";
  if (code === "invalid_input" || code === "aborted") return "own";
  return outcome === "unknown" || outcome === "not_sent" ? outcome : "passed";
}
