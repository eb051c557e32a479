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

export interface Misuse {
  readonly group: string;
  readonly cause: string;
  readonly make: () => unknown;
}

const auth = basicAuth("merchant-1", "fake-password");
const baseUrl = "https://payments.example.com/api";

/** An option that a compiler would let nobody write, among options that are fine. */
const made = (cause: string, option: object): Misuse => ({
  group: "`new PaymentClient()`",
  cause,
  make: () => new PaymentClient({ baseUrl, auth, ...option } as PaymentClientOptions),
});

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
  made("a largest answer of 0", { maxResponseBytes: 0 }),
  made("a rule that there is not", { waive: ["limits"] }),
  made("an app name with a blank", { appInfo: { name: "my shop" } }),
  made("a fetch that is none", { fetch: "undici" }),
  made("a listener that is none", { onEvent: console }),
  made("credentials among the headers", { headers: { authorization: "Basic …" } }),
  made("an option that there is not, its name near a known one", { timeout: 5_000 }),
  made("two faults", { timeoutMs: 0, maxRetries: 11 }),
  {
    group: "`new PaymentClient()`",
    cause: "a run time that cannot write numbers exactly (Node before 22)",
    make: () => withoutRawJson(() => new PaymentClient({ baseUrl, auth })),
  },
  {
    group: "`preview()`",
    cause: "an operation that there is not",
    make: () => new PaymentClient({ baseUrl, auth }).preview("annul" as never, {} as never),
  },
  { group: "`basicAuth()`", cause: "a merchant id with a colon", make: () => basicAuth("merchant:1", "password") },
  { group: "`basicAuth()`", cause: "an empty password", make: () => basicAuth("merchant-1", "") },
  { group: "`bearerAuth()`", cause: "an empty token", make: () => bearerAuth("") },
  {
    group: "`lineItem()`",
    cause: "a quantity in words",
    make: () => lineItem({ ...line, quantity: "three" }, rounding),
  },
  {
    group: "`lineItem()`",
    cause: "a quantity that is an infinite Decimal",
    make: () => lineItem({ ...line, quantity: new Decimal("Infinity") }, rounding),
  },
  { group: "`lineItem()`", cause: "no rounding", make: () => lineItem(line, undefined as never) },
  { group: "`lineItem()`", cause: "decimals of 21", make: () => lineItem(line, { ...rounding, decimals: 21 }) },
  { group: "`orderTotal()`", cause: "a line without its total", make: () => orderTotal([{ name: "Tea" } as never]) },
];

export const wrongSettings = (): Promise<Message[]> =>
  Promise.all(misuses.map((misuse) => thrownBy("TypeError", misuse)));

/** What is thrown in words; nothing thrown fails the test. */
export async function thrownBy(section: string, { group, cause, make }: Misuse): Promise<Message> {
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
