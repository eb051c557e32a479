import type { Decimal } from "decimal.js";
import type { Effect, StatusMeaning } from "./status-catalogue.js";

/** The library's operations. CONTRIBUTING.md lists the places that a new one needs. */
export const operationNames = ["createOrder", "finalize", "resolveFinalization"] as const;

export type OperationName = (typeof operationNames)[number];

export const isOperationName = (name: string): name is OperationName =>
  (operationNames as readonly string[]).includes(name);

export interface CallIdentifiers {
  readonly orderNumber?: string;
  readonly orderId?: string;
  readonly transactionId?: string;
}

/** Reads the identifiers of an input, an event or an error. An invalid field may hold anything, even a password. */
export function identifiersOf(holder: unknown, faults: readonly { readonly path: string }[] = []): CallIdentifiers {
  const fields = Object(holder);
  const identifiers: Record<string, string> = {};
  for (const name of ["orderNumber", "orderId", "transactionId"] as const) {
    const isValid = typeof fields[name] === "string" && !faults.some(({ path }) => path === name);
    if (isValid) identifiers[name] = fields[name];
  }
  return identifiers;
}

/** Whether `resolveFinalization` takes a finalization: as it is, only with more facts, or never. */
export type Resolvable = "now" | "with_facts" | "never";

export interface CallFacts {
  readonly operation: OperationName | (string & {});
  readonly effect?: Effect | undefined;
  readonly identifiers: CallIdentifiers;
  readonly paymentMethod?: string | undefined;
  readonly resolvable?: (() => Resolvable) | undefined;
  readonly sendAgain?: readonly string[] | undefined;
  /** Whether `resolveFinalization` reads the balance of what it does not send again. */
  readonly canLookUp?: boolean | undefined;
}

/** The balance of an authorization, as the service reports it. */
export interface AuthorizationBalance {
  readonly canFinalizeAgain: boolean;
  /** The amount left to finalize; 0 if `canFinalizeAgain` is false. */
  readonly amountRemainingForFinalize: Decimal;
  /** The amount finalized so far. This call's amount is included once it is completed. Excludes pending amounts. */
  readonly totalAmountFinalized: Decimal;
  /** The amount accepted but not completed: by the service's figures, this money has not moved yet. */
  readonly totalAmountPendingFinalization: Decimal;
}

/**
 * What a response says about a finalization. Each field is present only if the response had it in readable form. In a
 * success with `canFinalizeAgain: false`, missing remaining and pending amounts are 0.
 */
export interface ReportedFinalization extends Partial<AuthorizationBalance> {
  /** The transaction of the finalization, not the authorization's. */
  readonly transactionId?: string;
  readonly batchId?: string;
  readonly acquirerId?: string;
  /** Names of figures with an invalid amount, for example `"125,00"`. Treat these figures as unknown, not as 0. */
  readonly unreadable?: readonly Exclude<keyof AuthorizationBalance, "canFinalizeAgain">[];
}

/** What is proven about the first finalization, by the response to a second one or by a balance that was read. */
export type FinalizationProof =
  | { readonly state: "captured"; readonly by: "first" | "repeat" | "look_up" }
  | { readonly state: "pending"; readonly canAskAgain: boolean }
  | { readonly state: "not_captured" }
  | { readonly state: "unknown"; readonly canAskAgain: boolean }
  | { readonly state: "conflict" };

export interface FailureFacts {
  readonly code: string;
  readonly outcome: string;
  readonly httpStatus?: number;
  readonly statusKey?: string | undefined;
  readonly meaning?: StatusMeaning | undefined;
  readonly cause?: { readonly code?: string };
  readonly retryAfterMs?: number;
  readonly finalization?: ReportedFinalization;
  /** Why the same call would fail again, or that an intermediary may have responded in the place of the service. */
  readonly fault?: "headers" | "program" | "intermediary" | undefined;
}

const certificateCodes =
  "ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN " +
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY " +
  "CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_UNTRUSTED CERT_REJECTED CERT_SIGNATURE_FAILURE " +
  "CERT_CHAIN_TOO_LONG INVALID_CA INVALID_PURPOSE PATH_LENGTH_EXCEEDED";

export const CERTIFICATE_CODES: ReadonlySet<unknown> = new Set(certificateCodes.split(" "));

export function scopeOf({ code, httpStatus, meaning, cause, fault }: FailureFacts): "call" | "merchant" {
  if (code === "service_error" && meaning !== undefined) return meaning === "merchant" ? "merchant" : "call";
  const isUntrusted = code === "connection" && CERTIFICATE_CODES.has(cause?.code);
  const isOfAll = fault === "headers" || fault === "intermediary"; // a wrong base URL, for example
  return isUntrusted || isOfAll || [401, 403, 429].includes(httpStatus ?? 0) ? "merchant" : "call";
}

/**
 * Lists the rules that the client option `waive` turns off: our assumptions, and some rules of the contract.
 *
 * - `amountDecimals`: A total has at most the decimals that ISO 4217 gives its currency. An unknown currency has 2 decimals.
 * - `positiveTotal`: A total is not zero. A negative one is always invalid.
 * - `purchaseReferenceLength` (contract): `purchaseReference` has exactly 30 characters. If waived, at most 30.
 * - `lineTotals` (contract; assumption for `finalize`): Each line item has a `totalLineAmount`. These amounts add up to the total.
 * - `lineTextLengths`: The texts of a line item are not too long.
 * - `uniqueLineIds`: No two line items have the same `id`.
 * - `partyLengths`: Names in `billTo` and `shipTo` are not too long.
 * - `countryCode`: A country code has 2 or 3 letters.
 * - `emailAddress`: An `emailAddress` looks like an email address.
 * - `salesLocation` (contract; assumption for `other`): Only an order that is paid by card or `other` has a `salesLocationId`.
 */
export const assumptions = Object.freeze([
  "amountDecimals",
  "positiveTotal",
  "purchaseReferenceLength",
  "lineTotals",
  "lineTextLengths",
  "uniqueLineIds",
  "partyLengths",
  "countryCode",
  "emailAddress",
  "salesLocation",
] as const);

/** One of {@link assumptions}. */
export type Assumption = (typeof assumptions)[number];

/** Registered, because the ESM build, the CJS build and each subpath have their own copy of every error class. */
export const brandOf = (name: string) => Symbol.for(`merchant-payments/${name}`);
