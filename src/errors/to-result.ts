import { brandOf } from "./facts.js";
import type { PaymentError } from "./kinds.js";

/** What {@link toResult} resolves to. Without `strict`, TypeScript narrows only by the absent fields. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly error?: undefined }
  | { readonly ok: false; readonly error: PaymentError; readonly value?: undefined };

/**
 * Returns the call's result, or its `PaymentError`, as a value. Any other error is a bug and is rethrown.
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

/** As `instanceof` does, but without the classes, which would make a bundle of this function eight times as large. */
function isPaymentError(error: unknown): error is PaymentError {
  return typeof error === "object" && error !== null && brandOf("PaymentError") in error;
}
