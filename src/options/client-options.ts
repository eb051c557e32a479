import type { Assumption } from "../errors/facts.js";
import type { StatusMeaning } from "../errors/status-catalogue.js";
import type { PaymentEventListener } from "../events.js";
import type { Auth } from "../wire/exchange.js";
import type { ResolveTerms } from "./resolve.js";
import type { TlsOptions } from "./transport.js";

/**
 * Options of a {@link PaymentClient}. null is treated as absent. From the environment, only a proxy is read. `tls`,
 * `proxy` and `maxConnections` are for Node without a custom `fetch`.
 */
export interface PaymentClientOptions {
  /**
   * The service's base URL, required: https, or http on a loopback host.
   *
   * No credentials or fragment. A query is sent with each request.
   */
  baseUrl: string;
  /** Required: `basicAuth(merchantId, password)`, `bearerAuth(token)`, or a function that returns headers. */
  auth: Auth;
  /**
   * The deadline of the whole call in milliseconds, 1 to 2147483647.
   *
   * It covers the wait for a connection, authentication, retries and the whole response. With a custom `fetch`, or
   * without Node, give at least about 12,000: with less, an unreachable host ends as `unknown` and not as `not_sent`.
   * @defaultValue 30000
   */
  timeoutMs?: number | null | undefined;
  /** The most retries after an attempt that was certainly not sent, 0 to 10. @defaultValue 2 */
  maxRetries?: number | null | undefined;
  /**
   * The largest response to read, in bytes after decompression, 1 to 268435456.
   *
   * After a larger one, or one with more JSON values than a sixteenth of this number, the outcome is `unknown`.
   * @defaultValue 1048576
   */
  maxResponseBytes?: number | null | undefined;
  /**
   * Headers to send with every request. Credentials belong in `auth`.
   *
   * `accept`, `content-type` and `user-agent` replace the client's own.
   */
  headers?: Readonly<Record<string, string>> | null | undefined;
  /** Your own CA, or your certificate and key for mutual TLS. */
  tls?: TlsOptions | null | undefined;
  /**
   * The URL of an http(s) proxy.
   *
   * It may hold credentials. The client reaches its https `baseUrl` through a tunnel that the proxy cannot read.
   * @defaultValue the environment's, if Node itself uses it
   */
  proxy?: string | null | undefined;
  /**
   * Replaces the client's own transport, for tests, and for what `tls` and `proxy` cannot do.
   *
   * The client derives the outcome from how your function fails. So it must make only this one request, follow no
   * redirects, never replay a request, and reject as the global `fetch` does.
   */
  fetch?: typeof fetch | null | undefined;
  /** Names of rules not to check, from {@link assumptions}. @defaultValue [] */
  waive?: readonly Assumption[] | null | undefined;
  /**
   * Paths of unknown fields to send unchanged: `["lineItems.vatCode", "customer.loyaltyId"]`.
   *
   * Any other unknown field of an order or a finalization is invalid, at every depth. A name that differs from a known
   * one only in case is never sent, because the service would read it as the known one.
   * @defaultValue []
   */
  extraFields?: readonly string[] | null | undefined;
  /**
   * The most connections to the service at once, 1 to 65535. Further calls wait.
   *
   * They wait in turn. With less than a quarter of its `timeoutMs` left, a waiting call is `not_sent`.
   * @defaultValue 256
   */
  maxConnections?: number | null | undefined;
  /**
   * Says what the service's own status keys mean: `{ CARD_EXPIRED: "rejected" }`. With a wrong meaning, money can be
   * captured twice.
   *
   * Adds the keys to {@link statusCatalogue}, or replaces them. Declare `rejected` only if the service did nothing
   * whenever the key comes. A finalization that fails with an undeclared key is `unknown`.
   * @defaultValue {}
   */
  statusKeys?: Readonly<Record<string, StatusMeaning>> | null | undefined;
  /**
   * Payment methods to resolve by sending again (`sendAgain`), and how to read a balance (`lookUp`).
   * @defaultValue { sendAgain: ["card"] }
   */
  resolve?: ResolveTerms | null | undefined;
  /** Allows http to a host that is not loopback. Your credentials then travel unencrypted. @defaultValue false */
  allowInsecureHttp?: boolean | null | undefined;
  /** Receives every event of every call. */
  onEvent?: PaymentEventListener | null | undefined;
}
