import { CERTIFICATE_CODES } from "./certificate-codes.js";

/**
 * Whether a failure concerns one call or all calls.
 *
 * - `call`: this call. Others may succeed.
 * - `merchant`: the merchant's credentials, account, base URL, rate limit or trusted CAs. Every other call would
 *   probably fail in the same way, so a worker should stop instead of going through its list.
 */
export type ErrorScope = "call" | "merchant";

/** The fields of an error that decide its scope and advice. */
export interface Failure {
  readonly code: string;
  readonly outcome: string;
  readonly httpStatus?: number;
  readonly statusKey?: string | undefined;
  /** The cause of a failed connection. */
  readonly cause?: unknown;
}

const STATUSES: readonly (number | undefined)[] = [401, 403, 429];
const KEYS: readonly (string | undefined)[] = ["MERCHANT_ACCT_READ_ONLY", "HTTP_401", "HTTP_403", "HTTP_429"];

export function scopeOf({ code, outcome, httpStatus, statusKey, cause }: Failure): ErrorScope {
  // A rejection without the service's envelope comes from somewhere else, for example because of a wrong base URL.
  const isByAnother = code === "unexpected_response" && outcome === "rejected";
  const isUntrusted = code === "connection" && CERTIFICATE_CODES.has((cause as { code?: unknown }).code);
  const isTold = STATUSES.includes(httpStatus) || KEYS.includes(statusKey?.toUpperCase());
  return isByAnother || isUntrusted || isTold ? "merchant" : "call";
}
