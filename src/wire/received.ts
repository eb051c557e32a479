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

/** The media type without parameters; undefined when the response names none. */
export function mediaTypeOf({ headers }: ReceivedResponse): string | undefined {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(headers["content-type"] ?? "")?.[0];
}

// Kept beside the objects, so that logging a result or an error does not log a body.
const received = new WeakMap<object, ReceivedResponse>();

export function remember<T extends object>(resultOrError: T, response: ReceivedResponse): T {
  received.set(resultOrError, response);
  return resultOrError;
}

/** The response behind a result or an error, as received; undefined when none came. May hold what the service echoes. */
export function responseOf(resultOrError: object): ReceivedResponse | undefined {
  return received.get(resultOrError);
}
