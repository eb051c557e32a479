/** Mistakes in the options and the credentials of a client. */
import { Agent } from "node:https";
import { basicAuth, bearerAuth, PaymentClient, toResult } from "merchant-payments";
import type { Mistake } from "./mistake.js";

const auth = basicAuth("merchant-1", "fake-password");
const baseUrl = "https://payments.example.com/api";
const client = (options: object) => () => new PaymentClient({ baseUrl, auth, ...options });

export const clientMistakes: readonly Mistake[] = [
  [
    "toResult with a function that makes the call",
    () => toResult((() => undefined) as never),
    "toResult: give the call itself, not a function that makes it",
  ],
  [
    "a client without options",
    () => new PaymentClient(undefined as never),
    "PaymentClient: baseUrl is required: add it, as a string; auth must be basicAuth(…), bearerAuth(…) or a function that gives headers",
  ],
  [
    "a client made with its base URL alone",
    () => new PaymentClient(baseUrl as never),
    "PaymentClient: the input must be an object",
  ],
  [
    "a base URL whose environment variable is not set",
    client({ baseUrl: undefined }),
    "PaymentClient: baseUrl is required: add it, as a string",
  ],
  [
    "a base URL without https://",
    client({ baseUrl: "payments.example.com/api" }),
    "PaymentClient: baseUrl must be an absolute URL, https://payments.example.com/api for instance",
  ],
  [
    "a base URL that begins with http://",
    client({ baseUrl: "http://payments.example.com" }),
    "PaymentClient: baseUrl must begin with https://, unless the host is loopback (allowInsecureHttp: true would send the credentials in the clear)",
  ],
  [
    "a base URL that holds the password",
    client({ baseUrl: "https://shop:secret@payments.example.com" }),
    "PaymentClient: baseUrl must hold no credentials: give them to auth",
  ],
  [
    "a merchant id whose environment variable is not set",
    () => basicAuth(undefined as never, "secret"),
    "basicAuth: the merchant id must be text without a colon: is its environment variable set?",
  ],
  [
    "a password whose environment variable is not set",
    () => basicAuth("merchant-1", undefined as never),
    "basicAuth: the password must be text and not empty: is its environment variable set?",
  ],
  [
    "a password from a file that ends with a line break",
    () => basicAuth("merchant-1", "secret\n"),
    "basicAuth: the password ends with a line break: trim it",
  ],
  [
    "a token whose environment variable is not set",
    () => bearerAuth(undefined as never),
    "bearerAuth: the token must be text and not empty: is its environment variable set?",
  ],
  [
    "auth as a header's text",
    client({ auth: "Basic bWVyY2hhbnQ=" }),
    "PaymentClient: auth must be basicAuth(…), bearerAuth(…) or a function that gives headers",
  ],
  [
    "auth as merchant id and password",
    client({ auth: { merchantId: "merchant-1", password: "secret" } }),
    "PaymentClient: auth must be basicAuth(…), bearerAuth(…) or a function that gives headers",
  ],
  [
    "auth under the name of another library",
    client({ auth: undefined, apiKey: "secret" }),
    "PaymentClient: apiKey is not a known key: remove it; auth must be basicAuth(…), bearerAuth(…) or a function that gives headers",
  ],
  [
    "credentials among the headers",
    client({ headers: { Authorization: "Bearer secret" } }),
    "PaymentClient: headers.Authorization is set by the client itself: use auth",
  ],
  [
    "timeout instead of timeoutMs",
    client({ timeout: 5_000 }),
    "PaymentClient: timeout is not a known key: did you mean timeoutMs?",
  ],
  [
    "a time-out as text, from an environment variable",
    client({ timeoutMs: "5000" }),
    "PaymentClient: timeoutMs must be a number",
  ],
  [
    "retries instead of maxRetries",
    client({ retries: 3 }),
    "PaymentClient: retries is not a known key: did you mean maxRetries?",
  ],
  [
    "an idempotency key as an option",
    client({ idempotencyKey: "capture-1001" }),
    "PaymentClient: idempotencyKey is not a known key: the service has no idempotency keys; Once, from merchant-payments/once, captures once per key",
  ],
  [
    "an agent as an option",
    client({ agent: new Agent() }),
    "PaymentClient: agent is no option: use tls, proxy and maxConnections",
  ],
  [
    "an agent of Node's as another library names it",
    client({ httpsAgent: new Agent() }),
    "PaymentClient: httpsAgent is no option: use tls, proxy and maxConnections",
  ],
  [
    "a dispatcher of undici's as an option",
    client({ dispatcher: {} }),
    "PaymentClient: dispatcher is no option: use tls and proxy, or a fetch that has the dispatcher",
  ],
  [
    "a certificate's path instead of its content",
    client({ tls: { ca: "/etc/ssl/ca.pem" } }),
    "PaymentClient: tls.ca must hold certificates as PEM: give a file's content, not its path",
  ],
  [
    "a client's certificate without its key",
    client({ tls: { cert: "-----BEGIN CERTIFICATE-----" } }),
    "PaymentClient: tls.key is required: a client's certificate and its key go together",
  ],
  [
    "a key that is not PEM",
    client({ tls: { cert: "certificate", key: "key" } }),
    "PaymentClient: tls cannot be read: give cert and key as PEM, and the passphrase of an encrypted key (ERR_OSSL_PEM_NO_START_LINE)",
  ],
  [
    "certificates that are not to be checked",
    client({ tls: { rejectUnauthorized: false } }),
    "PaymentClient: tls.rejectUnauthorized is not a known key: remove it",
  ],
  [
    "tls for a base URL that begins with http://",
    client({ baseUrl: "http://localhost:4010", tls: {} }),
    "PaymentClient: tls needs a baseUrl that begins with https://: without it there is no TLS",
  ],
  [
    "a proxy without http://",
    client({ proxy: "proxy.example.com:3128" }),
    "PaymentClient: proxy must be the URL of an http(s) proxy, http://user:password@proxy.example.com:3128 for instance, with special characters of the password percent-encoded",
  ],
  [
    "a proxy whose password holds a slash",
    client({ proxy: "http://shop:se/cret@proxy.example.com:3128" }),
    "PaymentClient: proxy must be the URL of an http(s) proxy, http://user:password@proxy.example.com:3128 for instance, with special characters of the password percent-encoded",
  ],
  [
    "a proxy beside a fetch",
    client({ proxy: "http://proxy.example.com:3128", fetch }),
    "PaymentClient: proxy has no effect with a custom fetch: leave it out",
  ],
  [
    "an assumption that does not exist",
    client({ waive: ["decimals"] }),
    "PaymentClient: waive[0] must be one of amountDecimals, positiveTotal, purchaseReferenceLength, lineTotals, lineTextLengths, uniqueLineIds, partyLengths, countryCode, emailAddress, salesLocation",
  ],
  [
    "one extra field that is not in a list",
    client({ extraFields: "lineItems.vatCode" }),
    "PaymentClient: extraFields must be an array",
  ],
];
