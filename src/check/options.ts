import type { Amount, PaymentClientOptions, PaymentMethod } from "../index.js";

/**
 * What stage two finalizes.
 *
 * - `capture`: 40 of a card authorization of more than 40, then 40 again.
 * - `annulled`: another amount of the same order, which a person has annulled.
 * - `full`: a credit product (invoice, installments) in full, twice.
 * - `parts`: 30, 30 and 40 of an authorization of 100, then 16 more.
 * - `pending`: a payment whose finalization stays pending (swish) in full, twice. Nobody confirms it.
 * - `refunded`: all of an authorization that a person has captured and refunded.
 */
export type CheckPurpose = "capture" | "annulled" | "full" | "parts" | "pending" | "refunded";

/** An authorization that a person made in the test environment, for one run of stage two. */
export interface CheckAuthorization {
  purpose: CheckPurpose;
  paymentMethod: PaymentMethod;
  /** Required for `capture` and `annulled`, which must be of the same order. */
  orderId?: string | null | undefined;
  transactionId: string;
  /** At most 100. */
  authorizedAmount: Amount;
  currencyCode: string;
}

/** Options of {@link checkService}. null is treated as absent. */
export interface CheckServiceOptions {
  /** What your program gives to `new PaymentClient`, with the base URL and credentials of the test environment. */
  options: PaymentClientOptions;
  /** The base URL of production, which is never called. If `baseUrl` has the same host, nothing is sent. */
  productionBaseUrl: string;
  /**
   * The authorizations that stage two captures. In production, this would move money.
   *
   * @defaultValue none: stage two is left out
   */
  authorizations?: readonly CheckAuthorization[] | null | undefined;
  /**
   * The payment methods that you accept. Rows about other methods are left out.
   *
   * @defaultValue all but internet bank
   */
  paymentMethods?: readonly PaymentMethod[] | null | undefined;
  /** The currency of the orders of stage one. @defaultValue that of the first authorization, else SEK */
  currencyCode?: string | null | undefined;
  /** The host of `baseUrl`. Required where nobody can type it: without a terminal. */
  host?: string | null | undefined;
  /** Confirms the captures of stage two where nobody can be asked. @defaultValue false */
  confirmCaptures?: boolean | null | undefined;
  /** The form of the report. @defaultValue a table in a terminal, otherwise Markdown */
  print?: "table" | "markdown" | "nothing" | null | undefined;
}
