import type { CallFacts } from "./call-facts.js";
import { hintOfCode } from "./hints.js";
import { brand, PaymentError } from "./payment-error.js";
import type { ErrorScope } from "./scope.js";

/** An underlying error, without anything that may quote a secret. */
export interface ScrubbedCause {
  readonly name: string;
  /**
   * A code of the system, TLS or HTTP, such as `ECONNREFUSED`. Any other code is left out, because it may quote a
   * secret.
   */
  readonly code?: string;
  readonly syscall?: string;
  /**
   * The library's own words, or the system call with its code and host: `getaddrinfo ENOTFOUND payments.example.com`.
   * Never another error's message, which may quote a secret: use `causeOf(error)`. Not named `message`, because loggers
   * take an object with a message for an error and fold it into the outer one.
   */
  readonly detail?: string;
}

/**
 * Thrown if the connection failed. `outcome` is `not_sent` only if that is proven.
 *
 * Proofs are: the connection was refused, the name was not found, connecting timed out, `auth` threw, a bug ended the
 * call before it was sent, or (over `node:http`) the server's certificate was not accepted. Once the request may have
 * left, `outcome` is `unknown`.
 */
export class PaymentConnectionError extends PaymentError {
  declare readonly name: "PaymentConnectionError";
  declare readonly outcome: "not_sent" | "unknown";
  readonly code = "connection";
  declare readonly cause: ScrubbedCause;
  readonly #fault: "headers" | "program" | undefined;

  /**
   * @param fault - Why the same call fails again: `headers` that no call can send, or the `program` (a bug, a closed
   * client).
   */
  constructor(
    call: CallFacts,
    outcome: "not_sent" | "unknown",
    what: string,
    cause: ScrubbedCause,
    fault?: "headers" | "program",
  ) {
    const hint = hintOfCode(cause.code);
    const detail = `${cause.detail ?? cause.code ?? cause.name}${hint === undefined ? "" : `: ${hint}`}`;
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
