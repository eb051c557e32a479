import { adviceFor } from "./advice.js";
import type { CallFacts } from "./call-facts.js";
import { type ErrorScope, scopeOf } from "./scope.js";

/**
 * What became of the request.
 *
 * - `not_sent`: proven that the service never got it. No money moved.
 * - `rejected`: the service answered that it did not do it. No money moved by this call.
 * - `unknown`: it may have been done. Check before anything is sent again.
 * - `succeeded`: the service says it is done, but its response lacks what it must carry.
 */
export type Outcome = "not_sent" | "rejected" | "unknown" | "succeeded";

/** A registered symbol: the ESM and the CJS build, and each subpath, hold their own copy of every error class. */
const brandOf = (name: string) => Symbol.for(`merchant-payments/${name}`);

/** Gives an error class its constant `name` (also after minifying), and the brand that `instanceof` goes by. */
export function brand({ prototype }: { readonly prototype: Error }, name: string): void {
  prototype.name = name;
  Object.defineProperty(prototype, brandOf(name), { value: true });
}

/**
 * The base of every error that a call ends in. It says what became of the request (`outcome`) and what to do
 * (`advice`), and holds no credential, request body or personal data, so that it can be logged as it is.
 *
 * `instanceof` holds across the ESM and the CJS build. For a closed union to `switch` on, use `isPaymentError()`.
 */
export abstract class PaymentError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    const own = brandOf(this.prototype.name);
    // A subclass of the merchant's own inherits the name without the brand: there, instanceof means what it always means.
    if (!Object.hasOwn(this.prototype, own)) return super[Symbol.hasInstance](value);
    return typeof value === "object" && value !== null && own in value;
  }

  /** Which error it is; the same for all errors of a class. */
  abstract readonly code: string;
  /** The operation that was called. */
  readonly operation: CallFacts["operation"];
  /** What became of the request: whether money may have moved. */
  readonly outcome: Outcome;
  declare readonly orderNumber?: string;
  declare readonly orderId?: string;
  declare readonly transactionId?: string;
  readonly #call: CallFacts;

  constructor(message: string, call: CallFacts, outcome: Outcome) {
    super(`${call.operation}: ${message}`);
    this.operation = call.operation;
    this.outcome = outcome;
    Object.assign(this, call.identifiers);
    this.#call = call;
  }

  /**
   * True when the same call may be made again as it is: it was proven never to have reached the service, and failed for no
   * reason that would make it fail again.
   */
  get safeToRetry(): boolean {
    return this.outcome === "not_sent" && this.code !== "invalid_input";
  }

  /** Whether this call failed, or every other one would fail in the same way. */
  get scope(): ErrorScope {
    return scopeOf(this);
  }

  /** What to do now, for this operation and outcome, in a sentence or two for a person on duty. */
  get advice(): string {
    return adviceFor(this.#call, this);
  }

  /** Adds what is not enumerable on an Error: a log line without its name, message and advice tells too little. */
  toJSON(): object {
    const { name, message, scope, safeToRetry, advice } = this;
    return Object.assign({ name, message }, this, { scope, safeToRetry, advice });
  }
}

brand(PaymentError, "PaymentError");
