/** The request that is about to be sent, for schemes that sign it. */
export interface AuthRequest {
  readonly method: "POST";
  readonly url: string;
  /** JSON text, empty when there is no body. */
  readonly body: string;
  /** Aborted when the call's deadline passes or the caller gives up. */
  readonly signal: AbortSignal;
}

/**
 * Gives the headers that authenticate a request. Called for each attempt, inside the call's deadline.
 * When it throws, nothing was sent: the call ends in a `PaymentConnectionError` with outcome `not_sent`.
 */
export type Auth = (
  request: AuthRequest,
) => Readonly<Record<string, string>> | PromiseLike<Readonly<Record<string, string>>>;

/**
 * HTTP Basic authentication, the service's own scheme.
 *
 * @throws TypeError when the merchant id is empty or holds a colon, or the password is empty.
 */
export function basicAuth(merchantId: string, password: string): Auth {
  if (typeof merchantId !== "string" || merchantId === "" || merchantId.includes(":")) {
    throw new TypeError("basicAuth: the merchant id must be text without a colon");
  }
  const bytes = new TextEncoder().encode(`${merchantId}:${secret("basicAuth", "the password", password)}`);
  const authorization = `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
  return () => ({ authorization });
}

/**
 * Bearer authentication, with a token or a function that fetches one.
 *
 * @throws TypeError when the token is empty.
 */
export function bearerAuth(token: string | (() => string | PromiseLike<string>)): Auth {
  if (typeof token === "function") {
    return async () => ({ authorization: `Bearer ${secret("bearerAuth", "the token", await token())}` });
  }
  const authorization = `Bearer ${secret("bearerAuth", "the token", token)}`;
  return () => ({ authorization });
}

function secret(scheme: string, what: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new TypeError(`${scheme}: ${what} must be text and not empty`);
}
