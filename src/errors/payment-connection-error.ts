import type { CallFacts } from "./call-facts.js";
import { hintOfCode } from "./hints.js";
import { brand, PaymentError } from "./payment-error.js";
import type { ErrorScope } from "./scope.js";

/** What is left of an underlying error once everything that might quote a secret is gone. */
export interface ScrubbedCause {
  readonly name: string;
  /** A code of the system, TLS or HTTP: `ECONNREFUSED` for instance. Any other is left out, as it may quote a secret. */
  readonly code?: string;
  readonly syscall?: string;
  /**
   * The library's own words, or the system call with its code and host: `getaddrinfo ENOTFOUND payments.example.com`.
   * Never the message of another error, which may quote a secret: `causeOf(error)` has that. Not named `message`: loggers
   * take an object with a message for an error, and fold it into the outer one.
   */
  readonly detail?: string;
}

/**
 * The connection failed. `outcome` is `not_sent` only where that is proven (refused, name not found, connect timeout,
 * `auth` threw, a bug ended the call, and on Node a certificate that is not accepted); anything that ends after the request may have left is
 * `unknown`.
 */
export class PaymentConnectionError extends PaymentError {
  declare readonly name: "PaymentConnectionError";
  declare readonly outcome: "not_sent" | "unknown";
  readonly code = "connection";
  declare readonly cause: ScrubbedCause;
  readonly #fault: "headers" | "program" | undefined;

  /** @param fault - What makes the same call fail again: headers that cannot be sent, in every call, or a bug. */
  constructor(
    call: CallFacts,
    outcome: "not_sent" | "unknown",
    what: string,
    cause: ScrubbedCause,
    fault?: "headers" | "program",
  ) {
    const hint = hintOfCode(cause.code);
    const told = cause.detail ?? cause.code ?? `${cause.name}: causeOf(error) has its message`;
    const detail = `${told}${hint === undefined ? "" : `: ${hint}`}`;
    const fate = outcome === "not_sent" ? "nothing was sent" : "the request may have been processed";
    super(`${what}, ${fate} (${detail})`, call, outcome);
    this.cause = cause;
    this.#fault = fault;
  }

  override get safeToRetry(): boolean {
    return super.safeToRetry && this.#fault === undefined;
  }

  override get scope(): ErrorScope {
    return this.#fault === "headers" ? "merchant" : super.scope;
  }
}

brand(PaymentConnectionError, "PaymentConnectionError");
