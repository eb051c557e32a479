import type { Deadline } from "./deadline.js";
import { type HeaderRecord, headerFault, lowerCased, UnsendableHeaders } from "./headers.js";

/** The request that is about to be sent, for schemes that sign it. */
export interface AuthRequest {
  readonly method: "POST" | "GET";
  readonly url: string;
  /** JSON text; empty if there is no body. */
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

/** @throws what `auth` throws; UnsendableHeaders if its headers cannot be sent; LibraryError if the call ends first. */
export async function authenticate(auth: Auth, request: AuthRequest, deadline: Deadline): Promise<HeaderRecord> {
  const headers = await deadline.race(auth(request));
  // The entries of a Headers or a Map are no properties, so the request would leave without credentials.
  if (Object.prototype.toString.call(headers) !== "[object Object]")
    throw new UnsendableHeaders(
      'it returned no plain object: return one of header names and values, like { authorization: "Bearer …" }',
    );
  const copy = lowerCased(headers);
  const isSound = Object.entries(copy).every(([name, value]) => !headerFault(name, value, ["authorization"]));
  if (!isSound)
    throw new UnsendableHeaders(
      "it returned headers that cannot be sent: check their names, and that their values are Latin-1 text without line breaks",
    );
  return copy;
}
