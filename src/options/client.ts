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

/** Options of a {@link PaymentClient}. Checked once, by the constructor; from the environment only `proxy` is read. */
export interface PaymentClientOptions {
  /** The service's base address: https, or http on a loopback host. No credentials, query or fragment in it. */
  baseUrl: string;
  /** `basicAuth(merchantId, password)`, `bearerAuth(token)`, or a function that gives headers for each attempt. */
  auth: Auth;
  /**
   * One deadline in milliseconds over the whole call: authentication, connecting, retries and the response's whole body.
   * With a `fetch` of your own, or where there is no Node: below about 12,000 an unreachable host ends in a timeout
   * with outcome `unknown`, before its connect timeout could prove that nothing was sent.
   *
   * @defaultValue 30000
   */
  timeoutMs?: number | null | undefined;
  /**
   * Further attempts after one that is proven not to have been sent, 0 to 10. No other attempt is ever repeated but that
   * of a custom operation whose effect is `read`.
   *
   * @defaultValue 2
   */
  maxRetries?: number | null | undefined;
  /**
   * Largest response that is read, in bytes after decompression, up to 268435456. A larger one, and one that has more than
   * a value per 16 bytes of this limit, ends the call with outcome `unknown`.
   *
   * @defaultValue 1048576
   */
  maxResponseBytes?: number | null | undefined;
  /** Sent with every request. Credentials belong into `auth`. */
  headers?: Readonly<Record<string, string>> | null | undefined;
  /**
   * Certificates: of your own CA, or a client's for mutual TLS. On Node, without a `fetch` of your own. A
   * key that cannot be read, or is not its certificate's, makes the constructor throw.
   */
  tls?: TlsOptions | null | undefined;
  /**
   * The URL of an http(s) proxy, credentials allowed; they are shown nowhere. For an https `baseUrl`, which is reached
   * through a tunnel that the proxy cannot look into. On Node, without a `fetch` of your own.
   *
   * @defaultValue what the environment names, where Node itself goes by it (`NODE_USE_ENV_PROXY=1`)
   */
  proxy?: string | null | undefined;
  /**
   * Instead of our own way to the network, which on Node is node:http and elsewhere the global fetch: for a test, or for
   * what `tls` and `proxy` cannot do. `fetch: globalThis.fetch` brings back a process-wide dispatcher.
   *
   * The outcome of a call is worked out from how it fails, so it must make this one request and no other that can fail
   * (an audit call whose connection is refused would pass for the payment's, and the payment be sent again), follow no redirects,
   * never replay a request, and reject as fetch does.
   */
  fetch?: typeof fetch | null | undefined;
  /**
   * Rules that the service's contract does not show and that shall not be checked; {@link assumptions} lists them.
   *
   * @defaultValue []
   */
  waive?: readonly Assumption[] | null | undefined;
  /**
   * Fields of an order or a finalization that this library does not know and that are sent as they are, by their paths:
   * `["lineItems.vatCode", "customer.loyaltyId"]`. Any other unknown field is invalid, at every depth. A name that differs
   * from a known one only in case is never sent: the service would read it as the known one.
   *
   * @defaultValue []
   */
  extraFields?: readonly string[] | null | undefined;
  /**
   * Most connections to the service at once, 1 to 65535. A call that waits for one is inside its deadline, and comes in
   * the order in which it was made. Not with a `fetch` of your own.
   *
   * @defaultValue 256
   */
  maxConnections?: number | null | undefined;
  /** Your application, for the User-Agent header: letters, digits, `.`, `_` and `-`. */
  appInfo?: { name: string; version?: string | null | undefined } | null | undefined;
  /**
   * Allows http to a host that is not loopback: credentials then travel in the clear.
   *
   * @defaultValue false
   */
  allowInsecureHttp?: boolean | null | undefined;
  /** Told of every attempt, retry, result and failure. What it throws is ignored. */
  onEvent?: PaymentEventListener | null | undefined;
}

const aFunction = <T>(rule: string) => ofKind<T>((value) => typeof value === "function", rule);

const FIELD_PATH = /^[^.]+(?:\.[^.]+)*$/;

const token = (name: string) =>
  matching(/^[\w.-]{1,64}$/, `must be a ${name} of 1 to 64 letters, digits, dots, underscores and hyphens`);

/** For options of other libraries, which somebody will try. */
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

/** node:http where there is Node: fetch sends some requests twice and hides the socket. */
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
  throw failure(`${without} has no effect ${fetch ? "with a fetch of your own" : "without Node"}: leave it out`);
}

const failure = (rule: string) => new TypeError(`PaymentClient: ${rule}`);
