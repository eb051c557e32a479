import { CERTIFICATE_CODES } from "./certificate-codes.js";

/**
 * Whom an error concerns.
 *
 * - `call`: this call. Others may succeed.
 * - `merchant`: the merchant's credentials, account, base URL, rate or list of CAs. Every other call fails in the same way,
 *   so that a worker stops instead of going through its list.
 */
export type ErrorScope = "call" | "merchant";

/** What an error says of its failure. */
export interface Failure {
  readonly code: string;
  readonly outcome: string;
  readonly httpStatus?: number;
  readonly statusKey?: string | undefined;
  /** Of a connection that failed. */
  readonly cause?: unknown;
}

const STATUSES: readonly (number | undefined)[] = [401, 403, 429];
const KEYS: readonly (string | undefined)[] = ["MERCHANT_ACCT_READ_ONLY", "HTTP_401", "HTTP_403", "HTTP_429"];

export function scopeOf({ code, outcome, httpStatus, statusKey, cause }: Failure): ErrorScope {
  // A rejection that does not bear the service's envelope comes from somewhere else: a wrong base URL gives one.
  const isByAnother = code === "unexpected_response" && outcome === "rejected";
  const isUntrusted = code === "connection" && CERTIFICATE_CODES.has((cause as { code?: unknown }).code);
  const isTold = STATUSES.includes(httpStatus) || KEYS.includes(statusKey?.toUpperCase());
  return isByAnother || isUntrusted || isTold ? "merchant" : "call";
}
