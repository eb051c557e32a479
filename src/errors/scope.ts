/**
 * Whom an error concerns.
 *
 * - `call`: this call. Others may succeed.
 * - `merchant`: the merchant's credentials, account, base URL or rate. Every other call fails in the same way, so that a
 *   worker stops instead of going through its list.
 */
export type ErrorScope = "call" | "merchant";

/** What an error says of its failure. */
export interface Failure {
  readonly code: string;
  readonly outcome: string;
  readonly httpStatus?: number;
  readonly statusKey?: string | undefined;
}

const STATUSES: readonly (number | undefined)[] = [401, 403, 429];
const KEYS: readonly (string | undefined)[] = ["MERCHANT_ACCT_READ_ONLY", "HTTP_401", "HTTP_403", "HTTP_429"];

export function scopeOf({ code, outcome, httpStatus, statusKey }: Failure): ErrorScope {
  // A rejection that does not bear the service's envelope comes from somewhere else: a wrong base URL gives one.
  const isByAnother = code === "unexpected_response" && outcome === "rejected";
  return isByAnother || STATUSES.includes(httpStatus) || KEYS.includes(statusKey?.toUpperCase()) ? "merchant" : "call";
}
