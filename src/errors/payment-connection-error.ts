import type { CallFacts } from "./call-facts.js";
import { hintOfCode } from "./hints.js";
import { brand, PaymentErrorBase } from "./payment-error.js";
import type { FailureFacts } from "./scope.js";

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
   * It never holds another error's message, which may quote a secret; `causeOf(error)` returns that error. It is not
   * named `message`, because loggers would mistake this object for an error and merge its message into the outer error.
   */
  readonly detail?: string;
}

/**
 * Thrown if the connection, your `auth` function or the library itself failed.
 *
 * `outcome` is `not_sent` only if that is proven. Each of these is a proof:
 *
 * - The connection was refused, the host name was not found, or connecting timed out.
 * - Over `node:http`, the connection failed in another way before the request was written, for example because the
 *   server's certificate was not accepted.
 * - `auth` threw, or a header cannot be sent.
 * - The client was closed, or a bug ended the call before it was sent.
 *
 * If the request may have been sent, `outcome` is `unknown`.
 */
export class PaymentConnectionError extends PaymentErrorBase {
  declare readonly name: "PaymentConnectionError";
  declare readonly outcome: "not_sent" | "unknown";
  declare readonly code: "connection";
  declare readonly cause: ScrubbedCause;

  /**
   * @internal
   * @param fault - Why the same call would fail again: `headers` that cannot be sent, or the `program` (a bug, a closed
   * client). Undefined if the same call may succeed.
   */
  constructor(
    call: CallFacts,
    outcome: "not_sent" | "unknown",
    what: string,
    cause: ScrubbedCause,
    fault?: FailureFacts["fault"],
  ) {
    const hint = hintOfCode(cause.code);
    const told = cause.detail ?? cause.code ?? `${cause.name}: causeOf(error) has its message`;
    const detail = `${told}${hint === undefined ? "" : `: ${hint}`}`;
    const fate = outcome === "not_sent" ? "nothing was sent" : "the request may have been processed";
    super(call, { code: "connection", outcome, message: `${what}, ${fate} (${detail})`, shown: { cause }, fault });
  }
}

brand(PaymentConnectionError, "PaymentConnectionError");
