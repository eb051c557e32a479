import type { CallFacts } from "./call-facts.js";
import { brand, PaymentError } from "./payment-error.js";

/**
 * Thrown if the deadline or `sendBefore` passed. `outcome` is `unknown` once the request may have left.
 *
 * It is `not_sent` before that, for example if `auth` stalled or, on Node, no connection was ready.
 */
export class PaymentTimeoutError extends PaymentError {
  declare readonly name: "PaymentTimeoutError";
  declare readonly outcome: "not_sent" | "unknown";
  readonly code = "timeout";
  /** The deadline of the whole call, in milliseconds. */
  readonly timeoutMs: number;

  constructor(call: CallFacts, outcome: "not_sent" | "unknown", timeoutMs: number, detail?: string) {
    const fate = outcome === "not_sent" ? "before anything was sent" : "and the request may have been processed";
    super(`no complete response within ${timeoutMs} ms, ${fate}${detail ? ` (${detail})` : ""}`, call, outcome);
    this.timeoutMs = timeoutMs;
  }
}

brand(PaymentTimeoutError, "PaymentTimeoutError");
