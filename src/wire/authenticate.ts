/** The request that is about to be sent, for schemes that sign it. */
export interface AuthRequest {
  readonly method: "POST" | "GET";
  readonly url: string;
  /** JSON text; `{}` if a POST has nothing to say, empty for a GET. */
  readonly body: string;
  /** Aborted if the call's deadline passes or the caller aborts. */
  readonly signal: AbortSignal;
}

/**
 * Returns the headers that authenticate a request, as a plain object. Called for each attempt, within the call's
 * deadline.
 *
 * If it throws, that attempt sends nothing. It is called again for each further attempt. If it throws in all of them,
 * the call throws a `PaymentConnectionError` with outcome `not_sent`. Headers that cannot be sent end the call at once,
 * with the same error.
 */
export type Auth = (
  request: AuthRequest,
) => Readonly<Record<string, string>> | PromiseLike<Readonly<Record<string, string>>>;
