import type { PaymentAbortedError } from "./payment-aborted-error.js";
import type { PaymentConnectionError } from "./payment-connection-error.js";
import { PaymentError } from "./payment-error.js";
import type { PaymentResponseError } from "./payment-response-error.js";
import type { PaymentServiceError } from "./payment-service-error.js";
import type { PaymentTimeoutError } from "./payment-timeout-error.js";
import type { PaymentValidationError } from "./payment-validation-error.js";

/** Every error that a call can throw. A `switch` on `code` is exhaustive. */
export type AnyPaymentError =
  | PaymentValidationError
  | PaymentServiceError
  | PaymentConnectionError
  | PaymentTimeoutError
  | PaymentAbortedError
  | PaymentResponseError;

/**
 * What {@link toResult} resolves to. Each form declares the other's field as absent, because without `strict`
 * TypeScript does not narrow by `ok` alone.
 */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly error?: undefined }
  | { readonly ok: false; readonly error: AnyPaymentError; readonly value?: undefined };

/** Tests whether a value is an error of this library, from any of its builds. */
export function isPaymentError(value: unknown): value is AnyPaymentError {
  return value instanceof PaymentError;
}

/**
 * Returns the call's result, or its `PaymentError`, as a value. Any other error is a bug and is rethrown.
 *
 * @throws TypeError if you give a function: no call would be made.
 */
export async function toResult<T>(call: PromiseLike<T>): Promise<Result<T>> {
  if (typeof call === "function") throw new TypeError("toResult: give the call itself, not a function that makes it");
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (isPaymentError(error)) return { ok: false, error };
    throw error;
  }
}
