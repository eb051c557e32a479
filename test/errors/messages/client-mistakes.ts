/** Mistakes that throw a TypeError at once, where a client or a line is made and no call is in flight. */
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

/** By the function that is called, and in words; each one throws. */
export type Mistakes = Readonly<Record<string, Readonly<Record<string, () => unknown>>>>;

const auth = basicAuth("merchant-1", "fake-password");
const baseUrl = "https://payments.example.com/api";

/** Options that do not compile, or should not be given; each stands among valid ones. */
const options: Readonly<Record<string, object>> = {
  "a base URL that is a path": { baseUrl: "/api" },
  "a base URL with credentials": { baseUrl: "https://user:pass@payments.example.com" },
  "a base URL with a query": { baseUrl: "https://payments.example.com?v=1" },
  "a base URL that begins with ftp": { baseUrl: "ftp://payments.example.com" },
  "a base URL that begins with http": { baseUrl: "http://payments.example.com" },
  "no base URL": { baseUrl: undefined },
  "no auth": { auth: undefined },
  "auth that is text": { auth: "Basic …" },
  "a deadline of 0": { timeoutMs: 0 },
  "retries below 0": { maxRetries: -1 },
  "a largest response of 0": { maxResponseBytes: 0 },
  "an unknown rule to waive": { waive: ["limits"] },
  "an app name with a blank": { appInfo: { name: "my shop" } },
  "a fetch that is text": { fetch: "undici" },
  "credentials among the headers": { headers: { authorization: "Basic …" } },
  "a listener that is an object": { onEvent: console },
  "no connections": { maxConnections: 0 },
  "a number of connections beside a fetch": { maxConnections: 5, fetch },
  "a certificate beside a fetch": { tls: { ca: "-----BEGIN CERTIFICATE-----" }, fetch },
  "a certificate's path": { tls: { ca: "/etc/ssl/ca.pem" } },
  "a key that is not PEM": { tls: { cert: "", key: "secret" } },
  "a proxy without its protocol": { proxy: "proxy.example.com:3128" },
  "a proxy for a base URL that begins with http": { baseUrl: "http://localhost", proxy: "http://localhost:3128" },
  "an agent of Node's": { agent: {} },
  "a dispatcher of undici's": { dispatcher: {} },
  "an unknown option, its name near a known one": { timeout: 5_000 },
  "two faults": { timeoutMs: 0, maxRetries: 11 },
};
const newClient = (more: object = {}) => new PaymentClient({ baseUrl, auth, ...more } as PaymentClientOptions);
const clientsWith = Object.entries(options).map(([cause, option]) => [cause, () => newClient(option)] as const);

const line = { name: "Tea", quantity: "3", unitAmountExcludingTax: "19.99", taxPercent: "12" };
const rounding = { rounding: Decimal.ROUND_HALF_UP, decimals: 2 };

const mistakes: Mistakes = {
  "`new PaymentClient()`": {
    ...Object.fromEntries(clientsWith),
    "a runtime that cannot write numbers exactly (Node before 22)": () => withoutRawJson(newClient),
  },
  "`preview()` and `check()`": {
    "an unknown operation": () => newClient().check("annul" as "finalize", {} as never),
  },
  "`basicAuth()`": {
    "a merchant id with a colon": () => basicAuth("merchant:1", "password"),
    "an empty password": () => basicAuth("merchant-1", ""),
  },
  "`bearerAuth()`": { "an empty token": () => bearerAuth("") },
  "`lineItem()`": {
    "a quantity in words": () => lineItem({ ...line, quantity: "three" }, rounding),
    "a quantity that is an infinite Decimal": () => lineItem({ ...line, quantity: new Decimal("Infinity") }, rounding),
    "no rounding": () => lineItem(line, undefined as never),
    "decimals of 21": () => lineItem(line, { ...rounding, decimals: 21 }),
  },
  "`orderTotal()`": { "a line without its total": () => orderTotal([{ name: "Tea" } as never]) },
};

export const clientMistakes = () => messagesOf("TypeError", mistakes);

/** What each mistake throws. A mistake that throws nothing fails the test. */
export async function messagesOf(section: string, mistakes: Mistakes): Promise<Message[]> {
  const all = Object.entries(mistakes).flatMap(([group, own]) =>
    Object.entries(own).map(async ([cause, make]) => {
      const thrown = await Promise.resolve()
        .then(make)
        .catch((error: unknown) => error);
      if (!(thrown instanceof Error)) throw new Error(`${cause}: nothing was thrown`);
      return { section, group, cause, words: thrown.message };
    }),
  );
  return Promise.all(all);
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
