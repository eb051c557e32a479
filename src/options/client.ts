import * as z from "zod/mini";
import { assumptions } from "../errors/assumptions.js";
import type { PaymentEventListener } from "../events.js";
import { declaredKeys } from "../evidence/status-keys.js";
import { check } from "../model/check.js";
import { pathText } from "../model/issue.js";
import { fieldsOf } from "../model/known-fields.js";
import { plain } from "../model/plain.js";
import { across, arrayOf, matching, must, objectOf, type Waived } from "../model/schema.js";
import type { Auth } from "../wire/authenticate.js";
import { lowerCased } from "../wire/headers.js";
import { canKeepDigits, withoutPrototype } from "../wire/json.js";
import { faultOfProxyUrl } from "../wire/node/proxy.js";
import { baseOf, faultOfBaseUrl, queryOf } from "../wire/url.js";
import { appInfoSchema, userAgentOf } from "./app-info.js";
import { aFunction, headersSchema, maxRetriesSchema, ofKind, timeoutMsSchema, wholeNumber } from "./call.js";
import type { PaymentClientOptions } from "./client-options.js";
import { resolveSchema } from "./resolve.js";
import { statusKeysSchema } from "./status-keys.js";
import { tlsSchema } from "./tls.js";
import { exchangeOf, invalidOptions } from "./transport.js";

const FIELD_PATH = /^[^.]+(?:\.[^.]+)*$/;

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
  waive: z._default(arrayOf(z.enum(assumptions)), []),
  extraFields: z._default(arrayOf(matching(FIELD_PATH, "must be a field's path, lineItems.vatCode for instance")), []),
  amounts: z.exactOptional(ofKind<"text">((value) => value === "text", 'must be "text", or be left out')),
  statusKeys: z._default(statusKeysSchema, {}),
  resolve: resolveSchema,
  appInfo: z.exactOptional(appInfoSchema),
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
const required = { baseUrl: "give the service's URL (is its environment variable set?)" };

/** @throws TypeError that lists the faults. @internal */
export function resolveOptions(given: PaymentClientOptions) {
  if (!canKeepDigits()) throw invalidOptions("this runtime cannot write JSON numbers exactly; use Node 22.12 or later");
  const read = plain(given ?? {}, { known });
  const { value: checked, issues } = check(clientOptionsSchema, read, pathText, required);
  if (checked === undefined) throw invalidOptions(issues.map(({ message }) => message).join("; "));
  const { baseUrl, waive, extraFields, headers, statusKeys, resolve, appInfo, ...options } = checked;
  const resolved = {
    ...options,
    base: baseOf(baseUrl),
    baseQuery: queryOf(baseUrl),
    exchange: exchangeOf(checked, Object.keys(read.value as object)),
    headers: Object.freeze(lowerCased(headers)),
    statusKeys: declaredKeys(statusKeys),
    sendAgain: Object.freeze([...resolve.sendAgain]),
    lookUp: resolve.lookUp,
    userAgent: userAgentOf(appInfo),
    waived: new Set(waive) as Waived,
    extraFields: new Set(extraFields) as ReadonlySet<string>,
  };
  return Object.freeze(withoutPrototype(resolved));
}
