import type { PaymentEventListener } from "./events.js";
import type { Auth } from "./wire/authenticate.js";

/** Options of a {@link PaymentClient}. Checked once, by the constructor; nothing is read from the environment. */
export interface PaymentClientOptions {
  /** The service's base address: https, or http on a loopback host. No credentials, query or fragment in it. */
  readonly baseUrl: string;
  /** `basicAuth(merchantId, password)`, `bearerAuth(token)`, or a function that gives headers for each attempt. */
  readonly auth: Auth;
  /**
   * One deadline in milliseconds over the whole call: authentication, connecting, retries and the answer's whole body.
   * With a `fetch` of your own, or where there is no Node: below about 12,000 an unreachable host ends in a timeout
   * with outcome `unknown`, before its connect timeout could prove that nothing was sent.
   *
   * @defaultValue 30000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Further attempts after one that is proven not to have been sent; no other attempt is ever repeated. 0 to 10.
   *
   * @defaultValue 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * Largest answer that is read, in bytes after decompression. A larger one ends the call with outcome `unknown`.
   *
   * @defaultValue 1048576
   */
  readonly maxResponseBytes?: number | undefined;
  /** Sent with every request. Credentials belong into `auth`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Instead of our own way to the network, which on Node is node:http and elsewhere the global fetch: for a proxy, a
   * client certificate or a test. `fetch: globalThis.fetch` brings back a process-wide dispatcher.
   *
   * The outcome of a call is worked out from how it fails, so it must make this one request and no other that can fail
   * (an audit call that is refused would pass for the payment's, and the payment be sent again), follow no redirects,
   * never replay a request, and reject as fetch does.
   */
  readonly fetch?: typeof fetch | undefined;
  /**
   * Most decimals that a `totalAmount` may have, trailing zeros counted (JPY: none); `"any"` checks none.
   *
   * @defaultValue 2
   */
  readonly amountDecimals?: number | "any" | undefined;
  /**
   * The field of a line item that holds its total, tax included; `false` turns the check of the sum off.
   *
   * @defaultValue "totalLineAmount"
   */
  readonly lineItemTotal?: string | false | undefined;
  /**
   * `false` waives the rules that are usual but not in the service's contract: lengths inside line items, names and
   * addresses, unique line ids, and that a total of zero is refused.
   *
   * @defaultValue true
   */
  readonly assumedLimits?: boolean | undefined;
  /** Your application, for the User-Agent header: letters, digits, `.`, `_` and `-`. */
  readonly appInfo?: { readonly name: string; readonly version?: string | undefined } | undefined;
  /**
   * Allows http to a host that is not loopback: credentials then travel in the clear.
   *
   * @defaultValue false
   */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Told of every attempt, retry, result and failure. What it throws is ignored. */
  readonly onEvent?: PaymentEventListener | undefined;
}
