import { inspect } from "node:util";
import { basicAuth, PaymentClient } from "merchant-payments";
import { describe, expect, test, vi } from "vitest";
import { zod } from "../operations/custom/described.js";
import { errorOf, order } from "../support/client.js";

const auth = basicAuth("merchant-1", "api-password");

const urlFor = (baseUrl: string, allowInsecureHttp?: boolean) =>
  new PaymentClient({ baseUrl, auth, allowInsecureHttp }).preview("createOrder", order).url;

test.each([
  ["https://pay.example", "https://pay.example"],
  ["https://pay.example/", "https://pay.example"],
  ["https://pay.example/api/", "https://pay.example/api"],
  [" https://pay.example/api/ \n", "https://pay.example/api"],
  ["https://pay.example:8443/api/v1", "https://pay.example:8443/api/v1"],
  ["HTTPS://PAY.example/Api", "https://pay.example/Api"],
  ["https://[2001:db8::1]/api", "https://[2001:db8::1]/api"],
  ["https://pay.example:443", "https://pay.example"],
  ["https://pay.example//api", "https://pay.example//api"],
  ["https://pay.example/x/../api", "https://pay.example/api"],
])("paths begin with the base URL %j", (baseUrl, base) => {
  expect(urlFor(baseUrl)).toBe(`${base}/orders/create/ORDER-1001/125.00/SEK`);
});

test.each([
  ["https://pay.example/api?", ""],
  ["https://pay.example/api?api-version=2", "?api-version=2"],
  ["https://pay.example/api/?api-version=2&tenant=a b", "?api-version=2&tenant=a%20b"],
])("the query of the base URL %j follows each path", (baseUrl, query) => {
  expect(urlFor(baseUrl)).toBe(`https://pay.example/api/orders/create/ORDER-1001/125.00/SEK${query}`);
  const payments = new PaymentClient({ baseUrl, auth });
  expect(inspect(payments)).toBe("PaymentClient(https://pay.example/api)"); // the query may hold a secret
});

test("the query of the base URL comes before that of a custom operation", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response('{"status":{}}'));
  const payments = new PaymentClient({ baseUrl: "https://pay.example/api?api-version=2", auth, fetch, maxRetries: 0 });
  await errorOf(payments.call(zod.findPayment, { transactionId: "202603040000000001", withHistory: true }));
  const path = "transactions/202603040000000001?api-version=2&withHistory=true";
  expect(fetch.mock.calls[0]?.[0]).toBe(`https://pay.example/api/${path}`);
});

describe("a base URL that begins with http", () => {
  const loopback = ["http://localhost", "http://localhost:8080/api", "http://127.0.0.1:8080", "http://[::1]:8080"];
  test.each(loopback)("is accepted for a loopback host: %s", (baseUrl) => {
    expect(urlFor(baseUrl)).toMatch(/^http:.*\/orders\/create\/ORDER-1001\/125\.00\/SEK$/);
  });

  const others = "pay.example localhost.example 127.0.0.1.example 0.0.0.0 10.0.0.1 [::ffff:7f00:1]".split(" ");
  test.each(others)("is invalid for any other host unless allowInsecureHttp is set: %s", (host) => {
    const baseUrl = `http://${host}`;
    expect(() => urlFor(baseUrl)).toThrow("baseUrl must begin with https://, unless the host is loopback");
    expect(() => urlFor(baseUrl, false)).toThrow(TypeError);
    expect(urlFor(baseUrl, true)).toMatch(/^http:\/\//);
  });
});

const absolute = "must be an absolute URL, https://payments.example.com/api for instance";
const https = "must begin with https://, or with http:// if the host is loopback";
const noCredentials = "must hold no credentials: give them to auth";
const noFragment = "must have no fragment: leave out # and what follows";

test.each([
  ["localhost:4010?password=s3cret", https],
  ["localhost:s3cret@pay.example", https],
  ["", `${absolute}: is its environment variable set?`],
  ["undefined/api", `${absolute}: is its environment variable set?`],
  ["//pay.example", absolute],
  ["ws://pay.example", https],
  ["https://merchant-1@pay.example", noCredentials],
  ["https://:s3cret@pay.example", noCredentials],
  ["https://pay.example/api#s3cret", noFragment],
  ["https://pay.example/api?v=2#", noFragment],
])("the base URL %j is invalid, and the message does not repeat it", (baseUrl, rule) => {
  const invalid = new TypeError(`PaymentClient: baseUrl ${rule}`);
  expect(() => urlFor(baseUrl)).toThrow(invalid);
  expect(() => urlFor(baseUrl, true)).toThrow(invalid);
});
