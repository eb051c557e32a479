import type { CallFacts } from "./call-facts.js";
import { brand, PaymentErrorBase } from "./payment-error.js";

/** Thrown if the caller's `signal` ended the call. `outcome` is `unknown` once the request may have left. */
export class PaymentAbortedError extends PaymentErrorBase {
  declare readonly name: "PaymentAbortedError";
  declare readonly outcome: "not_sent" | "unknown";
  declare readonly code: "aborted";
  readonly #reason: unknown;

  /** @internal */
  constructor(call: CallFacts, outcome: "not_sent" | "unknown", reason: unknown) {
    const fate = outcome === "not_sent" ? "before anything was sent" : "and the request may have been processed";
    super(call, { code: "aborted", outcome, message: `aborted by the caller's signal, ${fate}` });
    this.#reason = reason;
  }

  /** The reason given to `abort()`. Not in the output of `inspect` or JSON, because it may hold anything. */
  get reason(): unknown {
    return this.#reason;
  }
}

brand(PaymentAbortedError, "PaymentAbortedError");
