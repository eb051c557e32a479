import type { ReportedFinalization } from "./authorization-balance.js";
import { CERTIFICATE_CODES } from "./certificate-codes.js";
import type { StatusMeaning } from "./status-catalogue.js";

/**
 * Whether a failure concerns one call or all calls.
 *
 * - `call`: this call. Others may succeed.
 * - `merchant`: the merchant's credentials, account, base URL, rate limit or trusted CAs. Every other call would
 *   probably fail in the same way, so a worker should stop instead of going through its list.
 */
export type ErrorScope = "call" | "merchant";

/** The fields of an error that decide its scope and advice. */
export interface FailureFacts {
  readonly code: string;
  readonly outcome: string;
  readonly httpStatus?: number;
  readonly statusKey?: string | undefined;
  readonly meaning?: StatusMeaning | undefined;
  /** The cause of a failed connection. */
  readonly cause?: { readonly code?: string };
  readonly retryAfterMs?: number;
  readonly finalization?: ReportedFinalization;
  /**
   * Why the same call would fail again: headers that cannot be sent, or the program (a bug, a closed client). Or an
   * intermediary that may have responded in the place of the service.
   */
  readonly fault?: "headers" | "program" | "intermediary" | undefined;
}

const STATUSES: readonly (number | undefined)[] = [401, 403, 429];

export function scopeOf({ code, httpStatus, meaning, cause, fault }: FailureFacts): ErrorScope {
  if (code === "service_error" && meaning !== undefined) return meaning === "merchant" ? "merchant" : "call";
  const isUntrusted = code === "connection" && CERTIFICATE_CODES.has(cause?.code);
  const isOfAll = fault === "headers" || fault === "intermediary"; // a wrong base URL, for example
  return isUntrusted || isOfAll || STATUSES.includes(httpStatus) ? "merchant" : "call";
}
