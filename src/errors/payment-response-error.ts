import type { CallFacts } from "./call-facts.js";
import type { ReportedFinalization } from "./finalization-state.js";
import { hintOfRejection } from "./hints.js";
import { brand, type Outcome, PaymentError } from "./payment-error.js";

/** What is wrong with a response, without quoting it. */
export interface ResponseIssue {
  /** Where in the response: `status.isSuccess`; empty for the response as a whole. */
  readonly path: string;
  readonly message: string;
}

/** What is wrong with a response, and what it proves all the same. */
export type ResponseFault = Pick<PaymentResponseError, "outcome" | "issues" | "finalization"> & {
  readonly cause?: unknown;
};

/** What a {@link PaymentResponseError} is made from. */
export type UnexpectedResponse = Omit<PaymentResponseError, keyof PaymentError>;

const FATE = {
  unknown: "the request may have been processed",
  rejected: "the request was rejected",
  succeeded: "the service says that it is done",
} as const;

/**
 * A response came that the service's contract does not allow. `outcome` says what it still proves: `rejected` by its
 * HTTP status, `succeeded` where the service says so but left out a required field, `unknown` otherwise.
 * `responseOf(error)` has the response as received.
 */
export class PaymentResponseError extends PaymentError {
  declare readonly name: "PaymentResponseError";
  declare readonly outcome: "unknown" | "rejected" | "succeeded";
  readonly code = "unexpected_response";
  declare readonly httpStatus: number;
  /** The media type of the response, without parameters. */
  declare readonly contentType: string | undefined;
  declare readonly issues: readonly ResponseIssue[];
  /** On a finalization that the service calls a success: what the response did say. */
  declare readonly finalization?: ReportedFinalization;

  /** How long the response asks to wait before the next call (`Retry-After`), up to a day. Nothing is waited for inside a call. */
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
