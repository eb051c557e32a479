/**
 * Which failures of `fetch` prove that nothing was sent. Codes alone prove nothing: a pooled connection can report
 * ECONNREFUSED from `read` after the whole request was processed. The system call decides. A rejected certificate proves
 * nothing: a TLS 1.2 server can read the request, renegotiate, and show another one.
 */

export const CONNECT_TIMEOUT = "UND_ERR_CONNECT_TIMEOUT";
const MAX_DEPTH = 2; // an AggregateError of the addresses tried, and one level to spare

/** Checks names, because realms and copies differ. */
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
