/** Mistakes that show at once, as a TypeError or RangeError, where a client or a line is made and not in a call. */
import {
  basicAuth,
  bearerAuth,
  Decimal,
  lineItem,
  orderTotal,
  PaymentClient,
  type PaymentClientOptions,
} from "merchant-payments";
import type { Message } from "./page.js";

export type Misuse = readonly [group: string, cause: string, make: () => unknown];

const auth = basicAuth("merchant-1", "fake-password");
const baseUrl = "https://payments.example.com/api";

/** An option that a compiler would let nobody write, among options that are fine. */
const made = (cause: string, option: object): Misuse => {
  return [
    "`new PaymentClient()`",
    cause,
    () => new PaymentClient({ baseUrl, auth, ...option } as PaymentClientOptions),
  ];
};

const line = { name: "Tea", quantity: "3", unitAmountExcludingTax: "19.99", taxPercent: "12" };
const rounding = { rounding: Decimal.ROUND_HALF_UP, decimals: 2 };

const misuses: readonly Misuse[] = [
  made("a base URL that is a path", { baseUrl: "/api" }),
  made("a base URL with credentials", { baseUrl: "https://user:pass@payments.example.com" }),
  made("a base URL with a query", { baseUrl: "https://payments.example.com?v=1" }),
  made("a base URL that begins with ftp", { baseUrl: "ftp://payments.example.com" }),
  made("a base URL that begins with http", { baseUrl: "http://payments.example.com" }),
  made("no base URL", { baseUrl: undefined }),
  made("no auth", { auth: undefined }),
  made("auth that is text", { auth: "Basic …" }),
  made("a deadline of 0", { timeoutMs: 0 }),
  made("retries below 0", { maxRetries: -1 }),
  made("a largest response of 0", { maxResponseBytes: 0 }),
  made("a rule that there is not", { waive: ["limits"] }),
  made("an app name with a blank", { appInfo: { name: "my shop" } }),
  made("a fetch that is none", { fetch: "undici" }),
  made("credentials among the headers", { headers: { authorization: "Basic …" } }),
  made("a listener that is none", { onEvent: console }),
  made("no connections", { maxConnections: 0 }),
  made("a number of connections beside a fetch", { maxConnections: 5, fetch }),
  made("a certificate beside a fetch", { tls: { ca: "" }, fetch }),
  made("a key that is no PEM", { tls: { cert: "", key: "secret" } }),
  made("a proxy without its protocol", { proxy: "proxy.example.com:3128" }),
  made("a proxy, where the base URL begins with http", { baseUrl: "http://localhost", proxy: "http://localhost:3128" }),
  made("an agent of Node's", { agent: {} }),
  made("a dispatcher of undici's", { dispatcher: {} }),
  made("an option that there is not, its name near a known one", { timeout: 5_000 }),
  made("two faults", { timeoutMs: 0, maxRetries: 11 }),
  [
    "`new PaymentClient()`",
    "a run time that cannot write numbers exactly (Node before 22)",
    () => withoutRawJson(() => new PaymentClient({ baseUrl, auth })),
  ],
  [
    "`preview()` and `check()`",
    "an operation that there is not",
    () => new PaymentClient({ baseUrl, auth }).check("annul" as "finalize", {} as never),
  ],
  ["`basicAuth()`", "a merchant id with a colon", () => basicAuth("merchant:1", "password")],
  ["`basicAuth()`", "an empty password", () => basicAuth("merchant-1", "")],
  ["`bearerAuth()`", "an empty token", () => bearerAuth("")],
  ["`lineItem()`", "a quantity in words", () => lineItem({ ...line, quantity: "three" }, rounding)],
  [
    "`lineItem()`",
    "a quantity that is an infinite Decimal",
    () => lineItem({ ...line, quantity: new Decimal("Infinity") }, rounding),
  ],
  ["`lineItem()`", "no rounding", () => lineItem(line, undefined as never)],
  ["`lineItem()`", "decimals of 21", () => lineItem(line, { ...rounding, decimals: 21 })],
  ["`orderTotal()`", "a line without its total", () => orderTotal([{ name: "Tea" } as never])],
];

export const wrongSettings = (): Promise<Message[]> =>
  Promise.all(misuses.map((misuse) => thrownBy("TypeError", misuse)));

/** What is thrown in words; nothing thrown fails the test. */
export async function thrownBy(section: string, [group, cause, make]: Misuse): Promise<Message> {
  try {
    await make();
  } catch (error) {
    if (error instanceof Error) return { section, group, cause, words: error.message };
  }
  throw new Error(`${cause}: nothing was thrown`);
}

function withoutRawJson(make: () => unknown): unknown {
  const json = JSON as unknown as { rawJSON: unknown };
  const { rawJSON } = json;
  try {
    json.rawJSON = undefined;
    return make();
  } finally {
    json.rawJSON = rawJSON;
  }
}
