import * as z from "zod/mini";
import type { CallFacts, ReportedFinalization } from "../errors/facts.js";
import {
  PaymentAbortedError,
  PaymentConnectionError,
  type PaymentError,
  PaymentResponseError,
  PaymentServiceError,
  PaymentTimeoutError,
  PaymentValidationError,
  ServiceFieldError,
  type ValidationIssue,
} from "../errors/kinds.js";
import { bareKey, isKnownStatusKey, meaningOfHttp, statusCatalogue } from "../errors/status-catalogue.js";
import { contradicted, decidedByFigures, declaredKeys, judge, withoutEnvelope } from "../evidence/envelope.js";
import { namesFinalization } from "../evidence/response-fields.js";
import { readOption } from "./service/input.js";

/** The call that the error is about. */
export interface PaymentErrorCall extends Pick<PaymentError, "orderNumber" | "orderId" | "transactionId"> {
  /** @defaultValue "finalize" */
  readonly operation?: PaymentError["operation"];
  /** The effect of a custom operation. @defaultValue "money" */
  readonly effect?: "read" | "write" | "money";
  readonly paymentMethod?: string | undefined;
}

type Shown = "httpStatus" | "finalization" | "retryAfterMs";
type ShownOfService = Shown | "meaning" | "errorNumber" | "statusKey" | "statusMessage" | "exceptionDetails";

/** The details of each error, by its `code`. Each has a default that fits the others. */
export interface PaymentErrorDetails {
  readonly invalid_input: { readonly issues?: readonly ValidationIssue[] };
  /**
   * The status key decides the outcome, as in a call. `meaning` declares the key, as the client option `statusKeys`
   * does. By default, `statusKey` is `VALIDATION_ERROR`, or `INTERNAL_ERROR` for the outcome `unknown`.
   */
  readonly service_error: Partial<Pick<PaymentServiceError, ShownOfService>> & {
    readonly outcome?: "rejected" | "unknown";
    readonly errors?: readonly Partial<PaymentServiceError["errors"][number]>[];
  };
  /** By default, `outcome` is `unknown`, as in the next two. */
  readonly connection: { readonly outcome?: "not_sent" | "unknown"; readonly code?: string };
  readonly timeout: { readonly outcome?: "not_sent" | "unknown"; readonly timeoutMs?: number };
  readonly aborted: { readonly outcome?: "not_sent" | "unknown"; readonly reason?: unknown };
  /** By default, `outcome` is that of `httpStatus`, which is 502. */
  readonly unexpected_response: Partial<Pick<PaymentResponseError, Shown | "contentType" | "issues">> & {
    readonly outcome?: "unknown" | "rejected" | "succeeded";
  };
}

type Makers = {
  readonly [Code in keyof PaymentErrorDetails]: (call: CallFacts, details: PaymentErrorDetails[Code]) => PaymentError;
};

const issue: ValidationIssue = { path: "totalAmount", code: "required", message: "totalAmount is required: add it" };

const makers: Makers = {
  invalid_input: (call, { issues = [issue] }) => new PaymentValidationError(call, issues),

  service_error(call, { outcome, meaning, errors = [], ...given }) {
    const { statusKey = outcome === "unknown" ? "INTERNAL_ERROR" : "VALIDATION_ERROR", httpStatus = 200 } = given;
    const { finalization, exceptionDetails, ...told } = given;
    const key = bareKey(statusKey);
    const { errorNumber = isKnownStatusKey(key) ? statusCatalogue[key].errorNumber : undefined } = given;
    const { statusMessage = null } = given;
    const number = errorNumber === undefined ? null : `${errorNumber}`;
    const status = { isSuccess: false, errorNumber: number, statusKey, statusMessage };
    const statusKeys = declaredKeys(meaning === undefined ? {} : { [statusKey]: meaning });
    const judged = judge(httpStatus, { json: { status } }, { effect: call.effect ?? "money", statusKeys });
    const what = `a failure of ${call.operation} with ${statusKey} under HTTP ${httpStatus}`;
    if (judged.kind !== "failure") throw impossible(`${statusKey} is no key of a failure`);
    const isContradicted =
      finalization !== undefined && namesFinalization(finalization, call.identifiers.transactionId);
    const verdict = isContradicted
      ? contradicted(judged)
      : decidedByFigures(judged, outcome === "rejected" && isProof(finalization));
    if ((meaning ?? verdict.status.meaning) !== verdict.status.meaning) throw impossible(`${what} has no meaning`);
    if ((outcome ?? verdict.outcome) !== verdict.outcome)
      throw impossible(`the outcome of ${what} is ${verdict.outcome}`);
    const rejection = {
      ...told,
      ...verdict.status,
      httpStatus,
      exceptionDetails,
      errors: errors.map((error) => new ServiceFieldError({ ...NO_FIELDS, ...error })),
      ...(finalization !== undefined && { finalization }),
    };
    return new PaymentServiceError(call, verdict.outcome, rejection, verdict.note, verdict.noKey);
  },

  connection(call, { outcome = "unknown", code = outcome === "unknown" ? "ECONNRESET" : "ECONNREFUSED" }) {
    return new PaymentConnectionError(call, outcome, "the connection failed", { name: "Error", code });
  },

  timeout: (call, { outcome = "unknown", timeoutMs = 30_000 }) => new PaymentTimeoutError(call, outcome, timeoutMs),

  aborted: (call, { outcome = "unknown", reason }) => new PaymentAbortedError(call, outcome, reason),

  unexpected_response(call, { outcome, ...given }) {
    const usual = { unknown: 502, rejected: 401, succeeded: 200 };
    const { httpStatus = usual[outcome ?? "unknown"] } = given;
    const byStatus = withoutEnvelope(httpStatus, call.effect ?? "money");
    const is2xx = httpStatus >= 200 && httpStatus <= 299;
    if (outcome === "rejected" && byStatus !== "rejected") throw impossible(`HTTP ${httpStatus} rejects nothing`);
    if (outcome === "succeeded" && !is2xx) throw impossible(`HTTP ${httpStatus} is that of no success`);
    const page = { contentType: "text/html", issues: [{ path: "", message: "the response is not JSON" }] };
    const json = (path: string, message: string) => ({ contentType: "application/json", issues: [{ path, message }] });
    const cut = json("", "the response is JSON that cannot be read whole");
    const succeeded = json(call.operation === "createOrder" ? "orderId" : "transactionId", "is missing");
    const unknown = byStatus === "rejected" ? cut : page;
    const { [outcome ?? byStatus]: usualResponse } = { unknown, rejected: page, succeeded };
    const mayBeIntermediary = usualResponse === page && meaningOfHttp(httpStatus) !== "unknown";
    const details = { httpStatus, ...usualResponse, ...given };
    return new PaymentResponseError(call, outcome ?? byStatus, details, mayBeIntermediary);
  },
};

const codes = z.enum(Object.keys(makers) as (keyof PaymentErrorDetails)[]);

/** Whether figures can prove that a rejected finalization captured nothing. It depends on its amount, which nobody gives here. */
const isProof = ({ totalAmountFinalized, totalAmountPendingFinalization }: ReportedFinalization = {}) =>
  totalAmountFinalized !== undefined && totalAmountPendingFinalization?.isZero() === true;

const NO_FIELDS = { path: undefined, fieldName: undefined, errorCode: undefined, serviceMessage: undefined };

const impossible = (why: string) => new TypeError(`paymentError: no call ends so, because ${why}`);

/**
 * Makes the error that a call would throw, for tests of code that handles it. No call is made.
 *
 * @throws TypeError if no call ends with these details.
 *
 * @example
 * const statusKey = "PAYMENT_COMPLETED";
 * const rejected = paymentError("service_error", { statusKey }, { orderId });
 * const payments = { finalize: () => Promise.reject(rejected) };
 */
export function paymentError<Code extends keyof PaymentErrorDetails>(
  code: Code,
  details: PaymentErrorDetails[Code] = {},
  { operation = "finalize", effect, paymentMethod, ...identifiers }: PaymentErrorCall = {},
): Extract<PaymentError, { readonly code: Code }> {
  const make: Makers[Code] = makers[readOption("paymentError", "code", codes, code) as Code];
  const facts = {
    operation,
    effect: operation === "createOrder" ? "write" : effect,
    identifiers,
    paymentMethod,
  } as const;
  return make(facts, details) as Extract<PaymentError, { readonly code: Code }>;
}
