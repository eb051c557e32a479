import { bareKey, mayBeDoneBefore } from "../../errors/status-catalogue.js";
import type { PaymentError } from "../../index.js";
import { OnceStoppedError } from "../errors.js";
import type { Neighbours } from "../rules/outcome.js";
import type { OnceStopReason } from "../stop-reasons.js";
import { type ProbeKind, Probes } from "./probes.js";

/** After how many distinct keys that failed in the same way, none passing between them, the circuit breaker opens. */
export interface OnceStopAfter {
  /** Keys whose outcome is unknown. */
  readonly unknowns: number;
  /**
   * Keys that failed with the scope `merchant`. Keys that could not be sent are counted separately, with the same
   * limit.
   */
  readonly rejections: number;
}

/** Of keys with one unlisted status key, and with any. */
const UNLISTED = { same: 10, any: 30 };

type Failed = Exclude<OnceStopReason, "status_keys">;
type KeySet = Set<string>;
type Stopped = readonly [reason: OnceStopReason, cause: PaymentError, statusKeys?: readonly string[]];

const WELL: Neighbours = { areWell: true, pass: true };

const nobody = (): Record<Failed, KeySet> => ({ merchant: new Set(), not_sent: new Set(), unknown: new Set() });

/** What is known of a failed attempt, besides its error. */
interface FailedAttempt {
  /** Its worker took longer than its lease. */
  readonly isStalled?: boolean;
  /** The status key of a response that concerns only its own key, but which nobody has declared. */
  readonly unlistedKey?: string | undefined;
  /** Its key may be sent again to find out its outcome. */
  readonly isRepeatable?: boolean;
}

/**
 * Opens when several keys fail in the same way, and none passes between them. After `resume` it admits one key at a time
 * until one passes. It admits one key by itself, after a pause, if the cause may go away without the merchant.
 */
export class CircuitBreaker {
  readonly #stopAfter: OnceStopAfter;
  readonly #merchant: string | undefined;
  /** The keys that failed since the last one that passed, by reason. */
  #failed = nobody();
  /** The keys that got an unlisted status key, by that status key. */
  #unlisted = new Map<string, KeySet>();
  #hasPassed = false;
  /** Every counted failure may go away without the merchant. */
  #isOutside = true;
  /** A counted key may be sent again to find out its outcome. */
  #isRepeatable = false;
  #probes = new Probes();
  #stopped: Stopped | undefined;
  /** Resumed, and no key has passed since. */
  #isProbing = false;
  #probe: Promise<void> | undefined;

  constructor(stopAfter: OnceStopAfter, merchant?: string) {
    this.#stopAfter = stopAfter;
    this.#merchant = merchant;
  }

  /**
   * Waits for this call's turn. Resolves to a function that the call must invoke when it ends.
   *
   * @throws OnceStoppedError if the circuit breaker is open.
   */
  async enter(key: string, kind: ProbeKind): Promise<() => void> {
    while (this.#probe !== undefined) await this.#probe;
    const leave = this.#stopped && this.#probes.begin(key, kind, { isRepeatable: this.#isRepeatable });
    if (leave !== undefined) return leave;
    this.check();
    if (!this.#isProbing) return () => undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#probe = promise;
    return () => {
      this.#probe = undefined;
      resolve();
    };
  }

  /** Whether the key, which has entered, may still call: another one may have opened the circuit breaker since. */
  admits(key: string): boolean {
    return this.#stopped === undefined || this.#probes.isProbe(key);
  }

  /** Admits one call at a time until one passes, then all of them. */
  resume(): void {
    if (this.#stopped !== undefined) this.#begin({ isProbing: true });
  }

  /** Records how an attempt ended. `failure` is undefined if the key passed. */
  note(key: string, failure: PaymentError | undefined, of: FailedAttempt = {}): Neighbours {
    const { isStalled = false, unlistedKey, isRepeatable = false } = of;
    if (failure === undefined) return this.#notePassed(key);
    // A suspended worker's failures say nothing about the service.
    if (isStalled) return { areWell: false, pass: false };
    if (unlistedKey !== undefined) return this.#noteUnlisted(key, failure, unlistedKey);
    const reason = reasonOf(failure);
    if (reason === "passed") return this.#notePassed(key);
    if (reason === "own") return WELL;
    const isProbe = this.#probes.isProbe(key);
    const keys = this.#failed[reason].add(key);
    this.#isOutside &&= reason !== "merchant" || mayPass(failure);
    this.#isRepeatable ||= isRepeatable;
    if (isProbe) this.#probes.fail();
    if (isProbe || keys.size >= this.#limitOf(reason, failure)) this.#stop(reason, failure);
    const areWell = keys.size === 1;
    return { areWell, pass: areWell && this.#hasPassed };
  }

  /** A call that was in flight when the circuit breaker opened does not close it. */
  #notePassed(key: string): Neighbours {
    if (this.#stopped === undefined || this.#probes.isProbe(key)) this.#begin({ isProbing: false });
    return WELL;
  }

  /** It is the key's own matter, until so many keys got one that the service may have changed its keys. */
  #noteUnlisted(key: string, failure: PaymentError, statusKey: string): Neighbours {
    const same = this.#unlisted.get(statusKey) ?? new Set();
    this.#unlisted.set(statusKey, same.add(key));
    const any = new Set([...this.#unlisted.values()].flatMap((keys) => [...keys]));
    if (same.size >= UNLISTED.same) this.#stop("status_keys", failure, [statusKey]);
    else if (any.size >= UNLISTED.any) this.#stop("status_keys", failure, [...this.#unlisted.keys()]);
    return WELL;
  }

  #stop(...stopped: Stopped): void {
    if (this.#stopped !== undefined && this.#probes.inMs === undefined) return; // it waits for a person: the cause stays
    const [reason, failure] = stopped;
    this.#stopped = stopped;
    this.#isProbing = false;
    if (this.#isOutside && reason !== "status_keys") this.#probes.plan(failure.retryAfterMs);
    else this.#probes.cancel();
  }

  /** @throws OnceStoppedError if the circuit breaker is open. */
  check(): void {
    const stopped = this.stopped();
    if (stopped !== undefined) throw stopped;
  }

  /** A new error each time, so that its stack names the caller; undefined if the circuit breaker is closed. */
  stopped(): OnceStoppedError | undefined {
    if (this.#stopped === undefined) return undefined;
    const [reason, cause, statusKeys] = this.#stopped;
    const { inMs } = this.#probes;
    const retryAt = inMs === undefined ? undefined : new Date(Date.now() + inMs);
    return new OnceStoppedError(reason, cause, statusKeys, retryAt, this.#merchant);
  }

  #begin({ isProbing }: { readonly isProbing: boolean }): void {
    this.#stopped = undefined;
    this.#isProbing = isProbing;
    this.#hasPassed = !isProbing;
    this.#isOutside = true;
    this.#isRepeatable = false;
    this.#probes = new Probes();
    this.#failed = nobody();
    this.#unlisted = new Map();
  }

  /**
   * One probe is enough whose key stays unknown, also after a 403 that says nothing more. One that is rejected is not
   * enough: a filter may reject only that key.
   */
  #limitOf(reason: Failed, { outcome }: PaymentError): number {
    const { unknowns, rejections } = this.#stopAfter;
    if (outcome === "unknown" && this.#isProbing) return 1;
    return reason === "unknown" ? unknowns : rejections;
  }
}

/**
 * Whether the cause may go away without the merchant: too many calls, missing rights, or a proxy or a firewall that
 * responds in the place of the service.
 */
function mayPass({ code, httpStatus, statusKey = "" }: PaymentError): boolean {
  if (httpStatus === 401) return false;
  const isByStatus = [403, 429].includes(Number(httpStatus)) || ["HTTP_403", "HTTP_429"].includes(bareKey(statusKey));
  return code === "unexpected_response" || isByStatus;
}

/** What the failure says about other calls: they pass, they fail in the same way, or nothing (`own`). */
function reasonOf(failure: PaymentError): Failed | "passed" | "own" {
  const { code, outcome, scope } = failure;
  if (scope === "merchant") return "merchant";
  if (code === "service_error" && mayBeDoneBefore(failure.meaning)) return "passed";
  if (code === "invalid_input" || code === "aborted") return "own";
  return outcome === "unknown" || outcome === "not_sent" ? outcome : "passed";
}
