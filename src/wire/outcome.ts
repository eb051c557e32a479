/**
 * Which failures of `fetch` prove that nothing was sent. The list is short on purpose: a wrong "not sent" can cost a
 * merchant a double capture, so everything unproven counts as sent.
 *
 * Codes alone prove nothing: a pooled connection can report ECONNREFUSED, EHOSTUNREACH or ETIMEDOUT from `read` after
 * the whole request was processed. The system call decides. That holds only for requests that follow no redirects and
 * that fetch cannot send again by itself (stream bodies); fetch.ts sends all of them in this way.
 *
 * A certificate that is not accepted proves nothing: a TLS 1.2 server can read the request, renegotiate, and show
 * another certificate.
 */

export const CONNECT_TIMEOUT = "UND_ERR_CONNECT_TIMEOUT";
const MAX_DEPTH = 2; // an AggregateError of the addresses tried, and one level to spare

/** @param error - what fetch rejected with, before any response. Checked by name, because realms and copies differ. */
export function provesNotSent(error: unknown): boolean {
  const { name, message, cause } = Object(error) as Partial<Error>;
  return name === "TypeError" && message === "fetch failed" && neverConnected(cause, 0);
}

function neverConnected(error: unknown, depth: number): boolean {
  if (typeof error !== "object" || error === null || depth > MAX_DEPTH) return false;
  const { errors, syscall, code } = error as { errors?: unknown; syscall?: unknown; code?: unknown };
  if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => neverConnected(each, depth + 1));
  if (syscall !== undefined) return syscall === "connect" || syscall === "getaddrinfo";
  return code === CONNECT_TIMEOUT;
}
