import type { Assumption } from "./assumptions.js";
import type { CallFacts } from "./call-facts.js";
import { brand, PaymentErrorBase } from "./payment-error.js";

/** The kind of input fault. `message` states the rule and the fix. */
export type ValidationCode =
  | "required"
  | "wrong_type"
  | "unknown_key"
  | "too_short"
  | "too_long"
  | "bad_format"
  | "not_positive"
  | "too_many_decimals"
  | "not_exact"
  | "amount_mismatch"
  | "duplicate"
  | "not_allowed"
  | "unreadable";

/** A fault in an input. It quotes no value of the input, except totals that do not add up. */
export interface ValidationIssue {
  /** The path, such as `lineItems[2].totalLineAmount` or `options.timeoutMs`; empty for the whole input. */
  readonly path: string;
  readonly code: ValidationCode;
  /** A sentence with the rule and the fix. */
  readonly message: string;
  /** The assumption behind the rule; the client option `waive` turns it off. Absent if the rule cannot be waived. */
  readonly assumption?: Assumption;
}

const SHOWN = 20; // issues in the message

/** Thrown if the input breaks a rule. Nothing was sent. `issues` lists the faults, at most 100. */
export class PaymentValidationError extends PaymentErrorBase {
  declare readonly name: "PaymentValidationError";
  declare readonly outcome: "not_sent";
  declare readonly code: "invalid_input";
  declare readonly issues: readonly ValidationIssue[];

  /** @internal */
  constructor(call: CallFacts, issues: readonly ValidationIssue[]) {
    const faults = issues.length === 1 ? "a fault" : `${issues.length} faults`;
    const lines = issues.slice(0, SHOWN).map(({ message }) => `\n  - ${message}`);
    const rest = issues.length > SHOWN ? `\n  - and ${issues.length - SHOWN} more, see issues` : "";
    const message = `nothing was sent, the input has ${faults}:${lines.join("")}${rest}`;
    super(call, { code: "invalid_input", outcome: "not_sent", message, shown: { issues } });
  }
}

brand(PaymentValidationError, "PaymentValidationError");
