/** What was received for a call, whole, for records and for whoever looks into an unexpected response. */
export interface ReceivedResponse {
  readonly httpStatus: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text; what came of it, when the call ended in the middle of the body. */
  readonly body: string;
  /** How many attempts the call took, this response's among them. */
  readonly attempts: number;
  /** From the call's start to its end. */
  readonly durationMs: number;
}

type Attachment = { readonly response?: ReceivedResponse | undefined; readonly cause?: unknown };

// No part of the objects: logging a result or an error logs neither a body nor what the caller's own code threw.
const attached = new WeakMap<object, Attachment>();

/** Attaches a response or a cause to a result or an error. */
export function attach<T extends object>(object: T, attachment: Attachment): T {
  attached.set(object, { ...attached.get(object), ...attachment });
  return object;
}

/**
 * Returns the response behind a result, an error or the event that ends a call, as received; undefined when none came. It
 * may hold what the service echoes.
 */
export function responseOf(resultErrorOrEvent: object): ReceivedResponse | undefined {
  return attached.get(resultErrorOrEvent)?.response;
}

/**
 * What was thrown beneath a `PaymentConnectionError`, as it is: your own error from `auth` or `fetch`, or the system's.
 * For a custom operation, what its schema said of the input or of the response, or what it threw. Undefined when
 * there is none. Not part of the error, since it may hold secrets.
 */
export function causeOf(error: object): unknown {
  return attached.get(error)?.cause;
}
