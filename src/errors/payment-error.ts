import { adviceFor } from "./advice.js";
import type { CallFacts } from "./call-facts.js";
import { type ErrorScope, scopeOf } from "./scope.js";

/**
 * What became of the request, in an error or a `failure` event.
 *
 * - `not_sent`: proven that the service never got it. No money moved.
 * - `rejected`: the response rejects the request. This call moved no money, unless the error has `mayBeDone: true`.
 * - `unknown`: it may have been done, and money may have moved. Check before you send anything again.
 * - `succeeded`: the service reports that it is done, so a finalization moved the money. Its response lacks a required
 *   field, or does not fit the schema of a custom operation.
 *
 * After `resolveFinalization`, use the result's `state`, and not the outcome of its error.
 */
export type Outcome = "not_sent" | "rejected" | "unknown" | "succeeded";

/** Registered, because the ESM build, the CJS build and each subpath have their own copy of every error class. */
const brandOf = (name: string) => Symbol.for(`merchant-payments/${name}`);

/** Gives an error class a `name` that survives minifying, and the brand that `instanceof` checks. */
export function brand({ prototype }: { readonly prototype: Error }, name: string): void {
  prototype.name = name;
  Object.defineProperty(prototype, brandOf(name), { value: true });
}

/**
 * The base class of every error that a call throws. `outcome` says whether money may have moved; after `rejected`,
 * check `mayBeDone` too.
 *
 * `advice` says what to do. A logged error shows no credentials and no request body. It shows personal data from your
 * input only if the service's `statusMessage`, which is part of the message, quotes that data.
 *
 * `instanceof` works across the ESM and CJS builds. To `switch` over a closed union, use `isPaymentError()`.
 */
export abstract class PaymentError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    const own = brandOf(this.prototype.name);
    // A merchant's own subclass inherits the name without the brand: there, use the usual instanceof.
    if (!Object.hasOwn(this.prototype, own)) return super[Symbol.hasInstance](value);
    return typeof value === "object" && value !== null && own in value;
  }

  /** The kind of error; the same for all errors of a class. */
  abstract readonly code: string;
  /** The operation that was called. */
  readonly operation: CallFacts["operation"];
  /** What became of the request, and so whether money may have moved. After `rejected`, check `mayBeDone` too. */
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

  /** True if you may make the same call again unchanged: nothing was sent, and the cause may go away. */
  get safeToRetry(): boolean {
    return this.outcome === "not_sent" && this.code !== "invalid_input";
  }

  /** Whether only this call failed (`call`), or every other call would probably fail in the same way (`merchant`). */
  get scope(): ErrorScope {
    return scopeOf(this);
  }

  /** Says what to do now, for the person on duty. */
  get advice(): string {
    return adviceFor(this.#call, this);
  }

  /** Returns the error for a log line, with the name, message and advice, which are not enumerable. */
  toJSON(): object {
    const { name, message, scope, safeToRetry, advice } = this;
    return Object.assign({ name, message }, this, { scope, safeToRetry, advice });
  }
}

brand(PaymentError, "PaymentError");
