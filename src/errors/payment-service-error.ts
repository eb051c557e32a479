import type { Decimal } from "decimal.js";
import type { CallFacts } from "./call-facts.js";
import { brand, type Outcome, PaymentError } from "./payment-error.js";
import type { StatusKey } from "./status-catalogue.js";

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

/** Where the authorization stands, as the service says with a finalization and with its rejection. */
export interface FinalizationState {
  /** Whether the authorization accepts further finalizations. */
  readonly canFinalizeAgain: boolean;
  /** What is left to finalize; 0 when `canFinalizeAgain` is false. */
  readonly amountRemainingForFinalize: Decimal;
  /** Finalized so far, this call included. */
  readonly totalAmountFinalized: Decimal;
  /** Accepted by the service but still under way. */
  readonly totalAmountPendingFinalization: Decimal;
}

/** What an incomplete response says of a finalization: each field only where the response had it. */
export interface ReportedFinalization extends Partial<FinalizationState> {
  /** The transaction of the finalization, not the authorization's. */
  readonly transactionId?: string;
  readonly batchId?: string;
  readonly acquirerId?: string;
}

/** What a {@link PaymentServiceError} is made from. */
export type ServiceRejection = Omit<PaymentServiceError, keyof PaymentError>;

/** The service answered that it did not do it. Branch on `statusKey`; `outcome` is `unknown` where its word proves nothing. */
export class PaymentServiceError extends PaymentError {
  declare readonly name: "PaymentServiceError";
  declare readonly outcome: "rejected" | "unknown";
  readonly code = "service_error";
  /** 2xx for most rejections. */
  declare readonly httpStatus: number;
  /** Not 0; undefined where the service left it out. */
  declare readonly errorNumber: number | undefined;
  /** What the merchant's code branches on; undefined where the service left it out. */
  declare readonly statusKey: StatusKey | undefined;
  /** The service's words, at most 500 characters. */
  declare readonly statusMessage: string | undefined;
  /** The fields that the service complains about. */
  declare readonly errors: readonly ServiceFieldError[];
  /** On a refused finalization, what the service said of how the authorization stands. */
  declare readonly finalization?: ReportedFinalization;
  readonly #exceptionDetails: unknown;

  constructor(call: CallFacts, outcome: "rejected" | "unknown", rejection: ServiceRejection) {
    super(describe(outcome, rejection), call, outcome);
    const { exceptionDetails, ...shown } = rejection;
    Object.assign(this, shown);
    this.#exceptionDetails = exceptionDetails;
  }

  /** As received, `null` or undefined when there is none. Not shown by `inspect` or JSON: it may quote what was sent. */
  get exceptionDetails(): unknown {
    return this.#exceptionDetails;
  }
}

brand(PaymentServiceError, "PaymentServiceError");

function describe(outcome: Outcome, { httpStatus, errorNumber, statusKey, statusMessage }: ServiceRejection): string {
  const what =
    outcome === "rejected" ? "the service refused it" : "the service reports a failure that leaves the outcome unknown";
  const number = errorNumber === undefined ? "" : ` ${errorNumber}`;
  const words = statusMessage === undefined ? "" : `: ${statusMessage}`;
  return `${what} (${statusKey ?? "no status key"}${number}, HTTP ${httpStatus})${words}`;
}
