import { adviceFor } from "./advice.js";
import type { ReportedFinalization } from "./authorization-balance.js";
import type { CallFacts } from "./call-facts.js";
import type { OperationName } from "./operation-names.js";
import { type ErrorScope, type FailureFacts, scopeOf } from "./scope.js";
import type { StatusKey } from "./status-catalogue.js";

/**
 * What became of the request, in an error or a `failure` event.
 *
 * - `not_sent`: proven that the service never got it. No money moved.
 * - `rejected`: the response rejects the request. This call moved no money, if a rejection of your service means that
 *   nothing was done (docs/reference/facts.md). The client option `statusKeys` says what its keys mean.
 * - `unknown`: it may have been done, and money may have moved. Check before you send anything again.
 * - `succeeded`: the service reports that it is done, so a finalization moved the money. Its response lacks a required
 *   field, or does not fit the schema of a custom operation.
 *
 * After `resolveFinalization`, use the result's `state`, and not the outcome of its error.
 */
export type Outcome = "not_sent" | "rejected" | "unknown" | "succeeded";

/** Registered, because the ESM build, the CJS build and each subpath have their own copy of every error class. */
const brandOf = (name: string) => Symbol.for(`merchant-payments/${name}`);

/** Gives an error class and its errors a `name` that survives minifying, and the brand that `instanceof` checks. */
export function brand(errorClass: { readonly prototype: Error }, name: string): void {
  Object.defineProperty(errorClass, "name", { value: name });
  errorClass.prototype.name = name;
  Object.defineProperty(errorClass.prototype, brandOf(name), { value: true });
}

/** What an error is made from, besides the facts of its call. */
interface ErrorParts extends Pick<FailureFacts, "fault"> {
  readonly code: string;
  readonly message: string;
  readonly outcome: Outcome;
  /** The further fields of the error, which logs show. */
  readonly shown?: object;
}

/** What every kind of `PaymentError` has. */
export abstract class PaymentErrorBase extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    const own = brandOf(this.prototype.name);
    // A merchant's own subclass inherits the name without the brand: there, use the usual instanceof.
    if (!Object.hasOwn(this.prototype, own)) return super[Symbol.hasInstance](value);
    return typeof value === "object" && value !== null && own in value;
  }

  /** The kind of error; the same for all errors of a class. */
  declare readonly code: string;
  /** The operation that was called. */
  declare readonly operation: OperationName | (string & {});
  /** What became of the request, and so whether money may have moved. */
  declare readonly outcome: Outcome;
  /** Whether only this call failed (`call`), or every other call would probably fail in the same way (`merchant`). */
  declare readonly scope: ErrorScope;
  /** True if you may make the same call again unchanged: nothing was sent, and the cause may go away. */
  declare readonly safeToRetry: boolean;
  declare readonly orderNumber?: string;
  declare readonly orderId?: string;
  declare readonly transactionId?: string;
  /** Absent if no response came. */
  declare readonly httpStatus?: number;
  /** The status key of a failure that the service reported. */
  declare readonly statusKey?: StatusKey | undefined;
  /** Milliseconds to wait before the next call (`Retry-After`), at most a day. The client itself does not wait. */
  declare readonly retryAfterMs?: number;
  /** What the response says about the finalization. */
  declare readonly finalization?: ReportedFinalization;
  /** Says what to do now, for the person on duty. */
  declare readonly advice: string;

  /** Only the library makes errors. Tests use `paymentError()` from `merchant-payments/testing`. */
  protected constructor();
  /** @internal */
  protected constructor(call: CallFacts, parts: ErrorParts);
  protected constructor(...given: [] | [CallFacts, ErrorParts]) {
    const [call, { message, code, outcome, fault, shown }] = given as [CallFacts, ErrorParts];
    super(`${call.operation}: ${message}`);
    const failure: FailureFacts = { code, outcome, fault, ...shown };
    const scope = scopeOf(failure);
    const safeToRetry = outcome === "not_sent" && code !== "invalid_input" && fault === undefined;
    const advice = adviceFor(call, { ...failure, scope, safeToRetry });
    const { operation, identifiers } = call;
    Object.assign(this, { code, operation, outcome, scope, safeToRetry }, identifiers, shown, { advice });
  }

  /** Returns the error for a log line, with its name and message, which are not enumerable. */
  toJSON(): object {
    return Object.assign({ name: this.name, message: this.message }, this);
  }
}

brand(PaymentErrorBase, "PaymentError");
