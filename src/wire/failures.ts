import { CERTIFICATE_CODES } from "../errors/facts.js";
import type { PaymentConnectionError } from "../errors/kinds.js";

/** The library's own error. Its words hold nothing of the caller's, so they may be shown. */
export class LibraryError extends Error {
  /** Why the same call would fail again: `headers` that cannot be sent, or other code in the `program`. */
  readonly fault: "headers" | "program" | undefined;

  constructor(words: string, { fault, ...options }: ErrorOptions & { fault?: "headers" | "program" } = {}) {
    super(words, options);
    this.fault = fault;
  }
}

/** A library error after which the call makes no further attempt. */
export class FinalError extends LibraryError {}

const NAME = /^[A-Za-z]\w{0,63}$/;
const STACK_CODE = /^(?:ERR|UND_ERR|HPE|EAI)_[A-Z0-9_/]{1,60}$/; // of OpenSSL, such as ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE
const SYSTEM_CODES: ReadonlySet<unknown> = new Set(
  (
    "EACCES EADDRINUSE EADDRNOTAVAIL EAGAIN EBADF EBUSY ECANCELED ECONNABORTED ECONNREFUSED ECONNRESET EHOSTDOWN " +
    "EHOSTUNREACH EINVAL EIO EISDIR EMFILE EMSGSIZE ENETDOWN ENETRESET ENETUNREACH ENFILE ENOBUFS ENOENT ENOMEM ENOSPC " +
    "ENOTCONN ENOTDIR ENOTFOUND ENOTSUP EPERM EPIPE EPROTO EROFS ETIMEDOUT Z_BUF_ERROR Z_DATA_ERROR"
  ).split(" "),
);
const ANOTHER_HOST = "ERR_TLS_CERT_ALTNAME_INVALID"; // the proxy's or the service's: its host tells
const HOSTNAME = /^(?!.{254})[\w-]{1,63}(?:\.[\w-]{1,63})*\.?$/;
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|(?=.*:.*:)[\da-f:.]{2,45})$/i;

/** Returns what may be shown of an error. A foreign message may not: that of a token request may quote the secret. */
export function scrub(error: unknown): PaymentConnectionError["cause"] {
  const causes = causesOf(error);
  const ours = causes.find((cause) => cause instanceof LibraryError);
  if (ours !== undefined) return Object.freeze({ name: "Error", ...codeBehind(ours), detail: ours.message });
  const named = causes.find(({ code }) => typeof code === "string") ?? causes[0] ?? {};
  const { name, code, syscall, host } = named;
  const shown = { name: matches(NAME, name) ? name : "Error" };
  if (!isKnown(code)) return Object.freeze(shown);
  if (matches(NAME, syscall)) {
    return Object.freeze({ ...shown, code, syscall, detail: [syscall, code, ...hostOf(named)].join(" ") });
  }
  const isOfHost = code === ANOTHER_HOST && matches(HOSTNAME, host);
  return Object.freeze({ ...shown, code, ...(isOfHost && { detail: `${code} ${host}` }) });
}

type SystemError = Partial<
  Record<"name" | "code" | "syscall" | "hostname" | "host" | "address" | "port" | "cause", unknown>
>;

const matches = (form: RegExp, value: unknown): value is string => typeof value === "string" && form.test(value);

const isKnown = (code: unknown): code is string =>
  SYSTEM_CODES.has(code) || CERTIFICATE_CODES.has(code) || matches(STACK_CODE, code);

function codeBehind({ cause }: SystemError): { code?: string } {
  const { code } = Object(cause) as SystemError;
  return isKnown(code) ? { code } : {};
}

function hostOf({ syscall, hostname, address, port }: SystemError): string[] {
  if (syscall === "getaddrinfo" && matches(HOSTNAME, hostname)) return [hostname];
  return syscall === "connect" && matches(ADDRESS, address) && Number.isInteger(port) ? [`${address}:${port}`] : [];
}

const MAX_CAUSES = 4;

function causesOf(error: unknown, depth = 1): SystemError[] {
  if (typeof error !== "object" || error === null || depth > MAX_CAUSES) return [];
  return [error as SystemError, ...causesOf((error as SystemError).cause, depth + 1)];
}

export const CONNECT_TIMEOUT = "UND_ERR_CONNECT_TIMEOUT";
const MAX_DEPTH = 2; // an AggregateError of the addresses tried, and one level to spare

/**
 * Whether a failure of `fetch` proves it. The system call decides: a pooled connection can report ECONNREFUSED from
 * `read` after the request was processed. A rejected certificate proves nothing: a TLS 1.2 server can read the request
 * and then show another one.
 */
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
