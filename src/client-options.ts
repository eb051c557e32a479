import * as z from "zod/mini";
import { headersSchema, maxRetriesSchema, timeoutMsSchema, wholeNumber } from "./call-options.js";
import { type Assumption, assumptions } from "./errors/assumptions.js";
import type { PaymentEventListener } from "./events.js";
import { check } from "./model/check.js";
import { across, closedObject, matching, must, type Waived } from "./model/schema.js";
import { version } from "./version.js";
import type { Auth } from "./wire/authenticate.js";
import { fetchExchange } from "./wire/fetch-exchange.js";
import { lowerCased } from "./wire/headers.js";
import { canKeepDigits, presentFields } from "./wire/json.js";
import { nodeExchange } from "./wire/node-exchange.js";
import type { TransportOptions } from "./wire/transport.js";
import { baseOf } from "./wire/url.js";

/** Options of a {@link PaymentClient}. Checked once, by the constructor; nothing is read from the environment. */
export interface PaymentClientOptions {
  /** The service's base address: https, or http on a loopback host. No credentials, query or fragment in it. */
  baseUrl: string;
  /** `basicAuth(merchantId, password)`, `bearerAuth(token)`, or a function that gives headers for each attempt. */
  auth: Auth;
  /**
   * One deadline in milliseconds over the whole call: authentication, connecting, retries and the answer's whole body.
   * With a `fetch` of your own, or where there is no Node: below about 12,000 an unreachable host ends in a timeout
   * with outcome `unknown`, before its connect timeout could prove that nothing was sent.
   *
   * @defaultValue 30000
   */
  timeoutMs?: number | null | undefined;
  /**
   * Further attempts after one that is proven not to have been sent; no other attempt is ever repeated. 0 to 10.
   *
   * @defaultValue 2
   */
  maxRetries?: number | null | undefined;
  /**
   * Largest answer that is read, in bytes after decompression. A larger one ends the call with outcome `unknown`.
   *
   * @defaultValue 1048576
   */
  maxResponseBytes?: number | null | undefined;
  /** Sent with every request. Credentials belong into `auth`. */
  headers?: Readonly<Record<string, string>> | null | undefined;
  /**
   * Instead of our own way to the network, which on Node is node:http and elsewhere the global fetch: for a proxy, a
   * client certificate or a test. `fetch: globalThis.fetch` brings back a process-wide dispatcher.
   *
   * The outcome of a call is worked out from how it fails, so it must make this one request and no other that can fail
   * (an audit call that is refused would pass for the payment's, and the payment be sent again), follow no redirects,
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

const defaults = {
  timeoutMs: 30_000,
  maxRetries: 2,
  maxResponseBytes: 1_048_576,
  maxConnections: 256,
  headers: {},
  waive: [],
};

const aFunction = <T>(rule: string) =>
  z.custom<T>().check(must((value) => (typeof value === "function" ? undefined : { code: "wrong_type", rule })));

const token = (name: string) =>
  matching(/^[\w.-]{1,64}$/, `must be a ${name} of 1 to 64 letters, digits, dots, underscores and hyphens`);

/** @internal */
export const clientOptionsSchema = closedObject({
  baseUrl: z.string(),
  auth: aFunction<Auth>("must be basicAuth(…), bearerAuth(…) or a function that gives headers"),
  timeoutMs: z.exactOptional(timeoutMsSchema),
  maxRetries: z.exactOptional(maxRetriesSchema),
  maxResponseBytes: z.exactOptional(wholeNumber(1, 2 ** 30, "bytes")),
  maxConnections: z.exactOptional(wholeNumber(1, 65_535, "connections")),
  headers: z.exactOptional(headersSchema),
  fetch: z.exactOptional(aFunction<typeof fetch>("must be a function like the global fetch")),
  waive: z.exactOptional(z.array(z.enum(assumptions))),
  appInfo: z.exactOptional(closedObject({ name: token("name"), version: z.optional(z.nullable(token("version"))) })),
  allowInsecureHttp: z.exactOptional(z.boolean()),
  onEvent: z.exactOptional(aFunction<PaymentEventListener>("must be a function")),
}).check(
  across(({ baseUrl, allowInsecureHttp, fetch, maxConnections }, report) => {
    if (fetch !== undefined && maxConnections !== undefined) {
      const rule = "has no effect with a fetch of your own, which has its own connections: leave it out";
      report(["maxConnections"], { code: "not_allowed", rule });
    }
    const rule = typeof baseUrl === "string" ? faultOfBaseUrl(baseUrl, allowInsecureHttp === true) : undefined;
    if (rule !== undefined) report(["baseUrl"], { code: "bad_format", rule });
  }),
);

/** What is wrong with a base URL, and the fix. */
function faultOfBaseUrl(baseUrl: string, allowInsecureHttp: boolean): string | undefined {
  const url = URL.parse(baseUrl);
  if (url === null) return "must be an absolute URL, https://payments.example.com/api for instance";
  if (url.username !== "" || url.password !== "") return "must hold no credentials: give them to auth";
  if (baseUrl.includes("?") || baseUrl.includes("#")) return "must have no query and no fragment";
  if (url.protocol === "https:") return undefined;
  if (url.protocol !== "http:") return "must begin with https://";
  if (allowInsecureHttp || isLoopback(url.hostname)) return undefined;
  return "must begin with https://, unless the host is loopback or allowInsecureHttp is true";
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** The options of a client, checked and complete. @internal */
export interface ResolvedOptions extends TransportOptions {
  readonly waived: Waived;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly onEvent?: PaymentEventListener;
}

const NOTHING_WAIVED: Waived = new Set();

/** @throws TypeError that lists every fault. @internal */
export function resolveOptions(given: PaymentClientOptions): ResolvedOptions {
  if (!canKeepDigits()) {
    throw new TypeError("PaymentClient: this run time cannot write JSON numbers exactly; use Node 22.12 or later");
  }
  const checked = check(clientOptionsSchema, presentFields(given ?? {}));
  if ("issues" in checked) {
    throw new TypeError(`PaymentClient: ${checked.issues.map(({ message }) => message).join("; ")}`);
  }
  const { baseUrl, fetch, waive, headers, maxConnections, appInfo, ...options } = { ...defaults, ...checked.value };
  return Object.freeze({
    ...options,
    base: baseOf(baseUrl),
    // node:http where there is Node: fetch sends some requests twice and hides the socket.
    exchange: (fetch === undefined ? nodeExchange(baseUrl, maxConnections) : undefined) ?? fetchExchange(fetch),
    headers: Object.freeze(lowerCased(headers)),
    userAgent: userAgent(appInfo),
    waived: waive.length === 0 ? NOTHING_WAIVED : new Set(waive),
  });
}

function userAgent(app: PaymentClientOptions["appInfo"]): string {
  const suffix = app ? ` ${app.name}${app.version ? `/${app.version}` : ""}` : "";
  return `merchant-payments/${version}${suffix}`;
}
