import type { CallFacts, CallIdentifiers } from "../errors/call-facts.js";
import { PaymentAbortedError } from "../errors/payment-aborted-error.js";
import { PaymentConnectionError } from "../errors/payment-connection-error.js";
import { PaymentResponseError, type UnexpectedResponse } from "../errors/payment-response-error.js";
import { PaymentServiceError, ServiceFieldError, type ServiceRejection } from "../errors/payment-service-error.js";
import { PaymentTimeoutError } from "../errors/payment-timeout-error.js";
import { PaymentValidationError, type ValidationIssue } from "../errors/payment-validation-error.js";
import { isKnownStatusKey, statusCatalogue } from "../errors/status-catalogue.js";
import type { AnyPaymentError } from "../errors/to-result.js";

/** The call that the error is about. */
export interface PaymentErrorCall extends CallIdentifiers {
  /** @defaultValue "finalize" */
  readonly operation?: CallFacts["operation"];
  readonly paymentMethod?: CallFacts["paymentMethod"];
}

/** The details of each error, by its `code`. Each has a default. */
export interface PaymentErrorDetails {
  readonly invalid_input: { readonly issues?: readonly ValidationIssue[] };
  /** By default, `outcome` is `rejected`, and the number is that of a known `statusKey`. */
  readonly service_error: Partial<Omit<ServiceRejection, "errors">> & {
    readonly outcome?: "rejected" | "unknown";
    readonly errors?: readonly Partial<
      Pick<ServiceFieldError, "path" | "fieldName" | "errorCode" | "serviceMessage">
    >[];
  };
  /** By default, `outcome` is `unknown`, as in the three below. */
  readonly connection: { readonly outcome?: "not_sent" | "unknown"; readonly code?: string };
  readonly timeout: { readonly outcome?: "not_sent" | "unknown"; readonly timeoutMs?: number };
  readonly aborted: { readonly outcome?: "not_sent" | "unknown"; readonly reason?: unknown };
  readonly unexpected_response: Partial<UnexpectedResponse> & {
    readonly outcome?: "unknown" | "rejected" | "succeeded";
  };
}

type Makers = {
  readonly [Code in keyof PaymentErrorDetails]: (
    call: CallFacts,
    details: PaymentErrorDetails[Code],
  ) => AnyPaymentError;
};

const issue: ValidationIssue = { path: "totalAmount", code: "required", message: "totalAmount is required: add it" };

const makers: Makers = {
  invalid_input: (call, { issues = [issue] }) => new PaymentValidationError(call, issues),

  service_error(call, { outcome = "rejected", errors = [], ...rejection }) {
    const { statusKey } = rejection;
    const errorNumber = isKnownStatusKey(statusKey) ? statusCatalogue[statusKey].errorNumber : undefined;
    const none = { statusKey, statusMessage: undefined, exceptionDetails: undefined };
    const fields = errors.map((error) => {
      const nothing = { path: undefined, fieldName: undefined, errorCode: undefined, serviceMessage: undefined };
      return new ServiceFieldError({ ...nothing, ...error });
    });
    return new PaymentServiceError(call, outcome, {
      httpStatus: 200,
      errorNumber,
      ...none,
      ...rejection,
      errors: fields,
    });
  },

  connection(call, { outcome = "unknown", code = outcome === "unknown" ? "ECONNRESET" : "ECONNREFUSED" }) {
    return new PaymentConnectionError(call, outcome, "the connection failed", { name: "Error", code });
  },

  timeout: (call, { outcome = "unknown", timeoutMs = 30_000 }) => new PaymentTimeoutError(call, outcome, timeoutMs),

  aborted: (call, { outcome = "unknown", reason }) => new PaymentAbortedError(call, outcome, reason),

  unexpected_response(call, { outcome = "unknown", ...response }) {
    const issues = [{ path: "", message: "the response is not JSON" }];
    return new PaymentResponseError(call, outcome, { httpStatus: 502, contentType: "text/html", issues, ...response });
  },
};

/**
 * Makes the error that a call would throw, for tests of code that handles it. No call is made.
 *
 * @example
 * const rejected = paymentError("service_error", { statusKey: "PAYMENT_COMPLETED" }, { orderId, transactionId });
 * const payments = { finalize: () => Promise.reject(rejected) };
 */
export function paymentError<Code extends keyof PaymentErrorDetails>(
  code: Code,
  details: PaymentErrorDetails[Code] = {},
  { operation = "finalize", paymentMethod, ...identifiers }: PaymentErrorCall = {},
): Extract<AnyPaymentError, { readonly code: Code }> {
  const make: Makers[Code] = makers[code];
  return make({ operation, identifiers, paymentMethod }, details) as Extract<AnyPaymentError, { readonly code: Code }>;
}
