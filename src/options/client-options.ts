import type { Assumption } from "../errors/facts.js";
import type { StatusMeaning } from "../errors/status-catalogue.js";
import type { PaymentEventListener } from "../events.js";
import type { Auth } from "../wire/exchange.js";
import type { ResolveTerms } from "./resolve.js";
import type { TlsOptions } from "./transport.js";

/** Options of a {@link PaymentClient}. null is treated as absent. From the environment, only a proxy is read. */
export interface PaymentClientOptions {
  /**
   * The service's base URL, required: https, or http on a loopback host.
   *
   * No credentials or fragment. A query is sent with each request. `allowInsecureHttp` allows http to other hosts.
   */
  baseUrl: string;
  /**
   * Required: `basicAuth(merchantId, password)`, `bearerAuth(token)`, or a function that returns headers.
   *
   * The function is called for each attempt.
   */
  auth: Auth;
  /**
   * The deadline of the whole call in milliseconds, 1 to 2147483647.
   *
   * It covers the wait for a connection, authentication, retries and the whole response. With a custom `fetch`, or
   * without Node, give at least about 12,000: with less, an unreachable host ends as `unknown` and not as `not_sent`.
   *
   * @defaultValue 30000
   */
  timeoutMs?: number | null | undefined;
  /**
   * The most retries after an attempt that was certainly not sent, 0 to 10.
   *
   * After outcome `unknown`, only a custom operation with effect `read` is repeated.
   *
   * @defaultValue 2
   */
  maxRetries?: number | null | undefined;
  /**
   * The largest response to read, in bytes after decompression, 1 to 268435456.
   *
   * After a larger one, the outcome is `unknown`. The same applies to more JSON values than `maxResponseBytes` / 16 (65,536 by default).
   *
   * @defaultValue 1048576
   */
  maxResponseBytes?: number | null | undefined;
  /**
   * Headers to send with every request. Credentials belong in `auth`.
   *
   * `accept`, `content-type` and `user-agent` replace the client's own.
   */
  headers?: Readonly<Record<string, string>> | null | undefined;
  /**
   * Your own CA, or your certificate and key for mutual TLS.
   *
   * Only on Node, without a custom `fetch`.
   */
  tls?: TlsOptions | null | undefined;
  /**
   * The URL of an http(s) proxy.
   *
   * Only on Node, without a custom `fetch`. It may hold credentials, which are never shown. Requires an https `baseUrl`, which the client reaches through a tunnel that the proxy cannot read.
   *
   * @defaultValue the environment's, if Node itself uses it
   */
  proxy?: string | null | undefined;
  /**
   * Replaces the client's own transport, for tests, and for what `tls` and `proxy` cannot do.
   *
   * The client's own is `node:http` on Node, and elsewhere the global `fetch`. With `globalThis.fetch`, undici's global
   * dispatcher counts. The client derives the outcome from how your function fails. So it must make only this one
   * request, follow no redirects, never replay a request, and reject as the global `fetch` does.
   */
  fetch?: typeof fetch | null | undefined;
  /**
   * Names of rules not to check, from {@link assumptions}.
   *
   * @defaultValue []
   */
  waive?: readonly Assumption[] | null | undefined;
  /**
   * Paths of unknown fields to send unchanged: `["lineItems.vatCode", "customer.loyaltyId"]`.
   *
   * They are for orders and finalizations. Any other unknown field is invalid, at every depth. A name that differs from
   * a known one only in case is never sent, because the service would read it as the known one.
   *
   * @defaultValue []
   */
  extraFields?: readonly string[] | null | undefined;
  /**
   * The most connections to the service at once, 1 to 65535. Further calls wait.
   *
   * Only on Node, without a custom `fetch`. Calls wait in turn. With less than a quarter of its `timeoutMs` left, a waiting call is `not_sent`.
   *
   * @defaultValue 256
   */
  maxConnections?: number | null | undefined;
  /**
   * Says what the service's own status keys mean: `{ CARD_EXPIRED: "rejected" }`. With a wrong meaning, money can be
   * captured twice.
   *
   * Adds the keys to {@link statusCatalogue}, or replaces them. A finalization that fails with an undeclared key has
   * the outcome `unknown`. Declare `rejected` only if the service did nothing whenever the key comes.
   *
   * @defaultValue {}
   */
  statusKeys?: Readonly<Record<string, StatusMeaning>> | null | undefined;
  /**
   * Payment methods to resolve by sending again (`sendAgain`), and how to read a balance (`lookUp`).
   *
   * It is for `resolveFinalization` and `Once`.
   *
   * @defaultValue { sendAgain: ["card"] }
   */
  resolve?: ResolveTerms | null | undefined;
  /**
   * Allows http to a host that is not loopback. Your credentials then travel unencrypted.
   *
   * @defaultValue false
   */
  allowInsecureHttp?: boolean | null | undefined;
  /**
   * Receives every event of every call.
   *
   * Anything that it throws or rejects with is ignored.
   */
  onEvent?: PaymentEventListener | null | undefined;
}
