import { assumptions } from "../errors/assumptions.js";
import type { PaymentEventListener } from "../events.js";
import { declaredKeys } from "../evidence/status-keys.js";
import { type FieldRule, fields, required, tryField } from "../model/fields.js";
import * as is from "../model/is.js";
import type { Waived } from "../model/schema.js";
import { NO_IDEMPOTENCY_KEYS } from "../model/unknown-keys.js";
import type { Auth } from "../wire/authenticate.js";
import { lowerCased } from "../wire/headers.js";
import { withoutPrototype } from "../wire/json.js";
import { faultOfProxyUrl } from "../wire/proxy.js";
import { baseOf, faultOfBaseUrl, queryOf } from "../wire/url.js";
import { appInfoRule, userAgentOf } from "./app-info.js";
import { headersRule, maxRetriesRule } from "./call.js";
import type { PaymentClientOptions } from "./client-options.js";
import { resolveRule } from "./resolve.js";
import { statusKeysRule } from "./status-keys.js";
import { tlsRule } from "./tls.js";
import { exchangeOf, invalidOptions } from "./transport.js";

const FIELD_PATH = /^[^.]+(?:\.[^.]+)*$/;

const shape = {
  baseUrl: required(is.text, "give the service's URL (is its environment variable set?)"),
  auth: required(is.callback<Auth>("basicAuth(…), bearerAuth(…) or a function that gives headers")),
  timeoutMs: is.deadline,
  maxRetries: maxRetriesRule,
  maxResponseBytes: is.wholeNumber(1, 2 ** 28, " of bytes"),
  maxConnections: is.wholeNumber(1, 65_535, " of connections"),
  headers: headersRule,
  tls: tlsRule,
  proxy: is.text,
  fetch: is.callback<typeof fetch>("a function like the global fetch"),
  waive: is.listOf(is.oneOf(assumptions)),
  extraFields: is.listOf(is.matching(FIELD_PATH, "a field's path, lineItems.vatCode for instance")),
  statusKeys: statusKeysRule,
  resolve: resolveRule,
  appInfo: appInfoRule,
  allowInsecureHttp: is.flag,
  onEvent: is.callback<PaymentEventListener>(),
} satisfies { readonly [Name in keyof PaymentClientOptions]-?: FieldRule<unknown> };

/** Options of other libraries, and of this one in the wrong place. */
const readShape = fields(shape, {
  agent: "use tls, proxy and maxConnections",
  httpAgent: "use tls, proxy and maxConnections",
  httpsAgent: "use tls, proxy and maxConnections",
  dispatcher: "use tls and proxy, or a fetch that has the dispatcher",
  idempotencyKey: NO_IDEMPOTENCY_KEYS,
  sendAgain: "give resolve: { sendAgain }",
  lookUp: "give resolve: { lookUp }",
});

const clientOptions: typeof readShape = (value, fault) => {
  const options = readShape(value, fault);
  const { baseUrl = "", allowInsecureHttp = false, proxy, tls } = options ?? {};
  const add = (name: string, problem: string | undefined) => problem && fault(problem, name);
  if (options?.baseUrl !== undefined) add("baseUrl", faultOfBaseUrl(baseUrl, allowInsecureHttp));
  const isPlain = URL.parse(baseUrl)?.protocol === "http:";
  const ofHttps = (why: string) => (isPlain ? `needs a baseUrl that begins with https://: ${why}` : undefined);
  if (tls !== undefined) add("tls", ofHttps("without it there is no TLS"));
  const tunnelled = ofHttps("anything else would not go through a tunnel");
  if (proxy !== undefined) add("proxy", faultOfProxyUrl(proxy) ?? tunnelled);
  return options;
};

const DEFAULTS = { timeoutMs: 30_000, maxRetries: 2, maxResponseBytes: 2 ** 20, maxConnections: 256 };

/** The options of a client, checked and complete. @internal */
export type ResolvedOptions = ReturnType<typeof resolveOptions>;

/** @throws TypeError that lists the faults. @internal */
export function resolveOptions(given: PaymentClientOptions) {
  const { faults, value } = tryField("", given ?? {}, clientOptions);
  if (value === undefined || faults.length > 0) throw invalidOptions(faults.join("; "));
  const { baseUrl, waive, extraFields, headers = {}, statusKeys = {}, resolve, appInfo, ...more } = value;
  const options = { ...DEFAULTS, ...more };
  const resolved = {
    ...options,
    base: baseOf(baseUrl),
    baseQuery: queryOf(baseUrl),
    exchange: exchangeOf(value, options.maxConnections),
    headers: Object.freeze(lowerCased(headers)),
    statusKeys: declaredKeys(statusKeys),
    sendAgain: Object.freeze(resolve?.sendAgain ?? (["card"] as const)),
    lookUp: resolve?.lookUp,
    userAgent: userAgentOf(appInfo),
    waived: new Set(waive) as Waived,
    extraFields: new Set(extraFields) as ReadonlySet<string>,
  };
  return Object.freeze(withoutPrototype(resolved));
}
