import type { AnyPaymentError } from "../index.js";
import { OnceStoppedError, type StopReason } from "./errors.js";

/** After how many distinct keys in a row the line stops. */
export interface StopAfter {
  readonly unknowns: number;
  /** Refused for the merchant's sake, or never sent. */
  readonly refusals: number;
}

/** How other keys fared before this one. */
export interface Company {
  /** No other key failed in this way just before. */
  readonly isAlone: boolean;
  /** And some have passed since the line began. */
  readonly othersPass: boolean;
}

const nobody = () => ({ merchant: new Set<string>(), not_sent: new Set<string>(), unknown: new Set<string>() });

/** Stops when one key after the other meets the same, and goes on with one at a time until one passes. */
export class Line {
  readonly #stopAfter: StopAfter;
  /** The keys in a row that met it. */
  #met = nobody();
  #hasPassed = false;
  #stopped: OnceStoppedError | undefined;
  /** Resumed, and none has passed since. */
  #isProbing = false;
  #probe: Promise<void> | undefined;

  constructor(stopAfter: StopAfter) {
    this.#stopAfter = stopAfter;
  }

  /**
   * Resolves when it is this call's turn, to what it calls at its end.
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

  /** Calls go one at a time; once one passes, all go on. */
  resume(): void {
    if (this.#stopped !== undefined) this.#begin({ isProbing: true });
  }

  /** Takes note of how an attempt ended. `failure` is undefined when the key passed. */
  note(key: string, failure: AnyPaymentError | undefined, isStalled = false): Company {
    // Of a worker that was stopped amid its calls, they say nothing of anybody else's.
    if (failure !== undefined && isStalled) return { isAlone: false, othersPass: false };
    const reason = failure === undefined ? "passed" : reasonOf(failure);
    if (reason === "passed" && this.#stopped === undefined) this.#begin({ isProbing: false });
    if (failure === undefined || reason === "passed" || reason === "own") return { isAlone: true, othersPass: true };
    const keys = this.#met[reason].add(key);
    if (keys.size >= this.#limitOf(reason)) {
      this.#stopped = new OnceStoppedError(reason, failure);
      this.#isProbing = false;
    }
    const isAlone = keys.size === 1;
    return { isAlone, othersPass: isAlone && this.#hasPassed };
  }

  /** @throws OnceStoppedError */
  check(): void {
    if (this.#stopped !== undefined) throw this.#stopped;
  }

  #begin({ isProbing }: { readonly isProbing: boolean }): void {
    this.#stopped = undefined;
    this.#isProbing = isProbing;
    this.#hasPassed = !isProbing;
    this.#met = nobody();
  }

  /** A refused probe may be the one key that a filter refuses; one without an answer leaves its key open, so one is enough. */
  #limitOf(reason: StopReason): number {
    const { unknowns, refusals } = this.#stopAfter;
    if (reason !== "unknown") return refusals;
    return this.#isProbing ? 1 : unknowns;
  }
}

/** What the failure says of other calls: that they pass, that they meet it too, or nothing. */
function reasonOf({ code, outcome, scope }: AnyPaymentError): StopReason | "passed" | "own" {
  if (scope === "merchant") return "merchant";
  if (code === "invalid_input" || code === "aborted") return "own";
  return outcome === "unknown" || outcome === "not_sent" ? outcome : "passed";
}
