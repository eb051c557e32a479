import * as z from "zod/mini";
import type { Auth } from "./auth.js";
import { faultOfBaseUrl } from "./base-url.js";
import { headersSchema, maxRetriesSchema, timeoutMsSchema } from "./call-options.js";
import type { PaymentEventListener } from "./events.js";
import type { Rules } from "./model/rules.js";
import { type Assumption, check, must } from "./model/schema.js";
import { version } from "./version.js";
import { canKeepDigits } from "./wire/json.js";
import type { TransportOptions } from "./wire/transport.js";

/** Options of a {@link PaymentClient}. Checked once, by the constructor; nothing is read from the environment. */
export interface PaymentClientOptions {
  /** The service's base address: https, or http on a loopback host. No credentials, query or fragment in it. */
  readonly baseUrl: string;
  /** `basicAuth(merchantId, password)`, `bearerAuth(token)`, or a function that gives headers for each attempt. */
  readonly auth: Auth;
  /**
   * One deadline in milliseconds over the whole call: authentication, connecting, retries and the answer's whole body.
   * Below about 12,000 an unreachable host ends in a timeout with outcome `unknown` before its connect timeout could
   * prove that nothing was sent.
   *
   * @defaultValue 30000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Further attempts after one that is proven not to have been sent; no other attempt is ever repeated. 0 to 10.
   *
   * @defaultValue 2
   */
  readonly maxRetries?: number | undefined;
  /**
   * Largest answer that is read, in bytes after decompression. A larger one ends the call with outcome `unknown`.
   *
   * @defaultValue 1048576
   */
  readonly maxResponseBytes?: number | undefined;
  /** Sent with every request. Credentials belong into `auth`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Instead of the global fetch. The outcome of a call is worked out from how fetch fails, so it must make one attempt
   * only, follow no redirects when told `redirect: "manual"`, never replay a request, and reject as fetch does.
   */
  readonly fetch?: typeof fetch | undefined;
  /**
   * Most decimals that a `totalAmount` may have, trailing zeros counted (JPY: none); `"any"` checks none.
   *
   * @defaultValue 2
   */
  readonly amountDecimals?: number | "any" | undefined;
  /**
   * The field of a line item that holds its total, tax included; `false` turns the check of the sum off.
   *
   * @defaultValue "totalLineAmount"
   */
  readonly lineItemTotal?: string | false | undefined;
  /**
   * `false` waives the rules that are usual but not in the service's contract: lengths inside line items, names and
   * addresses, unique line ids, and that a total of zero is refused.
   *
   * @defaultValue true
   */
  readonly assumedLimits?: boolean | undefined;
  /** Your application, for the User-Agent header: letters, digits, `.`, `_` and `-`. */
  readonly appInfo?: { readonly name: string; readonly version?: string | undefined } | undefined;
  /**
   * Allows http to a host that is not loopback: credentials then travel in the clear.
   *
   * @defaultValue false
   */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Told of every attempt, retry, result and failure. What it throws is ignored. */
  readonly onEvent?: PaymentEventListener | undefined;
}

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
      fetch: options.fetch,
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

function withoutUndefined<T extends object>(given: T): Given<T> {
  return Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as Given<T>;
}

function userAgent(appInfo: PaymentClientOptions["appInfo"]): string {
  const library = `merchant-payments/${version}`;
  if (appInfo === undefined) return library;
  return `${library} ${appInfo.name}${appInfo.version === undefined ? "" : `/${appInfo.version}`}`;
}
