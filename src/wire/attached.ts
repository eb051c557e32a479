/** The response to a call, as received, for your records and for debugging. It may echo what you sent. */
export interface ReceivedResponse {
  readonly httpStatus: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text. Incomplete if the call ended while it arrived. */
  readonly body: string;
  /** The number of attempts of the call, this response's included. */
  readonly attempts: number;
  /** From the call's start to the end of the response, in milliseconds. */
  readonly durationMs: number;
}

interface Attachment {
  readonly response?: ReceivedResponse | undefined;
  readonly cause?: unknown;
  /** Whether the client makes no further attempt. */
  readonly isFinal?: boolean;
}

// Kept outside the objects, so that logging a result or an error shows neither a body nor what the caller's code threw.
const attached = new WeakMap<object, Attachment>();

export function attach<T extends object>(object: T, attachment: Attachment): T {
  attached.set(object, attachment);
  return object;
}

/** Returns the response behind a result, an error or a call's final event, as received; undefined if none came. */
export function responseOf(resultErrorOrEvent: object): ReceivedResponse | undefined {
  return attached.get(resultErrorOrEvent)?.response;
}

/** Returns what your `auth`, `fetch` or schema, or the system, threw; undefined if nothing. It may hold secrets. */
export function causeOf(error: object): unknown {
  return attached.get(error)?.cause;
}

export const isFinal = (error: object): boolean => attached.get(error)?.isFinal === true;
