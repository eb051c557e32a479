import type { CallFacts } from "./call-facts.js";
import type { ReportedFinalization } from "./finalization-state.js";
import { hintOfRejection } from "./hints.js";
import { brand, PaymentError } from "./payment-error.js";
import { REJECTED_AS_DONE, type StatusKey } from "./status-catalogue.js";

/** One entry of the service's `status.errors`. */
export class ServiceFieldError {
  /** The caller's own path of the field (`orderNumber`, `billTo.address.city`), where the service named one. */
  declare readonly path: string | undefined;
  /** The field as the service named it (`OrderNumber`). */
  declare readonly fieldName: string | undefined;
  declare readonly errorCode: string | undefined;
  readonly #serviceMessage: string | undefined;

  constructor({ serviceMessage, ...shown }: Pick<ServiceFieldError, keyof ServiceFieldError>) {
    Object.assign(this, shown);
    this.#serviceMessage = serviceMessage;
  }

  /**
   * The service's words. Not shown by `inspect` or JSON: they may quote what was sent. Not named `message` either:
   * loggers take an object with a message for an error, and print it.
   */
  get serviceMessage(): string | undefined {
    return this.#serviceMessage;
  }
}

/** What a {@link PaymentServiceError} is made from. */
export type ServiceRejection = Omit<PaymentServiceError, keyof PaymentError | "mayBeDone">;

const SAYS = {
  rejected: "the service rejected it",
  rejectedAsDone: "the service rejected it, but it may be captured already: read error.advice first",
  unknown: "the service reports a failure that leaves the outcome unknown",
} as const;

/**
 * The service responded that it did not do it. Look at `mayBeDone` first, then branch on `statusKey`. `outcome` is
 * `unknown` where the response proves nothing.
 */
export class PaymentServiceError extends PaymentError {
  declare readonly name: "PaymentServiceError";
  declare readonly outcome: "rejected" | "unknown";
  readonly code = "service_error";
  /** 2xx for most rejections. */
  declare readonly httpStatus: number;
  /**
   * True when the request may have been done all the same: the outcome is `unknown`, or a finalization is rejected with
   * `PAYMENT_COMPLETED`, `FINALIZE_AMT_EXCEEDED` or `PAYMENT_ANNULLED`. Then the money may have been captured before: by
   * another delivery of the job, by a person, or because an intermediary sent the request twice. Do not mark the order as
   * rejected: call `resolveFinalization`, or park the finalization and check the back office.
   */
  readonly mayBeDone: boolean;
  /** Not 0; undefined where the service left it out. */
  declare readonly errorNumber: number | undefined;
  /** What the merchant's code branches on; undefined where the service left it out. */
  declare readonly statusKey: StatusKey | undefined;
  /** The service's words, at most 500 characters. */
  declare readonly statusMessage: string | undefined;
  /** The fields that the service complains about, the first 100 of them. */
  declare readonly errors: readonly ServiceFieldError[];
  /** On a rejected finalization, what the service said of how the authorization stands. */
  declare readonly finalization?: ReportedFinalization;
  /** How long the response asks to wait before the next call (`Retry-After`), up to a day. Nothing is waited for inside a call. */
  declare readonly retryAfterMs?: number;
  readonly #exceptionDetails: unknown;

  constructor(call: CallFacts, outcome: "rejected" | "unknown", rejection: ServiceRejection) {
    const { exceptionDetails, ...shown } = rejection;
    const { httpStatus, errorNumber, statusKey = "no status key", statusMessage } = shown;
    const number = errorNumber === undefined ? "" : ` ${errorNumber}`;
    const hint = hintOfRejection(httpStatus, statusKey);
    const words = [statusMessage, hint].map((text) => (text === undefined ? "" : `: ${text}`)).join("");
    const isRejectedAsDone =
      outcome === "rejected" && call.operation === "finalize" && REJECTED_AS_DONE.includes(statusKey);
    const says = SAYS[isRejectedAsDone ? "rejectedAsDone" : outcome];
    super(`${says} (${statusKey}${number}, HTTP ${httpStatus})${words}`, call, outcome);
    Object.assign(this, shown);
    this.mayBeDone = outcome === "unknown" || isRejectedAsDone;
    this.#exceptionDetails = exceptionDetails;
  }

  /** As received, `null` or undefined when there is none. Not shown by `inspect` or JSON: it may quote what was sent. */
  get exceptionDetails(): unknown {
    return this.#exceptionDetails;
  }
}

brand(PaymentServiceError, "PaymentServiceError");
