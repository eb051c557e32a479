import type { Deadline } from "./deadline.js";
import { type HeaderRecord, headerFault, lowerCased, UnsendableHeaders } from "./headers.js";

/** The request that is about to be sent, for schemes that sign it. */
export interface AuthRequest {
  readonly method: "POST" | "GET";
  readonly url: string;
  /** JSON text, empty when there is no body. */
  readonly body: string;
  /** Aborted when the call's deadline passes or the caller gives up. */
  readonly signal: AbortSignal;
}

/**
 * Gives the headers that authenticate a request, as a plain object. Called for each attempt, inside the call's deadline.
 * When it throws, nothing was sent: it is called again in another attempt, and the call ends in a `PaymentConnectionError`
 * with outcome `not_sent`. Headers that cannot be sent end the call at once.
 */
export type Auth = (
  request: AuthRequest,
) => Readonly<Record<string, string>> | PromiseLike<Readonly<Record<string, string>>>;

/** @throws whatever `auth` throws, UnsendableHeaders when what it gave cannot be sent, and when the deadline passes. */
export async function authenticate(auth: Auth, request: AuthRequest, deadline: Deadline): Promise<HeaderRecord> {
  const headers = await deadline.race(auth(request));
  // The entries of a Headers or a Map are no properties: the request would leave without credentials.
  if (Object.prototype.toString.call(headers) !== "[object Object]")
    throw new UnsendableHeaders("it gave no plain object: give one of header names and values");
  const copy = lowerCased(headers);
  const isSound = Object.entries(copy).every(([name, value]) => !headerFault(name, value, ["authorization"]));
  if (!isSound)
    throw new UnsendableHeaders("it gave headers that cannot be sent: give names of HTTP headers, values of Latin-1");
  return copy;
}
