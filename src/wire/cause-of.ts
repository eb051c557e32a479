// Kept beside the errors, so that logging one does not log what the caller's own code threw.
const causes = new WeakMap<object, unknown>();

export function rememberCause<T extends object>(error: T, cause: unknown): T {
  causes.set(error, cause);
  return error;
}

/**
 * What was thrown beneath a `PaymentConnectionError`, as it is: your own error from `auth` or `fetch`, or the system's.
 * For a custom operation, what its schema said of the input or of the response, or what it threw. Undefined when
 * there is none. Not part of the error, since it may hold secrets.
 */
export function causeOf(error: object): unknown {
  return causes.get(error);
}
