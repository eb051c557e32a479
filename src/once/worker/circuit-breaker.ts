import { bareKey, mayBeDoneBefore } from "../../errors/status-catalogue.js";
import type { PaymentError } from "../../index.js";
import type { Neighbours } from "../rules/outcome.js";
import { MINUTE } from "../rules/terms.js";

type Counted = "unknown" | "not_sent" | "merchant";

/** The state of the circuit breaker and of the sweep of one {@link Once}. */
export interface OnceStatus {
  /** Whether keys are only stored, as `queued`, and not sent. */
  readonly isOpen: boolean;
  /** Why, with the last error's own words. */
  readonly reason?: string | undefined;
  /** When one key is tried; undefined if that waits for `resume()`. */
  readonly retryAt?: Date | undefined;
  /** When the last sweep of this instance ended. */
  readonly lastSweepAt?: Date | undefined;
}

/** After how many distinct keys that failed in the same way, none passing between them, the circuit breaker opens. */
const LIMITS: Readonly<Record<Counted, number>> = { unknown: 10, not_sent: 3, merchant: 3 };
/** The same of keys with one unlisted status key, and with any. */
const UNLISTED = { same: 10, any: 30 };
/** The pause before the first trial, and after each that failed; the last one repeats. */
const PAUSES_MS = [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE);

const REASONS: Readonly<Record<Counted | "status_keys", string>> = {
  unknown: "no response said what became of the last calls",
  not_sent: "the last calls did not reach the service",
  merchant:
    "the last calls failed because of the credentials, the account, a certificate, the base URL or the rate of calls",
  status_keys:
    "the service responded with status keys that this client does not know: set the client option statusKeys",
};

const WELL: Neighbours = { areWell: true, pass: true };

/** What a failed attempt says besides its error. */
interface FailedAttempt {
  /** Its worker took longer than its lease. */
  readonly isStalled?: boolean;
  readonly unlistedKey?: string | undefined;
}

interface Open {
  readonly reason: string;
  /** By the monotonic clock; undefined if it waits for `resume`. */
  readonly retryAt: number | undefined;
}

/** Opens when several keys fail in the same way, and none passes between them. Then one key at a time is tried. */
export class CircuitBreaker {
  #failed = counters();
  /** The keys that got an unlisted status key, by that status key. */
  #unlisted = new Map<string, Set<string>>();
  #hasPassed = false;
  #open: Open | undefined;
  #failedTrials = 0;
  #trial: string | undefined;
  #lastTrial: string | undefined;

  /** Whether the key may call. If it is a trial, nobody else may until `leave`. */
  enter(key: string): boolean {
    if (this.#open === undefined) return true;
    if (!this.isTrialDue || this.#trial !== undefined || this.#isLast(key)) return false;
    this.#trial = key;
    return true;
  }

  leave(key: string): void {
    if (this.#trial !== key) return;
    this.#trial = undefined;
  }

  /** Whether a key is to be tried now. */
  get isTrialDue(): boolean {
    return this.#open?.retryAt !== undefined && this.#open.retryAt <= performance.now();
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Lets the next key be tried at once. */
  resume(): void {
    if (this.#open !== undefined) this.#open = { ...this.#open, retryAt: performance.now() };
    this.#lastTrial = undefined;
  }

  status(): OnceStatus {
    if (this.#open === undefined) return { isOpen: false };
    const { reason, retryAt } = this.#open;
    const inMs = retryAt === undefined ? undefined : Math.max(0, retryAt - performance.now());
    return { isOpen: true, reason, retryAt: inMs === undefined ? undefined : new Date(Date.now() + inMs) };
  }

  /** Records how an attempt ended. `failure` is undefined if the key passed. */
  note(
    key: string,
    failure: PaymentError | undefined,
    { isStalled = false, unlistedKey }: FailedAttempt = {},
  ): Neighbours {
    if (failure === undefined) return this.#notePassed(key);
    if (isStalled) return { areWell: false, pass: false }; // a suspended worker's failures say nothing about the service
    if (unlistedKey !== undefined) return this.#noteUnlisted(key, failure, unlistedKey);
    const kind = kindOf(failure);
    if (kind === "passed") return this.#notePassed(key);
    if (kind === "own") return WELL;
    const keys = this.#failed[kind].add(key);
    if (this.#trial === key) this.#failTrial(failure);
    else if (this.#open === undefined && keys.size >= LIMITS[kind]) this.#openFor(REASONS[kind], failure);
    const areWell = keys.size === 1;
    return { areWell, pass: areWell && this.#hasPassed };
  }

  /** The last trial may have failed because of its own key, so that another one comes first. */
  #isLast(key: string): boolean {
    const isAlone = performance.now() - (this.#open?.retryAt ?? 0) > MINUTE; // the sweep has found no other key
    return key === this.#lastTrial && !isAlone;
  }

  /** A call that was in flight when the circuit breaker opened does not close it. */
  #notePassed(key: string): Neighbours {
    if (this.#open !== undefined && this.#trial !== key) return WELL;
    this.#open = undefined;
    this.#failedTrials = 0;
    this.#lastTrial = undefined;
    this.#hasPassed = true;
    this.#failed = counters();
    this.#unlisted = new Map();
    return WELL;
  }

  /** It is the key's own matter, until so many keys got one that the service may have changed its keys. */
  #noteUnlisted(key: string, failure: PaymentError, statusKey: string): Neighbours {
    const same = this.#unlisted.get(statusKey) ?? new Set();
    this.#unlisted.set(statusKey, same.add(key));
    const any = new Set([...this.#unlisted.values()].flatMap((keys) => [...keys]));
    if (this.#trial === key)
      this.#planTrial(failure); // the pause stays as it is
    else if (this.#open === undefined && (same.size >= UNLISTED.same || any.size >= UNLISTED.any)) {
      const named = same.size >= UNLISTED.same ? statusKey : [...this.#unlisted.keys()].join(", ");
      this.#openFor(`${REASONS.status_keys} (${named})`, failure);
    }
    return WELL;
  }

  #openFor(reason: string, failure: PaymentError): void {
    this.#open = { reason: `${reason}: ${failure.message}`, retryAt: undefined };
    this.#planTrial(failure);
  }

  #failTrial(failure: PaymentError): void {
    this.#failedTrials += 1;
    this.#planTrial(failure);
  }

  #planTrial(failure: PaymentError): void {
    this.#lastTrial = this.#trial;
    const pauseMs = PAUSES_MS[this.#failedTrials] ?? (PAUSES_MS.at(-1) as number);
    const inMs = Math.max(pauseMs, failure.retryAfterMs ?? 0);
    const retryAt = needsMerchant(failure) ? undefined : performance.now() + inMs;
    this.#open = { reason: this.#open?.reason ?? failure.message, retryAt };
  }
}

const counters = (): Record<Counted, Set<string>> => ({ unknown: new Set(), not_sent: new Set(), merchant: new Set() });

/** Whether only the merchant can mend it: a wrong password, or an account that the service names. */
function needsMerchant({ code, scope, httpStatus, statusKey = "" }: PaymentError): boolean {
  if (scope !== "merchant") return false;
  if (httpStatus === 401) return true;
  const isPassing = [403, 429].includes(Number(httpStatus)) || ["HTTP_403", "HTTP_429"].includes(bareKey(statusKey));
  return code === "service_error" && !isPassing;
}

/** What the failure says about other calls: they pass, they fail in the same way, or nothing (`own`). */
function kindOf(failure: PaymentError): Counted | "passed" | "own" {
  const { code, outcome, scope } = failure;
  if (scope === "merchant") return "merchant";
  if (code === "service_error" && mayBeDoneBefore(failure.meaning)) return "passed";
  if (code === "invalid_input" || code === "aborted") return "own";
  return outcome === "unknown" || outcome === "not_sent" ? outcome : "passed";
}
