import type { SecureContextOptions } from "node:tls";
import * as z from "zod/mini";
import { type Assumption, assumptions } from "../errors/assumptions.js";
import type { PaymentEventListener } from "../events.js";
import { check } from "../model/check.js";
import { fieldsOf } from "../model/known-fields.js";
import { plain } from "../model/plain.js";
import { across, matching, must, objectOf, type Waived } from "../model/schema.js";
import { version } from "../version.js";
import type { Auth } from "../wire/authenticate.js";
import type { Exchange } from "../wire/exchange.js";
import { fetchExchange } from "../wire/fetch-exchange.js";
import { lowerCased } from "../wire/headers.js";
import { canKeepDigits, withoutPrototype } from "../wire/json.js";
import { nodeExchange } from "../wire/node/exchange.js";
import { faultOfProxyUrl } from "../wire/node/proxy.js";
import { scrub } from "../wire/scrub.js";
import { baseOf, faultOfBaseUrl } from "../wire/url.js";
import { headersSchema, maxRetriesSchema, ofKind, timeoutMsSchema, wholeNumber } from "./call.js";
import { type TlsOptions, tlsSchema } from "./tls.js";

/** Options of a {@link PaymentClient}. null is treated as absent. From the environment, only a proxy is read. */
export interface PaymentClientOptions {
  /** Base URL: https, or http on a loopback host or with `allowInsecureHttp`. No credentials, query or fragment. */
  baseUrl: string;
  /** `basicAuth(merchantId, password)`, `bearerAuth(token)`, or a function that returns headers for each attempt. */
  auth: Auth;
  /**
   * The deadline of the whole call in milliseconds, 1 to 2147483647.
   *
   * It covers authentication, connecting, retries and the whole response. With a custom `fetch`, or without Node, give
   * at least about 12,000. Below that, an unreachable host ends in a timeout with outcome `unknown`, before its connect
   * timeout can prove that nothing was sent.
   *
   * @defaultValue 30000
   */
  timeoutMs?: number | null | undefined;
  /**
   * Further attempts after one that is proven not sent, 0 to 10. After outcome `unknown`, only a custom operation with
   * effect `read` is repeated.
   *
   * @defaultValue 2
   */
  maxRetries?: number | null | undefined;
  /**
   * The largest response to read, in bytes after decompression, 1 to 268435456. A larger one ends the call with outcome
   * `unknown`. The same applies to more JSON values than `maxResponseBytes` / 16 (65,536 by default).
   *
   * @defaultValue 1048576
   */
  maxResponseBytes?: number | null | undefined;
  /** Sent with every request. Credentials belong in `auth`. */
  headers?: Readonly<Record<string, string>> | null | undefined;
  /**
   * Your own CA, or your certificate and key for mutual TLS. Only on Node, without a custom `fetch`. The constructor
   * throws if a key cannot be read or does not match its certificate.
   */
  tls?: TlsOptions | null | undefined;
  /**
   * The URL of an http(s) proxy. It may hold credentials, which are never shown.
   *
   * Requires an https `baseUrl`, which the client reaches through a tunnel that the proxy cannot read. Only on Node,
   * without a custom `fetch`.
   *
   * @defaultValue the proxy of the environment, if Node itself uses it (`NODE_USE_ENV_PROXY=1`)
   */
  proxy?: string | null | undefined;
  /**
   * Replaces the client's own transport, which is `node:http` on Node and elsewhere the global `fetch`. It is for
   * tests, and for what `tls` and `proxy` cannot do. On Node, `globalThis.fetch` uses undici's global dispatcher. The
   * client's own transport ignores that dispatcher.
   *
   * The client derives the outcome from how your function fails. So your function must make only this one request,
   * follow no redirects, never replay a request, and reject as the global `fetch` does. If it also made an audit call
   * and that connection was refused, the payment would count as not sent and be sent again.
   */
  fetch?: typeof fetch | null | undefined;
  /**
   * Rules not to check, by their names in {@link assumptions}.
   *
   * @defaultValue []
   */
  waive?: readonly Assumption[] | null | undefined;
  /**
   * Paths of unknown fields that are sent unchanged with an order or a finalization:
   * `["lineItems.vatCode", "customer.loyaltyId"]`.
   *
   * Any other unknown field is invalid, at every depth. A name that differs from a known one only in case is never
   * sent, because the service would read it as the known one.
   *
   * @defaultValue []
   */
  extraFields?: readonly string[] | null | undefined;
  /**
   * The most connections to the service at once, 1 to 65535. Calls wait for a connection in the order in which they
   * were made, within their deadlines. Only on Node, without a custom `fetch`.
   *
   * @defaultValue 256
   */
  maxConnections?: number | null | undefined;
  /** Your application's name and version, for the User-Agent header: letters, digits, `.`, `_` and `-`. */
  appInfo?: { name: string; version?: string | null | undefined } | null | undefined;
  /**
   * Allows http to a host that is not loopback. Credentials are then sent unencrypted.
   *
   * @defaultValue false
   */
  allowInsecureHttp?: boolean | null | undefined;
  /** Receives every event of every call. Anything that it throws or rejects with is ignored. */
  onEvent?: PaymentEventListener | null | undefined;
}

const aFunction = <T>(rule: string) => ofKind<T>((value) => typeof value === "function", rule);

const FIELD_PATH = /^[^.]+(?:\.[^.]+)*$/;

const token = (name: string) =>
  matching(/^[\w.-]{1,64}$/, `must be a ${name} of 1 to 64 letters, digits, dots, underscores and hyphens`);

/** Names the option to use instead of one of another library. */
const instead = (use: string) =>
  z.exactOptional(z.custom().check(must(() => ({ code: "unknown_key", rule: `is no option: use ${use}` }))));

/** @internal */
export const clientOptionsSchema = objectOf({
  baseUrl: z.string(),
  auth: aFunction<Auth>("must be basicAuth(…), bearerAuth(…) or a function that gives headers"),
  timeoutMs: z._default(timeoutMsSchema, 30_000),
  maxRetries: z._default(maxRetriesSchema, 2),
  maxResponseBytes: z._default(wholeNumber(1, 2 ** 28, "bytes"), 2 ** 20),
  maxConnections: z._default(wholeNumber(1, 65_535, "connections"), 256),
  headers: z._default(headersSchema, {}),
  tls: z.exactOptional(tlsSchema),
  proxy: z.exactOptional(z.string()),
  fetch: z.exactOptional(aFunction<typeof fetch>("must be a function like the global fetch")),
  waive: z._default(z.array(z.enum(assumptions)), []),
  extraFields: z._default(z.array(matching(FIELD_PATH, "must be a field's path, lineItems.vatCode for instance")), []),
  appInfo: z.exactOptional(objectOf({ name: token("name"), version: z.exactOptional(token("version")) })),
  allowInsecureHttp: z.exactOptional(z.boolean()),
  onEvent: z.exactOptional(aFunction<PaymentEventListener>("must be a function")),
  agent: instead("tls, proxy and maxConnections"),
  httpAgent: instead("tls, proxy and maxConnections"),
  httpsAgent: instead("tls, proxy and maxConnections"),
  dispatcher: instead("tls and proxy, or a fetch that has the dispatcher"),
}).check(
  across(({ baseUrl, allowInsecureHttp, proxy, tls }, report) => {
    const fault = (name: string, rule: string | undefined) => rule && report([name], { code: "bad_format", rule });
    if (typeof baseUrl === "string") fault("baseUrl", faultOfBaseUrl(baseUrl, allowInsecureHttp === true));
    const isPlain = typeof baseUrl === "string" && URL.parse(baseUrl)?.protocol === "http:";
    const ofHttps = (why: string) => (isPlain ? `needs a baseUrl that begins with https://: ${why}` : undefined);
    if (tls !== undefined) fault("tls", ofHttps("without it there is no TLS"));
    const tunnelled = ofHttps("anything else would not go through a tunnel");
    if (typeof proxy === "string") fault("proxy", faultOfProxyUrl(proxy) ?? tunnelled);
  }),
);

/** The options of a client, checked and complete. @internal */
export type ResolvedOptions = ReturnType<typeof resolveOptions>;

const known = fieldsOf(clientOptionsSchema);

/** @throws TypeError that lists every fault. @internal */
export function resolveOptions(given: PaymentClientOptions) {
  if (!canKeepDigits()) throw failure("this runtime cannot write JSON numbers exactly; use Node 22.12 or later");
  const read = plain(given ?? {}, { known });
  const { value: checked, issues } = check(clientOptionsSchema, read);
  if (checked === undefined) throw failure(issues.map(({ message }) => message).join("; "));
  const { baseUrl, waive, extraFields, headers, appInfo, ...options } = checked;
  const app = appInfo ? ` ${appInfo.name}${appInfo.version ? `/${appInfo.version}` : ""}` : "";
  const resolved = {
    ...options,
    base: baseOf(baseUrl),
    exchange: exchangeOf(checked, Object.keys(read.value as object)),
    headers: Object.freeze(lowerCased(headers)),
    userAgent: `merchant-payments/${version}${app}`,
    waived: new Set(waive) as Waived,
    extraFields: new Set(extraFields) as ReadonlySet<string>,
  };
  return Object.freeze(withoutPrototype(resolved));
}

/** Uses node:http on Node, because fetch sends some requests twice and hides the socket. */
function exchangeOf(options: z.output<typeof clientOptionsSchema>, given: readonly string[]): Exchange {
  const { baseUrl, fetch, proxy, maxConnections } = options;
  const tls = options.tls as SecureContextOptions | undefined;
  try {
    const exchange = fetch === undefined ? nodeExchange(baseUrl, { maxConnections, tls, proxy }) : undefined;
    if (exchange !== undefined) return exchange;
  } catch (error) {
    const { code, name } = scrub(error);
    throw failure(
      `tls cannot be read: give cert and key as PEM, and the passphrase of an encrypted key (${code ?? name})`,
    );
  }
  const without = ["maxConnections", "tls", "proxy"].find((name) => given.includes(name));
  if (without === undefined) return fetchExchange(fetch);
  throw failure(`${without} has no effect ${fetch ? "with a custom fetch" : "without Node"}: leave it out`);
}

const failure = (rule: string) => new TypeError(`PaymentClient: ${rule}`);
