import { bareKey, mayBeDoneBefore } from "../../errors/status-catalogue.js";
import type { PaymentError } from "../../index.js";
import { MINUTE } from "../record.js";
import type { Neighbours } from "../rules/outcome.js";

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

type Counted = "unknown" | "not_sent" | "merchant";

/** After how many distinct keys that failed in the same way, none passing between them, the circuit breaker opens. */
const LIMITS = { unknown: 10, not_sent: 3, merchant: 3, sameStatusKey: 10, anyStatusKey: 30 };
/** The pause before the first trial, and after each that failed; the last one repeats. */
const PAUSES_MS = [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE);

const REASONS = {
  unknown: "no response said what became of the last calls",
  not_sent: "the last calls did not reach the service",
  merchant: "the last calls failed because of the credentials, the account, a certificate, the base URL or their rate",
  status_keys:
    "the service responded with status keys that this client does not know: set the client option statusKeys",
};

const WELL: Neighbours = { areWell: true, pass: true };

/** Opens when several keys fail in the same way, and none passes between them. Then one key at a time is tried. */
export class CircuitBreaker {
  #failed = counters();
  #unlisted = new Map<string, Set<string>>(); // keys, by the status key that they got
  #hasPassed = false;
  #open: { readonly reason: string; readonly retryAt: number | undefined } | undefined;
  #failedTrials = 0;
  #trial: string | undefined;
  #lastTrial: string | undefined;

  /** Whether the key may call. If it is a trial, nobody else may until `leave`. */
  enter(key: string): boolean {
    if (this.#open === undefined) return true;
    const { retryAt = Number.POSITIVE_INFINITY } = this.#open;
    const dueForMs = performance.now() - retryAt;
    // The last trial may have failed because of its own key, so that another one comes first, if the sweep finds one.
    const isLast = key === this.#lastTrial && dueForMs <= MINUTE;
    if (dueForMs < 0 || this.#trial !== undefined || isLast) return false;
    this.#trial = key;
    return true;
  }

  leave(key: string): void {
    if (this.#trial === key) this.#trial = undefined;
  }

  get isTrialDue(): boolean {
    const { retryAt = Number.POSITIVE_INFINITY } = this.#open ?? {};
    return this.#trial === undefined && retryAt <= performance.now();
  }

  resume(): void {
    if (this.#open !== undefined) this.#open = { ...this.#open, retryAt: performance.now() };
    this.#lastTrial = undefined;
  }

  status(): OnceStatus {
    if (this.#open === undefined) return { isOpen: false };
    const { reason, retryAt } = this.#open;
    const at = retryAt && new Date(Date.now() + Math.max(0, retryAt - performance.now()));
    const next = at ? "" : ". Fix this, and then call once.resume() in each worker";
    return { isOpen: true, reason: reason + next, retryAt: at || undefined };
  }

  /** Records how an attempt ended. A worker that took longer than its lease (`isStalled`) says nothing about the service. */
  note(key: string, failure?: PaymentError, isStalled = false, unlistedKey?: string): Neighbours {
    if (failure === undefined) return this.#notePassed(key);
    if (isStalled) return { areWell: false, pass: false };
    if (unlistedKey !== undefined) return this.#noteUnlisted(key, failure, unlistedKey);
    const kind = kindOf(failure);
    if (kind === "passed") return this.#notePassed(key);
    if (kind === "own") return WELL;
    const keys = this.#failed[kind].add(key);
    if (this.#trial === key) this.#failedTrials += 1;
    if (this.#trial === key || keys.size >= LIMITS[kind]) this.#planTrial(key, REASONS[kind], failure);
    return { areWell: keys.size === 1, pass: keys.size === 1 && this.#hasPassed };
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
    const isSame = same.size >= LIMITS.sameStatusKey;
    const named = isSame ? statusKey : [...this.#unlisted.keys()].join(", ");
    const isTooMuch = isSame || any.size >= LIMITS.anyStatusKey;
    // After a trial, the pause stays as it is.
    if (this.#trial === key || isTooMuch) this.#planTrial(key, `${REASONS.status_keys} (${named})`, failure);
    return WELL;
  }

  /** Opens, or plans the next trial. A call that was in flight when the circuit breaker opened changes nothing. */
  #planTrial(key: string, reason: string, failure: PaymentError): void {
    if (this.#open !== undefined && this.#trial !== key) return;
    this.#lastTrial = this.#trial;
    const pauseMs = PAUSES_MS[this.#failedTrials] ?? (PAUSES_MS.at(-1) as number);
    const retryAt = performance.now() + Math.max(pauseMs, failure.retryAfterMs ?? 0);
    const because = this.#open?.reason ?? `${reason}: ${failure.message}`;
    this.#open = { reason: because, retryAt: needsMerchant(failure) ? undefined : retryAt };
  }
}

const counters = (): Record<Counted, Set<string>> => ({ unknown: new Set(), not_sent: new Set(), merchant: new Set() });

/** Whether only the merchant can mend it: a wrong password, or an account that the service names. */
function needsMerchant({ code, scope, httpStatus, statusKey = "" }: PaymentError): boolean {
  if (scope !== "merchant" || httpStatus === 401) return scope === "merchant";
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
