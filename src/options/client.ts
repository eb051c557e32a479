import * as z from "zod/mini";
import { assumptions } from "../errors/facts.js";
import { bareKey, statusMeanings } from "../errors/status-catalogue.js";
import type { PaymentEventListener } from "../events.js";
import { declaredKeys, STATUS_KEY } from "../evidence/envelope.js";
import { callback, optionsOf, readOptions, recordOf, wholeNumber } from "../model/options.js";
import type { PaymentMethod } from "../model/payment-method.js";
import { matching, report, shaped } from "../model/schema.js";
import { version } from "../version.js";
import type { Auth } from "../wire/exchange.js";
import { lowerCased } from "../wire/headers.js";
import { faultOfProxyUrl } from "../wire/proxy.js";
import { baseOf, faultOfBaseUrl, queryOf } from "../wire/url.js";
import { limits } from "./call.js";
import type { PaymentClientOptions } from "./client-options.js";
import { resolveSchema } from "./resolve.js";
import { exchangeOf, tlsSchema } from "./transport.js";

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
    httpAgent: "use tls, proxy and maxConnections",
    httpsAgent: "use tls, proxy and maxConnections",
    dispatcher: "use tls and proxy, or a fetch that has the dispatcher",
    sendAgain: "give resolve: { sendAgain }",
    lookUp: "give resolve: { lookUp }",
  },
};

/** The options of a client, checked and complete. */
export type ResolvedOptions = ReturnType<typeof resolveOptions>;

/** @throws TypeError that lists the faults. */
export function resolveOptions(given: PaymentClientOptions) {
  const read = readOptions("PaymentClient", schema, given, words);
  const { timeoutMs = 30_000, maxRetries = 2, maxResponseBytes = 2 ** 20, maxConnections = 256 } = read;
  const { baseUrl, auth, headers = {}, statusKeys = {}, resolve, onEvent } = read;
  return Object.freeze({
    auth,
    timeoutMs,
    maxRetries,
    maxResponseBytes,
    maxConnections,
    onEvent,
    base: baseOf(baseUrl),
    baseQuery: queryOf(baseUrl),
    exchange: exchangeOf(read, maxConnections),
    headers: Object.freeze(lowerCased(headers)),
    statusKeys: declaredKeys(statusKeys),
    sendAgain: Object.freeze(resolve?.sendAgain ?? (["card"] as readonly PaymentMethod[])),
    lookUp: resolve?.lookUp,
    userAgent: `merchant-payments/${version}`,
    waived: new Set(read.waive),
    extraFields: new Set(read.extraFields),
  });
}
