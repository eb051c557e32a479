import type { CallFacts } from "./call-facts.js";
import type { ReportedFinalization } from "./finalization-state.js";
import { hintOfRejection } from "./hints.js";
import { brand, PaymentError } from "./payment-error.js";
import { REJECTED_AS_DONE, type StatusKey } from "./status-catalogue.js";

/** One entry of the service's `status.errors`. */
export class ServiceFieldError {
  /** The field's path in your input, such as `billTo.address.city`; undefined if the service named none. */
  declare readonly path: string | undefined;
  /** The field's name in the response, such as `OrderNumber`. */
  declare readonly fieldName: string | undefined;
  declare readonly errorCode: string | undefined;
  readonly #serviceMessage: string | undefined;

  constructor({ serviceMessage, ...shown }: Pick<ServiceFieldError, keyof ServiceFieldError>) {
    Object.assign(this, shown);
    this.#serviceMessage = serviceMessage;
  }

  /**
   * The service's words. Not in the output of `inspect` or JSON, because they may quote the request. Not named
   * `message`, because loggers would mistake this object for an error and print its message.
   */
  get serviceMessage(): string | undefined {
    return this.#serviceMessage;
  }
}

/** The fields of a {@link PaymentServiceError}. */
export type ServiceRejection = Omit<PaymentServiceError, keyof PaymentError | "mayBeDone">;

const SAYS = {
  rejected: "the service rejected it",
  rejectedAsDone: "the service rejected it, but it may be captured already: read error.advice first",
  unknown: "the service reports a failure that leaves the outcome unknown",
} as const;

/**
 * Thrown if the service reports a failure. Check `mayBeDone` first, then branch on `statusKey`.
 *
 * `outcome` is `rejected`, or `unknown` if the response proves nothing.
 */
export class PaymentServiceError extends PaymentError {
  declare readonly name: "PaymentServiceError";
  declare readonly outcome: "rejected" | "unknown";
  readonly code = "service_error";
  /** 2xx for most rejections. */
  declare readonly httpStatus: number;
  /**
   * True if the request may have been carried out anyway, and money may have moved.
   *
   * Then `outcome` is `unknown`, or a finalization was rejected with `PAYMENT_COMPLETED`, `FINALIZE_AMT_EXCEEDED` or
   * `PAYMENT_ANNULLED`. The money may have been captured before: by another delivery of the job, by a person, or
   * because an intermediary sent the request twice. Do not mark the order as rejected. For a finalization, call
   * `resolveFinalization`, which can move money, or check the back office.
   */
  readonly mayBeDone: boolean;
  /** Never 0; undefined if the service left it out. */
  declare readonly errorNumber: number | undefined;
  /** Branch on this. Undefined if the service left it out. */
  declare readonly statusKey: StatusKey | undefined;
  /** The service's words, at most 500 characters. */
  declare readonly statusMessage: string | undefined;
  /** The field errors that the service reports, at most 100. */
  declare readonly errors: readonly ServiceFieldError[];
  /** The balance of the authorization, if a rejected finalization reported it. */
  declare readonly finalization?: ReportedFinalization;
  /** Milliseconds to wait before the next call (`Retry-After`), at most a day. The client itself does not wait. */
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

  /**
   * As received: `null` if the service sent null, undefined if it left the field out. Not in the output of `inspect` or
   * JSON, because the details may quote the request.
   */
  get exceptionDetails(): unknown {
    return this.#exceptionDetails;
  }
}

brand(PaymentServiceError, "PaymentServiceError");
