import type { CallFacts } from "./call-facts.js";
import { hintOfRejection } from "./hints.js";
import { brand, type Outcome, PaymentErrorBase } from "./payment-error.js";

/** A fault in a response. It never quotes the response. */
export interface ResponseIssue {
  /** The path in the response, such as `status.isSuccess`; empty for the whole response. */
  readonly path: string;
  readonly message: string;
}

/** The faults of a response, and what it still proves. */
export type ResponseFault = Pick<PaymentResponseError, "outcome" | "issues" | "finalization"> & {
  readonly cause?: unknown;
  /** A proxy or a firewall may have responded in the place of the service. */
  readonly mayBeIntermediary?: boolean;
};

/** The fields of a {@link PaymentResponseError}. */
export type UnexpectedResponse = Pick<
  PaymentResponseError,
  "httpStatus" | "contentType" | "issues" | "finalization" | "retryAfterMs"
>;

const FATE = {
  unknown: "the request may have been processed",
  rejected: "the request was rejected",
  succeeded: "the service says that it is done",
} as const;

/**
 * Thrown if a response breaks the service's contract. `outcome` says what the response proves.
 *
 * - `rejected`: the HTTP status rejects the request, and the response has no status object. For an operation that moves
 *   money, only a status that intermediaries give before they pass a request on.
 * - `succeeded`: the service reports a completed success that nothing contradicts, but the response lacks a required
 *   field, or does not fit the schema of a custom `write` or `money` operation.
 * - `unknown`: in any other case.
 *
 * `responseOf(error)` returns the response as received.
 */
export class PaymentResponseError extends PaymentErrorBase {
  declare readonly name: "PaymentResponseError";
  declare readonly outcome: "unknown" | "rejected" | "succeeded";
  declare readonly code: "unexpected_response";
  declare readonly httpStatus: number;
  /** The media type of the response, without parameters. */
  declare readonly contentType: string | undefined;
  declare readonly issues: readonly ResponseIssue[];

  /**
   * @internal
   * @param redirect - The host and path to which the response redirects.
   * @param mayBeIntermediary - Whether a proxy or a firewall may have responded in the place of the service.
   */
  constructor(
    call: CallFacts,
    outcome: Exclude<Outcome, "not_sent">,
    response: UnexpectedResponse,
    redirect?: string,
    mayBeIntermediary = false,
  ) {
    const { httpStatus, contentType = "no content type", issues } = response;
    const found = issues.map(({ path, message }) => (path === "" ? message : `${path} ${message}`));
    const hints = mayBeIntermediary
      ? ["it may come from a proxy or a firewall", hintOfRejection(httpStatus) ?? []]
      : [];
    const isRedirect = httpStatus >= 300 && httpStatus <= 399;
    const address = redirect === undefined ? "" : ` to ${redirect}`;
    if (isRedirect) hints.push(`it is a redirect${address}, which the client does not follow: check baseUrl`);
    const what = [...found, ...hints.flat()].join("; ");
    const message = `unexpected response (HTTP ${httpStatus}, ${contentType}), ${FATE[outcome]}: ${what}`;
    const fault = mayBeIntermediary ? "intermediary" : undefined;
    super(call, { code: "unexpected_response", outcome, message, shown: response, fault });
  }
}

brand(PaymentResponseError, "PaymentResponseError");
