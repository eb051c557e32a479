import { PaymentError } from "./kinds.js";

/**
 * What {@link toResult} resolves to. Each form declares the other's field as absent, because without `strict`
 * TypeScript does not narrow by `ok` alone.
 */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly error?: undefined }
  | { readonly ok: false; readonly error: PaymentError; readonly value?: undefined };

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
    if (error instanceof PaymentError) return { ok: false, error };
    throw error;
  }
}
