import * as z from "zod/mini";
import { faultOfBaseUrl } from "./base-url.js";
import { headersSchema, maxRetriesSchema, timeoutMsSchema } from "./call-options.js";
import type { PaymentClientOptions } from "./client-options.js";
import type { PaymentEventListener } from "./events.js";
import type { Rules } from "./model/rules.js";
import { type Assumption, check, must } from "./model/schema.js";
import { version } from "./version.js";
import type { Auth } from "./wire/authenticate.js";
import type { Exchange } from "./wire/exchange.js";
import { fetchExchange } from "./wire/fetch-exchange.js";
import { canKeepDigits } from "./wire/json.js";
import { nodeExchange } from "./wire/node-exchange.js";
import type { TransportOptions } from "./wire/transport.js";

/** The options of a client, checked and complete. @internal */
export interface ResolvedOptions {
  readonly transport: TransportOptions;
  readonly rules: Rules;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly onEvent: PaymentEventListener | undefined;
}

const defaults = {
  timeoutMs: 30_000,
  maxRetries: 2,
  maxResponseBytes: 1_048_576,
  headers: {},
  amountDecimals: 2,
  lineItemTotal: "totalLineAmount",
  assumedLimits: true,
  allowInsecureHttp: false,
} as const;

const aFunction = <T>(rule: string) =>
  z.custom<T>().check(must((value) => (typeof value === "function" ? undefined : { code: "wrong_type", rule })));

const token = (name: string) =>
  z
    .string()
    .check(
      must((value) =>
        /^[\w.-]{1,64}$/.test(value)
          ? undefined
          : { code: "bad_format", rule: `must be a ${name} of 1 to 64 letters, digits, dots, underscores and hyphens` },
      ),
    );

const oneOf = <T>(accepts: (value: unknown) => boolean, rule: string) =>
  z.custom<T>().check(must((value) => (accepts(value) ? undefined : { code: "bad_format", rule })));

const isCount = (value: unknown, most: number) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;

/** @internal */
export const clientOptionsSchema = z.strictObject({
  baseUrl: z.string(),
  auth: aFunction<Auth>("must be basicAuth(…), bearerAuth(…) or a function that gives headers"),
  timeoutMs: z.optional(timeoutMsSchema),
  maxRetries: z.optional(maxRetriesSchema),
  maxResponseBytes: z.optional(
    oneOf<number>(
      (value) => isCount(value, 2 ** 30) && value !== 0,
      "must be a whole number of bytes, 1 to 1073741824",
    ),
  ),
  headers: z.optional(headersSchema),
  fetch: z.optional(aFunction<typeof fetch>("must be a function like the global fetch")),
  amountDecimals: z.optional(
    oneOf<number | "any">(
      (value) => value === "any" || isCount(value, 20),
      'must be a whole number from 0 to 20, or "any"',
    ),
  ),
  lineItemTotal: z.optional(
    oneOf<string | false>(
      (value) => value === false || (typeof value === "string" && value !== ""),
      "must be the name of a line item's field, or false",
    ),
  ),
  assumedLimits: z.optional(z.boolean()),
  appInfo: z.optional(z.strictObject({ name: token("name"), version: z.optional(token("version")) })),
  allowInsecureHttp: z.optional(z.boolean()),
  onEvent: z.optional(aFunction<PaymentEventListener>("must be a function")),
});

/** @throws TypeError that lists every fault. @internal */
export function resolveOptions(given: PaymentClientOptions): ResolvedOptions {
  if (!canKeepDigits()) {
    throw new TypeError("PaymentClient: this run time cannot write JSON numbers exactly; use Node 22.12 or later");
  }
  const options = { ...defaults, ...withoutUndefined(given) };
  const faults = check(clientOptionsSchema, options, {}).map(({ message }) => message);
  const baseUrlFault =
    typeof options.baseUrl === "string" ? faultOfBaseUrl(options.baseUrl, options.allowInsecureHttp) : "";
  if (baseUrlFault) faults.push(`baseUrl ${baseUrlFault}`);
  if (faults.length > 0) throw new TypeError(`PaymentClient: ${faults.join("; ")}`);

  const waived = new Set<Assumption>();
  if (!options.assumedLimits) waived.add("limits");
  if (options.lineItemTotal !== defaults.lineItemTotal) waived.add("lineItemTotal");
  return Object.freeze({
    transport: Object.freeze({
      baseUrl: options.baseUrl.replace(/\/+$/, ""),
      auth: options.auth,
      exchange: options.fetch === undefined ? defaultExchange(options.baseUrl) : fetchExchange(options.fetch),
      headers: Object.freeze({ ...options.headers }),
      userAgent: userAgent(options.appInfo),
      maxResponseBytes: options.maxResponseBytes,
    }),
    rules: Object.freeze({ amountDecimals: options.amountDecimals, lineItemTotal: options.lineItemTotal, waived }),
    timeoutMs: options.timeoutMs,
    maxRetries: options.maxRetries,
    onEvent: options.onEvent,
  });
}

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** node:http where there is Node: fetch sends some requests twice and hides the socket. The global fetch elsewhere. */
function defaultExchange(baseUrl: string): Exchange {
  return nodeExchange(baseUrl) ?? fetchExchange(undefined);
}

function withoutUndefined<T extends object>(given: T): Given<T> {
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as Given<T>;
}

function userAgent(appInfo: PaymentClientOptions["appInfo"]): string {
  const library = `merchant-payments/${version}`;
  if (appInfo === undefined) return library;
  return `${library} ${appInfo.name}${appInfo.version === undefined ? "" : `/${appInfo.version}`}`;
}
