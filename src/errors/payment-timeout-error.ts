import type { CallFacts } from "./call-facts.js";
import { brand, PaymentErrorBase } from "./payment-error.js";

/**
 * Thrown if the deadline or `sendBefore` passed. `outcome` is `unknown` once the request may have left.
 *
 * It is `not_sent` before that, for example if `auth` stalled or, on Node, if no connection was ready while a quarter of
 * the deadline was left.
 */
export class PaymentTimeoutError extends PaymentErrorBase {
  declare readonly name: "PaymentTimeoutError";
  declare readonly outcome: "not_sent" | "unknown";
  declare readonly code: "timeout";
  /** The deadline of the whole call, in milliseconds. */
  declare readonly timeoutMs: number;

  /** @internal */
  constructor(call: CallFacts, outcome: "not_sent" | "unknown", timeoutMs: number, detail?: string) {
    const unsent = `nothing was sent: ${detail ?? `the deadline of ${timeoutMs} ms passed`}`;
    const why = detail === undefined ? "" : ` (${detail})`;
    const lost = `no complete response within ${timeoutMs} ms${why}, and the request may have been processed`;
    const message = outcome === "not_sent" ? unsent : lost;
    super(call, { code: "timeout", outcome, message, shown: { timeoutMs } });
  }
}

brand(PaymentTimeoutError, "PaymentTimeoutError");
