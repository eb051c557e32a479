import type { CallFacts } from "./call-facts.js";
import { brand, PaymentError } from "./payment-error.js";

/** What is left of an underlying error once everything that might quote a secret is gone. */
export interface ScrubbedCause {
  readonly name: string;
  /** The system's code, `ECONNREFUSED` for instance. */
  readonly code?: string;
  readonly syscall?: string;
  /**
   * The error's words; only of errors of the system and the HTTP stack, since an app's own may quote secrets.
   * Not named `message`: loggers take an object with a message for an error, and fold it into the outer one.
   */
  readonly detail?: string;
}

/**
 * The connection failed. `outcome` is `not_sent` only where that is proven (refused, name not found, connect timeout,
 * `auth` threw, and on Node a certificate that is not accepted); anything that ends after the request may have left is
 * `unknown`.
 */
export class PaymentConnectionError extends PaymentError {
  declare readonly name: "PaymentConnectionError";
  declare readonly outcome: "not_sent" | "unknown";
  readonly code = "connection";
  declare readonly cause: ScrubbedCause;

  constructor(call: CallFacts, outcome: "not_sent" | "unknown", what: string, cause: ScrubbedCause) {
    const detail = cause.detail ?? cause.code ?? cause.name;
    const fate = outcome === "not_sent" ? "nothing was sent" : "the request may have been processed";
    super(`${what}, ${fate} (${detail})`, call, outcome);
    this.cause = cause;
  }
}

brand(PaymentConnectionError, "PaymentConnectionError");
