import type { PaymentAbortedError } from "./payment-aborted-error.js";
import type { PaymentConnectionError } from "./payment-connection-error.js";
import { PaymentErrorBase } from "./payment-error.js";
import type { PaymentResponseError } from "./payment-response-error.js";
import type { PaymentServiceError } from "./payment-service-error.js";
import type { PaymentTimeoutError } from "./payment-timeout-error.js";
import type { PaymentValidationError } from "./payment-validation-error.js";

/**
 * Every error that a call throws. `outcome` says whether money may have moved, and `advice` what to do. A `switch` on
 * `code` is exhaustive.
 *
 * A logged error shows no credentials and no request body. It shows personal data from your input only if the service's
 * `statusMessage`, which is part of the message, quotes that data.
 */
export type PaymentError =
  | PaymentValidationError
  | PaymentServiceError
  | PaymentConnectionError
  | PaymentTimeoutError
  | PaymentAbortedError
  | PaymentResponseError;

/** Recognizes every kind of error with `instanceof`, also across the ESM and CJS builds. */
// A class has one type of instance. Typed as a constructor of the union, it lets `instanceof` narrow to the union.
export const PaymentError = PaymentErrorBase as unknown as abstract new () => PaymentError;
