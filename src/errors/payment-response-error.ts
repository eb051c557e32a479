import type { CallFacts } from "./call-facts.js";
import type { ReportedFinalization } from "./finalization-state.js";
import { hintOfRejection } from "./hints.js";
import { brand, type Outcome, PaymentError } from "./payment-error.js";

/** A fault in a response. It never quotes the response. */
export interface ResponseIssue {
  /** The path in the response, such as `status.isSuccess`; empty for the whole response. */
  readonly path: string;
  readonly message: string;
}

/** The faults of a response, and what it still proves. */
export type ResponseFault = Pick<PaymentResponseError, "outcome" | "issues" | "finalization"> & {
  readonly cause?: unknown;
};

/** The fields of a {@link PaymentResponseError}. */
export type UnexpectedResponse = Omit<PaymentResponseError, keyof PaymentError>;

const FATE = {
  unknown: "the request may have been processed",
  rejected: "the request was rejected",
  succeeded: "the service says that it is done",
} as const;

/**
 * Thrown if a response breaks the service's contract. `outcome` says what the response proves.
 *
 * - `rejected`: the HTTP status rejects the request, and the response has no status object.
 * - `succeeded`: the service reports a completed success that nothing contradicts, but the response lacks a required
 *   field, or does not fit the schema of a custom `write` or `money` operation.
 * - `unknown`: in any other case.
 *
 * `responseOf(error)` returns the response as received.
 */
export class PaymentResponseError extends PaymentError {
  declare readonly name: "PaymentResponseError";
  declare readonly outcome: "unknown" | "rejected" | "succeeded";
  readonly code = "unexpected_response";
  declare readonly httpStatus: number;
  /** The media type of the response, without parameters. */
  declare readonly contentType: string | undefined;
  declare readonly issues: readonly ResponseIssue[];
  /** What the response says about the finalization, if the service calls it a success. */
  declare readonly finalization?: ReportedFinalization;

  /** Milliseconds to wait before the next call (`Retry-After`), at most a day. The client itself does not wait. */
  declare readonly retryAfterMs?: number;

  constructor(call: CallFacts, outcome: Exclude<Outcome, "not_sent">, response: UnexpectedResponse) {
    const { httpStatus, contentType = "no content type", issues } = response;
    const found = issues.map(({ path, message }) => (path === "" ? message : `${path} ${message}`));
    const hints =
      outcome === "rejected" ? ["it may come from a proxy or a firewall", hintOfRejection(httpStatus) ?? []] : [];
    const what = [...found, ...hints.flat()].join("; ");
    super(`unexpected response (HTTP ${httpStatus}, ${contentType}), ${FATE[outcome]}: ${what}`, call, outcome);
    Object.assign(this, response);
  }
}

brand(PaymentResponseError, "PaymentResponseError");
