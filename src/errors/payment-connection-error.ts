import { brand } from "./brand.js";
import { type FailedCall, PaymentError } from "./payment-error.js";

/** What is left of an underlying error once everything that might quote a secret is gone. */
export interface ScrubbedCause {
  readonly name: string;
  /** The system's code, `ECONNREFUSED` for instance. */
  readonly code?: string;
  readonly syscall?: string;
  /** Only of errors of the system and the HTTP stack; an app's own errors may quote secrets. */
  readonly message?: string;
}

/**
 * The connection failed. `outcome` is `not_sent` only where that is proven (refused, name not found, certificate
 * refused, connect timeout, or `auth` threw); anything that ends after the request may have left is `unknown`.
 */
export class PaymentConnectionError extends PaymentError {
  static {
    brand(this, "PaymentConnectionError");
  }

  declare readonly name: "PaymentConnectionError";
  declare readonly outcome: "not_sent" | "unknown";
  readonly code = "connection";
  declare readonly cause: ScrubbedCause;

  constructor(call: FailedCall, outcome: "not_sent" | "unknown", what: string, cause: ScrubbedCause) {
    const detail = cause.message ?? cause.code ?? cause.name;
    const fate = outcome === "not_sent" ? "nothing was sent" : "the request may have been processed";
    super(`${what}, ${fate} (${detail})`, call, outcome);
    this.cause = cause;
  }
}
