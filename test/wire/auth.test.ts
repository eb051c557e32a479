import { type Auth, basicAuth, bearerAuth } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { clientOver, created, errorOf, finalization, order, orderId } from "../support/client.js";

const { signal } = new AbortController();
const request = { method: "POST", url: "https://pay.example/api", body: "", signal } as const;

/** A service that accepts every order. */
const accepting = () => vi.fn<typeof fetch>(async () => new Response(created, { status: 201 }));

const headersSent = async (auth: Auth) => {
  const fetch = accepting();
  await clientOver(fetch, { auth }).createOrder(order);
  return Object.fromEntries(new Request(...(fetch.mock.calls[0] ?? [""])).headers);
};

test.each([
  ["Aladdin", "open sesame", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
  ["å", "a:b:✓", "Basic w6U6YTpiOuKckw=="], // in UTF-8, and with colons in the password
])("basicAuth for %s and %s returns the header of HTTP Basic", async (merchantId, password, authorization) => {
  expect(await basicAuth(merchantId, password)(request)).toEqual({ authorization });
});

const ending = "ends with a line break: trim it";
const control = "has a control character in it: remove it";

test.each([
  ["s3cret\n", ending],
  ["s3cret\r\n", ending],
  ["s3cret\0", control],
  ["s3cret\u0085", control],
])("basicAuth and bearerAuth throw for the secret %j, without quoting it", (secret, fault) => {
  expect(() => basicAuth("merchant-1", secret)).toThrow(new TypeError(`basicAuth: the password ${fault}`));
  expect(() => basicAuth(secret, "api-password")).toThrow(new TypeError(`basicAuth: the merchant id ${fault}`));
  expect(() => bearerAuth(secret)).toThrow(new TypeError(`bearerAuth: the token ${fault}`));
});

test("bearerAuth takes a token or a function that fetches one", async () => {
  expect(await bearerAuth("token-1")(request)).toEqual({ authorization: "Bearer token-1" });
  expect(await bearerAuth(() => "token-1")(request)).toEqual({ authorization: "Bearer token-1" });
  expect(await bearerAuth(async () => "token-2")(request)).toEqual({ authorization: "Bearer token-2" });
});

describe("a custom auth", () => {
  test("gets what it signs", async () => {
    const auth = vi.fn<Auth>(() => ({ authorization: "Signature x" }));
    const payments = clientOver(accepting(), { auth, baseUrl: "https://pay.example/api/" });
    await payments.createOrder({ ...order, lineItems: [], billTo: {} });
    const body = '{"orderNumber":"ORDER-1001","currencyCode":"SEK","totalAmount":125.00,"lineitems":[],"billTo":{}}';
    const url = "https://pay.example/api/orders/create";
    expect(auth.mock.calls).toEqual([[{ method: "POST", url, body, signal: expect.any(AbortSignal) }]]);
  });

  test("returns headers, or none, at once or later", async () => {
    const given = { authorization: "A", "x-key": "B" };
    expect(await headersSent(() => given)).toMatchObject(given);
    expect(await headersSent(async () => ({ Authorization: "A" }))).toMatchObject({ authorization: "A" });
    expect(await headersSent(() => ({}))).not.toHaveProperty("authorization");
  });

  test("that throws for a while is called again", async () => {
    vi.useFakeTimers();
    const auth = vi.fn<Auth>(async () => ({ authorization: "A" })).mockRejectedValueOnce(new Error("no token yet"));
    const fetch = accepting();
    const call = clientOver(fetch, { auth }).createOrder(order);
    await vi.runAllTimersAsync();
    expect(await call).toMatchObject({ orderId });
    expect([auth.mock.calls.length, fetch.mock.calls.length]).toEqual([2, 1]);
  });
});

describe("nothing is sent if auth", () => {
  const emptyToken = "bearerAuth: the token must be text and not empty: is its environment variable set?";
  const noObject =
    'it returned no plain object: return one of header names and values, like { authorization: "Bearer …" }';
  const noHeaders =
    "it returned headers that cannot be sent: check their names, and that their values are Latin-1 text without line breaks";

  // The error of auth is not shown, because it may quote a secret.
  test("throws", async () => {
    const fetch = accepting();
    const auth = () => JSON.parse("s3cret");
    const error = await errorOf(clientOver(fetch, { auth, maxRetries: 0 }).finalize(finalization));
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent", safeToRetry: true });
    expect(error).toMatchObject({ scope: "call", cause: { name: expect.stringMatching(/Error$/) } });
    expect(error.message).not.toContain("s3cret");
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each<[string, () => unknown, detail: string]>([
    ["fetches an empty token", () => bearerAuth(async () => "")(request), emptyToken],
    ["returns nothing", () => undefined, noObject],
    ["returns an instance of Headers", () => new Headers({ authorization: "s3cret" }), noObject],
    ["returns a value with a line break", () => ({ authorization: "Bearer s3cret\r\nx-evil: 1" }), noHeaders],
    ["returns a header of the message", () => ({ authorization: "A", "Content-Length": "0" }), noHeaders],
  ])("%s, and every other call would fail too", async (_what, givesHeaders, detail) => {
    const fetch = accepting();
    const auth = vi.fn(givesHeaders as Auth);
    const error = await errorOf(clientOver(fetch, { auth, maxRetries: 2 }).finalize(finalization));
    expect(error).toMatchObject({ name: "PaymentConnectionError", outcome: "not_sent", safeToRetry: false });
    expect(error).toMatchObject({ scope: "merchant", cause: { name: "Error", detail } });
    expect(error.advice).toMatch(/The same call would fail again: .* Every other call will probably fail/);
    expect(error.message).not.toContain("s3cret");
    expect([auth.mock.calls.length, fetch.mock.calls.length]).toEqual([1, 0]);
  });

  test("stalls until the deadline", async () => {
    vi.useFakeTimers();
    const fetch = accepting();
    const auth = vi.fn<Auth>(() => new Promise(() => {}));
    const call = errorOf(clientOver(fetch, { auth }).finalize(finalization));
    await vi.runAllTimersAsync();
    expect(await call).toMatchObject({ name: "PaymentTimeoutError", outcome: "not_sent", timeoutMs: 30_000 });
    expect(auth.mock.calls[0]?.[0].signal.aborted).toBe(true);
    expect(fetch).not.toHaveBeenCalled();
  });
});
