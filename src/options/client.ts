import * as z from "zod/mini";
import { type Assumption, assumptions } from "../errors/facts.js";
import { bareKey, type StatusMeaning, statusMeanings } from "../errors/status-catalogue.js";
import type { PaymentEventListener } from "../events.js";
import { declaredKeys, STATUS_KEY } from "../evidence/envelope.js";
import { callback, optionsOf, readOptions, recordOf, wholeNumber } from "../model/options.js";
import type { PaymentMethod } from "../model/payment-method.js";
import { matching, report, shaped } from "../model/schema.js";
import { version } from "../version.js";
import type { Auth } from "../wire/exchange.js";
import { lowerCased } from "../wire/headers.js";
import type { ConnectionOptions } from "../wire/node.js";
import { faultOfProxyUrl } from "../wire/proxy.js";
import { faultOfBaseUrl } from "../wire/url.js";
import { limits } from "./call.js";
import { type ResolveTerms, resolveSchema } from "./resolve.js";
import { exchangeOf, MAX_CONNECTIONS, type TlsOptions, tlsSchema } from "./transport.js";

/**
 * Options of a {@link PaymentClient}. null is treated as absent. From the environment, only a proxy is read. `tls`,
 * `proxy` and `maxConnections` are for Node without a custom `fetch`.
 */
export interface PaymentClientOptions {
  /** The service's base URL, required: https, or http on a loopback host. Its query is sent with each request. */
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
  /** The most retries, 0 to 10: of an attempt that was certainly not sent, or of a custom `read`. @defaultValue 2 */
  maxRetries?: number | null | undefined;
  /**
   * The largest response to read, in bytes after decompression, 1 to 268435456.
   * After a larger one, or one with more JSON values than a sixteenth of this number, the outcome is `unknown`.
   * @defaultValue 1048576
   */
  maxResponseBytes?: number | null | undefined;
  /** Headers to send with every request. Credentials belong in `auth`. `accept` and `user-agent` replace the client's. */
  headers?: Readonly<Record<string, string>> | null | undefined;
  /** Your own CA, or your certificate and key for mutual TLS. */
  tls?: TlsOptions | null | undefined;
  /**
   * The URL of an http(s) proxy. It may hold credentials. The client reaches its https `baseUrl` through a tunnel that
   * the proxy cannot read.
   * @defaultValue `HTTPS_PROXY`, if Node itself uses it
   */
  proxy?: string | null | undefined;
  /**
   * Replaces the client's own transport, for tests, and for what `tls` and `proxy` cannot do.
   *
   * The client derives the outcome from how your function fails. So it must make only this one request, follow no
   * redirects, never replay a request, and reject as the global `fetch` does.
   */
  fetch?: typeof fetch | null | undefined;
  /** Turns off rules by their names: `["amountDecimals"]`. All names: {@link assumptions}. @defaultValue [] */
  waive?: readonly Assumption[] | null | undefined;
  /**
   * Paths of additional fields, which are sent unchanged: `["lineItems.vatCode", "customer.loyaltyId"]`.
   *
   * Any other unknown field of an order or a finalization is invalid, at every depth. A name that differs from a known
   * one only in case is never sent, because the service would read it as the known one.
   * @defaultValue []
   */
  extraFields?: readonly string[] | null | undefined;
  /**
   * The most connections to the service at once, 1 to 65535. Further calls wait. With less than a quarter of its
   * `timeoutMs` left, a waiting call is `not_sent`.
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
   * What may be sent again (`sendAgain`), and how to read a balance (`lookUp`).
   * @defaultValue { sendAgain: ["card"] }
   */
  resolve?: ResolveTerms | null | undefined;
  /** Allows http to a host that is not loopback. Your credentials then travel unencrypted. @defaultValue false */
  allowInsecureHttp?: boolean | null | undefined;
  /** Receives every event of every call. */
  onEvent?: PaymentEventListener | null | undefined;
}

const FIELD_PATH = /^(?!.*__proto__)[^.]+(?:\.[^.]+)*$/;

/** Keys after which nothing is certain, or that results show. */
const FIXED = /^(?:INTERNAL_ERROR|HTTP_408|HTTP_5\d\d|SUCCESS|PENDING)$/;

function faultOfKey(key: string, all: object): string | undefined {
  if (FIXED.test(bareKey(key))) return "has a meaning that cannot change: leave it out";
  if (!STATUS_KEY.test(key))
    return "is no status key: give it as the service writes it, 1 to 64 letters, digits, _, . or -";
  const isTwice = Object.keys(all).some((other) => other !== key && bareKey(other) === bareKey(key));
  return isTwice ? "appears again in another letter case: give each key once" : undefined;
}

const url = (ruleFor: (text: string) => string | undefined) =>
  shaped((text) => {
    const rule = ruleFor(text);
    return rule === undefined ? undefined : { code: "bad_format", rule };
  });

const shape = {
  baseUrl: url((text) => faultOfBaseUrl(text, true)),
  auth: callback<Auth>("basicAuth(…), bearerAuth(…) or a function that gives headers"),
  ...limits,
  maxResponseBytes: z.optional(wholeNumber(1, 2 ** 28, " of bytes")),
  maxConnections: z.optional(wholeNumber(1, 65_535, " of connections")),
  tls: z.optional(tlsSchema),
  proxy: z.optional(url(faultOfProxyUrl)),
  fetch: z.optional(callback<typeof fetch>("a function like the global fetch")),
  waive: z.optional(z.array(z.enum(assumptions))),
  extraFields: z.optional(z.array(matching(FIELD_PATH, "must be a field's path, lineItems.vatCode for instance"))),
  statusKeys: z.optional(recordOf(z.enum(statusMeanings), faultOfKey)),
  resolve: z.optional(resolveSchema),
  allowInsecureHttp: z.optional(z.boolean()),
  onEvent: z.optional(callback<PaymentEventListener>()),
} satisfies { readonly [Name in keyof PaymentClientOptions]-?: z.ZodMiniType };

const schema = optionsOf(shape).check(
  z.check((payload) => {
    const { baseUrl, allowInsecureHttp = false, proxy, tls } = payload.value;
    const add = (name: string, rule: string | undefined) =>
      rule && report(payload, { code: "not_allowed", rule }, [name]);
    add("baseUrl", faultOfBaseUrl(baseUrl, allowInsecureHttp));
    if (URL.parse(baseUrl)?.protocol === "https:") return;
    const rule = "needs a baseUrl that begins with https://";
    if (tls !== undefined) add("tls", `${rule}: without it there is no TLS`);
    if (proxy !== undefined) add("proxy", `${rule}: anything else would not go through a tunnel`);
  }),
);

const words = {
  required: { baseUrl: "give the service's URL (is its environment variable set?)" },
  elsewhere: {
    agent: "use tls, proxy and maxConnections",
    sendAgain: "give resolve: { sendAgain }",
    lookUp: "give resolve: { lookUp }",
  },
};

export type ResolvedOptions = ReturnType<typeof resolveOptions>;

export function resolveOptions(given: PaymentClientOptions) {
  const read = readOptions("PaymentClient", schema, given, words);
  const { timeoutMs = 30_000, maxRetries = 2, maxResponseBytes = 2 ** 20, maxConnections = MAX_CONNECTIONS } = read;
  const { baseUrl, auth, headers = {}, statusKeys = {}, resolve, onEvent } = read;
  const service = new URL(baseUrl);
  return Object.freeze({
    auth,
    timeoutMs,
    maxRetries,
    maxResponseBytes,
    maxConnections,
    onEvent,
    base: service.origin + service.pathname.replace(/\/+$/, ""),
    baseQuery: service.search.slice(1),
    exchange: exchangeOf(service, read.fetch, read as Partial<ConnectionOptions>),
    headers: { accept: "application/json", "user-agent": `merchant-payments/${version}`, ...lowerCased(headers) },
    statusKeys: declaredKeys(statusKeys),
    sendAgain: Object.freeze(resolve?.sendAgain ?? (["card"] as readonly PaymentMethod[])),
    lookUp: resolve?.lookUp,
    waived: new Set(read.waive),
    extraFields: new Set(read.extraFields),
  });
}
