import type { CallFacts } from "./call-facts.js";
import { hintOfFinalization, hintOfRejection } from "./hints.js";
import { brand, PaymentErrorBase } from "./payment-error.js";
import { mayBeDoneBefore, type StatusKey, type StatusMeaning } from "./status-catalogue.js";

/** One entry of the service's `status.errors`. */
export class ServiceFieldError {
  /** The field's path in your input, such as `billTo.address.city`; undefined if the service named none. */
  declare readonly path: string | undefined;
  /** The field's name in the response, such as `OrderNumber`. */
  declare readonly fieldName: string | undefined;
  declare readonly errorCode: string | undefined;
  readonly #serviceMessage: string | undefined;

  /** @internal */
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
export type ServiceRejection = Pick<
  PaymentServiceError,
  | "httpStatus"
  | "meaning"
  | "errorNumber"
  | "statusKey"
  | "statusMessage"
  | "errors"
  | "finalization"
  | "retryAfterMs"
  | "exceptionDetails"
>;

const SAYS = {
  rejected: "the service rejected it",
  perhapsDone: "the service rejected it, but it may be captured already: read error.advice first",
  unknown: "the service reports a failure that leaves the outcome unknown",
} as const;

/**
 * Thrown if the service reports a failure. `outcome` is `rejected`, or `unknown` if money may have moved.
 *
 * `unknown` is also the outcome of a finalization that was rejected because it, or another one, may have been made
 * before (`meaning` is `already_finalized`, `amount_exceeded` or `released`), unless the figures in the response prove
 * that this call captured nothing. It is also the outcome of a money operation whose status key the client does not know.
 * The client option `statusKeys` says what a key means.
 */
export class PaymentServiceError extends PaymentErrorBase {
  declare readonly name: "PaymentServiceError";
  declare readonly outcome: "rejected" | "unknown";
  declare readonly code: "service_error";
  /** 2xx for most rejections. */
  declare readonly httpStatus: number;
  /**
   * What the status key says. Undefined if the client does not know the key, or if the rest of the response contradicts
   * it: the HTTP status is 3xx, 408 or 5xx, `errorNumber` is that of a success or a breakdown, or a rejected finalization
   * carries the id of one.
   */
  declare readonly meaning: StatusMeaning | undefined;
  /** Undefined if the service left it out, or gave no integer of at most 15 digits. */
  declare readonly errorNumber: number | undefined;
  /** Branch on this. Undefined if the service left it out, or gave none of at most 64 letters, digits, `_`, `.`, `-`. */
  declare readonly statusKey: StatusKey | undefined;
  /** The service's words, at most 500 characters. */
  declare readonly statusMessage: string | undefined;
  /** The field errors that the service reports, at most 100. */
  declare readonly errors: readonly ServiceFieldError[];
  readonly #exceptionDetails: unknown;

  /**
   * @internal
   * @param note - What the caller should know about the verdict.
   * @param noKey - What to show in place of a missing status key.
   */
  constructor(
    call: CallFacts,
    outcome: "rejected" | "unknown",
    rejection: ServiceRejection,
    note?: string,
    noKey = "no status key",
  ) {
    const { exceptionDetails, ...shown } = rejection;
    const { httpStatus, errorNumber, statusKey, statusMessage, meaning } = shown;
    const number = errorNumber === undefined ? "" : ` ${errorNumber}`;
    const isPerhapsDone = outcome === "unknown" && call.operation === "finalize" && mayBeDoneBefore(meaning);
    const isAboutCall = meaning !== undefined && meaning !== "merchant";
    const hintOfCall = meaning === "rejected" ? hintOfFinalization(call, shown) : undefined;
    const hint = isAboutCall ? hintOfCall : hintOfRejection(httpStatus, statusKey);
    const more = [hint, note].filter((text) => text !== undefined);
    const told = statusMessage && more.length > 0 ? statusMessage.replace(/[.\s]+$/, "") : statusMessage;
    const words = [told, ...more].filter(Boolean).join("; ");
    const says = SAYS[isPerhapsDone ? "perhapsDone" : outcome];
    const message = `${says} (${statusKey ?? noKey}${number}, HTTP ${httpStatus})${words === "" ? "" : `: ${words}`}`;
    super(call, { code: "service_error", outcome, message, shown });
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
