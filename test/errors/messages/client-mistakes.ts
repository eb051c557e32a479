/** Mistakes that throw a TypeError at once, where a client, an operation or an amount is made and no call is in flight. */
import { Agent } from "node:https";
import {
  basicAuth,
  bearerAuth,
  Decimal,
  defineOperation,
  exactNumber,
  lineItem,
  orderTotal,
  PaymentClient,
  type PaymentClientOptions,
  toResult,
} from "merchant-payments";
import { z } from "zod";
import { clientResponding } from "../../support/client.js";
import { callMessages, type Mistakes, thrownMessages } from "./mistakes.js";

const auth = basicAuth("merchant-1", "fake-password");
const baseUrl = "https://payments.example.com/api";
const client = (options: Partial<PaymentClientOptions>) => () => new PaymentClient({ baseUrl, auth, ...options });

/** Each option stands among valid ones. */
const clients: Mistakes = {
  // @ts-expect-error
  "no options": () => new PaymentClient(),
  // @ts-expect-error
  "its base URL alone": () => new PaymentClient(baseUrl),
  "a base URL that is a path": client({ baseUrl: "/api" }),
  "a base URL of this machine, without http://": client({ baseUrl: "localhost:4010" }),
  "an empty base URL": client({ baseUrl: "" }),
  // @ts-expect-error
  "a base URL whose environment variable is not set": client({ baseUrl: undefined }),
  // @ts-expect-error
  "a misspelt base URL": () => new PaymentClient({ baseURL: baseUrl, auth }),
  // @ts-expect-error
  "no auth": () => new PaymentClient({ baseUrl }),
  // @ts-expect-error
  "auth as merchant id and password": client({ auth: { merchantId: "merchant-1", password: "secret" } }),
  // @ts-expect-error
  "auth under the name of another library": () => new PaymentClient({ baseUrl, apiKey: "secret" }),
  "a deadline of 0": client({ timeoutMs: 0 }),
  // @ts-expect-error
  "the base URL under another name": () => new PaymentClient({ url: baseUrl, auth }),
  // @ts-expect-error
  "a base URL that was not awaited": client({ baseUrl: Promise.resolve("https://payments.example.com") }),
  // @ts-expect-error
  "a deadline as text, from an environment variable": client({ timeoutMs: "5000" }),
  // @ts-expect-error
  "retries instead of maxRetries": client({ retries: 3 }),
  // @ts-expect-error
  "an unknown rule to waive": client({ waive: ["limits"] }),
  // @ts-expect-error
  "one extra field that is not in a list": client({ extraFields: "lineItems.vatCode" }),
  // @ts-expect-error
  "a fetch that is text": client({ fetch: "undici" }),
  "credentials among the headers": client({ headers: { authorization: "Basic …" } }),
  // @ts-expect-error
  "a listener that is an object": client({ onEvent: console }),
  // @ts-expect-error
  "an idempotency key": client({ idempotencyKey: "capture-1001" }),
  "a number of connections beside a fetch": client({ maxConnections: 5, fetch }),
  "a certificate beside a fetch": client({ tls: { ca: "-----BEGIN CERTIFICATE-----" }, fetch }),
  "a certificate's path": client({ tls: { ca: "/etc/ssl/ca.pem" } }),
  "a client's certificate without its key": client({ tls: { cert: "-----BEGIN CERTIFICATE-----" } }),
  // @ts-expect-error
  "certificates that are not to be checked": client({ tls: { rejectUnauthorized: false } }),
  "tls for a base URL that begins with http": client({ baseUrl: "http://localhost:4010", tls: {} }),
  "a proxy without its protocol": client({ proxy: "proxy.example.com:3128" }),
  "a proxy whose password holds a slash": client({ proxy: "http://shop:se/cret@proxy.example.com:3128" }),
  "a proxy for a base URL that begins with http": client({ baseUrl: "http://localhost", proxy: "http://proxy:3128" }),
  "a proxy beside a fetch": client({ proxy: "http://proxy.example.com:3128", fetch }),
  // @ts-expect-error
  "an agent of Node's": client({ agent: new Agent() }),
  // @ts-expect-error
  "an unknown option, its name near a known one": client({ timeout: 5_000 }),
  "two faults": client({ timeoutMs: 0, maxRetries: 11 }),
};

const line = { name: "Tea", quantity: "3", unitAmountExcludingTax: "19.99", taxPercent: "12" };
const rounding = { rounding: Decimal.ROUND_HALF_UP, decimals: 2 };

const annul = {
  name: "annulPayment",
  path: "/transactions/{transactionId}/annul",
  effect: "money",
  input: z.object({ transactionId: z.string() }),
  response: z.object({}),
} as const;
const define = (changes: object) => () => defineOperation({ ...annul, ...changes } as typeof annul);
const { payments } = clientResponding(
  '{"status":{"isSuccess":true,"errorNumber":0,"statusKey":"SUCCESS"},"totalAmountAnnulled":125.00,"transactionId":"1"}',
);

const mistakes = {
  "`new PaymentClient()`": clients,
  "`preview()` and `check()`": {
    // @ts-expect-error
    "an unknown operation": () => payments.preview("capture", {}),
    // @ts-expect-error
    "an unknown operation to check": () => payments.check("annul", {}),
  },
  // @ts-expect-error
  "`toResult()`": { "a function that makes the call": () => toResult(() => undefined) },
  "`basicAuth()`": {
    // @ts-expect-error
    "a merchant id whose environment variable is not set": () => basicAuth(undefined, "secret"),
    "an empty password": () => basicAuth("merchant-1", ""),
    // @ts-expect-error
    "a password that was not awaited": () => basicAuth("merchant-1", Promise.resolve("secret")),
    // @ts-expect-error
    "a password that is a number": () => basicAuth("merchant-1", 1234),
  },
  "`bearerAuth()`": {
    // @ts-expect-error
    "a token whose environment variable is not set": () => bearerAuth(undefined),
  },
  "`lineItem()`": {
    "a quantity in words": () => lineItem({ ...line, quantity: "three" }, rounding),
    // @ts-expect-error
    "no rounding": () => lineItem(line),
    "decimals of 21": () => lineItem(line, { ...rounding, decimals: 21 }),
  },
  // @ts-expect-error
  "`orderTotal()`": { "a line without its total": () => orderTotal([{ amount: "125.00" }]) },
  "`exactNumber()`": { "an amount with its currency": () => exactNumber("125 SEK") },
  "a method without its client": {
    "taken from it": () => {
      const { finalize } = payments;
      return finalize({ transactionId: "201409251527280673", totalAmount: "125.00" });
    },
  },
  "`call()`": {
    // @ts-expect-error
    "an operation's name": () => payments.call("annulPayment", {}),
    // @ts-expect-error
    "a description that defineOperation has not checked": () => payments.call({ ...annul }, { transactionId: "1" }),
  },
  "`defineOperation()`": {
    "the library's own name": define({ name: "finalize" }),
    "no name": define({ name: "" }),
    "a name with a blank": define({ name: "annul payment" }),
    "a path with dots": define({ path: "/a/../b" }),
    "a path with a query": define({ path: "/a?b=1" }),
    "a path that is another host": define({ path: "//evil.example/a" }),
    "a path without its first slash": define({ path: "transactions/{transactionId}/annul" }),
    "a path with the base URL": define({ path: "https://payments.example.com/annul" }),
    "a path in the style of Express": define({ path: "/transactions/:transactionId/annul" }),
    "no effect": define({ effect: undefined }),
    "GET for a write": define({ method: "GET" }),
    PUT: define({ method: "PUT" }),
    "a query by POST": define({ query: () => ({}) }),
    "no schema": define({ input: undefined }),
    "a JSON schema": define({ input: { type: "object", properties: {} } }),
  },
};

const numbers = { response: z.object({ totalAmountAnnulled: z.number() }) };

/** Calls of a custom operation. */
const calls: Mistakes = {
  "a custom operation with z.number() for an amount": () =>
    // @ts-expect-error
    payments.call(defineOperation({ ...annul, ...numbers }), { transactionId: "1" }),
  "an input that does not fit the schema of a custom operation": () =>
    // @ts-expect-error
    payments.call(defineOperation(annul), { transactionId: 1 }),
  "an id with a slash, in the path of a custom operation": () =>
    payments.call(defineOperation(annul), { transactionId: "../orders" }),
};

export const clientMistakes = async () => [
  ...(await thrownMessages("TypeError", mistakes)),
  ...(await callMessages(calls)),
];
